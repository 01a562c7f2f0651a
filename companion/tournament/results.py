"""How a game came out, seat by seat; read from its facts alone, over or not."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.rules.events import Bankrupted, Departed
from companion.rules.frames import BANK
from companion.rules.game import Game

Key = tuple[bool, bool, int, int, int]  # has won, is in the game, fell when, worth, cash


class SeatResult(msgspec.Struct, frozen=True):
    """One seat: worth in units of money (C-92; 0 for a bankrupt), place from 1, equal for equals.

    `tie` is what put it behind another seat of the same worth: that one's `cash`, or its `seat` when it won (S0-72).
    """

    worth: int
    place: int
    out: bool = False
    tie: str = ""


class GameResult(msgspec.Struct, frozen=True):
    """A game's result so far, or (`final`) for good."""

    seats: tuple[SeatResult, ...]
    final: bool = True

    @property
    def total(self) -> int:
        return sum(seat.worth for seat in self.seats)

    @property
    def is_outright(self) -> bool:
        """Whether all but one are bankrupt."""
        return sum(not seat.out for seat in self.seats) == 1


def result_of(game: Game) -> GameResult:
    """The winner is first, then whoever has more worth, then more cash; bankrupts by how long they held out."""
    state = game.state
    fell = _bankruptcies(game) if any(state.out) else {}
    worths = [0 if state.out[seat] else game.rules.worth(state, seat) for seat in state.seats]
    keys: list[Key] = [
        (seat == state.winner != BANK, not state.out[seat], fell.get(seat, 0), worths[seat], state.accounts[seat])
        for seat in state.seats
    ]
    placed = _ranked(worths, keys, state.out)
    return GameResult(tuple(map(_told, placed, (_tie(key, keys) for key in keys))), final=state.over)


def awarded(worths: Sequence[int]) -> GameResult:
    """The result that a judge sets: by worth, those without any being bankrupt."""
    clean = [max(0, worth) for worth in worths]
    return GameResult(_ranked(clean, clean, [worth <= 0 for worth in worths]))


def _ranked(worths: Sequence[int], keys: Sequence[object], out: Sequence[bool]) -> tuple[SeatResult, ...]:
    order = sorted(keys, reverse=True)  # type: ignore[type-var]  # all keys of a game are alike
    return tuple(
        SeatResult(worth, order.index(key) + 1, gone) for worth, key, gone in zip(worths, keys, out, strict=True)
    )


def _tie(key: Key, keys: Sequence[Key]) -> str:
    """What parted a seat from the one before it, if both have the same worth."""
    won, alive, *_, cash = key
    better = [other for other in keys if other > key]
    if won or not alive or not better or min(better)[1:4] != key[1:4]:
        return ""
    return "cash" if min(better)[4] > cash else "seat"


def _told(seat: SeatResult, tie: str) -> SeatResult:
    return msgspec.structs.replace(seat, tie=tie)


def _bankruptcies(game: Game) -> dict[int, int]:
    """The step in which each seat went bankrupt, or left."""
    return {
        event.seat: index
        for index in game.in_force
        for event in game.steps[index].events
        if isinstance(event, Bankrupted | Departed)
    }
