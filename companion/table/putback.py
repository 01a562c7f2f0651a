"""What must be put back on the real board, as the ledger finds it, with the keys of its words (C-88)."""

from __future__ import annotations

from companion.ledger.putback import BoardChange, Movable, changes
from companion.rules.frames import BANK, FREE
from companion.rules.state import State
from companion.table.parts import Piece


def pieces(now: State, then: State, *, cash: bool = True) -> tuple[Piece, ...]:
    """All that differs from how it should stand; without `cash` the money is left out, which the bank puts right."""
    found = changes(now, then)
    return tuple(_piece(change, then) for change in found if cash or change.thing is not Movable.CASH)


def _piece(change: BoardChange, then: State) -> Piece:
    where, value = change.where, change.value
    match change.thing:
        case Movable.TOKEN if then.jailed[where] != FREE:
            return Piece("jailed", {"seat": where})
        case Movable.TOKEN:
            return Piece("token", {"seat": where, "square": value})
        case Movable.DEED:
            return Piece("deed", {"square": where, "account": value})
        case Movable.FACE:
            return Piece("down" if value else "up", {"square": where})
        case Movable.BUILDINGS:
            return Piece("buildings", {"square": where, "level": value})
        case Movable.CARD if value == BANK:
            return Piece("deck", {"card": change.card})
        case Movable.CARD:
            return Piece("card", {"card": change.card, "account": value})
        case Movable.CASH:
            return Piece("cash", {"account": where, "amount": value})
