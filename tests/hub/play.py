"""A tournament on paper for tests: people, records, and results by chance or by hand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random

from companion.hub import records as told
from companion.hub.draw import draw
from companion.hub.outcome import Outcome, awarded
from companion.hub.settings import Scoring, Settings, Stage
from companion.hub.tournament import Tournament

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
SPREAD = (Stage(rounds=3), Stage("knockout", top=4))


def opened(people: int, stages: Sequence[Stage] = SPREAD, **more: object) -> Tournament:
    """So many people, all checked in."""
    tournament = Tournament()
    scoring = more.pop("scoring", Scoring())
    assert isinstance(scoring, Scoring)
    tournament.take(told.Opened(Settings("Cup", tuple(stages), scoring, **more)))  # type: ignore[arg-type]
    for number in range(people):
        tournament.take(told.Registered(number, told.Person(f"Player {number}")))
        tournament.take(told.CheckedIn(number))
    return tournament


def results(tournament: Tournament, number: int, seed: int) -> dict[tuple[int, int], Outcome]:
    """Results by chance for all tables of a round."""
    chance = Random(seed)
    tables = tournament.rounds[number].tables
    return {(number, at): awarded([chance.randint(0, 4_000) for _ in table]) for at, table in enumerate(tables)}


def play_round(tournament: Tournament, outcomes: dict[tuple[int, int], Outcome], seed: int) -> int:
    """Draw, play and close a round; gives its number."""
    drawn = draw(tournament, outcomes, seed, moves=4_000)
    tournament.take(drawn)
    tournament.take(told.Started(drawn.round, NOON))
    outcomes |= results(tournament, drawn.round, seed)
    tournament.take(told.Closed(drawn.round))
    return drawn.round
