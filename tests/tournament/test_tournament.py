from datetime import timedelta
from typing import cast

import pytest

from companion.errors import UserError
from companion.tournament import records
from companion.tournament.formats import FORMATS, Format, Stage
from companion.tournament.records import draw
from companion.tournament.results import GameResult, awarded
from companion.tournament.scoring import Scoring
from companion.tournament.seating import Person, meetings
from companion.tournament.state import Tournament
from tests.tournament.play import NOON, opened, play_round

Results = dict[tuple[int, int], GameResult]


def seated(tournament: Tournament, number: int) -> set[int]:
    return {person for table in tournament.rounds[number].tables for person in table}


def test_three_rounds_and_a_final_of_the_four_best() -> None:
    tournament, results = opened(16), Results()
    for seed in range(3):
        play_round(tournament, results, seed)
    met = meetings(16, [this.tables for this in tournament.rounds])
    assert max(map(max, met)) == 1
    best = {line.person for line in tournament.standings(results)[:4]}
    assert play_round(tournament, results, 9) == 3
    assert seated(tournament, 3) == best
    final = results[3, 0]
    champion = tournament.rounds[3].tables[0][[seat.place for seat in final.seats].index(1)]
    lines = tournament.standings(results)
    assert lines[0].person == champion
    assert [line.tie for line in lines[:5]] == ["", "knockout", "knockout", "knockout", "knockout"]
    with pytest.raises(UserError, match=r"tournament\.over"):
        draw(tournament, results, 1)


def test_the_clock_of_a_round_runs_out_once() -> None:
    tournament, hour = opened(8, [Stage(rounds=2, minutes=60)]), NOON + timedelta(hours=1)
    assert (tournament.may_draw(), tournament.may_begin(), tournament.is_time_up(hour)) == (True, False, False)
    with pytest.raises(UserError, match="no-round-drawn"):
        tournament.take(records.Started(-1, NOON))
    tournament.take(draw(tournament, {}, 1))
    assert (tournament.may_draw(), tournament.may_begin(), tournament.is_time_up(hour)) == (True, True, False)
    tournament.take(records.Started(0, NOON))
    assert (tournament.may_draw(), tournament.may_begin(), tournament.may_extend()) == (False, False, True)
    assert not tournament.is_time_up(hour - timedelta(seconds=1))
    assert tournament.is_time_up(hour)
    tournament.take(records.Extended(0, 600))
    assert not tournament.is_time_up(hour)
    assert tournament.is_time_up(hour + timedelta(minutes=10))
    tournament.take(records.LastTurnCalled(0, hour))
    assert not tournament.is_time_up(hour + timedelta(minutes=10))
    for late in (records.Extended(0, 600), records.LastTurnCalled(0, hour)):
        with pytest.raises(UserError, match="last-turn-called"):
            tournament.take(late)
    tournament.take(records.Closed(0))
    assert tournament.may_draw()
    with pytest.raises(UserError, match="round-not-played"):
        tournament.take(records.Extended(0, 600))


def test_a_round_without_a_clock_never_runs_out() -> None:
    tournament = opened(8, [Stage(rounds=1, minutes=0)])
    tournament.take(draw(tournament, {}, 1))
    tournament.take(records.Started(0, NOON))
    assert not tournament.is_time_up(NOON + timedelta(days=1))
    tournament.take(records.Closed(0))
    assert tournament.is_over()
    assert not tournament.may_draw()


