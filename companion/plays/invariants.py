"""What must be true after every line of every play, without being asked (plays: What must be true)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.frames import BANK
from companion.rules.game import Game, apply, copy
from companion.rules.rules import Rules
from companion.rules.state import State

Broken = Iterator[tuple[str, str]]


class Invariants:
    """Watches a game from its start; a second state folds the recorded events and must stay equal to the live one."""

    def __init__(self, game: Game) -> None:
        self._rules = game.rules
        self._buildings = buildings(game.rules, game.state)
        self._folded = copy(game.start)
        self._steps: list[int] = []

    def broken(self, game: Game) -> Broken:
        """What is expected and what is the case, for each invariant that does not hold."""
        state = game.state
        yield from _differs("money to add up to", 0, sum(state.accounts))
        yield from _in_the_red(state)
        yield from _left_behind(state)
        yield from _lost_seats(state)
        yield from _stray_deeds(self._rules, state)
        yield from _differs("buildings to add up to", self._buildings, buildings(self._rules, state))
        self._follow(game)
        if self._folded != state:
            yield "the folded events to give the live state", _difference(self._folded, state)

    def _follow(self, game: Game) -> None:
        """Fold the steps that are new; after an undo all that are in force, from the start."""
        done = len(self._steps)
        if game.in_force[:done] != self._steps:
            self._folded = copy(game.start)
            done = 0
        for index in game.in_force[done:]:
            apply(self._folded, game.steps[index].events)
        self._steps = list(game.in_force)


def buildings(rules: Rules, state: State) -> tuple[int, int]:
    """All houses and all hotels there are, on the board and in the bank."""
    houses, hotels = state.houses, state.hotels
    for square, level in enumerate(state.level):
        street = rules.street(square)
        if level and street:
            on_lot = rules.stock(street, level, 0)
            houses += on_lot[0]
            hotels += on_lot[1]
    return houses, hotels


def _differs(what: str, expected: object, got: object) -> Broken:
    if expected != got:
        yield f"{what} {expected}", str(got)


def _in_the_red(state: State) -> Broken:
    for seat, player in enumerate(state.players):
        if state.accounts[seat] < 0:
            yield f"{player} to have no less than nothing", str(state.accounts[seat])
    if min(state.houses, state.hotels) < 0:
        yield "the bank to have no less than no buildings", f"{state.houses} houses, {state.hotels} hotels"


def _left_behind(state: State) -> Broken:
    for seat, player in enumerate(state.players):
        if state.out[seat] and (state.accounts[seat] or state.kept[seat]):
            yield f"{player} to have left with nothing", f"{state.accounts[seat]} and {len(state.kept[seat])} cards"


def _lost_seats(state: State) -> Broken:
    for seat, left in enumerate(state.left):
        others = [(seat + step) % len(state.out) for step in range(1, len(state.out) + 1)]
        expected = next(other for other in others if not state.out[other])
        if left != expected:
            yield f"seat {expected} to follow seat {seat}", f"seat {left}"


def _stray_deeds(rules: Rules, state: State) -> Broken:
    for square, owner in enumerate(state.owner):
        if owner != BANK and (square not in rules.deeds or not 0 <= owner < len(state.out) or state.out[owner]):
            yield f"@{square} to have an owner who is in the game", str(owner)


def _difference(folded: State, live: State) -> str:
    fields = (name for name in live.__slots__ if getattr(folded, name) != getattr(live, name))
    return "; ".join(f"{name} {getattr(folded, name)} instead of {getattr(live, name)}" for name in fields)
