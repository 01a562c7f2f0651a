from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from companion.errors import UserError
from companion.hub.handover import take_file
from companion.hub.hub import Hub
from companion.hub.intake import MOST
from companion.ledger.entry import Entry, write
from companion.ledger.record import GameLines
from companion.ledger.seal import Seal, read_seal
from companion.publishing import wire
from companion.rules import codec
from companion.rules.commands import Finish
from companion.rules.events import Ended, Paid
from companion.tournament.results import result_of
from companion.words.refusals import worded
from tests.hub.tables import EVENT, Table, joined, say


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path / "table", seed=3)
    yield table
    table.ledger.close()


@pytest.fixture
def box(hub: Hub, table: Table) -> str:
    return joined(hub, table, 0).id


def kinds(hub: Hub) -> list[str]:
    return [incident.kind for incident in reversed(hub.store.incidents(EVENT))]


def announce(hub: Hub, box: str, table: Table) -> None:
    say(hub, box, "playing", wire.Playing(table.id, 0, 0))


def send(hub: Hub, box: str, lines: list[bytes]) -> wire.Have:
    return say(hub, box, "lines", b"\n".join(lines))[-1]


def test_a_sealed_game_is_a_result(hub: Hub, table: Table, box: str) -> None:
    table.begin(4)
    table.play(60)
    announce(hub, box, table)
    assert send(hub, box, table.lines()) == wire.Have(table.id, 61)
    assert table.game is not None
    assert hub.results()[0, 0].seats == result_of(table.game).seats
    assert hub.results(final=True) == {}
    table.finish()
    send(hub, box, table.lines()[61:])
    assert hub.results(final=True) == {}  # over, but nobody vouches for it yet
    assert say(hub, box, "seal", table.seals()[0]) == [wire.Have(table.id, 62, 1)]
    assert hub.results(final=True)[0, 0].seats == result_of(table.game).seats
    assert kinds(hub) == []


def test_what_comes_twice_counts_once(hub: Hub, table: Table, box: str) -> None:
    table.played(4, 30)
    announce(hub, box, table)
    for _ in range(3):
        send(hub, box, table.lines())
        say(hub, box, "seal", table.seals()[0])
    assert hub.store.lines(EVENT, table.id) == table.lines()
    assert hub.store.count(EVENT) == len(table.lines())
    assert hub.intake.duplicates == 2 * len(table.lines())
    assert kinds(hub) == []


def test_gaps_are_asked_for_and_nothing_is_kept_out_of_order(hub: Hub, table: Table, box: str) -> None:
    table.begin(4)
    table.play(20)
    lines = table.lines()
    assert send(hub, box, lines[3:]) == wire.Have(table.id, 0, again=True)
    send(hub, box, lines[:3])
    assert send(hub, box, lines[5:]) == wire.Have(table.id, 3, again=True)
    assert send(hub, box, [lines[4], lines[3]]) == wire.Have(table.id, 3, again=True)
    assert send(hub, box, lines[3:]) == wire.Have(table.id, 21)
    assert hub.store.lines(EVENT, table.id) == lines


def test_two_histories_of_one_game(hub: Hub, table: Table, box: str, tmp_path: Path) -> None:
    table.begin(4, "game")
    table.play(10)
    other = Table(tmp_path / "other", seed=9)
    other.begin(4, "game")
    other.play(20)
    send(hub, box, table.lines())
    assert send(hub, box, other.lines()[:5]).refused == "fork"
    assert send(hub, box, other.lines()[11:12]).refused == "fork"
    assert hub.store.lines(EVENT, "game") == table.lines()
    assert kinds(hub) == ["fork", "fork"]
    assert hub.store.incidents(EVENT)[-1].evidence.encode() in other.lines()[0]
    other.ledger.close()


def test_a_forged_line(hub: Hub, table: Table, box: str) -> None:
    table.begin(4)
    table.play(10)
    lines = table.lines()
    send(hub, box, lines[:5])
    forged = lines[5].replace(b'"elapsed":', b'"elapsed":1')
    assert send(hub, box, [forged]).refused == "forged"
    assert send(hub, box, lines[5:]) == wire.Have(table.id, 11)
    assert say(hub, box, "lines", b"\x00 no line") == []
    assert kinds(hub) == ["forged", "unreadable"]