def test_a_knock_out_sends_the_winners_on() -> None:
    tournament, results = opened(20, [Stage(rounds=1), Stage("knockout", top=16)]), Results()
    play_round(tournament, results, 1)
    ranked = [line.person for line in tournament.standings(results)]
    play_round(tournament, results, 2)
    assert seated(tournament, 1) == set(ranked[:16])
    for table in tournament.rounds[1].tables:  # one of each four in the ranking: the four best are apart
        assert sorted(ranked.index(person) // 4 for person in table) == [0, 1, 2, 3]
    play_round(tournament, results, 3)
    winners = {
        table[[seat.place for seat in results[1, at].seats].index(1)]
        for at, table in enumerate(tournament.rounds[1].tables)
    }
    assert seated(tournament, 2) == winners
    assert {line.person for line in tournament.standings(results)[:4]} == winners


def test_in_a_swiss_round_equals_meet() -> None:
    tournament, results = opened(24, [Stage("swiss", rounds=4)]), Results()
    play_round(tournament, results, 1)
    ranked = [line.person for line in tournament.standings(results)]
    tournament.take(draw(tournament, results, 2))
    spreads = [
        max(places) - min(places)
        for table in tournament.rounds[1].tables
        for places in [[ranked.index(person) for person in table]]
    ]
    assert sum(spreads) / len(spreads) < 12  # chance alone: about 15


def test_a_last_round_by_rank_has_the_best_at_table_one() -> None:
    tournament, results = opened(12, [Stage(rounds=1), Stage("rank")]), Results()
    play_round(tournament, results, 1)
    ranked = [line.person for line in tournament.standings(results)]
    tournament.take(draw(tournament, results, 2))
    assert [set(table) for table in tournament.rounds[1].tables] == [set(ranked[at : at + 4]) for at in (0, 4, 8)]


def test_friends_and_teams_sit_apart() -> None:
    tournament = opened(16)
    for number in range(16):
        person = Person(f"Player {number}", team=f"team {number // 4}", apart=(1,) if number == 8 else ())
        tournament.take(records.Registered(number, person))
    tournament.take(draw(tournament, {}, 3))
    for table in tournament.rounds[0].tables:
        assert len({number // 4 for number in table}) == 4
        assert not {1, 8} <= set(table)


def test_the_strongest_sit_apart() -> None:
    tournament = opened(16, seeds_apart=True)
    for number in range(4):
        tournament.take(records.Registered(number, Person(f"Player {number}", seed=number + 1)))
    tournament.take(draw(tournament, {}, 3))
    assert all(len({0, 1, 2, 3} & set(table)) == 1 for table in tournament.rounds[0].tables)


def test_alternates_fill_up_and_late_people_join() -> None:
    tournament, results = opened(11), Results()
    tournament.take(records.Registered(11, Person("Spare", alternate=True)))
    tournament.take(records.CheckedIn(11))
    play_round(tournament, results, 1)
    assert 11 in seated(tournament, 0)
    tournament.take(records.Registered(12, Person("Late")))
    tournament.take(records.CheckedIn(12))
    tournament.take(records.Dropped(3))
    play_round(tournament, results, 2)
    assert seated(tournament, 1) == set(range(12)) - {3} | {12}
    assert next(line for line in tournament.standings(results) if line.person == 3).points > 0
    tournament.take(records.CheckedIn(5, here=False))
    play_round(tournament, results, 3)
    assert 5 not in seated(tournament, 2)


def test_a_substitute_counts_for_whom_the_judge_says() -> None:
    for counts, for_whom in ((False, 0), (True, 8)):
        tournament = opened(8, [Stage(rounds=2)], scoring=Scoring("points", (3, 2, 1, 0)))
        tournament.take(records.Registered(8, Person("Spare", alternate=True)))
        tournament.take(records.RoundDrawn(0, ((0, 1, 2, 3), (4, 5, 6, 7))))
        tournament.take(records.Substituted(0, 0, 0, 8, counts))
        points = {line.person: line.points for line in tournament.standings({(0, 0): awarded([9, 5, 4, 3])})}
        assert points[for_whom] == 300
        assert points.get(8 - for_whom, 0) == 0
        assert tournament.players(0, 0) == (8, 1, 2, 3)
        tournament.take(records.Closed(0))
        tournament.take(records.RoundDrawn(1, ((0, 1, 2, 3), (4, 5, 6, 7))))
        assert tournament.players(1, 0) == (0, 1, 2, 3)  # of that one game only


def test_the_clock_of_a_round() -> None:
    tournament = opened(8, [Stage(rounds=2, minutes=60)])
    tournament.take(draw(tournament, {}, 1))
    assert tournament.ends(0) is None
    tournament.take(records.Started(0, NOON))
    tournament.take(records.Extended(0, 120))
    assert tournament.ends(0) == NOON + timedelta(minutes=62)


def test_a_judge_sets_a_result_and_rules() -> None:
    tournament = opened(8, [Stage(rounds=1)])
    tournament.take(draw(tournament, {}, 1))
    assert tournament.open_tables(0, {}) == [0, 1]
    tournament.take(records.Awarded(0, 1, (5, 4, 3, 0), "the box broke and nobody wrote anything down"))
    assert tournament.open_tables(0, {}) == [0]
    tournament.take(records.Disputed(0, 0, 0, "was the rent claimed in time?", seq=17))
    tournament.take(records.Ruled(0, "it was", "Head judge"))
    assert tournament.disputes[0].ruling == "it was"


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (records.Registered(8, Person("Player 1")), "registered-already name=Player 1"),
        (records.Registered(9, Person("Nobody")), "next-person number=8"),
        (records.CheckedIn(77), "no-person-number number=77"),
        (records.RoundDrawn(2, ((0, 1),)), "round-not-drawable round=3"),
        (records.RoundDrawn(0, ((0, 1), (1, 2))), "one-table-each"),
        (records.Started(5, NOON), "round-not-drawn"),
        (records.LastTurnCalled(0, NOON), "round-not-played"),
        (records.Substituted(0, 0, 9, 1), "no-such-seat table=1 seats=4"),
        (records.Substituted(0, 0, 0, 7), "plays-already name=Player 7"),
        (records.Awarded(0, 0, (1, 2), "x"), "one-worth-each"),
        (records.Awarded(0, 0, (1, 2, 3, 4), " "), "award-without-reason"),
        (records.Ruled(4, "x", "y"), "no-such-dispute number=4"),
        (records.Announced(1, 0, "g"), "round-not-drawn"),
    ],
)
def test_what_cannot_be_is_refused(record: records.AnyRecord, why: str) -> None:
    tournament = opened(8, [Stage(rounds=2)])
    tournament.take(records.RoundDrawn(0, ((0, 1, 2, 3), (4, 5, 6, 7))))
    with pytest.raises(UserError, match=why):
        tournament.take(record)


def test_a_game_belongs_to_one_table() -> None:
    tournament = opened(8, [Stage(rounds=2)])
    tournament.take(records.RoundDrawn(0, ((0, 1, 2, 3), (4, 5, 6, 7))))
    tournament.take(records.Announced(0, 0, "one"))
    with pytest.raises(UserError, match="game-elsewhere game=one table=1 round=1"):
        tournament.take(records.Announced(0, 1, "one"))
    with pytest.raises(UserError, match="round-not-drawable round=1"):
        tournament.take(records.RoundDrawn(0, ((0, 1, 2, 4), (3, 5, 6, 7))))


def test_people_that_fit_no_table() -> None:
    with pytest.raises(UserError, match="no-tables-for people=2"):
        draw(opened(2), {}, 1)


def test_a_format_is_one_object(monkeypatch: pytest.MonkeyPatch) -> None:
    """As CONTRIBUTING says: what is written here is all that a new one takes."""

    class Folded(Format):
        """The best with the last, so that all tables are alike."""

        is_searched = False

        def players(self) -> list[int]:
            ranked = super().players()
            return [each for pair in zip(ranked, reversed(ranked), strict=True) for each in pair][: len(ranked)]

    monkeypatch.setitem(cast(dict[str, type[Format]], FORMATS), "folded", Folded)
    tournament, results = opened(8, [Stage(rounds=1), Stage("folded", rounds=2)]), Results()
    play_round(tournament, results, 1)
    best, *_, last = [line.person for line in tournament.standings(results)]
    play_round(tournament, results, 2)
    assert {best, last} < set(tournament.rounds[1].tables[0])
    play_round(tournament, results, 3)
    assert tournament.is_over()
