"""How strong the bots are: Elo ratings from games of four in which one wins, and how the strongest does among traders.

That a seat wins among four is taken to be its share of all strengths (Plackett and Luce); the strengths that make the
results likeliest are found by Hunter's iteration (2004). Intervals come from resampling the games (bootstrap, 95 %).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import log10
from random import Random

import msgspec

from companion.bots.policies import POLICIES
from companion.bots.self_play import BOT_COLORS, SelfPlay, begin
from companion.bots.simulate.figures import Estimate, quantile, share
from companion.bots.simulate.pool import on_cores
from companion.bots.simulate.variant import Variant, guide_of

SEATS = 4
ROUNDS = 200  # until the referee calls time
MIDDLE, SCALE = 1500, 400  # of Elo's figures
ITERATIONS, RESAMPLES = 60, 200
PRIOR = 0.5  # wins lent to each bot, so that one that never won has a rating


class Match(msgspec.Struct, frozen=True):
    """Who sat at a table, and which of the seats won."""

    bots: tuple[str, ...]
    winner: int


class Strength(msgspec.Struct, frozen=True):
    """The rating of a bot, and its games and wins."""

    bot: str
    rating: Estimate
    games: int
    wins: int


def play_match(seed: int, variant: Variant, bots: tuple[str, ...]) -> Match:
    """Play one game of these bots; chance depends on the seed only."""
    guide, chance = guide_of(variant), Random(seed)
    game = begin(guide.rules, BOT_COLORS[: len(bots)], chance)
    players = [POLICIES[name](guide, seat, chance) for seat, name in enumerate(bots)]
    SelfPlay(guide.rules, players, chance).play(game, ROUNDS)
    return Match(bots, game.state.winner)


def _played(given: tuple[int, Variant, tuple[str, ...]]) -> Match:
    return play_match(*given)


def mixed(games: int, seed: int) -> list[tuple[str, ...]]:
    """The tables of a tournament of all bots: each time four of them, in seats by lot."""
    chance = Random(seed)
    return [tuple(chance.sample(list(POLICIES), SEATS)) for _ in range(games)]


def among(bot: str, others: str, games: int) -> list[tuple[str, ...]]:
    """Tables at which a bot sits with three of another kind, in each seat in turn."""
    return [tuple(bot if seat == game % SEATS else others for seat in range(SEATS)) for game in range(games)]


def play_matches(
    tables: Sequence[tuple[str, ...]], seed: int, variant: Variant, jobs: int, told: Callable[[int], None]
) -> list[Match]:
    """Play a game at each table."""
    work = [(seed * 1_000_003 + number, variant, bots) for number, bots in enumerate(tables)]
    matches = []
    for match in on_cores(_played, work, jobs):
        matches.append(match)
        told(len(matches))
    return matches


def wins_of(bot: str, matches: Sequence[Match]) -> Estimate:
    """The share of the matches that a bot has won."""
    return share(sum(match.bots[match.winner] == bot for match in matches), len(matches))


def strengths(matches: Sequence[Match], seed: int) -> list[Strength]:
    """The bots by rating, the strongest first; the mean of all ratings is 1,500."""
    names = sorted({name for match in matches for name in match.bots})
    chance, found = Random(seed), _ratings(names, matches)
    again = [_ratings(names, chance.choices(matches, k=len(matches))) for _ in range(RESAMPLES)]
    games = Counter(name for match in matches for name in match.bots)
    wins = Counter(match.bots[match.winner] for match in matches)
    spread = {name: sorted(each[name] for each in again) for name in names}
    rated = [
        Strength(
            name,
            Estimate(found[name], quantile(spread[name], 0.025), quantile(spread[name], 0.975)),
            games[name],
            wins[name],
        )
        for name in names
    ]
    return sorted(rated, key=lambda each: -each.rating.value)


def _ratings(names: Sequence[str], matches: Sequence[Match]) -> dict[str, float]:
    wins = Counter(match.bots[match.winner] for match in matches)
    strength = dict.fromkeys(names, 1.0)
    tables = Counter(tuple(sorted(match.bots)) for match in matches)
    for _ in range(ITERATIONS):
        met = dict.fromkeys(names, PRIOR / sum(strength.values()) * len(names))
        for bots, count in tables.items():
            part = count / sum(strength[name] for name in bots)
            for name in bots:
                met[name] += part
        strength = {name: (wins[name] + PRIOR) / met[name] for name in names}
    middle = sum(map(log10, strength.values())) / len(names)
    return {name: MIDDLE + SCALE * (log10(strength[name]) - middle) for name in names}
