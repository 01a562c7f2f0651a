"""Luck and trades after a game: nobody wins what nobody loses, chance is fair, and the winner has mostly had it."""

from __future__ import annotations

from random import Random
from statistics import fmean, stdev

import pytest

from companion.bots.guide import Guide
from companion.bots.policies import POLICIES
from companion.bots.review import Review, progress, review
from companion.bots.self_play import SelfPlay, begin
from companion.editions import registry
from companion.rules.commands import Accept, Finish, TakeBack
from companion.rules.game import Game
from companion.rules.rules import Rules

COLORS = ("red", "blue", "green")
GAMES = 12


def over(edition: str, seed: int, bot: str = "greedy", rounds: int = 20) -> tuple[Guide, Game]:
    guide, chance = Guide(Rules(registry.load(edition))), Random(seed)
    game = begin(guide.rules, COLORS, chance)
    SelfPlay(guide.rules, [POLICIES[bot](guide, seat, chance) for seat in range(3)], chance).play(game, rounds)
    return guide, game


@pytest.fixture(scope="module")
def reviewed() -> list[tuple[Game, Review]]:
    games = [over("classic", seed) for seed in range(GAMES)]
    return [(game, review(guide, game)) for guide, game in games]


def test_what_one_gains_others_lose(reviewed: list[tuple[Game, Review]]) -> None:
    for _, found in reviewed:
        assert sum(found.luck) == pytest.approx(0, abs=1e-9)
        assert sum(found.trades) == pytest.approx(0, abs=1e-9)


def test_luck_is_fair_and_winners_have_mostly_had_it(reviewed: list[tuple[Game, Review]]) -> None:
    first = [found.luck[0] for _, found in reviewed]
    assert abs(fmean(first)) < 4 * stdev(first) / GAMES**0.5
    assert fmean(found.luck[game.state.winner] for game, found in reviewed) > 0.1


def test_only_trades_count_as_trades(reviewed: list[tuple[Game, Review]]) -> None:
    for game, found in reviewed:
        traded = any(isinstance(step.command, Accept) for step in game.steps)
        assert traded or not any(found.trades)
    games = (over("classic", seed, "trader", 14) for seed in range(9))
    guide, game = next(each for each in games if any(isinstance(step.command, Accept) for step in each[1].steps))
    assert any(review(guide, game).trades)


@pytest.mark.parametrize("edition", [entry.id for entry in registry.available()])
def test_every_edition_is_rated_and_its_game_left_alone(edition: str) -> None:
    guide, game = over(edition, 1, rounds=3)
    before = game.state.accounts.copy()
    assert review(guide, game) == review(guide, game)
    assert game.state.accounts == before


def test_what_was_taken_back_does_not_count() -> None:
    guide, game = over("classic", 2, rounds=2)
    plain, last = review(guide, game), [game.steps[index].command for index in game.in_force[-20:]]
    game.ask(TakeBack(20, "agreed"))
    shorter = review(guide, game)
    for command in last:
        game.ask(command)
    assert review(guide, game) == plain != shorter


def test_progress_comes_to_all() -> None:
    guide = Guide(Rules(registry.load("classic")))
    game = begin(guide.rules, COLORS, Random(1))
    assert [part for _, part in progress(guide, game)] == [1.0]
    game.ask(Finish("agreed"))
    assert [(found.luck, part) for found, part in progress(guide, game)] == [((0.0, 0.0, 0.0), 1.0)]
