"""Undo across a trade, an auction and a bankruptcy, and play on: statement and export show both."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from companion.ledger.audit import audit
from companion.ledger.entry import Entry
from companion.ledger.history import fold, taken_back
from companion.ledger.record import from_archive
from companion.ledger.statement import Movement, movements
from companion.ledger.store import Ledger
from companion.rules.commands import (
    Accept,
    AnyCommand,
    Bid,
    Buy,
    Correct,
    Decline,
    End,
    GiveUp,
    Pass,
    Propose,
    Roll,
    Subject,
    TakeBack,
)
from companion.rules.edition import Edition
from companion.rules.events import AnyEvent, AuctionClosed, Bankrupted, Cause, Conveyed, Paid, TradeAccepted
from companion.rules.frames import BANK, Side
from companion.rules.game import Game
from companion.rules.rules import Rules
from tests.ledger.playing import new_game, play

ORIENTAL, ST_CHARLES, VERMONT = 6, 11, 8
BEFORE: Sequence[AnyCommand] = (
    *(Roll(0, 2, 4), Buy(0), End(0)),
    *(Roll(1, 5, 6), Buy(1), End(1)),
)
UNDONE: Sequence[AnyCommand] = (
    *(Propose(0, 1, Side((ORIENTAL,), 50), Side((ST_CHARLES,))), Accept(1, 0)),
    *(Roll(2, 3, 5), Decline(2), Bid(0, 30), Bid(1, 40), Pass(0), Pass(2), End(2)),
    *(Correct(Subject.CASH, 0, 1, "counted again"), Roll(0, 1, 1), GiveUp(0)),
)
AFTER: Sequence[AnyCommand] = (Roll(2, 3, 5), Decline(2), Bid(0, 60), Pass(1), Pass(2), End(2), Roll(0, 1, 1))


@pytest.fixture
def ledger(path: Path) -> Iterator[Ledger]:
    with Ledger(path) as ledger:
        yield ledger


@pytest.fixture
def game(ledger: Ledger) -> Game:
    """The game as it was played, with everything from the trade to the bankruptcy taken back and played otherwise."""
    game = new_game(players=3)
    ledger.append("g", "test", game.steps[0].command, game.steps[0].events)
    for command in (*BEFORE, *UNDONE, TakeBack(len(UNDONE), "the wrong deed was shown"), *AFTER):
        ledger.append("g", "test", command, game.ask(command))
    return game


def events_of(entries: Sequence[Entry]) -> list[AnyEvent]:
    return [event for entry in entries for event in entry.events]


def test_the_state_is_that_of_the_game_played_without_it(ledger: Ledger, game: Game) -> None:
    straight = new_game(players=3)
    for command in (*BEFORE, *AFTER):
        straight.ask(command)
    assert fold(ledger.entries("g")).state == game.state == straight.state
    assert game.state.owner[VERMONT] == 0
    assert not game.state.out[0]


def test_nothing_is_deleted(ledger: Ledger, game: Game) -> None:
    entries = ledger.entries("g")
    kinds = {type(event) for event in events_of(entries)}
    assert {TradeAccepted, AuctionClosed, Bankrupted} <= kinds
    first = 1 + len(BEFORE)
    undone = range(first, first + len(UNDONE))
    assert taken_back(entries) == dict.fromkeys(undone, undone.stop)


def test_the_game_can_be_continued_by_a_later_program(ledger: Ledger, game: Game, path: Path) -> None:
    ledger.close()
    with Ledger(path) as later:
        resumed = fold(later.entries("g"))
        assert resumed.ask(TakeBack(len(AFTER), "once more"))
        assert resumed.state.owner[VERMONT] == BANK
        assert later.append("g", "test", TakeBack(len(AFTER), "once more"), resumed.steps[-1].events).seq == 27


def test_a_game_that_is_read_is_played_on_by_the_rules_of_its_edition(ledger: Ledger, game: Game) -> None:
    def cheap(edition: Edition) -> Rules:
        rules = Rules(edition)
        rules.rents = [tuple(min(1, rent) for rent in rents) for rents in rules.rents]
        return rules

    resumed = fold(ledger.entries("g"), cheap)
    [paid] = [event for event in resumed.ask(Roll(0, 1, 2)) if isinstance(event, Paid)]
    assert (paid.amount, paid.cause, paid.square) == (1, Cause.RENT, ST_CHARLES)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_statement_shows_both_and_ends_with_the_cash(ledger: Ledger, game: Game, seat: int) -> None:
    lines = movements(ledger.entries("g"), seat)
    assert lines[-1].balance == game.state.accounts[seat]
    for before, line in pairwise(lines):
        assert line.balance == before.balance + line.amount
    undone = [line for line in lines if line.taken_back_by is not None]
    undoing = [line for line in lines if line.takes_back is not None]
    assert [line.amount for line in reversed(undoing)] == [-line.amount for line in undone]


def test_a_bankrupt_s_statement_tells_trade_correction_estate_and_their_undoing(ledger: Ledger, game: Game) -> None:
    def told(line: Movement) -> tuple[int, int]:
        return line.amount, line.balance

    lines = movements(ledger.entries("g"), 0)
    assert [told(line) for line in lines if line.amount] == [
        (1500, 1500),
        (-100, 1400),
        (-50, 1350),
        (-1349, 1),
        (-1, 0),
        (1, 1),
        (1349, 1350),
        (50, 1400),
        (-60, 1340),
    ]
    titles = [(line.event.square, line.gains) for line in lines if isinstance(line.event, Conveyed)]
    given = [(ORIENTAL, False), (ST_CHARLES, True), (ST_CHARLES, False)]
    back = [(ST_CHARLES, True), (ST_CHARLES, False), (ORIENTAL, True)]
    assert titles == [(ORIENTAL, True), *given, *back, (VERMONT, True)]


def test_such_a_game_is_sound(ledger: Ledger, game: Game) -> None:
    report = audit(from_archive(ledger, "g"))
    assert (report.faults, report.differences, report.sound) == ([], [], 2 + len(BEFORE) + len(UNDONE) + len(AFTER))


def test_however_much_is_taken_back_the_state_is_that_of_what_is_in_force() -> None:
    chance, game = Random(8), new_game()
    for count in (700, 10, 300, 60, 700, 3, 650):
        for _ in play(game, chance.getrandbits(32), len(game.steps) + 400):
            pass
        game.ask(TakeBack(min(count, len(game.in_force)), "once more"))
        assert game.state == game.at(len(game.steps))
    assert len(game.steps) > 1000
