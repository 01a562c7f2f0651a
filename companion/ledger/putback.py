"""What must be put back on the real board when the game goes back to an earlier moment (C-88)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum

import msgspec

from companion.rules.frames import BANK, POT, Kept
from companion.rules.state import State


class Movable(StrEnum):
    """What is moved by hand, or paid by the bank."""

    TOKEN = "token"  # of seat `where`, to square `value`
    DEED = "deed"  # of square `where`, to account `value`
    FACE = "face"  # of the deed of square `where`: 1 face down (mortgaged), 0 face up
    BUILDINGS = "buildings"  # on square `where`, level `value`
    CARD = "card"  # `card` of `deck`, to seat `value`, or (-1) back from seat `where` to its deck
    CASH = "cash"  # of account `where`, in units of money


class BoardChange(msgspec.Struct, frozen=True):
    """One thing that has to be put right."""

    thing: Movable
    where: int
    value: int
    deck: str = ""
    card: str = ""


def changes(now: State, then: State) -> list[BoardChange]:
    """What differs on the table between how it stands and how it should stand, tokens first, cash last."""
    return [*_tokens(now, then), *_squares(now, then), *_cards(now, then), *_cash(now, then)]


def _tokens(now: State, then: State) -> Iterator[BoardChange]:
    for seat, at in enumerate(then.at):
        moved = now.at[seat] != at or (now.jailed[seat] < 0) != (then.jailed[seat] < 0)
        if not then.out[seat] and (moved or now.out[seat]):
            yield BoardChange(Movable.TOKEN, seat, at)


def _squares(now: State, then: State) -> Iterator[BoardChange]:
    for square, owner in enumerate(then.owner):
        if now.owner[square] != owner:
            yield BoardChange(Movable.DEED, square, owner)
        if now.mortgaged[square] != then.mortgaged[square]:
            yield BoardChange(Movable.FACE, square, int(then.mortgaged[square]))
        if now.level[square] != then.level[square]:
            yield BoardChange(Movable.BUILDINGS, square, then.level[square])


def _cards(now: State, then: State) -> Iterator[BoardChange]:
    """Kept cards that go to a hand, from another one or from their deck, and those that only go back to their deck."""
    before, after = _held(now), _held(then)
    gained = after - before
    for (seat, kept), count in sorted(gained.items()):
        yield from [BoardChange(Movable.CARD, seat, seat, kept.deck, kept.card)] * count
    passed_on = Counter(kept for _, kept in gained.elements())
    for seat, kept in sorted((before - after).elements()):
        if passed_on[kept]:
            passed_on[kept] -= 1
        else:
            yield BoardChange(Movable.CARD, seat, BANK, kept.deck, kept.card)


def _held(state: State) -> Counter[tuple[int, Kept]]:
    return Counter((seat, kept) for seat, hand in enumerate(state.kept) for kept in hand)


def _cash(now: State, then: State) -> Iterator[BoardChange]:
    for account, amount in enumerate(then.accounts[:-1]):  # all but the bank's
        if now.accounts[account] != amount:
            yield BoardChange(Movable.CASH, account if account < len(then.players) else POT, amount)
