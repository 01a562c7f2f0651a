"""A tournament as its records make it: without clock, chance or file; all of those come in from outside.

A record is checked against what stands, then folded (records.py). Rounds, tables and seats count from 0; people have
numbers of their own. What tables report is handed in as results by (round, table).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Protocol

import msgspec

from companion.errors import UserError
from companion.text import advice
from companion.tournament.formats import RoundField, Stage
from companion.tournament.results import GameResult
from companion.tournament.scoring import Played, Standing, Totals, ranked
from companion.tournament.seating import Person, Seats
from companion.tournament.settings import Settings

Results = Mapping[tuple[int, int], GameResult]


class Foldable(Protocol):
    """What every record can do."""

    def check(self, tournament: Tournament) -> None:
        """Whether it can be, as things stand; `UserError` says why not."""

    def fold(self, tournament: Tournament) -> None:
        """Make it so."""


class Substitute(msgspec.Struct, frozen=True):
    """Who plays instead of the person at a seat, and whether the game counts for him."""

    by: int
    counts: bool


class Penalty(msgspec.Struct, frozen=True):
    """Points (in hundredths) that the judge has taken from a person, or (negative) given."""

    number: int
    points: int
    why: str


class Dispute(msgspec.Struct):
    """A call for the judge, and the ruling once there is one."""

    round: int
    table: int
    text: str
    seq: int
    ruling: str = ""
    judge: str = ""


class Round(msgspec.Struct):
    """A round as drawn: who sits where, the clock, and which games are its tables'."""

    stage: int
    tables: Seats
    started: datetime | None = None
    extra: int = 0  # seconds
    called: datetime | None = None
    closed: bool = False
    substitutes: dict[tuple[int, int], Substitute] = {}
    games: dict[int, str] = {}
    awarded: dict[int, tuple[GameResult, str]] = {}


