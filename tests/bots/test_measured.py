"""Strength and calibration are measured as they are named: by hand-made results whose answers are known."""

from __future__ import annotations

from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from companion.bots.policies import POLICIES
from companion.bots.simulate.calibration import Foretold, foretell, reliability, score, thirds
from companion.bots.simulate.strength import Match, among, mixed, play_match, strengths, wins_of
from companion.bots.simulate.variant import Variant
from companion.cli import main

CLASSIC = Variant("classic")


def test_ratings_find_strengths_again() -> None:
    chance, bots = Random(1), ("cautious", "greedy", "trader", "planner")
    matches = [Match(bots, chance.choices(range(4), (1, 1, 2, 4))[0]) for _ in range(3000)]
    rated = strengths(matches, 1)
    assert [each.bot for each in rated][:2] == ["planner", "trader"]
    gaps = rated[0].rating.value - rated[1].rating.value, rated[1].rating.value - rated[2].rating.value
    assert gaps == pytest.approx((120, 120), abs=25)  # twice as strong: 400 log 2
    assert all(each.rating.low < each.rating.value < each.rating.high for each in rated)
    assert sum(each.rating.value for each in rated) == pytest.approx(6000)


def test_every_bot_meets_every_other_and_sits_in_every_seat() -> None:
    tables = mixed(60, 1)
    assert {frozenset(table) for table in tables} == {frozenset(POLICIES) - {out} for out in POLICIES}
    assert [table.index("planner") for table in among("planner", "trader", 5)] == [0, 1, 2, 3, 0]


def test_a_match_is_the_same_by_the_same_seed() -> None:
    bots = ("planner", "trader", "greedy")
    assert play_match(7, CLASSIC, bots) == play_match(7, CLASSIC, bots)


def test_wins_are_counted_by_name() -> None:
    assert wins_of("planner", [Match(("planner", "trader"), 0), Match(("trader", "planner"), 0)]).value == 0.5


def test_scores_are_briers() -> None:
    sure, wrong = Foretold(0.1, (1.0, 0.0), (0.5, 0.5), 0), Foretold(0.9, (1.0, 0.0), (0.5, 0.5), 1)
    early, late = thirds([sure, wrong])
    assert (early.reckoned, early.guessed, early.gain) == (0.0, 0.5, 1.0)
    assert (late.reckoned, late.positions) == (2.0, 1)
    assert score([]).gain == 0.0


def test_what_was_said_is_held_against_what_came() -> None:
    points = list(reliability([Foretold(0.5, (0.75, 0.25), (0.5, 0.5), 0)] * 3))
    assert [(said, came.value) for said, came in points] == [(25.0, 0.0), (75.0, 1.0)]


def test_a_position_is_drawn_by_its_seed() -> None:
    assert foretell((CLASSIC, "1/1")) == foretell((CLASSIC, "1/1"))
    assert 0 < foretell((CLASSIC, "1/2")).part < 1


def test_the_command_prints_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drawing = tmp_path / "reliability.svg"
    assert main(["bots", "chances", "--games", "2", "--jobs", "1", "--diagram", str(drawing)]) == 0
    assert ElementTree.parse(drawing).getroot().tag.endswith("svg")
    assert main(["bots", "strength", "--games", "2", "--jobs", "1"]) == 0
    shown = capsys.readouterr().out
    assert "first third" in shown
    assert "against three of trader" in shown
    assert main(["bots", "strength", "--games", "0"]) == 2
    assert "at least one game" in capsys.readouterr().err