def test_a_box_that_forges_without_end_fills_no_disk(hub: Hub, table: Table, box: str) -> None:
    table.begin(4, "game")
    send(hub, box, table.lines())
    for wrong in range(MOST + 50):
        send(hub, box, [b'{"game":"game-%d","seq":0,"hash":""}' % wrong])
    assert kinds(hub) == ["forged"] * MOST + ["too-many"]
    again = Hub(hub.store, EVENT)
    send(again, box, [b'{"game":"one-more","seq":0,"hash":""}'])
    assert len(kinds(again)) == MOST + 1
    table.play(3)
    assert send(again, box, table.lines()) == wire.Have("game", 4)


def test_a_well_made_line_that_does_not_fit_the_game(hub: Hub, table: Table, box: str) -> None:
    table.begin(4)
    table.play(40)
    lines = table.lines()
    entries = [codec.decoder(Entry)(line) for line in lines]
    at, paid = next((e.seq, event) for e in entries for event in e.events if isinstance(event, Paid))
    broken, _ = write(msgspec.structs.replace(entries[at], events=(codec.replace(paid, payer=77),), hash=""))
    send(hub, box, lines[:at])
    assert send(hub, box, [broken]).refused == "facts"
    assert send(hub, box, lines[at:]) == wire.Have(table.id, 41)
    assert kinds(hub) == ["facts"]


def test_money_that_does_not_add_up(hub: Hub, table: Table, box: str) -> None:
    table.begin(4)
    table.play(3)
    send(hub, box, table.lines()[:2])
    live = hub.intake.live(table.id)
    assert live is not None
    assert live.game is not None
    live.game.state.accounts[0] += 1
    assert send(hub, box, table.lines()[2:3]).refused == "facts"
    assert worded(hub.store.incidents(EVENT)[0].why) == "after entry 2 the money does not add up"
    assert send(hub, box, table.lines()[2:]) == wire.Have(table.id, 4)


def test_a_decision_that_the_rules_would_not_make_is_shown(hub: Hub, table: Table, box: str) -> None:
    table.begin(4)
    assert table.game is not None
    while not any(isinstance(event, Paid) for event in table.game.steps[-1].events):
        table.play(1)
    generous = tuple(
        codec.replace(event, amount=event.amount + 1) if isinstance(event, Paid) else event
        for event in table.game.steps[-1].events
    )
    entry = codec.decoder(Entry)(table.lines()[-1])
    line, digest = write(msgspec.structs.replace(entry, events=generous, hash=""))
    end = msgspec.structs.replace(entry, seq=entry.seq + 1, command=Finish("time"), events=(Ended(0, "time"),))
    last, head = write(msgspec.structs.replace(end, prev=digest, hash=""))
    announce(hub, box, table)
    send(hub, box, [*table.lines()[:-1], line, last])
    seal = Seal(game=table.id, seq=end.seq, hash=head, time=entry.time, reason="end", key="")
    say(hub, box, "seal", table.key.sign(seal))
    assert set(kinds(hub)) == {"rules-differ"}
    assert hub.store.incidents(EVENT)[-1].seq == entry.seq
    assert (0, 0) in hub.results(final=True)


def test_a_seal_of_a_foreign_key(hub: Hub, table: Table, box: str, tmp_path: Path) -> None:
    table.begin(4)
    table.play(10)
    stranger = Table(tmp_path / "stranger", seed=1)
    table.ledger.seal(table.id, "end", stranger.key)
    announce(hub, box, table)
    send(hub, box, table.lines())
    assert say(hub, box, "seal", table.seals()[0])[0].refused == "foreign-key"
    spoilt = table.seals()[0].replace(b'"reason":"end"', b'"reason":"endd"')
    say(hub, box, "seal", spoilt)
    assert kinds(hub) == ["foreign-key", "forged"]
    assert hub.store.seals(EVENT, table.id) == []
    say(hub, box, "hello", wire.Hello(stranger.key.public, "1"))
    assert kinds(hub)[-1] == "foreign-key"
    stranger.ledger.close()


def test_a_seal_before_its_lines_waits(hub: Hub, table: Table, box: str) -> None:
    table.played(4, 10)
    assert say(hub, box, "seal", table.seals()[0]) == [wire.Have(table.id, 0, again=True)]


def test_an_old_game_is_not_the_game_of_another_round(hub: Hub, table: Table, box: str) -> None:
    other = joined(hub, table, 1).id
    table.played(4, 10)
    announce(hub, box, table)
    send(hub, box, table.lines())
    say(hub, box, "seal", table.seals()[0])
    say(hub, other, "playing", wire.Playing(table.id, 0, 1))
    say(hub, other, "playing", wire.Playing("new", 0, 0))
    assert kinds(hub) == ["misplaced", "misplaced"]
    first = table.id
    table.begin(4)
    say(hub, box, "playing", wire.Playing(table.id, 0, 0))  # another game after the sealed one
    assert kinds(hub)[-1] == "misplaced"
    assert hub.tournament.rounds[0].games == {0: first}


