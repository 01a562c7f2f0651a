"""A recorded game to measure with, the same in every run."""

from __future__ import annotations

from random import Random

from companion.bots.company import COLOURS, Company, begin
from companion.bots.guide import Guide
from companion.bots.policies import POLICIES
from companion.editions import registry
from companion.rules.game import Game
from companion.rules.rules import Rules

PLAYERS = 4
ROUNDS = 200  # the cap of performance.md 2


def classic() -> Guide:
    """The classic edition as players know it."""
    return Guide(Rules(registry.load("classic")))


def play(guide: Guide, bot: str, seed: int, rounds: int = ROUNDS) -> Game:
    """A whole game of four bots of a kind, every event recorded."""
    chance = Random(f"bench/{seed}")
    game = begin(guide.rules, COLOURS[:PLAYERS], chance)
    bots = [POLICIES[bot](guide, seat, chance) for seat in range(PLAYERS)]
    Company(guide.rules, bots, chance).play(game, rounds)
    return game
