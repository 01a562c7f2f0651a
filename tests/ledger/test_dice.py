"""Counting throws, and Pearson's test against printed tables."""

from datetime import UTC, datetime
from random import Random

import pytest

from companion.ledger.dice import Count, chi_square, count, of_faces, of_sums, tail
from companion.ledger.entry import Entry
from companion.rules.commands import AnyCommand, Roll, TakeBack
from companion.rules.events import AnyEvent, Rolled, TakenBack, Thrown


def entry(seq: int, command: AnyCommand, *events: AnyEvent) -> Entry:
    time = datetime(2026, 11, 30, tzinfo=UTC)
    return Entry(game="g", seq=seq, time=time, elapsed=0, origin="die", command=command, events=events)


@pytest.mark.parametrize(
    ("statistic", "freedom", "chance"),
    [  # critical values of the chi-square distribution as every table has them
        (3.841, 1, 0.05),
        (5.991, 2, 0.05),
        (11.070, 5, 0.05),
        (15.086, 5, 0.01),
        (1.145, 5, 0.95),
        (18.307, 10, 0.05),
        (29.588, 10, 0.001),
        (0, 5, 1),
        (0, 10, 1),
    ],
)
def test_the_tail_agrees_with_the_tables(statistic: float, freedom: int, chance: float) -> None:
    assert tail(statistic, freedom) == pytest.approx(chance, rel=1e-3)


def test_a_worked_example() -> None:
    """Sixty throws, 5 8 9 8 10 20 times each face: 13.4, and between 1 and 2.5 per cent."""
    test = chi_square([5, 8, 9, 8, 10, 20], [1] * 6)
    assert test.statistic == pytest.approx(13.4)
    assert test.chance is not None
    assert 0.01 < test.chance < 0.025


def test_few_throws_say_nothing() -> None:
    assert chi_square([4] * 6, [1] * 6).chance is None
    assert chi_square([0] * 6, [1] * 6).chance is None
    assert chi_square([5] * 6, [1] * 6).chance == 1


def test_fair_dice_look_fair_and_loaded_ones_do_not() -> None:
    chance = Random(4)
    fair, loaded = Count("fair"), Count("loaded")
    for _ in range(600):
        fair.add(Rolled(0, chance.randint(1, 6), chance.randint(1, 6), again=False))
        loaded.add(Rolled(0, chance.choice((1, 2, 3, 4, 5, 6, 6, 6)), chance.randint(1, 6), again=False))
    for test in (of_faces(fair), of_sums(fair)):
        assert test.chance is not None
        assert test.chance > 0.05
    for test in (of_faces(loaded), of_sums(loaded)):
        assert test.chance is not None
        assert test.chance < 0.001


def test_throws_are_counted_by_source_and_corrected_readings_kept() -> None:
    game = [
        entry(0, Roll(0, 1, 1), Rolled(0, 1, 1, again=True, source="die 7F3A")),
        entry(1, Roll(0, 3, 4), Rolled(0, 3, 4, again=False, source="die 7F3A", misread="3-5")),
        entry(2, Roll(0, 6, 6), Thrown(0, 6, 6, source="buttons")),
    ]
    die, buttons = count([game])
    assert (die.source, die.throws, die.faces, die.misread) == ("die 7F3A", 2, [2, 0, 1, 1, 0, 0], ["3-5"])
    assert (buttons.source, buttons.throws, buttons.sums[-1]) == ("buttons", 1, 1)


def test_throws_of_a_numbered_die_are_one_source_and_those_not_used_are_counted() -> None:
    numbers = (7, 8, 11, 12, 4_000_000_000, 4_000_000_001, 2)
    game = [
        entry(seq, Roll(0, 1, 2), Rolled(0, 1, 2, again=False, source=f"red-die:{number}"))
        for seq, number in enumerate(numbers)
    ]
    [die] = count([game, game])
    assert (die.source, die.throws, die.unused) == ("red-die", 14, 4)


def test_a_throw_that_was_taken_back_does_not_count() -> None:
    game = [
        entry(0, Roll(0, 1, 1)),
        entry(1, Roll(0, 3, 4), Rolled(0, 3, 4, again=False, source="die")),
        entry(2, TakeBack(1, "cocked"), TakenBack(1, "cocked")),
        entry(3, Roll(0, 2, 5), Rolled(0, 2, 5, again=False, source="die")),
    ]
    [die] = count([game])
    assert die.faces == [0, 1, 0, 0, 1, 0]
