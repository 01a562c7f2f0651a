"""Random play over every edition and profile: all conserved, offers accepted, refusals without effect, and it ends."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from random import Random

import pytest

from companion.editions import registry
from companion.rules.commands import Refusal
from companion.rules.edition import Edition
from companion.rules.events import Ended
from companion.rules.game import Game, copy
from tests.rules import play
from tests.rules.lawful import (
    assert_consistent,
    assert_even,
    assert_folds_alike,
    assert_offers_are_accepted,
    assert_sound,
)
from tests.umpire.hardship import opening
from tests.umpire.random_play import combinations

EVERY = combinations()
LIMIT = 900  # commands until the referee calls time


def run(edition: Edition, seed: int) -> str:
    """Play one game and look at it all along; the reason for which it ended."""
    chance = Random(seed)
    count = chance.randint(edition.options.min_players, edition.options.max_players)
    game = play.begin(edition, count, chance, stacked=bool(seed % 2), first=chance.randint(-1, count - 1))
    for number, _ in enumerate(play.play(game, chance, LIMIT)):
        assert_sound(game)
        assert_even(game)
        if number % 23 == 0:
            assert_offers_are_accepted(game)
            _assert_fools_change_nothing(game, chance)
        if number % 211 == 0:
            assert_folds_alike(game)
    assert_folds_alike(game)
    ended = game.steps[-1].events[-1]
    assert isinstance(ended, Ended)
    if ended.reason == "time" and edition.options.equal_turns:
        assert len({game.state.turns[seat] for seat in game.state.playing()}) == 1
    return ended.reason


def _assert_fools_change_nothing(game: Game, chance: Random) -> None:
    before = copy(game.state)
    for command in play.foolish(game, chance):
        if game.refusal(command) is not None:
            with pytest.raises(Refusal):
                game.ask(command)
    assert game.state == before


@pytest.mark.parametrize("chosen", EVERY, ids="+".join)
def test_random_play(chosen: tuple[str, ...]) -> None:
    edition = registry.load(chosen[0], chosen[1:])
    for seed in range(2):
        run(edition, seed)


@pytest.mark.parametrize("number", range(len(EVERY)), ids=["+".join(each) for each in EVERY])
def test_random_play_in_hardship(number: int) -> None:
    chance = Random(number)
    game = opening(EVERY[number], chance)
    for count, _ in enumerate(play.play(game, chance, 200)):
        assert sum(game.state.accounts) == 0
        assert_consistent(game.state)
        if count % 11 == 0:
            assert_offers_are_accepted(game)


def main() -> int:
    """Play many games: `python -m tests.rules.test_random_play 10000`."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("games", type=int)
    games: int = parser.parse_args().games
    editions = {chosen: registry.load(chosen[0], chosen[1:]) for chosen in EVERY}
    ends: Counter[str] = Counter()
    for number in range(games):
        ends[run(editions[EVERY[number % len(EVERY)]], number)] += 1
    sys.stdout.write(f"{games} games over {len(EVERY)} editions and profiles: {dict(ends)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
