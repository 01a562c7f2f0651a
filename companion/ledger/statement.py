"""A player's statement: every movement of money and titles, with the balance after it and its rule."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.ledger.entry import Entry
from companion.ledger.history import RulesOf, taken_back
from companion.rules.charges import in_force
from companion.rules.commands import TakeBack
from companion.rules.events import AnyEvent, Began, CardConveyed, Conveyed, Paid
from companion.rules.game import Game, Step
from companion.rules.rules import Rules
from companion.rules.setup import opening
from companion.rules.state import State

START_MONEY = ("S0-05", "S2-02", "S2-45", "S3-05", "S4-05")
UNDO = ("C-88",)


class Movement(msgspec.Struct, frozen=True):
    """One line: `amount` is what the cash changed by (0: a title or a card), `balance` the cash afterwards.

    `event` is None for the start money. `taken_back_by` names the entry of the undo, `takes_back` the entry undone.
    """

    seq: int
    event: Paid | Conveyed | CardConveyed | None
    amount: int
    balance: int
    gains: bool
    rules: tuple[str, ...] = ()
    taken_back_by: int | None = None
    takes_back: int | None = None


def movements(entries: Sequence[Entry], seat: int, rules_of: RulesOf = Rules) -> list[Movement]:
    """All movements of one player in the order of the game, also those taken back, each followed by its undoing."""
    first, *later = entries
    undone = taken_back(entries)
    book = _Account(seat, _opening(first, rules_of))
    book.enter(first, None)
    for entry in later:
        if isinstance(entry.command, TakeBack):
            book.take_back(entry, [seq for seq, by in undone.items() if by == entry.seq])
        else:
            book.enter(entry, undone.get(entry.seq))
    return book.lines


def _opening(first: Entry, rules_of: RulesOf) -> Game:
    began = first.events[0]
    assert isinstance(began, Began)
    return Game(rules_of(began.edition), opening(began.edition, began.players, began.decks))


class _Account:
    """Writes the lines of one player while the game is folded."""

    def __init__(self, seat: int, game: Game) -> None:
        self._seat = seat
        self._game = game
        self._balance = game.state.accounts[seat]
        start = in_force(game.rules.edition, START_MONEY)
        self.lines = [Movement(0, None, self._balance, self._balance, True, start)]

    def enter(self, entry: Entry, undone_by: int | None) -> None:
        """Fold an entry and write down what it moved."""
        game = self._game
        for event in entry.events:
            self._write(entry, event, undone_by)
            event.fold(game.state)
        if entry.seq == 0:
            self._game = Game(game.rules, game.state)
            self._game.steps.append(Step(entry.command, entry.events))
            return
        game.in_force.append(len(game.steps))
        game.steps.append(Step(entry.command, entry.events))

    def _write(self, entry: Entry, event: AnyEvent, undone_by: int | None) -> None:
        if not isinstance(event, Paid | Conveyed | CardConveyed):
            return
        direction = _direction(event, self._seat, self._game.state)
        if direction:
            amount = direction * event.amount if isinstance(event, Paid) else 0
            rules = event.ground.rules if isinstance(event, Paid) and event.ground else ()
            self._balance += amount
            self.lines.append(Movement(entry.seq, event, amount, self._balance, direction > 0, rules, undone_by))

    def take_back(self, entry: Entry, seqs: Sequence[int]) -> None:
        """Write down, the last one first, that movements are undone."""
        for line in [line for line in reversed(self.lines) if line.seq in seqs and line.takes_back is None]:
            self._balance -= line.amount
            self.lines.append(
                Movement(entry.seq, line.event, -line.amount, self._balance, not line.gains, UNDO, takes_back=line.seq)
            )
        self._game.replay(Step(entry.command, entry.events))


def _direction(event: Paid | Conveyed | CardConveyed, seat: int, state: State) -> int:
    """1 what the seat gets, -1 what it gives, 0 what does not concern it."""
    payer, payee = _ends(event, state)
    return (payee == seat) - (payer == seat)


def _ends(event: Paid | Conveyed | CardConveyed, state: State) -> tuple[int, int]:
    match event:
        case Paid():
            return event.payer, event.payee
        case Conveyed():
            return state.owner[event.square], event.to
        case CardConveyed():
            return event.seat, event.to
