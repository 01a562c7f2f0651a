"""Every bot plays every edition and profile to an end: all conserved, all offered, nothing refused, nothing endless."""

from __future__ import annotations

from random import Random

import pytest

from companion.bots.bot import Bot
from companion.bots.guide import Guide
from companion.bots.policies import POLICIES, Steady
from companion.bots.self_play import SelfPlay, begin
from companion.editions import registry
from companion.plays.parser import parse
from companion.plays.scene import stage, wish
from companion.rules.commands import (
    Accept,
    AnyCommand,
    Begin,
    Bid,
    ClaimRent,
    Finish,
    Gavel,
    Propose,
    Reject,
    Roll,
    Throw,
)
from companion.rules.frames import AwaitEnd, LastClaims
from companion.rules.game import Game
from companion.rules.prompts import prompts, rights
from companion.rules.rules import Rules
from tests.rules.lawful import assert_folds_alike, assert_sound
from tests.umpire.random_play import combinations

SIMPLE = [name for name in POLICIES if name not in ("lookahead", "planner")]
COLORS = ("red", "blue", "green", "yellow")


def company(rules: Rules, names: list[str], chance: Random) -> SelfPlay:
    guide = Guide(rules)
    return SelfPlay(rules, [POLICIES[name](guide, seat, chance) for seat, name in enumerate(names)], chance)


def is_offered(game: Game, command: AnyCommand) -> bool:
    """Whether the command is among what is offered, or one of the few that no list can hold."""
    if isinstance(command, Propose | Gavel):
        return True
    asked = prompts(game.rules, game.state)
    if isinstance(command, Bid):
        return any(each.seat == command.seat and each.low <= command.amount <= each.high for each in asked)
    if isinstance(command, Roll | Throw):
        kinds = {each.kind for each in asked if each.seat == command.seat}
        return bool(kinds & {"roll", "throw", "start"}) or type(game.state.agenda[-1]) is AwaitEnd
    offered = [choice for each in asked for choice in each.choices]
    seat: int = getattr(command, "seat", -1)
    if command in offered or command in rights(game.rules, game.state, seat):
        return True
    return type(game.state.agenda[-1]) is AwaitEnd and game.refusal(command) is None


@pytest.mark.parametrize("chosen", combinations(), ids="+".join)
def test_simple_bots_play_every_edition_to_its_end(chosen: tuple[str, ...]) -> None:
    rules = Rules(registry.load(chosen[0], chosen[1:]))
    for seed, names in enumerate(([*SIMPLE, "trader"], ["greedy"] * 3, ["trader"] * 2)):
        chance = Random(seed)
        game = begin(rules, COLORS[: len(names)], chance, first=-1)
        players = company(rules, names, chance)
        count = 0
        while not game.state.over and count < 3000:
            command = players.next(game.state)
            if count % 9 == 0:
                assert is_offered(game, command), command
                assert_sound(game)
            game.ask(command)  # a refusal fails the test
            count += 1
        assert_sound(game)
        assert_folds_alike(game)


@pytest.mark.parametrize("edition", [entry.id for entry in registry.available()])
def test_traders_bring_games_to_an_end_by_themselves(edition: str) -> None:
    rules = Rules(registry.load(edition))
    for seed in range(4):
        chance = Random(seed)
        game = begin(rules, COLORS, chance)
        company(rules, ["trader"] * 4, chance).play(game, rounds=500)
        assert len(game.state.playing()) == 1 or rules.options.end == "first-unpaid"
        assert game.state.over
        assert not game.state.time_up


@pytest.mark.parametrize("edition", ["classic", "saigon"])
def test_looking_ahead_leaves_the_game_itself_alone_and_wins_more(edition: str) -> None:
    rules = Rules(registry.load(edition))
    wins = 0
    for seed in range(2):
        chance = Random(seed)
        game = begin(rules, COLORS[:2], chance)
        company(rules, ["lookahead", "cautious"], chance).play(game, rounds=30)
        assert_sound(game)
        assert_folds_alike(game)
        wins += game.state.winner == 0
    assert wins > 0


