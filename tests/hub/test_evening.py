"""Tournaments over a real broker and a real database, while both, the network and a table break down."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from companion.hub.credentials import Certificates
from companion.hub.hub import Hub
from companion.hub.mosquitto import USER, Mosquitto
from companion.hub.store import Store, sqlite_url
from companion.ledger.history import fold
from companion.ledger.store import Archive
from companion.publishing import wire
from companion.publishing.cursors import Cursors, beside, take_over
from companion.publishing.mqtt import MqttConnection, of_table
from companion.publishing.outbox import Outbox
from companion.tournament.results import GameResult, result_of
from companion.tournament.scoring import Standing
from tests.hub.servers import Postgres, free_port, wait_for
from tests.hub.tables import EVENT, Table, set_up


class Evening:
    """A hub with its broker, and tables that play at it."""

    def __init__(self, folder: Path, url: str, people: int, rounds: int) -> None:
        self.folder, self.url = folder, url
        self.certificates = Certificates(folder / "certificates", ["localhost", "127.0.0.1"])
        self.broker = Mosquitto(folder / "broker", self.certificates, free_port())
        self.broker.let_in({})
        self.broker.start()
        store = Store(url)
        set_up(store, people, rounds)
        store.close()
        self.players: list[Player] = []
        self.open_hub()

    def open_hub(self) -> None:
        """Start the hub, as after a crash."""
        self.store = Store(self.url)
        self.hub = Hub(self.store, EVENT)
        topics = (f"{wire.ROOT}/{EVENT}/+/up/+",)
        host, port, authority = "localhost", self.broker.port, self.certificates.authority
        hear, connected = self.hub.hear, self.hub.connected
        self.link = MqttConnection(host, port, USER, self.broker.password, authority, topics, hear, connected)
        self.hub.downlink.connection = self.link
        self.hub.start()
        self.link.start()

    def close_hub(self) -> None:
        """Let the hub die."""
        self.link.stop()
        self.hub.stop()
        self.store.close()

    def join(self, place: int | None, seed: int) -> Player:
        """A table joins by a code."""
        table = Table(self.folder / f"table-{seed}", seed)
        _, code = self.hub.boxes.invite(self.certificates.authority, place=place)
        box, password = self.hub.boxes.join(wire.Joining(code, table.key.public))
        self.broker.let_in(self.hub.boxes.digests())
        authority = self.certificates.authority
        member = wire.Membership(EVENT, box.id, box.name, password, "localhost", self.broker.port, authority)
        player = Player(table, member)
        self.players.append(player)
        return player

    def close(self) -> None:
        """Stop everything."""
        for player in self.players:
            player.stop()
            player.table.ledger.close()
        self.close_hub()
        self.broker.stop()

    def is_in(self) -> bool:
        """Whether every table's sealed result of the round is in."""
        number = self.hub.tournament.current()
        return not self.hub.tournament.open_tables(number, self.hub.results(final=True))


class Player:
    """A table with its outbox."""

    def __init__(self, table: Table, member: wire.Membership) -> None:
        self.table, self.member = table, member
        self.link: MqttConnection | None = None
        self.start()

    def start(self) -> None:
        """Start the outbox, as when the box is switched on."""
        cursors = Cursors(beside(self.table.path))
        self.outbox = Outbox(self.table.path, cursors, self.member, self.table.key.public)
        self.plug()
        assert self.link is not None
        self.outbox.start(self.link)

    def plug(self) -> None:
        """Plug the network in."""
        self.link = of_table(self.member, self.outbox.hear, self.outbox.connected)
        self.outbox.connection = self.link
        self.link.start()

    def unplug(self) -> None:
        """Pull the plug of the network."""
        assert self.link is not None
        self.link.stop()

    def stop(self) -> None:
        """Switch off."""
        self.unplug()
        self.outbox.stop()

    def seated(self, number: int) -> bool:
        """Whether the table knows of its round."""
        seat = self.outbox.seat()
        return seat is not None and seat.round == number

    def play(self, entries: int) -> None:
        """Play a game on."""
        self.table.play(entries)
        self.outbox.ring()


@pytest.fixture(params=["sqlite", "postgresql"])
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Evening]:
    if request.param == "sqlite":
        url = sqlite_url(tmp_path / "hub.sqlite")
    else:
        url = request.getfixturevalue("postgres").new_database()
    evening = Evening(tmp_path, url, people=24, rounds=4)
    yield evening
    evening.close()


def by_hand(evening: Evening) -> list[Standing]:
    """The standings computed from the tables' own ledgers."""
    results: dict[tuple[int, int], GameResult] = {}
    for number, this in enumerate(evening.hub.tournament.rounds):
        for table, game in this.games.items():
            ledgers = [p.table.path for p in evening.players if game in p.table.ledger.ids()]
            longest = max((Archive(path).entries(game) for path in ledgers), key=len)
            results[number, table] = result_of(fold(longest))
    return evening.hub.tournament.standings(results)


