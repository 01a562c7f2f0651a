"""What is kept up to date step by step is what counting anew would give, also when entries are taken back."""

from __future__ import annotations

from random import Random

import pytest

from companion.bots.policies import Steady
from companion.plays.parser import parse
from companion.plays.scene import Ask, stage
from companion.rules.commands import Begin, TakeBack
from companion.rules.dice import total
from companion.rules.events import Rolled, StartThrown, Thrown
from companion.rules.game import Game, Step
from companion.rules.prompts import prompts
from companion.web.publisher import waits
from companion.web.replica import POINTS, Replica
from companion.words.words import Words
from tests.web.feeds import GameFeed


def thrown(game: Game) -> list[int]:
    steps = [game.steps[index] for index in game.in_force]
    sums = [
        total(event.dice) for step in steps for event in step.events if isinstance(event, Rolled | Thrown | StartThrown)
    ]
    return [sums.count(total) for total in range(2, 13)]


def test_worth_and_throws_are_right_after_every_entry() -> None:
    feed = GameFeed()
    feed.begin()
    game = feed.game
    assert game
    policy, chance = Steady(Random(3)), Random(4)
    replica = Replica("first", game.steps[0])
    while len(game.steps) < 400 and not game.state.over:
        back = TakeBack(chance.randint(1, 4), "slip") if len(game.in_force) > 4 and chance.random() < 0.1 else None
        command = back or policy.choose(game.rules, game.state)
        replica.take(Step(command, game.ask(command)))
        assert replica.worths() == tuple(
            0 if out else game.rules.worth(game.state, seat) for seat, out in enumerate(game.state.out)
        )
        assert replica.throws() == thrown(game)
    assert sum(replica.throws()) > 50


def test_a_long_curve_is_thinned_out_between_its_ends() -> None:
    feed = GameFeed()
    feed.begin()
    assert feed.game
    replica = Replica("first", feed.game.steps[0])
    replica._wealth = {turn: (turn, 0) for turn in range(1000)}
    curve = [worths[0] for worths in replica.wealth()]
    assert curve == [*range(0, 999, 8), 999]
    assert len(curve) <= POINTS + 1
    replica._wealth[1000] = (1000, 0)
    assert [worths[0] for worths in replica.wealth()][:-1] == curve[:-1]


LAST_RENT = """
edition classic
profile late-rent
players red blue
given blue owns @39
given red at @30
given blue at @10
time-up
red rolls 4 5
blue rolls 4 6
blue ends
"""


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Blue: take $50 from Red for Boardwalk, or let it go?"),
        ("vi", "Lam: lấy $50 của Đỏ cho Boardwalk, hay bỏ qua?"),
        ("fr", "Bleu\u202f: prendre $50 à Rouge pour Boardwalk, ou laisser\u202f?"),
    ],
)
def test_the_last_rent_is_told_with_visitor_and_amount(language: str, said: str) -> None:
    scene = stage(parse(LAST_RENT))
    game = scene.game
    for line in scene.script:
        if isinstance(line, Ask) and not isinstance(line.command, Begin):
            game.ask(line.command)
    asked = [(prompt.seat, prompt.kind) for prompt in prompts(game.rules, game.state)]
    assert waits(Words(language, game.rules.edition, game.state.players), game, asked) == [said]
