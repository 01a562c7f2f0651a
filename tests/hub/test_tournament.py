from datetime import timedelta

import pytest

from companion.hub import records as told
from companion.hub.draw import draw
from companion.hub.outcome import Outcome, awarded
from companion.hub.seating import meetings
from companion.hub.settings import HubError, Scoring, Stage
from companion.hub.tournament import Tournament
from tests.hub.play import NOON, opened, play_round

Outcomes = dict[tuple[int, int], Outcome]


def seated(tournament: Tournament, number: int) -> set[int]:
    return {person for table in tournament.rounds[number].tables for person in table}


def test_three_rounds_and_a_final_of_the_four_best() -> None:
    tournament, outcomes = opened(16), Outcomes()
    for seed in range(3):
        play_round(tournament, outcomes, seed)
    met = meetings(16, [this.tables for this in tournament.rounds])
    assert max(map(max, met)) == 1
    best = {line.person for line in tournament.standings(outcomes)[:4]}
    assert play_round(tournament, outcomes, 9) == 3
    assert seated(tournament, 3) == best
    final = outcomes[3, 0]
    champion = tournament.rounds[3].tables[0][[seat.place for seat in final.seats].index(1)]
    lines = tournament.standings(outcomes)
    assert lines[0].person == champion
    assert [line.tie for line in lines[:5]] == ["", "knockout", "knockout", "knockout", "knockout"]
    with pytest.raises(HubError, match="over"):
        draw(tournament, outcomes, 1)


def test_the_clock_of_a_round_runs_out_once() -> None:
    tournament, hour = opened(8, [Stage(rounds=2, minutes=60)]), NOON + timedelta(hours=1)
    assert (tournament.may_draw(), tournament.may_begin(), tournament.is_time_up(hour)) == (True, False, False)
    with pytest.raises(HubError, match="no round is drawn yet"):
        tournament.take(told.Started(-1, NOON))
    tournament.take(draw(tournament, {}, 1))
    assert (tournament.may_draw(), tournament.may_begin(), tournament.is_time_up(hour)) == (True, True, False)
    tournament.take(told.Started(0, NOON))
    assert (tournament.may_draw(), tournament.may_begin(), tournament.may_extend()) == (False, False, True)
    assert not tournament.is_time_up(hour - timedelta(seconds=1))
    assert tournament.is_time_up(hour)
    tournament.take(told.Extended(0, 600))
    assert not tournament.is_time_up(hour)
    assert tournament.is_time_up(hour + timedelta(minutes=10))
    tournament.take(told.LastTurnCalled(0, hour))
    assert not tournament.is_time_up(hour + timedelta(minutes=10))
    for late in (told.Extended(0, 600), told.LastTurnCalled(0, hour)):
        with pytest.raises(HubError, match="called already"):
            tournament.take(late)
    tournament.take(told.Closed(0))
    assert tournament.may_draw()
    with pytest.raises(HubError, match="not being played"):
        tournament.take(told.Extended(0, 600))


def test_a_round_without_a_clock_never_runs_out() -> None:
    tournament = opened(8, [Stage(rounds=1, minutes=0)])
    tournament.take(draw(tournament, {}, 1))
    tournament.take(told.Started(0, NOON))
    assert not tournament.is_time_up(NOON + timedelta(days=1))
    tournament.take(told.Closed(0))
    assert tournament.is_over()
    assert not tournament.may_draw()