def test_another_box_may_not_go_on(hub: Hub, table: Table, box: str, tmp_path: Path) -> None:
    table.begin(4)
    table.play(10)
    send(hub, box, table.lines()[:8])
    thief = joined(hub, table, 1).id
    assert send(hub, thief, table.lines()).refused == "another-box"
    say(hub, "nobody", "lines", table.lines()[8])
    assert kinds(hub) == ["another-box", "unknown-box"]
    assert hub.store.count(EVENT) == 8


def test_a_killed_table_is_replaced_and_comes_back(hub: Hub, table: Table, box: str) -> None:
    table.begin(4)
    table.play(20)
    announce(hub, box, table)
    send(hub, box, table.lines()[:15])
    spare = joined(hub, table, -1)
    hub.boxes.keep(msgspec.structs.replace(spare, id="spare"))
    hub.place("spare", 0)
    handed = hub.game_for("spare")
    assert handed == (GameLines(table.id, table.lines()[:15], []), 0, 0)
    with pytest.raises(UserError, match="nothing-to-go-on-with"):
        hub.game_for(box)
    assert send(hub, box, table.lines()[15:]).refused == "another-box"
    assert send(hub, "spare", table.lines()[15:]) == wire.Have(table.id, 21)


def test_a_hub_that_is_restarted_knows_everything(hub: Hub, table: Table, box: str) -> None:
    table.played(4, 50)
    announce(hub, box, table)
    send(hub, box, table.lines()[:20])
    again = Hub(hub.store, EVENT)
    assert say(again, box, "hello", wire.Hello(table.key.public, "1", {table.id: 7})) == [
        wire.Have(table.id, 20, again=True)
    ]
    send(again, box, table.lines()[20:])
    say(again, box, "seal", table.seals()[0])
    third = Hub(hub.store, EVENT)
    assert third.results(final=True) == again.results(final=True) != {}


def test_a_file_instead_of_a_network(hub: Hub, table: Table, box: str, tmp_path: Path) -> None:
    table.played(4, 25)
    export = GameLines(table.id, table.lines(), table.seals()).text()
    assert [worded(each) for each in take_file(hub, export)] == [f"{table.id}: 27 new entries of 27, 1 seals"]
    assert [worded(each) for each in take_file(hub, export)] == [f"{table.id}: 0 new entries of 27, 1 seals"]
    assert (0, 0) in hub.results(final=True)
    stranger = Table(tmp_path / "stranger", seed=2)
    stranger.played(4, 5)
    with pytest.raises(UserError, match="foreign-seal"):
        take_file(hub, GameLines(stranger.id, stranger.lines(), stranger.seals()).text())
    with pytest.raises(UserError, match="game-unsealed"):
        take_file(hub, GameLines(stranger.id, stranger.lines()).text())
    assert read_seal(stranger.seals()[0]).key == stranger.key.public
    stranger.ledger.close()


def test_what_the_database_refused_is_neither_acknowledged_nor_remembered(hub: Hub, table: Table, box: str) -> None:
    table.begin(4)
    table.play(20)
    announce(hub, box, table)
    send(hub, box, table.lines()[:5])
    with hub.store.engine.begin() as connection:
        connection.execute(text("ALTER TABLE entries RENAME TO away"))
    for _ in range(2):
        with pytest.raises(DBAPIError):
            send(hub, box, table.lines()[5:])
    with pytest.raises(DBAPIError):
        hub.results()
    with hub.store.engine.begin() as connection:
        connection.execute(text("ALTER TABLE away RENAME TO entries"))
    assert send(hub, box, table.lines()[5:]) == wire.Have(table.id, 21)
    assert hub.store.lines(EVENT, table.id) == table.lines()


def test_two_hubs_share_a_subscription(hub: Hub, table: Table, box: str) -> None:
    other = Hub(hub.store, EVENT)
    table.begin(4)
    table.play(30)
    announce(hub, box, table)
    lines, have = table.lines(), wire.Have(table.id, 0)
    for turn in range(60):
        member = (hub, other)[turn % 2]
        try:
            have = send(member, box, lines[have.length : have.length + 3])
        except DBAPIError:  # the other one was first; its own thread would try again
            have = send(member, box, lines[have.length : have.length + 3])
        if have.length == len(lines):
            break
    assert hub.store.lines(EVENT, table.id) == lines
    assert hub.store.incidents(EVENT) == []
