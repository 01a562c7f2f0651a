"""What falls by chance for the bank is fixed before the game and proved as it falls; whoever chooses is found."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from companion.bots.policies import Steady
from companion.cli import main
from companion.ledger import secret
from companion.ledger.audit import Verdict, audit
from companion.ledger.commitment import DICE, chains, pick, proof_of, thrown
from companion.ledger.copying import backup
from companion.ledger.entry import Entry, LedgerError, read, write
from companion.ledger.exchange import exchange
from companion.ledger.history import fold
from companion.ledger.record import GameLines, from_archive
from companion.ledger.seal import DeviceKey, key_beside, make_key, own_public
from companion.rules import codec
from companion.rules.commands import Begin, Commit, Correct, Draw, Finish, Refusal, Roll, Subject, TakeBack
from companion.rules.events import Drawn
from companion.rules.frames import AwaitDraw
from companion.table.inputs import Reread
from companion.table.parts import Do, Trouble
from companion.table.settings import COLORS, Evening
from companion.table.shown import Notice
from tests.attack.forgeries import seal_of
from tests.table.parlour import Parlour

Opened = Callable[..., Parlour]
BANK = Evening(players=COLORS[:3], dice="bank", cards="bank")
CARDS = Evening(players=COLORS[:3], dice="serial", cards="bank")


@pytest.fixture
def cards(opened: Opened) -> Parlour:
    """A table with a die of its own, whose bank draws the cards; red stands on Chance and has drawn."""
    parlour = opened(evening=CARDS)
    parlour.begin()
    parlour.throw(3, 4)
    assert isinstance(parlour.last, Draw)
    return parlour


def record(parlour: Parlour) -> GameLines:
    return from_archive(parlour.ledger, parlour.table.game_id)


def verdict(lines: GameLines, parlour: Parlour) -> Verdict:
    return audit(lines, key=own_public(parlour.path)).verdict


def test_a_link_says_the_same_for_ever_and_every_face_comes_as_often() -> None:
    links = [f"{number:064x}" for number in range(6000)]
    assert thrown(links[1], 3) == thrown(links[1], 3)
    counts = [sum(thrown(link, 2)[place] == face for link in links) for place in (0, 1) for face in range(1, 7)]
    assert min(counts) > 900
    assert max(counts) < 1100
    assert {pick(link, range(16)) for link in links[:200]} == set(range(16))


def test_the_seed_is_in_a_file_of_its_own_and_nowhere_else(cards: Parlour) -> None:
    game = cards.table.game_id
    file = secret.folder_beside(cards.path) / game
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    seed = secret.recall(cards.path, game)
    assert seed is not None
    edition = cards.rules.edition
    text = record(cards).text()
    for name, chain in chains(seed, edition).items():
        known = 2 if name == "chance" else 1
        assert all(link.encode() in text for link in chain[:known])
        assert not any(link.encode() in text for link in [*chain[known:], seed.hex()]), name


def test_each_card_of_a_deck_comes_once_before_any_comes_again(opened: Opened) -> None:
    parlour = opened(evening=CARDS)
    parlour.begin()
    policy, deck = Steady(Random(11)), [*parlour.state.decks["chance"]]
    proved: list[str] = []
    again: list[str] = []
    while len(again) < 5:
        before = parlour.entries
        assert parlour.ask(policy.choose(parlour.rules, parlour.state)) is None
        for seat in range(3):
            if parlour.state.accounts[seat] < 1000:  # so that nobody leaves the game
                parlour.ask(Correct(Subject.CASH, seat, 3000, "test"))
        for command, event in draws(parlour, before, "chance"):
            (proved if proof_of(command.source) else again).append(event.card)
    assert sorted(proved) == sorted(deck)
    assert audit(record(parlour)).faults == []


def draws(parlour: Parlour, since: int, deck: str) -> Iterator[tuple[Draw, Drawn]]:
    """The cards that were drawn from a deck since an entry."""
    assert parlour.table.game
    for step in parlour.table.game.steps[since:]:
        for event in step.events:
            if isinstance(step.command, Draw) and isinstance(event, Drawn) and event.deck == deck:
                yield step.command, event


def test_what_was_taken_back_comes_again(cards: Parlour) -> None:
    draw = cards.last
    assert cards.ask(TakeBack(2, "test")) is None
    cards.throw(3, 4)
    assert cards.last == draw
    assert cards.ask(TakeBack(1, "test")) is None
    assert cards.last == draw, "the bank is asked for a card, and draws"
    assert verdict(record(cards), cards) is Verdict.NOT_PROVEN  # only what is newer than the last seal is missing
    assert audit(record(cards), key=own_public(cards.path)).faults == []


def test_a_card_that_is_taken_back_by_hand_goes_with_its_throw(cards: Parlour) -> None:
    cards.referee()
    cards.pick(Do.UNDO)
    cards.press("ok", "ok")
    cards.hold("ok")
    assert cards.last == TakeBack(2, "misread-dice")


def test_a_throw_of_the_banks_that_was_taken_back_comes_again(opened: Opened) -> None:
    parlour = opened(evening=BANK)
    parlour.press("ok")
    parlour.press("ok")
    throw = parlour.last
    assert isinstance(throw, Roll)
    assert proof_of(throw.source)
    assert parlour.ask(TakeBack(1, "test")) is None
    assert parlour.ask(replace_seat(throw, 6, 6)) is None
    assert parlour.last == throw


def replace_seat(throw: Roll, first: int, second: int) -> Roll:
    return codec.replace(throw, first=first, second=second, source="bank")


def test_a_throw_that_was_read_wrongly_is_set_right_though_the_bank_has_drawn(cards: Parlour) -> None:
    cards.press("info")
    entries = cards.entries
    answer: Future[Refusal | None] = Future()
    cards.do(Reread((3, 3), answer))
    assert answer.result(0) is None
    assert [type(step.command) for step in cards.table.game.steps[entries:]] == [TakeBack, Roll]  # type: ignore[union-attr]


def test_the_seed_is_opened_at_the_end_and_its_file_is_gone(opened: Opened, capsys: pytest.CaptureFixture[str]) -> None:
    parlour = opened(evening=BANK)
    for _ in range(4):
        parlour.press("ok")
    assert parlour.ask(Finish("agreed")) is None
    game = parlour.table.game_id
    assert not (secret.folder_beside(parlour.path) / game).exists()
    report = audit(record(parlour), key=own_public(parlour.path))
    assert report.verdict is Verdict.HOLDS
    assert report.is_opened
    assert main(["verify", game, "--ledger", str(parlour.path)]) == 0
    said = capsys.readouterr().out
    assert "throws and 0 cards were fixed before the game" in said
    assert "its seed was opened at the end" in said
    assert main(["dice", game, "--ledger", str(parlour.path)]) == 0
    assert "fixed before the game, as `banker verify` proves: 3" in capsys.readouterr().out


def test_without_its_file_the_game_says_so_and_fixes_chance_anew(opened: Opened) -> None:
    parlour = opened(evening=BANK)
    parlour.press("ok")
    parlour.press("ok")
    (secret.folder_beside(parlour.path) / parlour.table.game_id).unlink()
    parlour.ledger.close()
    again = opened(evening=BANK)
    again.press("ok")
    assert again.sees(Notice).trouble is Trouble.SEED_LOST
    assert isinstance(again.last, Commit)
    again.press("ok", "ok")
    assert isinstance(again.last, Roll)
    report = audit(record(again), key=own_public(again.path))
    assert report.faults == []
    assert report.recommitted == [again.entries - 2]
    assert "audit.recommitted" in [doubt.key for doubt in report.doubts()]
    assert secret.recall(again.path, again.table.game_id)


def test_an_end_that_is_taken_back_fixes_chance_anew(opened: Opened) -> None:
    parlour = opened(evening=BANK)
    parlour.press("ok")
    parlour.press("ok")
    assert parlour.ask(Finish("agreed")) is None
    assert parlour.ask(TakeBack(1, "test")) is None
    assert isinstance(parlour.last, Commit)
    assert audit(record(parlour)).faults == []


@pytest.fixture
def kept_back(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> Parlour:
    """Red stands on Chance, and the disk was full when the bank was about to draw."""
    parlour = opened(evening=CARDS)
    parlour.begin()
    append = parlour.ledger.append

    def refuses_cards(game: str, origin: str, command: object, *rest: object) -> Entry:
        if isinstance(command, Draw):
            raise LedgerError("file", path=parlour.path, error="full")
        return append(game, origin, command, *rest)  # type: ignore[arg-type]

    with monkeypatch.context() as full:
        full.setattr(parlour.ledger, "append", refuses_cards)
        parlour.throw(3, 4)
    assert isinstance(parlour.state.agenda[-1], AwaitDraw)
    return parlour


def test_a_card_that_a_full_disk_has_kept_back_is_drawn_at_the_next_start(kept_back: Parlour, opened: Opened) -> None:
    kept_back.ledger.close()
    again = opened(evening=CARDS)
    again.press("ok")
    assert isinstance(again.last, Draw)
    assert audit(record(again)).faults == []


def test_nobody_chooses_the_card_that_a_full_disk_has_kept_back(kept_back: Parlour) -> None:
    top = kept_back.state.agenda[-1]
    assert isinstance(top, AwaitDraw)
    assert kept_back.ask(Draw(top.seat, kept_back.table.edition().decks[top.deck][0].id))
    assert isinstance(kept_back.last, Draw)
    assert proof_of(kept_back.last.source)
    assert audit(record(kept_back)).faults == []


def test_backups_have_the_seeds_and_a_restored_one_goes_on(opened: Opened, tmp_path: Path) -> None:
    parlour = opened(evening=BANK)
    parlour.press("ok")
    parlour.press("ok")
    game = parlour.table.game_id
    copy = tmp_path / "stick" / "copy.sqlite"
    copy.parent.mkdir()
    backup(parlour.path, copy)
    parlour.ledger.close()
    secret.drop(parlour.path)
    exchange(copy, parlour.path)
    assert secret.recall(parlour.path, game) == secret.recall(copy, game) is not None
    again = opened(evening=BANK)
    again.press("ok")
    assert not isinstance(again.last, Commit)


def forged(lines: GameLines, at: int, key: DeviceKey, **changes: object) -> GameLines:
    """The game with a command and its facts decided otherwise from an entry on, sealed and witnessed by the device."""
    entries = list(read(lines.lines))
    command = codec.replace(entries[at].command, **changes)
    events = fold(entries[:at]).ask(command)
    line, _ = write(replace(entries[at], command=command, events=events, hash=""))
    return GameLines(lines.game, [*lines.lines[:at], line], [seal_of(line, at, key, lines.game)], is_witnessed=True)


def test_whoever_has_the_key_cannot_choose_a_throw_or_a_card(opened: Opened, tmp_path: Path) -> None:
    parlour = opened(evening=BANK)
    for _ in range(3):
        parlour.press("ok")
    key = make_key(key_beside(parlour.path))
    at = max(entry.seq for entry in parlour.ledger.entries(parlour.table.game_id) if isinstance(entry.command, Roll))
    true = parlour.ledger.entries(parlour.table.game_id)[at].command
    assert isinstance(true, Roll)
    other = true.first % 6 + 1 if isinstance(true.first, int) else 1
    for changes in (
        {"first": other},
        {"first": other, "source": "bank"},
        {"first": other, "source": f"bank:{'ab' * 32}"},
    ):
        assert verdict(forged(record(parlour), at, key, **changes), parlour) is Verdict.FORGED


def test_whoever_has_the_key_cannot_choose_a_card(cards: Parlour) -> None:
    lines, key = record(cards), make_key(key_beside(cards.path))
    at = cards.entries - 1
    true = cards.last
    assert isinstance(true, Draw)
    other = next(card for card in ("go", "poor-tax", "chairman") if card != true.card)
    for changes in ({"card": other}, {"card": other, "source": ""}, {"source": ""}):
        assert verdict(forged(lines, at, key, **changes), cards) is Verdict.FORGED
    assert verdict(forged(lines, at, key), cards) is Verdict.HOLDS


def test_a_game_with_cards_on_the_table_is_committed_to_its_dice_only(parlour: Parlour) -> None:
    begin = parlour.table.game.steps[0].command  # type: ignore[union-attr]
    assert isinstance(begin, Begin)
    assert list(begin.commitments) == [DICE]
    assert begin.decks == {}