class Tournament:
    """Everything that is on the organiser's record."""

    def __init__(self) -> None:
        self.settings: Settings | None = None
        self.people: dict[int, Person] = {}
        self.here: set[int] = set()
        self.dropped: set[int] = set()
        self.rounds: list[Round] = []
        self.penalties: list[Penalty] = []
        self.disputes: dict[int, Dispute] = {}
        self.writers: dict[str, str] = {}  # by which box a game goes on
        self.records = 0

    def take(self, record: Foldable) -> None:
        """Check a record and fold it; `UserError` says why not."""
        record.check(self)
        self.fold(record)

    def fold(self, record: Foldable) -> None:
        record.fold(self)
        self.records += 1

    # what stands

    @property
    def set_up(self) -> Settings:
        """The settings; `UserError` before there are any."""
        if self.settings is None:
            raise UserError("tournament.no-settings")
        return self.settings

    def name(self, person: int) -> str:
        return self.people[person].name

    def stage_of(self, number: int) -> Stage:
        return self.set_up.stages[self.rounds[number].stage]

    def ready(self) -> list[int]:
        """Who can be seated now: checked in, not dropped; alternates too."""
        return [number for number in self.people if number in self.here and number not in self.dropped]

    def ends(self, number: int) -> datetime | None:
        """When the clock of a round runs out; nothing without a clock, or before it is started."""
        this, minutes = self.rounds[number], self.stage_of(number).minutes
        if this.started is None or not minutes:
            return None
        return this.started + timedelta(minutes=minutes, seconds=this.extra)

    def is_time_up(self, now: datetime) -> bool:
        """Whether the clock of the round that is played has run out, and nobody has called its last turn yet."""
        if not self.rounds or not self.may_extend():
            return False
        ends = self.ends(self.current())
        return ends is not None and now >= ends

    # what can be done with the round that is drawn

    def may_draw(self) -> bool:
        """Whether the next round can be drawn, or the last one anew."""
        return not self.is_over() and (not self.rounds or self.rounds[-1].closed or self.is_untouched())

    def may_begin(self) -> bool:
        """Whether the round waits for its clock to be started."""
        return bool(self.rounds) and self.rounds[-1].started is None and not self.rounds[-1].closed

    def may_extend(self) -> bool:
        """Whether the round is being played and its last turn not called, so that its clock still counts."""
        this = self.rounds[-1] if self.rounds else None
        return this is not None and this.started is not None and this.called is None and not this.closed

    def current(self) -> int:
        """The last round that was drawn, -1 before the first."""
        return len(self.rounds) - 1

    def counted(self, number: int, table: int) -> tuple[int, ...]:
        """For whom the game of a table counts, by seat."""
        this = self.rounds[number]
        people = list(this.tables[table])
        for (at, seat), substitute in this.substitutes.items():
            if at == table and substitute.counts:
                people[seat] = substitute.by
        return tuple(people)

    def players(self, number: int, table: int) -> tuple[int, ...]:
        """Who really plays at a table, by seat."""
        this = self.rounds[number]
        found = {seat: each.by for (at, seat), each in this.substitutes.items() if at == table}
        return tuple(found.get(seat, person) for seat, person in enumerate(this.tables[table]))

    def place_of(self, game: str) -> tuple[int, int] | None:
        """Round and table of a game, if it counts."""
        for number, this in enumerate(self.rounds):
            for table, each in this.games.items():
                if each == game:
                    return number, table
        return None

    # results

    def result_at(self, number: int, table: int, results: Results) -> GameResult | None:
        """The result of a table that counts: a judge's award before what the ledger says."""
        set_by_judge = self.rounds[number].awarded.get(table)
        found = set_by_judge[0] if set_by_judge else results.get((number, table))
        return found if found and len(found.seats) == len(self.rounds[number].tables[table]) else None

    def open_tables(self, number: int, results: Results) -> list[int]:
        """The tables of a round whose final result is not in yet."""
        tables = range(len(self.rounds[number].tables))
        found = {table: self.result_at(number, table, results) for table in tables}
        return [table for table, each in found.items() if each is None or not each.final]

    def games(self, results: Results) -> list[Played]:
        """All games with a result, in the order of rounds and tables."""
        return [
            Played(number, table, self.counted(number, table), found)
            for number, this in enumerate(self.rounds)
            for table in range(len(this.tables))
            if (found := self.result_at(number, table, results)) is not None
        ]

    def standings(self, results: Results) -> list[Standing]:
        """Everybody who has played or may yet, the best first; a knock-out orders those in it before all others."""
        seated = {person for this in self.rounds for table in this.tables for person in table}
        people = [n for n, person in self.people.items() if n in seated or not person.alternate]
        games = self.games(results)
        people += sorted({person for game in games for person in game.people} - set(people))
        penalties: dict[int, int] = {}
        for each in self.penalties:
            penalties[each.number] = penalties.get(each.number, 0) + each.points
        lines = Totals(self.set_up.scoring, games, penalties).standings(people)
        reached = self._reached(games)
        if not reached:
            return lines
        lines.sort(key=lambda line: reached.get(line.person, (0, 0)), reverse=True)
        return ranked(lines, reached)

    def _reached(self, games: Sequence[Played]) -> dict[int, tuple[int, int]]:
        """How far each has come where that goes before points: the round, and (in a single last table) the place."""
        found: dict[int, tuple[int, int]] = {}
        for number, this in enumerate(self.rounds):
            if self.stage_of(number).format.eliminates:
                found |= {person: (number + 1, 0) for table in this.tables for person in table}
                last = next((game for game in games if game.round == number), None) if len(this.tables) == 1 else None
                if last is not None:
                    places = (seat.place for seat in last.result.seats)
                    found |= {who: (number + 1, -place) for who, place in zip(this.tables[0], places, strict=True)}
        return found

    # what a record is checked by

    def person(self, number: int) -> Person:
        """The person of a number; `UserError` if there is none."""
        if number not in self.people:
            raise UserError("tournament.no-person-number", number=number)
        return self.people[number]

    def find(self, name: str) -> int:
        """The number of the person of this name; `UserError` if there is none."""
        by_name = {person.name.casefold(): number for number, person in self.people.items()}
        if name.casefold() not in by_name:
            names = [each.name for each in self.people.values()]
            raise UserError("tournament.no-person-called", name=name, advice=advice(name, names))
        return by_name[name.casefold()]

    def round(self, number: int) -> Round:
        """A round; `UserError` if it is not drawn."""
        if number < 0:
            raise UserError("tournament.no-round-drawn")
        if number >= len(self.rounds):
            raise UserError("tournament.round-not-drawn", round=number + 1)
        return self.rounds[number]

    def table(self, number: int, table: int) -> tuple[int, ...]:
        """Who was drawn to a table; `UserError` if there is no such table in the round."""
        tables = self.round(number).tables
        if not 0 <= table < len(tables):
            raise UserError("tournament.no-such-table", round=number + 1, tables=len(tables))
        return tables[table]

    def is_untouched(self) -> bool:
        """Whether nobody has begun the last round that was drawn."""
        return bool(self.rounds) and self.rounds[-1].started is None and not self.rounds[-1].games

    # the course of stages

    def next_stage(self) -> int:
        """The stage of the next round; `UserError` when all has been played."""
        stage = self._following()
        if stage == len(self.set_up.stages):
            raise UserError("tournament.over")
        return stage

    def is_over(self) -> bool:
        """Whether the last round is closed and no stage follows."""
        return bool(self.rounds) and self.rounds[-1].closed and self._following() == len(self.set_up.stages)

    def _following(self) -> int:
        """The stage that goes on after the rounds so far, the number of stages when all has been played."""
        if not self.rounds:
            return 0
        now = self.rounds[-1].stage
        own = [this.tables for this in self.rounds if this.stage == now]
        return now + self.set_up.stages[now].is_done(own)

    def field(self, results: Results) -> RoundField:
        """What the next round is drawn from, or the last one anew as long as nobody has begun it."""
        anew = bool(self.rounds) and not self.rounds[-1].closed
        number = len(self.rounds) - anew
        at = self.rounds[-1].stage if anew else self.next_stage()
        before = self.rounds[:number]
        ready, goes_on = self.ready(), bool(before) and before[-1].stage == at
        last = {game.table: game for game in self.games(results) if game.round == number - 1} if goes_on else {}
        return RoundField(
            stage=self.set_up.stages[at],
            people=self.people,
            ranking=[line.person for line in self.standings(results) if line.person in set(ready)],
            waiting=[person for person in ready if self.people[person].alternate],
            history=[this.tables for this in before],
            own=sum(this.stage == at for this in before),
            last=[last.get(table) for table in range(len(before[-1].tables))] if goes_on else (),
            sizes=self.set_up.sizes,
            seeds_apart=self.set_up.seeds_apart,
        )