@pytest.mark.parametrize("name", SIMPLE)
def test_the_same_chance_gives_the_same_game(name: str) -> None:
    rules = Rules(registry.load("classic"))
    games = []
    for _ in range(2):
        chance = Random(7)
        game = begin(rules, COLORS, chance)
        company(rules, [name] * 4, chance).play(game, rounds=40)
        games.append(game.steps)
    assert games[0] == games[1]


def test_the_referee_calls_time_after_the_rounds() -> None:
    rules = Rules(registry.load("classic"))
    chance = Random(1)
    game = begin(rules, COLORS, chance)
    company(rules, ["cautious"] * 4, chance).play(game, rounds=5)
    assert game.state.over
    assert set(game.state.turns) == {6}


def test_a_bot_may_fill_a_chair_beside_people() -> None:
    """Each seat is asked by itself; who is not asked has nothing to say."""
    edition = registry.load("classic")
    game = Game.begin(Rules(edition), Begin(edition, COLORS, 1))
    guide, chance = Guide(game.rules), Random(5)
    bots: list[Bot] = [POLICIES["greedy"](guide, seat, chance) for seat in range(4)]
    for _ in range(400):
        answers = [answer for bot in bots if (answer := bot.answer(game.state))]
        if game.state.over:
            break
        assert answers
        game.ask(answers[0])
    assert sum(game.state.turns) > 50


@pytest.mark.parametrize("edition_id", [entry.id for entry in registry.available()])
def test_a_game_of_steady_players_ends(edition_id: str) -> None:
    edition = registry.load(edition_id)
    policy = Steady(Random(2))
    game = Game.begin(Rules(edition), Begin(edition, COLORS, -1))
    while not game.state.over:
        game.ask(policy.choose(game.rules, game.state))  # a refusal fails the test
        assert len(game.steps) < 20_000
    assert game.state.winner >= 0
    assert sum(game.state.accounts) == 0


@pytest.mark.parametrize("name", POLICIES)
def test_a_rent_that_waits_at_the_end_is_asked_for(name: str) -> None:
    rules = Rules(registry.load("classic", (), {"rent_claim": "own-throw"}))
    game = Game.begin(rules, Begin(rules.edition, ("red", "blue"), deal=((), (6,))))
    game.ask(Roll(0, 1, 5))
    game.ask(Finish("agreed"))
    assert type(game.state.agenda[-1]) is LastClaims
    owner, visitor = (POLICIES[name](Guide(rules), seat, Random(1)) for seat in (1, 0))
    assert visitor.answer(game.state) is None
    assert owner.answer(game.state) == ClaimRent(1)
    game.ask(ClaimRent(1))
    assert game.state.over
    assert game.state.accounts[:2] == [1494, 1506]


HEAD = "edition classic\nrule promises yes\nplayers red blue\ngiven red owns @39\ngiven blue owns @37\n"


@pytest.mark.parametrize(
    ("offer", "answer"),
    [
        ("blue offers red gives takes loan 500 900 5", Accept),  # red lends, and gets enough back
        ("blue offers red gives takes loan 500 550 5", Reject),  # not enough for the risk
        ("blue offers red gives loan 500 400 5 takes", Accept),
        ("blue offers red gives loan 500 501 5 takes", Reject),
        ("blue offers red gives 20 takes promise @39 3", Reject),  # three rents for less than one
        ("blue offers red gives 200 takes promise @39 3", Accept),
    ],
)
def test_promises_and_loans_are_weighed(offer: str, answer: type) -> None:
    game = stage(parse(f"{HEAD}{offer}")).game
    game.ask(wish(offer, game.rules.edition, ("red", "blue")))
    bot = POLICIES["trader"](Guide(game.rules), 0, Random(0))
    assert type(bot.judge(game.state, game.state.offers[0])) is answer
