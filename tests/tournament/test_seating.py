from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.tournament.seating import (
    SeatingPlan,
    balanced,
    fewest_repeats,
    meetings,
    numbered,
    plan,
    repeats,
    sizes_for,
)
from tests.tournament.repeats import searched


@pytest.mark.parametrize(
    ("people", "sizes"),
    [(16, [4] * 4), (17, [5, 4, 4, 4]), (7, [4, 3]), (9, [5, 4]), (10, [5, 5]), (11, [4, 4, 3]), (6, [6]), (5, [5])],
)
def test_fours_are_liked_and_fives_come_next(people: int, sizes: list[int]) -> None:
    assert sizes_for(people, (4, 5, 3, 6)) == sizes


def test_two_people_fit_no_table() -> None:
    assert sizes_for(2, (4, 5, 3)) == []


@given(st.integers(3, 120))
def test_everybody_has_a_seat(people: int) -> None:
    assert sum(sizes_for(people, (4, 5, 3, 6))) == people


@pytest.mark.parametrize(("people", "rounds"), [(16, 3), (16, 4), (24, 3), (24, 4), (48, 4)])
def test_nobody_meets_twice_where_that_can_be(people: int, rounds: int) -> None:
    assert searched(people, rounds) == (0, 1)


def test_repeats_that_must_be_are_shared_out() -> None:
    found, most = searched(16, 6)
    assert found == fewest_repeats(16, 6, [4] * 4) == 24
    assert most == 2


def test_the_same_chance_seats_the_same_way() -> None:
    nobody = [[0] * 20 for _ in range(20)]
    once, again = (plan(range(20), [4] * 5, 3, nobody, nobody, Random(7), moves=3_000) for _ in range(2))
    assert once == again


@given(st.integers(0, 10_000))
def test_a_swap_costs_what_was_told_before(seed: int) -> None:
    chance = Random(seed)
    people = list(range(13))
    met = [[0] * 13 for _ in people]
    strain = [[0] * 13 for _ in people]
    for a in people:
        for b in people[:a]:
            met[a][b] = met[b][a] = chance.randint(0, 3)
            strain[a][b] = strain[b][a] = chance.randint(0, 9)
    first = [people[:4], people[4:8], people[8:]]
    searched_rounds = SeatingPlan([first], met, strain)
    before = searched_rounds.cost()
    a, b = first[0][1], first[2][3]
    told = searched_rounds.gain(first[0], first[2], a, b)
    searched_rounds.swap(first, 0, 2, 1, 3)
    assert searched_rounds.cost() == before + told


def test_nobody_comes_to_the_same_table_again() -> None:
    history = [[[0, 1], [2, 3], [4, 5]]]
    assert numbered([[0, 2], [4, 1], [3, 5]], history) != [[0, 2], [4, 1], [3, 5]]
    again = numbered([[0, 1], [2, 3], [4, 5]], history)
    assert all(table != before for table, before in zip(again, history[0], strict=True))


def test_seats_are_evened_out() -> None:
    history = [[[0, 1, 2, 3]], [[1, 0, 3, 2]], [[2, 3, 0, 1]]]
    assert balanced([0, 1, 2, 3], history) == [3, 2, 1, 0]


def test_meetings_count_both_ways() -> None:
    met = meetings(4, [[[0, 1], [2, 3]], [[0, 1], [3, 2]], [[0, 1]]])
    assert met[0][1] == met[1][0] == 3
    assert repeats(met) == 3
