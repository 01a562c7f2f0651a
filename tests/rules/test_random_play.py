"""Random play over every edition and profile: all conserved, offers accepted, refusals without effect, and it ends."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from random import Random

import pytest

from companion.editions import registry
from companion.errors import UserError
from companion.rules.commands import Refusal
from companion.rules.edition import Edition
from companion.rules.events import Ended
from companion.rules.game import Game, copy
from tests.rules import play
from tests.rules.lawful import assert_even, assert_folds_alike, assert_offers_are_accepted, assert_sound

LIMIT = 900  # commands until the referee calls time


def combinations() -> list[tuple[str, ...]]:
    """Every edition alone and with each profile that it takes."""
    found: list[tuple[str, ...]] = []
    for edition in registry.available():
        found.append((edition.id,))
        found += [
            (edition.id, profile.id) for profile in registry.available_profiles() if _fits(edition.id, profile.id)
        ]
    return found


def _fits(edition: str, profile: str) -> bool:
    try:
        registry.load(edition, (profile,))
    except UserError:
        return False
    return True


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


@pytest.mark.parametrize("chosen", combinations(), ids="+".join)
def test_random_play(chosen: tuple[str, ...]) -> None:
    edition = registry.load(chosen[0], chosen[1:])
    for seed in range(2):
        run(edition, seed)


def main() -> int:
    """Play many games: `python -m tests.rules.test_random_play 10000`."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("games", type=int)
    games: int = parser.parse_args().games
    every = combinations()
    editions = {chosen: registry.load(chosen[0], chosen[1:]) for chosen in every}
    ends: Counter[str] = Counter()
    for number in range(games):
        ends[run(editions[every[number % len(every)]], number)] += 1
    sys.stdout.write(f"{games} games over {len(every)} editions and profiles: {dict(ends)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
