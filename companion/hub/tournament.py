"""A tournament as its records make it: pure, without clock, chance or file; all of those come in from outside.

A record is checked against what stands, then folded; `take` does both. Rounds, tables and seats count from 0; people
have numbers of their own. What tables report is handed in as outcomes by (round, table).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import singledispatchmethod

from companion.hub import records as told
from companion.hub.outcome import Outcome, awarded
from companion.hub.records import AnyRecord, Person
from companion.hub.rounds import Dispute, Round, following
from companion.hub.scoring import Played, Standing, Table, ranked
from companion.hub.settings import HubError, Settings, Stage
from companion.text import hint

Outcomes = Mapping[tuple[int, int], Outcome]


class Tournament:
    """Everything that is on the organiser's record."""

    def __init__(self) -> None:
        self.settings: Settings | None = None
        self.people: dict[int, Person] = {}
        self.here: set[int] = set()
        self.dropped: set[int] = set()
        self.rounds: list[Round] = []
        self.penalties: dict[int, int] = {}
        self.reasons: list[told.Penalised] = []
        self.disputes: dict[int, Dispute] = {}
        self.writers: dict[str, str] = {}  # by which box a game goes on
        self.records = 0

    def take(self, record: AnyRecord) -> None:
        """Check a record and fold it; `HubError` says in plain words why not."""
        self._check(record)
        self.fold(record)

    def fold(self, record: AnyRecord) -> None:
        """Fold a record that was checked when it was made; rules that became stricter since do not unmake it."""
        self._fold(record)
        self.records += 1

    # what stands

    @property
    def set_up(self) -> Settings:
        """The settings; `HubError` before there are any."""
        if self.settings is None:
            raise HubError("no tournament is open; `banker hub new` opens one")
        return self.settings

    def name(self, person: int) -> str:
        """What a person is called."""
        return self.people[person].name

    def stage_of(self, number: int) -> Stage:
        """The stage that a round belongs to."""
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
        return not self.is_over() and (not self.rounds or self.rounds[-1].closed or self._is_untouched())

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

    def outcome_of(self, number: int, table: int, outcomes: Outcomes) -> Outcome | None:
        """The result of a table that counts: a judge's award before what the ledger says."""
        set_by_judge = self.rounds[number].awarded.get(table)
        found = set_by_judge[0] if set_by_judge else outcomes.get((number, table))
        return found if found and len(found.seats) == len(self.rounds[number].tables[table]) else None

    def open_tables(self, number: int, outcomes: Outcomes) -> list[int]:
        """The tables of a round whose final result is not in yet."""
        tables = range(len(self.rounds[number].tables))
        found = {table: self.outcome_of(number, table, outcomes) for table in tables}
        return [table for table, each in found.items() if each is None or not each.final]

    def games(self, outcomes: Outcomes) -> list[Played]:
        """All games with a result, in the order of rounds and tables."""
        return [
            Played(number, table, self.counted(number, table), found)
            for number, this in enumerate(self.rounds)
            for table in range(len(this.tables))
            if (found := self.outcome_of(number, table, outcomes)) is not None
        ]

    def standings(self, outcomes: Outcomes) -> list[Standing]:
        """Everybody who has played or may yet, the best first; a knock-out orders those in it before all others."""
        seated = {person for this in self.rounds for table in this.tables for person in table}
        people = [n for n, person in self.people.items() if n in seated or not person.alternate]
        games = self.games(outcomes)
        people += sorted({person for game in games for person in game.people} - set(people))
        lines = Table(self.set_up.scoring, games, self.penalties).standings(people)
        reached = self._reached(games)
        if not reached:
            return lines
        lines.sort(key=lambda line: reached.get(line.person, (0, 0)), reverse=True)
        return ranked(lines, reached)

    def _reached(self, games: Sequence[Played]) -> dict[int, tuple[int, int]]:
        """How far each has come in a knock-out: the round, and (in a single last table) the place."""
        found: dict[int, tuple[int, int]] = {}
        for number, this in enumerate(self.rounds):
            if self.stage_of(number).kind == "knockout":
                for table in this.tables:
                    found |= dict.fromkeys(table, (number + 1, 0))
                if len(this.tables) == 1:
                    played = next((game for game in games if game.round == number), None)
                    if played is not None:
                        places = (seat.place for seat in played.outcome.seats)
                        pairs = zip(this.tables[0], places, strict=True)
                        found |= {person: (number + 1, -place) for person, place in pairs}
        return found

    # checks

    @singledispatchmethod
    def _check(self, record: AnyRecord) -> None:
        raise NotImplementedError(record)

    @_check.register
    def _(self, record: told.Opened) -> None:
        if (
            self.rounds
            and record.settings.stages[: self.rounds[-1].stage + 1] != self.set_up.stages[: self.rounds[-1].stage + 1]
        ):
            raise HubError("stages that have begun stay as they are")

    @_check.register
    def _(self, record: told.Registered) -> None:
        name = record.person.name.strip()
        if not name:
            raise HubError("a person needs a name")
        if any(each.name == name and number != record.number for number, each in self.people.items()):
            raise HubError(f"{name} is registered already; add something that tells the two apart")
        if record.number not in self.people and record.number != len(self.people):
            raise HubError(f"the next person is number {len(self.people)}")
        for other in record.person.apart:
            self._person(other)

    @_check.register
    def _(self, record: told.CheckedIn | told.Dropped | told.Penalised) -> None:
        self._person(record.number)

    @_check.register
    def _(self, record: told.Drawn) -> None:
        if record.round != len(self.rounds) and not (record.round == self.current() and self._is_untouched()):
            raise HubError(f"round {record.round + 1} cannot be drawn now")
        if record.round == len(self.rounds) and self.rounds and not self.rounds[-1].closed:
            raise HubError(f"round {len(self.rounds)} is not closed yet")
        seated = [person for table in record.tables for person in table]
        for person in seated:
            self._person(person)
        if len(set(seated)) < len(seated) or not seated:
            raise HubError("everybody sits at one table, and somebody does")

    @_check.register
    def _(self, record: told.Started) -> None:
        if self._round(record.round).started is not None:
            raise HubError(f"round {record.round + 1} is being played already")

    @_check.register
    def _(self, record: told.Extended | told.LastTurnCalled) -> None:
        this = self._round(record.round)
        if this.started is None or this.closed:
            raise HubError(f"round {record.round + 1} is not being played")
        if this.called is not None:
            raise HubError(f"the last turn of round {record.round + 1} is called already")

    @_check.register
    def _(self, record: told.Closed) -> None:
        if self._round(record.round).closed:
            raise HubError(f"round {record.round + 1} is closed already")

    @_check.register
    def _(self, record: told.Substituted) -> None:
        table = self._table(record.round, record.table)
        self._person(record.by)
        if not 0 <= record.seat < len(table):
            raise HubError(f"table {record.table + 1} has {len(table)} seats")
        if record.by != table[record.seat] and record.by in {
            p for each in self._round(record.round).tables for p in each
        }:
            raise HubError(f"{self.name(record.by)} plays in this round")

    @_check.register
    def _(self, record: told.Announced) -> None:
        self._table(record.round, record.table)
        place = self.place_of(record.game)
        if place is not None and place != (record.round, record.table):
            raise HubError(f"game {record.game} is that of table {place[1] + 1} in round {place[0] + 1}")

    @_check.register
    def _(self, record: told.Awarded) -> None:
        if len(record.worths) != len(self._table(record.round, record.table)):
            raise HubError("one worth for each seat")
        if not record.why.strip():
            raise HubError("say why the judge sets this result")

    @_check.register
    def _(self, record: told.Disputed) -> None:
        self._table(record.round, record.table)
        if record.dispute != len(self.disputes):
            raise HubError(f"the next dispute is number {len(self.disputes)}")

    @_check.register
    def _(self, record: told.Ruled) -> None:
        if record.dispute not in self.disputes:
            raise HubError(f"there is no dispute {record.dispute}")
        if not record.ruling.strip():
            raise HubError("say what the judge has ruled")

    @_check.register
    def _(self, record: told.Replaced) -> None:
        if not record.box:
            raise HubError("say which box goes on with the game")

    def _person(self, number: int) -> Person:
        if number not in self.people:
            raise HubError(f"there is no person {number}")
        return self.people[number]

    def find(self, name: str) -> int:
        """The number of the person of this name; `HubError` if there is none."""
        by_name = {person.name.casefold(): number for number, person in self.people.items()}
        if name.casefold() not in by_name:
            raise HubError(f'nobody is called "{name}"{hint(name, [each.name for each in self.people.values()])}')
        return by_name[name.casefold()]

    def _round(self, number: int) -> Round:
        if not 0 <= number < len(self.rounds):
            raise HubError(f"round {number + 1} is not drawn" if number >= 0 else "no round is drawn yet")
        return self.rounds[number]

    def _table(self, number: int, table: int) -> tuple[int, ...]:
        tables = self._round(number).tables
        if not 0 <= table < len(tables):
            raise HubError(f"round {number + 1} has {len(tables)} tables")
        return tables[table]

    def _is_untouched(self) -> bool:
        return bool(self.rounds) and self.rounds[-1].started is None and not self.rounds[-1].games

    # folding

    @singledispatchmethod
    def _fold(self, record: AnyRecord) -> None:
        raise NotImplementedError(record)

    @_fold.register
    def _(self, record: told.Opened) -> None:
        self.settings = record.settings

    @_fold.register
    def _(self, record: told.Registered) -> None:
        self.people[record.number] = record.person

    @_fold.register
    def _(self, record: told.CheckedIn) -> None:
        (self.here.add if record.here else self.here.discard)(record.number)

    @_fold.register
    def _(self, record: told.Dropped) -> None:
        (self.dropped.discard if record.back else self.dropped.add)(record.number)

    @_fold.register
    def _(self, record: told.Drawn) -> None:
        del self.rounds[record.round :]
        self.rounds.append(Round(self.next_stage(), record.tables))

    @_fold.register
    def _(self, record: told.Started) -> None:
        self.rounds[record.round].started = record.at

    @_fold.register
    def _(self, record: told.Extended) -> None:
        self.rounds[record.round].extra += record.seconds

    @_fold.register
    def _(self, record: told.LastTurnCalled) -> None:
        self.rounds[record.round].called = record.at

    @_fold.register
    def _(self, record: told.Closed) -> None:
        self.rounds[record.round].closed = True

    @_fold.register
    def _(self, record: told.Substituted) -> None:
        self.rounds[record.round].substitutes[record.table, record.seat] = record

    @_fold.register
    def _(self, record: told.Announced) -> None:
        self.rounds[record.round].games[record.table] = record.game

    @_fold.register
    def _(self, record: told.Awarded) -> None:
        self.rounds[record.round].awarded[record.table] = (awarded(record.worths), record.why)

    @_fold.register
    def _(self, record: told.Penalised) -> None:
        self.penalties[record.number] = self.penalties.get(record.number, 0) + record.points
        self.reasons.append(record)

    @_fold.register
    def _(self, record: told.Disputed) -> None:
        self.disputes[record.dispute] = Dispute(record.round, record.table, record.text, record.seq)

    @_fold.register
    def _(self, record: told.Ruled) -> None:
        dispute = self.disputes[record.dispute]
        dispute.ruling, dispute.judge = record.ruling, record.judge

    @_fold.register
    def _(self, record: told.Replaced) -> None:
        self.writers[record.game] = record.box

    # the course of stages

    def next_stage(self) -> int:
        """The stage of the next round; `HubError` when all has been played."""
        stage = following(self.set_up.stages, self.rounds)
        if stage == len(self.set_up.stages):
            raise HubError("the tournament is over")
        return stage

    def is_over(self) -> bool:
        """Whether the last round is closed and no stage follows."""
        stages, rounds = self.set_up.stages, self.rounds
        return bool(rounds) and rounds[-1].closed and following(stages, rounds) == len(stages)
