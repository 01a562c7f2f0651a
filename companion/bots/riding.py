"""Where to ride when the board lets one choose (S3-26)."""

from __future__ import annotations

from companion.bots.guide import Guide
from companion.rules.board import Court, Go, Luck, Tax, ToJail, Utility
from companion.rules.frames import BANK
from companion.rules.state import State
from companion.rules.turn import destinations

MEAN_THROW = 7


def destination(guide: Guide, state: State, seat: int) -> int:
    """The square that promises most: a deed worth having, GO, or at least a place where nothing is to be paid."""
    return max(destinations(guide.rules, state, seat), key=lambda square: _appeal(guide, state, seat, square))


def _appeal(guide: Guide, state: State, seat: int, square: int) -> int:
    """What a visit would bring, in units of money."""
    rules = guide.rules
    salary = rules.options.go_salary if square <= state.at[seat] else 0
    match rules.squares[square]:
        case Tax(_, amount):
            return salary - amount
        case Court() | ToJail():
            return -rules.options.jail_fee
        case Go() | Luck():
            return salary
    return salary + _deed_appeal(guide, state, seat, square) if square in rules.deeds else salary


def _deed_appeal(guide: Guide, state: State, seat: int, square: int) -> int:
    rules, owner = guide.rules, state.owner[square]
    if owner == BANK:
        affordable = rules.may_buy(state, seat) and state.accounts[seat] >= guide.deed(square).price
        return guide.worth(state, seat, square) if affordable else 0
    if owner == seat:
        return 0
    rent = rules.rent(state, square)
    return -rent * MEAN_THROW if isinstance(rules.squares[square], Utility) else -rent
