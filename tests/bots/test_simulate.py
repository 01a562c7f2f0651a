"""Simulations: reproducible for any number of jobs, honest in their sums, and plain when something cannot be played."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from companion import compiled
from companion.bots.simulate.pool import BATCH, PlayedGame, batches, play, play_all
from companion.bots.simulate.report import change, marks, summarise
from companion.bots.simulate.variant import Conditions, Variant, guide_of, seats
from companion.cli import main
from companion.errors import UserError
from tests.refused import refused

CLASSIC = Variant("classic")
GREEDY = Conditions(("greedy",) * 3, seed=4, rounds=30, marks=(20, 60))


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["simulate", *arguments]) == 0
    return capsys.readouterr().out


def found(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    report: dict[str, object] = json.loads(run(capsys, "--json", *arguments))
    return report


def without_times(report: dict[str, object]) -> dict[str, object]:
    timed = {"seconds", "games_per_second", "player_turns_per_second", "jobs"}
    return {key: value for key, value in report.items() if key not in timed}


def test_jobs_change_nothing_but_the_time(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--games", str(BATCH + 3), "--rounds", "15", "--seed", "9", "--compare", "profile=pot")
    one = found(capsys, *options, "--jobs", "1")
    two = found(capsys, *options, "--jobs", "2")
    assert without_times(one) == without_times(two)
    assert (one["games"], one["jobs"], two["jobs"]) == (2 * (BATCH + 3), 1, 2)


def test_the_seed_changes_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--games", "4", "--rounds", "10", "--jobs", "1")
    first, again, other = (found(capsys, *options, "--seed", seed) for seed in ("1", "1", "2"))
    assert without_times(first) == without_times(again)
    assert first["events"] != other["events"]


def test_the_json_says_how_fast_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    report = found(capsys, "--games", "3", "--rounds", "20", "--jobs", "1")
    turns, seconds, speed = (report[key] for key in ("player_turns", "seconds", "player_turns_per_second"))
    assert isinstance(turns, int)
    assert isinstance(seconds, float)
    assert isinstance(speed, int)
    assert turns / speed == pytest.approx(seconds, abs=0.01)  # seconds are rounded


def test_a_game_depends_on_its_number_only() -> None:
    alone = [play(CLASSIC, GREEDY, number) for number in (5, 2)]
    row = [play(CLASSIC, GREEDY, number) for number in range(6)]
    assert alone == [row[5], row[2]]
    assert len(set(row)) == 6


def test_sums_of_a_summary_add_up() -> None:
    records = [record for batch in play_all(batches(CLASSIC, GREEDY, 30), 1, lambda _: None) for record in batch]
    summary = summarise(CLASSIC, GREEDY, guide_of(CLASSIC).rules, records, (10, 30))
    assert [record.number for record in records] == list(range(30))
    assert sum(each.value for each in summary.seat_wins) == pytest.approx(1.0)
    assert summary.bot_wins["greedy"].value == pytest.approx(1 / 3)
    assert summary.player_turns == sum(record.turns for record in records) == round(summary.turns.value * 30)
    assert sum(each.rent for each in summary.incomes) * 30 == pytest.approx(sum(sum(r.rents) for r in records))
    assert [limit.turns for limit in summary.limits] == [20, 60]


def test_limits_count_games_that_are_over_and_leaders_that_win() -> None:
    def record(number: int, turns: int, winner: int, leaders: tuple[int, ...], reason: str = "last") -> PlayedGame:
        return PlayedGame(number, ("greedy",) * 3, turns, 9, 9, winner, reason, 2, (0,) * 40, leaders)

    records = [
        record(0, 15, 0, ()),
        record(1, 40, 1, (1,)),
        record(2, 90, 2, (0, 2)),
        record(3, 91, 0, (0, 0), reason="time"),
    ]
    early, late = summarise(CLASSIC, GREEDY, guide_of(CLASSIC).rules, records, (10, 30)).limits
    assert (early.decided.value, early.leader_wins.value) == (1 / 4, 1 / 2)
    assert (late.decided.value, late.leader_wins.value) == (2 / 4, 1.0)


def test_a_comparison_is_the_second_less_the_first() -> None:
    setting = Conditions(("trader",) * 4, seed=1, rounds=200)
    quick = Variant("classic", ("quick-classic",))
    slow = [play(CLASSIC, setting, number) for number in range(12)]
    fast = [play(quick, setting, number) for number in range(12)]
    effect = change(slow, fast, (CLASSIC.name, quick.name))
    assert effect.turns.high < 0
    assert effect.bankrupt.value == pytest.approx(-2.0)
    assert change(slow, slow, ("", "")).turns.value == 0


def test_time_limits_become_turns() -> None:
    assert marks((30, 60), 30.0) == (60, 120)
    assert marks((1,), 600.0) == (1,)


def test_bots_take_the_seats_in_turn() -> None:
    assert seats(("greedy", "trader"), 3) == ("greedy", "trader", "greedy")
    with refused(UserError, 'did you mean "greedy"'):
        seats(("greedi",), 4)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--edition", "clasic"), 'did you mean "classic"'),
        (("--profile", "pott"), 'did you mean "pot"'),
        (("--compare", "pot"), "profile=ID"),
        (("--compare", "rule jail_fee much"), "jail_fee"),
        (("--edition", "dong", "--rule", "jail_fee", "15.000"), "multiple of 10,000"),
        (("--edition", "dong", "--compare", "rule jail_fee 1.005k"), "multiple of 10,000"),
        (("--edition", "web", "--players", "5"), "2 to 4 players"),
        (("--players", "9"), "do not make a table"),
        (("--games", "0"), "--games"),
    ],
)
def test_what_cannot_be_played_is_said_at_once(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *arguments]) in (1, 2)
    assert message in capsys.readouterr().err


def test_the_report_reads_well(capsys: pytest.CaptureFixture[str]) -> None:
    text = run(
        capsys,
        "--games",
        "6",
        "--bots",
        "trader,greedy",
        "--compare",
        "rule go_salary 0",
        "--minutes",
        "60",
        "--jobs",
        "1",
    )
    assert "player-turns/s" in text
    assert "with 60 minutes (120 turns of 30 s)" in text
    assert "won by bot" in text
    assert "classic go_salary=0 against classic" in text


def test_a_sum_is_typed_as_people_write_it(capsys: pytest.CaptureFixture[str]) -> None:
    rules = ("--rule", "jail_fee", "1.5M", "--rule", "go_salary", "1,000,000", "--compare", "rule jail_fee 1 million")
    text = run(capsys, "--edition", "dong", *rules, "--games", "2", "--rounds", "3", "--jobs", "1")
    assert "dong jail_fee=1500000 go_salary=1000000 jail_fee=1000000 against" in text


def test_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "games.csv"
    options = ("--games", "3", "--rounds", "40", "--jobs", "1")
    run(capsys, *options, "--csv", str(table), "--plots", str(tmp_path / "svg"))
    run(capsys, *options, "--plots", str(tmp_path / "png"), "--format", "png")
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["number"] for row in rows] == ["0", "1", "2"]
    for path in (tmp_path / "svg").iterdir():
        assert ElementTree.parse(path).getroot().tag.endswith("svg")
    for path in (tmp_path / "png").iterdir():
        with Image.open(path) as image:
            assert image.size == (720, 400)
            assert len(image.getcolors(100_000) or []) > 3
    assert len(list((tmp_path / "png").iterdir())) == len(list((tmp_path / "svg").iterdir())) == 3


@pytest.mark.parametrize(("made", "taken", "said"), [(False, False, False), (True, True, False), (True, False, True)])
def test_compiled_rules_that_do_not_fit_the_sources_are_said_to_be_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], made: bool, taken: bool, said: bool
) -> None:
    monkeypatch.setattr(compiled, "is_there", lambda: made)
    monkeypatch.setattr(compiled, "is_taken", lambda: taken)
    assert main(["simulate", "--games", "2", "--rounds", "1", "--jobs", "1"]) == 0
    assert ("the compiled rules are not those of these sources" in capsys.readouterr().err) is said