def play_round(evening: Evening, number: int, seed: int) -> list[Player]:
    """Draw and begin a round; the tables set up their games."""
    hub = evening.hub
    hub.draw(seed)
    hub.begin_round()
    players = sorted(
        (p for p in evening.players if hub.boxes.all[p.member.box].place >= 0),
        key=lambda player: hub.boxes.all[player.member.box].place,
    )
    for player in players:
        wait_for(lambda player=player: player.seated(number))
        player.table.begin(len(hub.tournament.rounds[number].tables[hub.boxes.all[player.member.box].place]))
        player.play(30)
    return players


def finish(evening: Evening, players: list[Player]) -> None:
    for player in players:
        player.play(30)
        player.table.finish()
        player.outbox.ring()
    wait_for(evening.is_in)
    evening.hub.close_round()


def test_four_rounds_while_everything_breaks(evening: Evening, request: pytest.FixtureRequest) -> None:
    for seed in range(6):
        evening.join(None, seed)
    first = play_round(evening, 0, seed=1)

    first[0].unplug()  # the network of one table is cut, and it plays on
    first[0].play(40)
    first[0].table.finish()
    finish_others = first[1:]
    for player in finish_others:
        player.play(10)
    assert evening.hub.tournament.open_tables(0, evening.hub.results(final=True))
    first[0].plug()
    finish(evening, first[1:])

    second = play_round(evening, 1, seed=2)
    evening.broker.kill()  # the broker dies and comes back
    for player in second:
        player.play(20)
    evening.broker.start()
    finish(evening, second)

    third = play_round(evening, 2, seed=3)
    if evening.store.engine.dialect.name == "postgresql":
        database: Postgres = request.getfixturevalue("postgres")
        database.stop("immediate")  # the database dies and comes back
        for player in third:
            player.play(20)
        database.start()
    evening.close_hub()  # the hub dies and comes back
    for player in third:
        player.play(10)
    evening.open_hub()
    dead, place = third[2], evening.hub.boxes.all[third[2].member.box].place
    wait_for(lambda: evening.hub.intake.have(dead.table.id).length == len(dead.table.lines()))
    dead.unplug()
    dead.play(5)  # what nobody but the dead box knows of
    dead.outbox.stop()

    spare = evening.join(-1, seed=77)  # a table is killed and replaced
    evening.hub.place(spare.member.box, place)
    spare.table.ledger.close()
    spare.stop()
    record, *where = evening.hub.game_for(spare.member.box)
    assert where == [2, place]
    take_over(spare.table.path, record, 2, place)
    spare.table.go_on(record.game)
    spare.start()
    finish(evening, [*third[:2], spare, *third[3:]])

    dead.start()  # the dead box comes back with another end of the game
    wait_for(lambda: any(each.box == dead.member.box for each in evening.store.incidents(EVENT)))

    fourth = play_round(evening, 3, seed=4)
    Random(4).shuffle(fourth)
    finish(evening, fourth)

    assert evening.hub.tournament.standings(evening.hub.results(final=True)) == by_hand(evening)
    for number in range(4):
        assert len(evening.hub.tournament.rounds[number].games) == 6
    assert {each.kind for each in evening.store.incidents(EVENT)} <= {"fork", "another-box"}
    nothing_lost_or_doubled(evening)


def nothing_lost_or_doubled(evening: Evening) -> None:
    for this in evening.hub.tournament.rounds:
        for game in this.games.values():
            kept = evening.store.lines(EVENT, game)
            assert any(p.table.ledger.lines(game) == kept for p in evening.players)
    total = sum(
        len(evening.store.lines(EVENT, game)) for r in evening.hub.tournament.rounds for game in r.games.values()
    )
    assert evening.store.count(EVENT) == total


def test_only_who_has_the_password_may_speak_and_only_for_itself(evening: Evening) -> None:
    player, other = evening.join(0, 1), evening.join(1, 2)
    heard: list[tuple[str, bytes]] = []
    wrong = msgspec.structs.replace(player.member, password="guessed")
    stranger = of_table(wrong, lambda *message: heard.append(message), lambda: None)
    stranger.start()
    wait_for(lambda: player.link is not None and player.link.is_up())
    assert player.link is not None
    player.link.send(wire.up(EVENT, other.member.box, "lines"), b"in the name of another")
    player.link.send(wire.up(EVENT, player.member.box, "lines"), b"in its own name")
    wait_for(lambda: evening.store.count(EVENT, "incidents"))
    assert not stranger.is_up()
    assert [each.box for each in evening.store.incidents(EVENT)] == [player.member.box]
    stranger.stop()
