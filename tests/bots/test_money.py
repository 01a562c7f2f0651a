"""Bots count the unit of an edition's money: in đồng each plays the very game that it plays in dollars."""

import pytest

from companion.bots.policies import POLICIES
from companion.bots.simulate.pool import play
from companion.bots.simulate.variant import Conditions, Variant

LOOKERS = ("lookahead", "planner")  # which reckon long


@pytest.mark.parametrize("bot", POLICIES)
def test_a_bot_plays_the_same_game_in_dong(bot: str) -> None:
    games, rounds = (1, 15) if bot in LOOKERS else (20, 60)
    for number in range(games):
        dollars, dong = (
            play(Variant(edition), Conditions((bot,) * 3, 7, rounds), number) for edition in ("classic", "dong")
        )
        figures = ("turns", "commands", "events", "winner", "reason")
        assert [getattr(dong, each) for each in figures] == [getattr(dollars, each) for each in figures]
        assert dollars.commands > 40
