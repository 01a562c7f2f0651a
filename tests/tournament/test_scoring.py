import pytest

from companion.tournament.results import GameResult, SeatResult, awarded, result_of
from companion.tournament.scoring import Played, Scoring, Totals, points
from tests.ledger.playing import new_game, play

OVER = awarded([2000, 1000, 1000, 0])
OUTRIGHT = awarded([0, 5000, 0])


def test_places_and_bankrupts_of_an_award() -> None:
    assert [(seat.place, seat.out) for seat in OVER.seats] == [(1, False), (2, False), (2, False), (4, True)]
    assert OUTRIGHT.is_outright


@pytest.mark.parametrize(
    ("scoring", "expected"),
    [
        (Scoring(), [5000, 2500, 2500, 0]),
        (Scoring(win_bonus=10), [6000, 2500, 2500, 0]),
        (Scoring(by="place"), [100, 250, 250, 400]),
        (Scoring(by="points", points=(5, 3, 1)), [500, 200, 200, 0]),
    ],
)
def test_what_a_game_is_worth(scoring: Scoring, expected: list[int]) -> None:
    assert points(scoring, OVER) == expected


def test_a_table_that_one_has_emptied() -> None:
    assert points(Scoring(), OUTRIGHT) == [0, 10_000, 0]
    assert points(Scoring(by="points", points=(3, 2, 1), outright=100), OUTRIGHT)[1] == 10_000


def test_a_played_game_has_its_places_by_worth() -> None:
    game = new_game(seed=5)
    list(play(game, 5, 300))
    found = result_of(game)
    in_play = [seat for seat in found.seats if not seat.out]
    assert not found.final
    assert sorted(in_play, key=lambda seat: seat.place) == sorted(in_play, key=lambda seat: -seat.worth)
    assert found.total == sum(game.rules.worth(game.state, seat) for seat in game.state.playing())


def of(places: tuple[int, ...], worth: int = 100) -> GameResult:
    return GameResult(tuple(SeatResult(worth, place) for place in places))


def ranks(scoring: Scoring, games: list[Played], people: range) -> list[tuple[int, int]]:
    return [(line.person, line.rank) for line in Totals(scoring, games, {}).standings(people)]


def test_lowest_sum_of_places_leads() -> None:
    games = [Played(0, 0, (0, 1, 2), of((3, 1, 2))), Played(1, 0, (0, 1, 2), of((2, 1, 3)))]
    assert ranks(Scoring(by="place", ties=()), games, range(3)) == [(1, 1), (0, 2), (2, 2)]


def test_worth_parts_equal_points() -> None:
    games = [
        Played(0, 0, (0, 1), GameResult((SeatResult(900, 1), SeatResult(100, 2)))),
        Played(0, 1, (2, 3), GameResult((SeatResult(950, 1), SeatResult(100, 2)))),
    ]
    assert ranks(Scoring("points", (3, 1), ties=("worth",)), games, range(4)) == [(2, 1), (0, 2), (1, 3), (3, 3)]


def test_the_standings_say_what_parted_equal_points() -> None:
    games = [
        Played(0, 0, (0, 1), GameResult((SeatResult(900, 1), SeatResult(100, 2)))),
        Played(0, 1, (2, 3), GameResult((SeatResult(950, 1), SeatResult(100, 2)))),
    ]
    lines = Totals(Scoring("points", (3, 1)), games, {}).standings(range(5))
    assert [(line.person, line.tie) for line in lines] == [(2, ""), (0, "worth"), (1, ""), (3, ""), (4, "")]


@pytest.mark.parametrize(
    ("cash", "worths", "told"),
    [
        ((10, 10, 90, 80), (500, 500, 400, 400), [(1, ""), (2, "seat"), (3, ""), (4, "cash")]),
        ((10, 5, 90, 90), (500, 500, 400, 400), [(1, ""), (2, "cash"), (3, ""), (3, "")]),
    ],
)
def test_a_result_says_what_parted_equal_worth(
    cash: tuple[int, ...], worths: tuple[int, ...], told: list[tuple[int, str]]
) -> None:
    game = new_game(seed=5)
    state = game.state
    for seat, deed in zip(state.seats, game.rules.deeds, strict=False):
        state.accounts[seat], state.owner[deed] = cash[seat], seat
        game.rules.prices[deed] = worths[seat] - cash[seat]
    state.over, state.winner = True, 0
    assert [(seat.place, seat.tie) for seat in result_of(game).seats] == told


def test_wins_part_equal_points() -> None:
    games = [Played(0, 0, (0, 1, 2), of((1, 2, 3))), Played(1, 0, (0, 1, 2), of((3, 2, 1)))]
    scoring = Scoring("points", (4, 2, 0), ties=("wins",))
    assert ranks(scoring, games, range(3)) == [(0, 1), (2, 1), (1, 3)]


def test_those_who_met_are_parted_by_their_games() -> None:
    games = [Played(0, 0, (0, 1, 2), of((2, 1, 3))), Played(1, 0, (0, 3, 4), of((1, 2, 3)))]
    games += [Played(1, 1, (1, 5, 6), of((2, 1, 3)))]
    scoring = Scoring("points", (4, 2, 0), ties=("head-to-head",))
    assert ranks(scoring, games, range(2)) == [(1, 1), (0, 2)]


def test_strong_opponents_part_the_rest() -> None:
    games = [
        Played(0, 0, (0, 2), of((2, 1))),
        Played(0, 1, (1, 3), of((2, 1))),
        Played(1, 0, (2, 4), of((1, 2))),
        Played(1, 1, (3, 5), of((2, 1))),
    ]
    scoring = Scoring("points", (1, 0), ties=("buchholz",))
    assert ranks(scoring, games, range(2)) == [(0, 1), (1, 2)]


def test_penalties_count_against_one_either_way() -> None:
    games = [Played(0, 0, (0, 1), of((1, 2)))]
    for scoring, first in ((Scoring("points", (3, 2)), 1), (Scoring(by="place"), 1)):
        assert Totals(scoring, games, {0: 200}).standings(range(2))[0].person == first
