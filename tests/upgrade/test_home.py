"""The home of an earlier version, opened by this one: nothing lost, no false alarm, settings keep their meaning."""

import tomllib

import msgspec
import pytest

from companion.app.assembly import keeper_of
from companion.config import load
from companion.editions import registry
from companion.ledger.audit import audit
from companion.ledger.history import fold
from companion.ledger.record import from_archive
from companion.ledger.seal import DeviceKey, key_beside
from companion.ledger.statement import movements
from companion.ledger.store import Archive
from companion.publishing.cursors import Cursors, beside
from companion.table.settings import Evening
from companion.table.tags import CardTag, DeedTag, PlayerTag, RefereeTag, TagBook, board_key
from companion.web.clock import path_beside
from companion.web.clock import read as read_clock
from tests.ledger.recording import outcome
from tests.upgrade.conftest import Banker
from tests.upgrade.left import VERSIONS, Left, lacks


def test_there_is_a_home_of_each_version_from_the_first_one_on() -> None:
    assert VERSIONS[0] == "0.1.0"


def test_it_has_what_can_go_wrong(left: Left) -> None:
    games = left.facts.games.values()
    assert {game.edition for game in games} >= {"classic", "classic-2008", "gold", "riverside", "saigon", "uk", "web"}
    kinds = frozenset[str]().union(*(game.kinds for game in games))
    assert kinds >= {"TakeBack", "Correct", "TradeAccepted", "Bankrupted", "AuctionClosed", "Build"}
    assert sum(not game.over for game in games) == 1


def test_every_game_is_listed_verified_and_told(left: Left, banker: Banker) -> None:
    status, listed = banker("games")
    assert status == 0
    for game, then in left.facts.games.items():
        [line] = [line for line in listed.splitlines() if game in line]
        assert str(then.entries) in line.split()
        statements = [("statement", game, player) for player in then.players]
        for words in (("verify", game), ("history", game), ("dice", game), *statements):
            status, said = banker(*words)
            assert status in ((0, 3) if words[0] == "verify" else (0,)), said
    for copy in left.copies.iterdir():
        status, said = banker("judge" if copy.suffix == ".play" else "verify", copy)
        assert status == 0, said


def test_every_game_comes_to_the_same(left: Left) -> None:
    assert DeviceKey(key_beside(left.ledger)).public == left.facts.key
    with Archive(left.ledger) as archive:
        archive.compare_witness()
        assert archive.ids() == list(left.facts.games)
        for game, then in left.facts.games.items():
            entries, report = archive.entries(game), audit(from_archive(archive, game))
            state = fold(entries).state
            assert (report.faults, report.sound, report.over) == ([], then.entries, then.over)
            assert len(archive.seals(game)) == then.seals
            assert lacks(msgspec.to_builtins(outcome(state)), then.outcome) == []
            assert tuple(movements(entries, seat)[-1].balance for seat in state.seats) == then.balances


@pytest.mark.parametrize("form", ["jsonl", "play", "csv", "txt", "html"])
def test_every_game_is_exported(left: Left, banker: Banker, form: str) -> None:
    for game, then in left.facts.games.items():
        status, _ = banker("export", game, "--format", form, "-o", left.home / game)
        assert status == 0
        if form == "jsonl":
            assert banker("verify", left.home / game)[0] == (0 if then.over else 3)
    if form == "jsonl":
        assert (left.home / "20261128-1900-a0b0").read_bytes() == (left.copies / "a0b0.jsonl").read_bytes()


def test_nothing_is_lost_by_backup_and_recovery(left: Left, banker: Banker) -> None:
    assert banker("backup", "--all", left.home / "new.sqlite")[0] == 0
    assert banker("recover", left.ledger, "-o", left.home / "saved.db")[0] == 0
    with Archive(left.ledger) as archive:
        for copy in ("new.sqlite", "saved.db"):
            with Archive(left.home / copy) as other:
                assert other.ids() == archive.ids()
                for game in archive.ids():
                    assert other.lines(game) == archive.lines(game)
                    assert other.seals(game) == archive.seals(game)


def test_settings_keep_their_meaning_and_their_pins(left: Left, banker: Banker) -> None:
    status, said = banker("config")
    assert status == 0
    assert lacks(tomllib.loads(said), left.facts.config) == []


def test_what_was_chosen_at_the_table_holds(left: Left) -> None:
    evening = msgspec.to_builtins(keeper_of(load()).evening)
    then = {key: value for key, value in left.facts.evening.items() if key != "settings"}
    assert lacks(msgspec.json.decode(msgspec.json.encode(evening)), then) == []
    assert set(then) <= set(Evening.__struct_fields__)


def test_every_tag_stands_for_the_same_thing(left: Left) -> None:
    book = TagBook.read(left.state / "tags.json")
    assert msgspec.to_builtins(book.all()) == left.facts.tags["tags"]
    for name in ("classic", "saigon"):
        edition = registry.load(name)
        board = board_key(edition.board)
        assert all(book.uids(DeedTag(board, square)) for square in edition.board.deeds())
        assert all(book.uids(CardTag(board, deck, card.id)) for deck, pile in edition.decks.items() for card in pile)
    assert book.uids(PlayerTag("Lan"))
    assert book.uids(RefereeTag())


def test_an_edition_of_ones_own_is_as_good_as_it_was(left: Left, banker: Banker) -> None:
    folder = left.home / ".config/banker/editions/riverside"
    assert banker("edition", "check", folder)[0] == 0
    [then] = [game for game in left.facts.games.values() if game.edition == "riverside"]
    edition = registry.load("riverside", ("two-paid-deeds",), directories=[folder.parent])
    assert lacks(msgspec.to_builtins(edition.options), then.options) == []


def test_the_clock_stands_where_it_stood(left: Left) -> None:
    kept = read_clock(path_beside(left.ledger))
    assert kept is not None
    assert kept.game == left.running
    assert 44 * 60 < kept.left <= 45 * 60


def test_the_table_is_still_in_its_tournament(left: Left, banker: Banker) -> None:
    status, said = banker("table", "status")
    assert status == 0
    assert all(name in said for name in left.facts.seat["players"])
    cursors = Cursors(beside(left.ledger))
    assert lacks(msgspec.to_builtins(cursors.all()), left.facts.cursors) == []
    assert lacks(msgspec.json.decode(msgspec.json.encode(cursors.seat())), left.facts.seat) == []
    cursors.close()
