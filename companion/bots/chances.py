"""How likely each seat is to win: games played on from a state by simple bots, cut off after some rounds, valued there.

A game that is decided within the rounds counts for its winner; any other counts for each seat by what it holds: whole
groups are more than their deeds, and who has twice as much wins more than twice as often. That is a fraction of the
time of whole games, and scatters less. The order of the decks is nobody's knowledge, so each future shuffles them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from random import Random
from typing import NamedTuple

from companion.bots.bot import Greedy
from companion.bots.guide import Guide
from companion.bots.self_play import SelfPlay
from companion.bots.simulate.figures import Z
from companion.rules.commands import AnyCommand
from companion.rules.game import Game, copy
from companion.rules.state import State


class Horizon(NamedTuple):
    """How many rounds a future is played on, and the power by which holdings turn into chances there."""

    rounds: int
    steepness: float


NEAR = Horizon(10, 4)  # quick enough to follow a game
FAR = Horizon(20, 3)  # for whoever has the time: nearer to the truth, and three times as dear


def holdings(guide: Guide, state: State, seat: int) -> int:
    """What a seat has, in units of money, with groups by what they are good for; 0 once it is out."""
    if state.out[seat]:
        return 0
    printed = sum(guide.deed(square).price for square in state.deeds_of(seat))
    groups = sum(guide.group_worth(state.owner, group, seat) for group in guide.groups)
    return max(0, guide.rules.worth(state, seat) + groups - printed)


def odds(weights: Sequence[float], steepness: float) -> list[float]:
    """Shares of one by a power of the weights; equal ones where nobody weighs anything."""
    powers = [weight**steepness for weight in weights]
    total = sum(powers)
    return [power / total for power in powers] if total else [1 / len(powers)] * len(powers)


def share_of_wealth(guide: Guide, state: State) -> list[float]:
    """The plainest guess: chances as everybody's share of all worth."""
    worths = [0 if state.out[seat] else max(0, guide.rules.worth(state, seat)) for seat in state.seats]
    return odds(worths, 1)


def future(
    guide: Guide, state: State, chance: Random, way: AnyCommand | None = None, horizon: Horizon = NEAR
) -> list[float]:
    """What one future, begun by `way`, is worth to each seat: 1 to the winner of a game that ends in time."""
    ahead = copy(state)
    for deck in ahead.decks.values():
        chance.shuffle(deck)
    game = Game(guide.rules, ahead)
    if way is not None:
        game.ask(way)
    bots = [Greedy(guide, seat, chance) for seat in ahead.seats]
    SelfPlay(guide.rules, bots, chance).play(game, ahead.turns[ahead.turn] + horizon.rounds)
    if ahead.time_up and not state.time_up:
        return odds([holdings(guide, ahead, seat) for seat in ahead.seats], horizon.steepness)
    return [float(seat == ahead.winner) for seat in ahead.seats]


class Chances:
    """The chances of all seats in one state, the surer the more futures were added."""

    def __init__(self, guide: Guide, state: State, chance: Random) -> None:
        self._guide = guide
        self._state = state
        self._chance = chance
        self._sums = [0.0] * len(state.seats)
        self._squares = [0.0] * len(state.seats)
        self.games = 0

    def add(self, games: int) -> None:
        """Play so many futures more."""
        for _ in range(games):
            for seat, part in enumerate(future(self._guide, self._state, self._chance)):
                self._sums[seat] += part
                self._squares[seat] += part * part
        self.games += games

    @property
    def shares(self) -> list[float]:
        """Each seat's chance."""
        return [total / self.games for total in self._sums]

    @property
    def margin(self) -> float:
        """By how much the least sure of the chances may be off (95 %); infinite while there is too little to tell."""
        if self.games < 2:
            return inf
        spread = max(
            square / self.games - share * share for share, square in zip(self.shares, self._squares, strict=True)
        )
        return Z * sqrt(max(0.0, spread) / (self.games - 1))


def reckon(guide: Guide, state: State, chance: Random, margin: float, most: int) -> Chances:
    """The chances to within a margin (95 %), by at most so many futures."""
    chances = Chances(guide, state, chance)
    while chances.games < most and (chances.games < LEAST or chances.margin > margin):
        chances.add(BATCH)
    return chances


BATCH = 10  # futures between two looks at the margin
LEAST = 60  # futures without which a margin means little
