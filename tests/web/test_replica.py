"""What is kept up to date step by step is what counting anew would give, also when entries are taken back."""

from __future__ import annotations

from random import Random

from companion.bots.policies import Steady
from companion.rules.commands import TakeBack
from companion.rules.events import Rolled, StartThrown, Thrown
from companion.rules.game import Game, Step
from companion.web.replica import POINTS, Replica
from tests.web.feeds import GameFeed


def thrown(game: Game) -> list[int]:
    steps = [game.steps[index] for index in game.in_force]
    sums = [
        event.first + event.second
        for step in steps
        for event in step.events
        if isinstance(event, Rolled | Thrown | StartThrown)
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
    replica._wealth = {turn: (turn,) for turn in range(1000)}
    curve = [turn for (turn,) in replica.wealth()]
    assert curve == [*range(0, 999, 8), 999]
    assert len(curve) <= POINTS + 1
    replica._wealth[1000] = (1000,)
    assert [turn for (turn,) in replica.wealth()][:-1] == curve[:-1]
