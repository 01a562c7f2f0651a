"""Chances of winning: they add up to one, a decided game has its winner, and more futures make them surer."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from statistics import fmean, pstdev, stdev

import pytest

from companion.bots.chances import LEAST, Chances, future, holdings, odds, reckon, share_of_wealth
from companion.bots.guide import Guide
from companion.bots.policies import LEVELS, POLICIES
from companion.bots.self_play import SelfPlay, begin
from companion.bots.simulate.figures import Z
from companion.editions import registry
from companion.rules.frames import BANK
from companion.rules.game import Game, copy
from companion.rules.rules import Rules
from companion.rules.state import State

COLORS = ("red", "blue", "green", "yellow")


def played(
    edition: str, rounds: int, bot: str = "greedy", rules: Mapping[str, int] | None = None
) -> tuple[Guide, Game]:
    guide, chance = Guide(Rules(registry.load(edition, rules=dict(rules or {})))), Random(3)
    game = begin(guide.rules, COLORS, chance)
    SelfPlay(guide.rules, [POLICIES[bot](guide, seat, chance) for seat in range(4)], chance).play(game, rounds)
    return guide, game


def at_half(edition: str) -> tuple[Guide, State]:
    guide, game = played(edition, 40)
    return guide, game.at(len(game.steps) // 2)


@pytest.mark.parametrize("edition", [entry.id for entry in registry.available()])
def test_chances_add_up_and_leave_the_game_alone(edition: str) -> None:
    guide, state = at_half(edition)
    before = copy(state)
    chances = reckon(guide, state, Random(1), margin=1.0, most=LEAST)
    assert sum(chances.shares) == pytest.approx(1)
    assert state == before
    assert chances.shares == reckon(guide, state, Random(1), margin=1.0, most=LEAST).shares


def test_more_futures_make_them_surer() -> None:
    guide, state = at_half("classic")
    rough = reckon(guide, state, Random(1), margin=1.0, most=LEAST)
    fine = reckon(guide, state, Random(1), margin=0.01, most=2000)
    assert rough.margin > 0.01 >= fine.margin
    assert rough.games < fine.games


def test_a_decided_game_has_its_winner() -> None:
    guide, game = played("classic", 500)
    shares = reckon(guide, game.state, Random(1), margin=0.01, most=LEAST).shares
    assert shares == [float(seat == game.state.winner) for seat in range(4)]


def test_who_has_lost_nearly_everything_has_hardly_a_chance() -> None:
    guide, state = at_half("classic")
    state.owner = [1 if owner == 0 else owner for owner in state.owner]
    state.accounts[BANK] += state.accounts[0] - 1
    state.accounts[0] = 1
    assert reckon(guide, state, Random(1), margin=0.03, most=200).shares[0] < 0.1


def test_a_whole_group_is_worth_more_than_its_parts() -> None:
    guide, game = played("classic", 1)
    whole, scattered = copy(game.start), copy(game.start)
    for square, other in zip((1, 3), (1, 6), strict=True):
        whole.owner[square] = scattered.owner[other] = 0
    prices = [guide.deed(square).price for square in (1, 3, 6)]
    assert holdings(guide, whole, 0) - prices[0] - prices[1] > holdings(guide, scattered, 0) - prices[0] - prices[2]


def test_odds_are_even_where_nobody_has_anything() -> None:
    assert odds([0, 0], 3) == [0.5, 0.5]
    assert odds([1, 2], 2) == [0.2, 0.8]


def test_a_future_values_each_seat_and_the_plain_guess_goes_by_wealth() -> None:
    guide, state = at_half("classic")
    assert sum(future(guide, state, Random(2)).shares) == pytest.approx(1)
    worths = [guide.rules.worth(state, seat) for seat in range(4)]
    assert share_of_wealth(guide, state) == [worth / sum(worths) for worth in worths]


def luck_of(guide: Guide, state: State, futures: int) -> list[list[float]]:
    return [future(guide, state, Random(number)).luck for number in range(futures)]


@pytest.mark.parametrize(("edition", "dice"), [("classic", 2), ("classic", 1), ("saigon", 2), ("dong", 1)])
def test_luck_is_one_s_gain_and_another_s_loss_and_nothing_on_average(edition: str, dice: int) -> None:
    guide, game = played(edition, 40, rules={"dice": dice})
    state = game.at(len(game.steps) // 2)
    found = luck_of(guide, state, 400)
    assert all(abs(sum(luck)) < 1e-6 * guide.rules.unit for luck in found)
    for luck in zip(*found, strict=True):
        assert abs(fmean(luck)) < 4 * stdev(luck) / 20  # four standard errors


def test_luck_explains_a_part_of_what_futures_differ_by() -> None:
    guide, game = played("classic", 40, "trader")
    state = game.at(len(game.steps) // 2)
    chances = Chances(guide, state, Random(1))
    chances.add(300)
    plain = [future(guide, state, Random(number)).shares for number in range(300)]
    spread = max(map(pstdev, zip(*plain, strict=True)))
    assert chances.margin < 0.9 * Z * spread / 300**0.5
    for share, shares in zip(chances.shares, zip(*plain, strict=True), strict=True):
        assert abs(share - fmean(shares)) < 5 * spread / 300**0.5


def test_the_levels_are_bots() -> None:
    assert set(LEVELS.values()) <= set(POLICIES)


JUNIOR_LIKE = {"dice": 1, "auction": False, "start_cash": 600}


@pytest.mark.parametrize(
    ("edition", "rules"),
    [("classic", {}), ("saigon", {}), ("dong", {}), ("classic", JUNIOR_LIKE), ("dong", {"dice": 1})],
)
def test_the_planner_plays_whole_games_and_reckons(edition: str, rules: dict[str, str | int | bool]) -> None:
    guide, chance = Guide(Rules(registry.load(edition, rules=rules))), Random(2)
    game = begin(guide.rules, COLORS[:3], chance)
    bots = [POLICIES[name](guide, seat, chance) for seat, name in enumerate(("planner", "trader", "trader"))]
    SelfPlay(guide.rules, bots, chance).play(game, 25)  # a refusal fails the test
    assert game.state.over