def test_a_knock_out_sends_the_winners_on() -> None:
    tournament, outcomes = opened(20, [Stage(rounds=1), Stage("knockout", top=16)]), Outcomes()
    play_round(tournament, outcomes, 1)
    ranked = [line.person for line in tournament.standings(outcomes)]
    play_round(tournament, outcomes, 2)
    assert seated(tournament, 1) == set(ranked[:16])
    for table in tournament.rounds[1].tables:  # one of each four in the ranking: the four best are apart
        assert sorted(ranked.index(person) // 4 for person in table) == [0, 1, 2, 3]
    play_round(tournament, outcomes, 3)
    winners = {
        table[[seat.place for seat in outcomes[1, at].seats].index(1)]
        for at, table in enumerate(tournament.rounds[1].tables)
    }
    assert seated(tournament, 2) == winners
    assert {line.person for line in tournament.standings(outcomes)[:4]} == winners


def test_in_a_swiss_round_equals_meet() -> None:
    tournament, outcomes = opened(24, [Stage("swiss", rounds=4)]), Outcomes()
    play_round(tournament, outcomes, 1)
    ranked = [line.person for line in tournament.standings(outcomes)]
    tournament.take(draw(tournament, outcomes, 2))
    spreads = [
        max(places) - min(places)
        for table in tournament.rounds[1].tables
        for places in [[ranked.index(person) for person in table]]
    ]
    assert sum(spreads) / len(spreads) < 12  # chance alone: about 15


def test_a_last_round_by_rank_has_the_best_at_table_one() -> None:
    tournament, outcomes = opened(12, [Stage(rounds=1), Stage("rank")]), Outcomes()
    play_round(tournament, outcomes, 1)
    ranked = [line.person for line in tournament.standings(outcomes)]
    tournament.take(draw(tournament, outcomes, 2))
    assert [set(table) for table in tournament.rounds[1].tables] == [set(ranked[at : at + 4]) for at in (0, 4, 8)]


def test_friends_and_teams_sit_apart() -> None:
    tournament = opened(16)
    for number in range(16):
        person = told.Person(f"Player {number}", team=f"team {number // 4}", apart=(1,) if number == 8 else ())
        tournament.take(told.Registered(number, person))
    tournament.take(draw(tournament, {}, 3))
    for table in tournament.rounds[0].tables:
        assert len({number // 4 for number in table}) == 4
        assert not {1, 8} <= set(table)


def test_the_strongest_sit_apart() -> None:
    tournament = opened(16, seeds_apart=True)
    for number in range(4):
        tournament.take(told.Registered(number, told.Person(f"Player {number}", seed=number + 1)))
    tournament.take(draw(tournament, {}, 3))
    assert all(len({0, 1, 2, 3} & set(table)) == 1 for table in tournament.rounds[0].tables)


def test_alternates_fill_up_and_late_people_join() -> None:
    tournament, outcomes = opened(11), Outcomes()
    tournament.take(told.Registered(11, told.Person("Spare", alternate=True)))
    tournament.take(told.CheckedIn(11))
    play_round(tournament, outcomes, 1)
    assert 11 in seated(tournament, 0)
    tournament.take(told.Registered(12, told.Person("Late")))
    tournament.take(told.CheckedIn(12))
    tournament.take(told.Dropped(3))
    play_round(tournament, outcomes, 2)
    assert seated(tournament, 1) == set(range(12)) - {3} | {12}
    assert next(line for line in tournament.standings(outcomes) if line.person == 3).points > 0
    tournament.take(told.CheckedIn(5, here=False))
    play_round(tournament, outcomes, 3)
    assert 5 not in seated(tournament, 2)


def test_a_substitute_counts_for_whom_the_judge_says() -> None:
    for counts, for_whom in ((False, 0), (True, 8)):
        tournament = opened(8, [Stage(rounds=2)], scoring=Scoring("points", (3, 2, 1, 0)))
        tournament.take(told.Registered(8, told.Person("Spare", alternate=True)))
        tournament.take(told.Drawn(0, ((0, 1, 2, 3), (4, 5, 6, 7))))
        tournament.take(told.Substituted(0, 0, 0, 8, counts))
        points = {line.person: line.points for line in tournament.standings({(0, 0): awarded([9, 5, 4, 3])})}
        assert points[for_whom] == 300
        assert points.get(8 - for_whom, 0) == 0
        assert tournament.players(0, 0) == (8, 1, 2, 3)
        tournament.take(told.Closed(0))
        tournament.take(told.Drawn(1, ((0, 1, 2, 3), (4, 5, 6, 7))))
        assert tournament.players(1, 0) == (0, 1, 2, 3)  # of that one game only


def test_the_clock_of_a_round() -> None:
    tournament = opened(8, [Stage(rounds=2, minutes=60)])
    tournament.take(draw(tournament, {}, 1))
    assert tournament.ends(0) is None
    tournament.take(told.Started(0, NOON))
    tournament.take(told.Extended(0, 120))
    assert tournament.ends(0) == NOON + timedelta(minutes=62)


def test_a_judge_sets_a_result_and_rules() -> None:
    tournament = opened(8, [Stage(rounds=1)])
    tournament.take(draw(tournament, {}, 1))
    assert tournament.open_tables(0, {}) == [0, 1]
    tournament.take(told.Awarded(0, 1, (5, 4, 3, 0), "the box broke and nobody wrote anything down"))
    assert tournament.open_tables(0, {}) == [0]
    tournament.take(told.Disputed(0, 0, 0, "was the rent claimed in time?", seq=17))
    tournament.take(told.Ruled(0, "it was", "Head judge"))
    assert tournament.disputes[0].ruling == "it was"


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (told.Registered(8, told.Person("Player 1")), "registered already"),
        (told.Registered(9, told.Person("Nobody")), "number 8"),
        (told.CheckedIn(77), "no person 77"),
        (told.Drawn(2, ((0, 1),)), "cannot be drawn"),
        (told.Drawn(0, ((0, 1), (1, 2))), "one table"),
        (told.Started(5, NOON), "not drawn"),
        (told.LastTurnCalled(0, NOON), "not being played"),
        (told.Substituted(0, 0, 9, 1), "seats"),
        (told.Substituted(0, 0, 0, 7), "plays in this round"),
        (told.Awarded(0, 0, (1, 2), "x"), "one worth"),
        (told.Awarded(0, 0, (1, 2, 3, 4), " "), "say why"),
        (told.Ruled(4, "x", "y"), "no dispute"),
        (told.Announced(1, 0, "g"), "not drawn"),
    ],
)
def test_what_cannot_be_is_refused(record: told.AnyRecord, why: str) -> None:
    tournament = opened(8, [Stage(rounds=2)])
    tournament.take(told.Drawn(0, ((0, 1, 2, 3), (4, 5, 6, 7))))
    with pytest.raises(HubError, match=why):
        tournament.take(record)


def test_a_game_belongs_to_one_table() -> None:
    tournament = opened(8, [Stage(rounds=2)])
    tournament.take(told.Drawn(0, ((0, 1, 2, 3), (4, 5, 6, 7))))
    tournament.take(told.Announced(0, 0, "one"))
    with pytest.raises(HubError, match="table 1 in round 1"):
        tournament.take(told.Announced(0, 1, "one"))
    with pytest.raises(HubError, match="cannot be drawn"):
        tournament.take(told.Drawn(0, ((0, 1, 2, 4), (3, 5, 6, 7))))


def test_people_that_fit_no_table() -> None:
    with pytest.raises(HubError, match="cannot be seated"):
        draw(opened(2), {}, 1)
