"""Bots never go by a plan that is stale: they decide as they would if they looked anew before every command."""

from __future__ import annotations

from random import Random

import pytest

from companion.bots.bot import Bot
from companion.bots.guide import Guide
from companion.bots.plan import TurnPlan
from companion.bots.policies import POLICIES
from companion.bots.self_play import SelfPlay, begin
from companion.editions import registry
from companion.rules.commands import CallTime, Roll
from companion.rules.events import TokenSet
from companion.rules.frames import BANK
from companion.rules.game import copy
from companion.rules.rules import DEVELOPER, PLANNING, Rules
from companion.rules.state import State
from tests.umpire.random_play import combinations

COLORS = ("red", "blue", "green", "yellow")
ROUNDS = {"lookahead": 3}  # it tries everything out; for the others long enough to build and to owe
MOST = 40


class Pair:
    """The same game twice: bots that keep their plans, and others for whom each state is a game that they have never
    seen."""

    def __init__(self, rules: Rules, policy: str, seed: int) -> None:
        self.chances = Random(seed), Random(seed)
        self.games = [begin(rules, COLORS, chance) for chance in self.chances]
        guide = Guide(rules)
        kind: type[Bot] = POLICIES[policy]
        self.keeping, self.looking = (
            SelfPlay(rules, [kind(guide, seat, chance) for seat in range(len(COLORS))], chance)
            for chance in self.chances
        )

    def step(self, rounds: int) -> None:
        kept, looked = self.games
        command = self.keeping.next(kept.state)
        assert self.looking.next(copy(looked.state)) == command, len(kept.steps)
        state = kept.state
        for game in self.games:
            game.ask(command)
            if type(command) is Roll and state.turns[state.turn] > rounds and not game.state.time_up:
                game.ask(CallTime())


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("chosen", combinations(), ids="+".join)
def test_a_plan_that_was_kept_is_the_one_that_would_be_made_now(chosen: tuple[str, ...], policy: str) -> None:
    pair = Pair(Rules(registry.load(chosen[0], chosen[1:])), policy, seed=1)
    while not pair.games[0].state.over:
        pair.step(ROUNDS.get(policy, MOST))


def planned(guide: Guide, state: State, seat: int) -> tuple[object, ...]:
    """All that a plan says, made now."""
    plan = TurnPlan(guide, state, seat, guide.whole_groups(state.owner, seat), (100, 200))
    return plan._sites, plan._lifts, plan.wanted


@pytest.mark.parametrize("scarce", [{}, {"houses": "3", "hotels": "1"}], ids=["plenty", "scarce"])
@pytest.mark.parametrize("edition", [entry.id for entry in registry.available()])
def test_whatever_changes_the_plan_of_a_seat_raises_its_revision(edition: str, scarce: dict[str, str]) -> None:
    rules = Rules(registry.load(edition, (), scarce))
    guide = Guide(rules)
    for seed in range(3):
        chance = Random(seed)
        game = begin(rules, COLORS, chance)
        names = ("trader", "greedy", "trader", "cautious")
        bots = SelfPlay(rules, [POLICIES[name](guide, seat, chance) for seat, name in enumerate(names)], chance)
        known: dict[int, tuple[int, tuple[object, ...]]] = dict.fromkeys(game.state.seats, (-1, ()))
        while not game.state.over and len(game.steps) < 1500:
            game.ask(bots.next(game.state))
            for seat, (revision, before) in known.items():
                plan = planned(guide, game.state, seat)
                assert plan == before or game.state.revisions[seat] != revision, game.steps[-1]
                known[seat] = game.state.revisions[seat], plan


def test_what_everybody_may_do_and_what_one_may_do_are_both_noticed() -> None:
    rules = Rules(registry.load("saigon"))
    state = begin(rules, COLORS, Random(1)).state
    before = state.revisions.copy()
    TokenSet(PLANNING, BANK, 1).fold(state)
    assert state.revisions == [count + 1 for count in before]
    TokenSet(DEVELOPER, 2, 1).fold(state)
    assert [seat for seat in state.seats if state.revisions[seat] != before[seat] + 1] == [2]
