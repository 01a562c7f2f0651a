"""Whether chances come true: positions drawn by lot from finished games of several kinds of bot, and who won them.

The measure is Brier's score (1950), the mean squared distance of what was said from what came; the plain guess that it
is held against is everybody's share of all worth. Chances are reckoned to the margin of a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from random import Random
from statistics import fmean

import msgspec

from companion.bots.chances import reckon, share_of_wealth
from companion.bots.forecaster import MARGIN, MOST
from companion.bots.policies import POLICIES
from companion.bots.self_play import BOT_COLORS, SelfPlay, begin
from companion.bots.simulate.figures import Estimate, share
from companion.bots.simulate.pool import on_cores
from companion.bots.simulate.variant import Variant, guide_of

KINDS = tuple(POLICIES)
TABLES = (2, 3, 4, 4, 5, 6)  # how many play, by lot
ROUNDS = 200
BINS = 10


class Foretold(msgspec.Struct, frozen=True):
    """A position: how far the game was (0 to 1), what was reckoned and plainly guessed for each seat, and who won."""

    part: float
    reckoned: tuple[float, ...]
    guessed: tuple[float, ...]
    winner: int


class Score(msgspec.Struct, frozen=True):
    """Brier's score of the reckoning and of the plain guess over some positions."""

    positions: int
    reckoned: float
    guessed: float

    @property
    def gain(self) -> float:
        """By which share of the guess's score the reckoning is better."""
        return 1 - self.reckoned / self.guessed if self.guessed else 0.0


def foretell(given: tuple[Variant, str]) -> Foretold:
    """Play a game whose bots and number of players fall by lot, and reckon at an entry drawn by lot."""
    variant, seed = given
    guide, chance = guide_of(variant), Random(seed)
    count = chance.choice(TABLES)
    game = begin(guide.rules, BOT_COLORS[:count], chance)
    bots = [POLICIES[chance.choice(KINDS)](guide, seat, chance) for seat in range(count)]
    SelfPlay(guide.rules, bots, chance).play(game, ROUNDS)
    entry = chance.randrange(1, len(game.steps))
    state = game.at(entry)
    reckoned = reckon(guide, state, chance, MARGIN, MOST)
    return Foretold(
        entry / len(game.steps), tuple(reckoned.shares), tuple(share_of_wealth(guide, state)), game.state.winner
    )


def foretell_all(variant: Variant, positions: int, seed: int, jobs: int, told: Callable[[int], None]) -> list[Foretold]:
    """So many positions, each of a game of its own."""
    found = []
    for each in on_cores(foretell, [(variant, f"{seed}/{number}") for number in range(positions)], jobs):
        found.append(each)
        told(len(found))
    return found


def score(found: Sequence[Foretold]) -> Score:
    """How near reckoning and guess came, over these positions."""
    reckoned = [_brier(each.reckoned, each.winner) for each in found]
    guessed = [_brier(each.guessed, each.winner) for each in found]
    return Score(len(found), fmean(reckoned) if found else 0.0, fmean(guessed) if found else 0.0)


def thirds(found: Sequence[Foretold]) -> tuple[Score, Score]:
    """The score in the first third of a game, and in the rest."""
    return score([each for each in found if each.part < 1 / 3]), score([each for each in found if each.part >= 1 / 3])


def reliability(found: Sequence[Foretold]) -> Iterator[tuple[float, Estimate]]:
    """For each tenth of all chances: what was said on average (per cent), and how often it came about."""
    said = sorted((chance, seat == each.winner) for each in found for seat, chance in enumerate(each.reckoned))
    for _, given in groupby(said, key=lambda one: min(BINS - 1, int(one[0] * BINS))):
        some = list(given)
        yield 100 * fmean(chance for chance, _ in some), share(sum(came for _, came in some), len(some))


def _brier(said: Sequence[float], winner: int) -> float:
    return sum((chance - (seat == winner)) ** 2 for seat, chance in enumerate(said))
