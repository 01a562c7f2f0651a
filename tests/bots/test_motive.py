"""A bot says why, in one sentence of every language, and what it says holds."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.bots.bot import Bot
from companion.bots.guide import Guide
from companion.bots.motive import MOTIVES, motive
from companion.bots.policies import POLICIES
from companion.bots.self_play import SelfPlay, begin
from companion.editions import registry
from companion.errors import Message
from companion.rules.commands import Accept, AnyCommand, Bid, Build, Buy, Propose, SeatCommand
from companion.rules.game import Game
from companion.rules.rules import Rules
from companion.rules.state import State
from companion.words.languages import known
from companion.words.words import Words

COLORS = ("red", "blue", "green", "yellow")
Told = tuple[State, AnyCommand, Message]


def figures_of(said: Message) -> dict[str, Any]:
    return dict(said.figures)


def told(edition: str, names: tuple[str, ...], turns: int, seed: int = 4) -> Iterator[tuple[Game, Bot, Told]]:
    """What the bots of a game do and say, before it is done."""
    guide, chance = Guide(Rules(registry.load(edition))), Random(seed)
    game = begin(guide.rules, COLORS[: len(names)], chance)
    bots = [POLICIES[name](guide, seat, chance) for seat, name in enumerate(names)]
    play = SelfPlay(guide.rules, bots, chance)
    while not game.state.over and sum(game.state.turns) < turns:
        command = play.next(game.state)
        if isinstance(command, SeatCommand):
            said = motive(bots[command.seat], game.state, command)
            assert (said is not None) == (type(command) in MOTIVES), command
            if said is not None:
                yield game, bots[command.seat], (game.state, command, said)
        game.ask(command)


@pytest.mark.parametrize("edition", [entry.id for entry in registry.available()])
def test_every_choice_has_a_sentence_in_every_language(edition: str) -> None:
    words = {language: Words(language, registry.load(edition), COLORS) for language in known()}
    keys = set()
    for _, _, (_, _, said) in told(edition, ("cautious", "greedy", "trader", "lookahead"), 120):
        keys.add(said.key)
        for each in words.values():
            assert each.message(said).endswith(".")
    assert len(keys) > (0 if registry.load(edition).options.must_buy else 4)  # who must buy is told nothing of it


def test_what_is_said_of_a_deed_or_a_rent_holds() -> None:
    kinds = set()
    for game, bot, (state, command, said) in told("classic", ("trader", "planner", "planner"), 400, seed=6):
        figures, rules = figures_of(said), game.rules
        match command:
            case Buy() | Bid() if said.key == "motive.whole":
                mates = [mate for mate in rules.mates[figures["square"]] if mate != figures["square"]]
                assert all(state.owner[mate] == bot.seat for mate in mates)
                kinds.add(said.key)
            case Buy() | Bid() if said.key == "motive.rival":
                mates = [mate for mate in rules.mates[figures["square"]] if mate != figures["square"]]
                assert all(state.owner[mate] == figures["seat"] != bot.seat for mate in mates)
                kinds.add(said.key)
            case Build(_, square):
                street = rules.street(square)
                assert street is not None
                assert figures["rent"] == street.rents[rules.level_above(street, state.level[square])]
                kinds.add(said.key)
    assert kinds == {"motive.whole", "motive.rival", "motive.rent"}


def test_the_planner_tells_by_how_much_it_wins_more_often() -> None:
    found = [
        (said, bot)
        for _, bot, (_, command, said) in told("classic", ("planner", "planner", "trader"), 200)
        if isinstance(command, Accept) and said.key == "motive.likelier"
    ]
    assert found
    for said, _ in found:
        figures = figures_of(said)
        assert 100 >= figures["best"] >= figures["other"] >= 0


def test_nothing_that_is_said_tells_what_a_bot_has() -> None:
    for edition in ("classic", "saigon"):
        for _, _, (_, _, said) in told(edition, ("greedy", "trader"), 150):
            assert not {name for name, _ in said.figures} & {"cash", "limit", "bid"}


def test_whoever_proposes_says_what_it_brings() -> None:
    said = [
        said.key for _, _, (_, command, said) in told("classic", ("trader",) * 4, 300) if isinstance(command, Propose)
    ]
    assert set(said) <= {"motive.whole", "motive.gain"}
    assert said
