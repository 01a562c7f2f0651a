"""The simple player only names what the rules accept, and brings every edition to its end."""

from __future__ import annotations

from random import Random

import pytest

from companion.bots.policies import Steady
from companion.editions import registry
from companion.rules.commands import Begin
from companion.rules.game import Game

EDITIONS = [entry.id for entry in registry.available()]


@pytest.mark.parametrize("edition_id", EDITIONS)
@pytest.mark.parametrize("seed", range(3))
def test_a_game_of_steady_players_ends(edition_id: str, seed: int) -> None:
    edition = registry.load(edition_id)
    policy = Steady(Random(seed))
    game = Game.begin(registry.ruleset(edition), Begin(edition, ("red", "blue", "green", "yellow"), -1))
    while not game.state.over:
        game.ask(policy.choose(game.rules, game.state))  # a refusal fails the test
        assert len(game.steps) < 20_000
    assert game.state.winner >= 0
    assert sum(game.state.accounts) == 0
