"""A tournament on paper for tests: people, records, and results by chance or by hand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random

from companion.tournament import records
from companion.tournament.formats import Stage
from companion.tournament.records import draw
from companion.tournament.results import GameResult, awarded
from companion.tournament.scoring import Scoring
from companion.tournament.seating import Person
from companion.tournament.settings import Settings
from companion.tournament.state import Tournament

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
SPREAD = (Stage(rounds=3), Stage("knockout", top=4))


def opened(people: int, stages: Sequence[Stage] = SPREAD, **more: object) -> Tournament:
    """So many people, all checked in."""
    tournament = Tournament()
    scoring = more.pop("scoring", Scoring())
    assert isinstance(scoring, Scoring)
    tournament.take(records.Opened(Settings("Cup", tuple(stages), scoring, **more)))  # type: ignore[arg-type]
    for number in range(people):
        tournament.take(records.Registered(number, Person(f"Player {number}")))
        tournament.take(records.CheckedIn(number))
    return tournament


def by_chance(tournament: Tournament, number: int, seed: int) -> dict[tuple[int, int], GameResult]:
    """Results by chance for all tables of a round."""
    chance = Random(seed)
    tables = tournament.rounds[number].tables
    return {(number, at): awarded([chance.randint(0, 4_000) for _ in table]) for at, table in enumerate(tables)}


def play_round(tournament: Tournament, results: dict[tuple[int, int], GameResult], seed: int) -> int:
    """Draw, play and close a round; gives its number."""
    drawn = draw(tournament, results, seed, moves=4_000)
    tournament.take(drawn)
    tournament.take(records.Started(drawn.round, NOON))
    results |= by_chance(tournament, drawn.round, seed)
    tournament.take(records.Closed(drawn.round))
    return drawn.round
