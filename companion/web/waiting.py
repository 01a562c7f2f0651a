"""What the table waits for, in sentences: whom it asks for what, and of a debt how much is owed to whom and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.rules.frames import Debt
from companion.rules.game import Game
from companion.words.words import Words


def waits(words: Words, game: Game, waiting: Iterable[tuple[int, str]]) -> list[str]:
    """A sentence for each open prompt, given by seat and kind, and for each debt of who has to pay."""
    asked = ((seat, kind, game.state.debts_of(seat) if kind == "pay" else []) for seat, kind in waiting)
    return [said for seat, kind, debts in asked for said in _said(words, seat, kind, debts)]


def _said(words: Words, seat: int, kind: str, debts: list[Debt]) -> Iterator[str]:
    if not debts:
        yield words.prompt(kind, seat)
    for debt in debts:
        why = words.why(debt.cause, debt.square)
        yield words.text("prompt.debt", seat=seat, creditor=debt.creditor, amount=debt.amount, why=why)
