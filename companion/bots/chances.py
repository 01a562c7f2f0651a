"""How likely each seat is to win: games played on from a state by simple bots, cut off after some rounds, valued there.

A game that is decided within the rounds counts for its winner; any other counts for each seat by what it owns and what
that earns: who has twice as much wins more than twice as often. That is a fraction of the time of whole games, and
scatters less. The order of the decks is nobody's knowledge, so each future shuffles them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from random import Random
from typing import NamedTuple

from companion.bots.bot import Greedy
from companion.bots.guide import Guide
from companion.bots.self_play import SelfPlay, reshuffled
from companion.bots.simulate.figures import Z
from companion.rules.commands import AnyCommand, Roll
from companion.rules.dice import total
from companion.rules.frames import BANK, FREE
from companion.rules.game import Game
from companion.rules.state import State

ROUNDS = 6  # that a future is played on
STEEPNESS = 4  # the power by which holdings turn into chances
VISITS = 4  # that each deed still earns its rent, beyond the horizon


def holdings(guide: Guide, state: State, seat: int) -> int:
    """What a seat owns, and what its deeds will yet earn, in units of money; 0 once it is out."""
    if state.out[seat]:
        return 0
    return max(0, guide.rules.worth(state, seat) + VISITS * guide.earnings(state, seat))


def odds(weights: Sequence[float], steepness: int) -> list[float]:
    """Shares of one by a power of the weights; equal ones where nobody weighs anything."""
    powers = [weight**steepness for weight in weights]
    whole = sum(powers)
    return [power / whole for power in powers] if whole else [1 / len(powers)] * len(powers)


def share_of_wealth(guide: Guide, state: State) -> list[float]:
    """The plainest guess: chances as everybody's share of all worth."""
    worths = [0 if state.out[seat] else max(0, guide.rules.worth(state, seat)) for seat in state.seats]
    return odds(worths, 1)


class Future(NamedTuple):
    """What one future is worth to each seat, 1 to the winner of a game that ends in time; and its luck with rents."""

    shares: list[float]
    luck: list[float]


class LuckyPlay(SelfPlay):
    """Bots at a table, and the luck of each seat: rents by the dice as they fell, less the mean of all throws (units of
    money). Whatever else happens, the mean of it is nothing."""

    def __init__(self, guide: Guide, seats: range, chance: Random) -> None:
        super().__init__(guide.rules, [Greedy(guide, seat, chance) for seat in seats], chance)
        self._guide = guide
        self.luck = [0.0] * len(seats)

    def next(self, state: State) -> AnyCommand:
        """The next command; the luck of a throw is noted before it is carried out."""
        command = super().next(state)
        if type(command) is Roll and state.jailed[command.seat] == FREE:
            self._note(state, command.seat, total(command.dice[: len(self._guide.plain)]))
        return command

    def _note(self, state: State, seat: int, thrown: int) -> None:
        guide, owners, luck, at = self._guide, state.owner, self.luck, state.at[seat]
        for steps, part in guide.totals:
            square = (at + steps) % guide.rules.size
            owner = owners[square]
            if owner not in (BANK, seat):
                gain = guide.rent(state, square) * ((steps == thrown) - part)
                luck[owner] += gain
                luck[seat] -= gain


def future(guide: Guide, state: State, chance: Random, way: AnyCommand | None = None) -> Future:
    """Play one future on, begun by `way`."""
    ahead = reshuffled(state, chance)
    game = Game(guide.rules, ahead)
    if way is not None:
        game.ask(way)
    play = LuckyPlay(guide, ahead.seats, chance)
    play.play(game, ahead.turns[ahead.turn] + ROUNDS)
    if ahead.time_up and not state.time_up:
        return Future(odds([holdings(guide, ahead, seat) for seat in ahead.seats], STEEPNESS), play.luck)
    return Future([float(seat == ahead.winner) for seat in ahead.seats], play.luck)


class Chances:
    """The chances of all seats in one state, the surer the more futures were added.

    What the luck of the dice explains is taken out (a control variate: its mean is known to be nothing), by one factor
    for all seats, so that the chances go on adding up to one.
    """

    def __init__(self, guide: Guide, state: State, chance: Random) -> None:
        self._guide = guide
        self._state = state
        self._chance = chance
        self._sums = [Sums() for _ in state.seats]
        self.games = 0

    def add(self, games: int) -> None:
        """Play so many futures more."""
        for _ in range(games):
            found = future(self._guide, self._state, self._chance)
            for sums, share, luck in zip(self._sums, found.shares, found.luck, strict=True):
                sums.add(share, luck)
        self.games += games

    @property
    def _effect(self) -> float:
        """By how much a unit of luck raises a chance."""
        spread = sum(sums.luck_spread(self.games) for sums in self._sums)
        return sum(sums.common(self.games) for sums in self._sums) / spread if spread else 0.0

    @property
    def shares(self) -> list[float]:
        """Each seat's chance."""
        effect = self._effect
        return odds([max(0.0, sums.share - effect * sums.luck) for sums in self._sums], 1)

    @property
    def margin(self) -> float:
        """By how much the least sure of the chances may be off (95 %); infinite while there is too little to tell."""
        if self.games < 2:
            return inf
        effect = self._effect
        spread = max(sums.left(self.games, effect) for sums in self._sums)
        return Z * sqrt(max(0.0, spread) / (self.games - 1))

    def suffice(self, margin: float, most: int) -> bool:
        """Whether they are known to within a margin (95 %), or so many futures have been played."""
        return self.games >= most or (self.games >= LEAST and self.margin <= margin)


class Sums:
    """What is summed up of one seat's shares and luck, over all futures."""

    def __init__(self) -> None:
        self.share = self.luck = 0.0
        self._shares = self._lucks = self._both = 0.0

    def add(self, share: float, luck: float) -> None:
        """One future more."""
        self.share += share
        self.luck += luck
        self._shares += share * share
        self._lucks += luck * luck
        self._both += share * luck

    def luck_spread(self, games: int) -> float:
        """The variance of the luck."""
        return self._lucks / games - (self.luck / games) ** 2

    def common(self, games: int) -> float:
        """The covariance of share and luck."""
        return self._both / games - self.share * self.luck / games**2

    def left(self, games: int, effect: float) -> float:
        """The variance of the shares without what luck explains of them."""
        spread = self._shares / games - (self.share / games) ** 2
        return spread - 2 * effect * self.common(games) + effect**2 * self.luck_spread(games)


def reckon(guide: Guide, state: State, chance: Random, margin: float, most: int) -> Chances:
    """The chances to within a margin (95 %), by at most so many futures."""
    chances = Chances(guide, state, chance)
    while not chances.suffice(margin, most):
        chances.add(BATCH)
    return chances


BATCH = 10  # futures between two looks at the margin
LEAST = 60  # futures without which a margin means little
