"""A Hypothesis state machine: whatever is asked, in any order, is refused without a trace or keeps the game sound."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import settings, strategies
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from companion.editions import registry
from companion.rules import commands as ask
from companion.rules.commands import AnyCommand, Correct, Refusal, Subject
from companion.rules.game import Game, copy
from companion.rules.prompts import prompts
from tests.rules import play
from tests.rules.lawful import assert_folds_alike, assert_offers_are_accepted, assert_sound

EDITIONS = ("classic", "uk", "gold", "saigon")
SEATS = strategies.integers(0, 3)
SQUARES = strategies.integers(0, 39)
DICE = strategies.integers(1, 6)


class Table(RuleBasedStateMachine):
    """Four players who ask for anything."""

    game: Game

    @initialize(edition=strategies.sampled_from(EDITIONS), seed=strategies.integers(0, 99))
    def begin(self, edition: str, seed: int) -> None:
        self.game = play.begin(registry.load(edition), 4, Random(seed), stacked=bool(seed % 2))

    def ask(self, command: AnyCommand) -> None:
        before = copy(self.game.state)
        refusal = self.game.refusal(command)
        if refusal is None:
            self.game.ask(command)
            return
        with pytest.raises(Refusal, match=refusal.reason):
            self.game.ask(command)
        assert self.game.state == before

    @rule(first=DICE, second=DICE)
    def throw(self, first: int, second: int) -> None:
        for prompt in prompts(self.game.rules, self.game.state):
            if prompt.kind == "roll":
                self.ask(ask.Roll(prompt.seat, first, second))
            elif prompt.kind == "throw":
                self.ask(ask.Throw(prompt.seat, first, second))

    @rule(pick=strategies.integers(0, 999))
    def answer(self, pick: int) -> None:
        choices = [choice for prompt in prompts(self.game.rules, self.game.state) for choice in prompt.choices]
        if choices:
            self.ask(choices[pick % len(choices)])

    @rule(seed=strategies.integers(0, 9999))
    def wish(self, seed: int) -> None:
        for command in play.foolish(self.game, Random(seed)):
            self.ask(command)

    @rule(seed=strategies.integers(0, 9999))
    def trade(self, seed: int) -> None:
        offer = play.offer(self.game, Random(seed))
        if offer:
            self.ask(offer)

    @rule(subject=strategies.sampled_from(Subject), where=SQUARES, value=strategies.integers(-1, 2000))
    def correct(self, subject: Subject, where: int, value: int) -> None:
        self.ask(Correct(subject, where, value, "a slip of the hand"))

    @rule(owner=SEATS, square=SQUARES, level=strategies.integers(0, 5))
    def hand_out(self, owner: int, square: int, level: int) -> None:
        for mate in self.game.rules.mates[square]:
            self.ask(Correct(Subject.OWNER, mate, owner, "dealt by hand"))
            self.ask(Correct(Subject.BUILDINGS, mate, level, "built by hand"))

    @rule(count=strategies.integers(1, 5))
    def take_back(self, count: int) -> None:
        self.ask(ask.TakeBack(count, "it was not meant"))

    @invariant()
    def is_sound(self) -> None:
        assert_sound(self.game)
        assert_offers_are_accepted(self.game)
        assert_folds_alike(self.game)


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=60, stateful_step_count=50, deadline=None)
