"""What the organiser's log holds: facts about people, rounds and rulings, in the order in which they were made known.

A tournament is folded from its records, like a game from its entries; nothing is ever deleted. Each record checks
itself against what stands, and folds itself. What tables report is not in here but in their ledgers; `Announced` says
which game belongs to which table of a round.
"""

from __future__ import annotations

from datetime import datetime

import msgspec

from companion.errors import UserError
from companion.tournament.formats import MOVES
from companion.tournament.results import awarded
from companion.tournament.seating import Person, Seats
from companion.tournament.settings import Settings
from companion.tournament.state import Dispute, Penalty, Results, Round, Substitute, Tournament


class Record(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """One fact."""


class Opened(Record, frozen=True):
    """A tournament begins, or its settings change before anything was drawn by the old ones."""

    settings: Settings

    def check(self, tournament: Tournament) -> None:
        begun = tournament.rounds[-1].stage + 1 if tournament.rounds else 0
        if begun and self.settings.stages[:begun] != tournament.set_up.stages[:begun]:
            raise UserError("tournament.stages-begun")

    def fold(self, tournament: Tournament) -> None:
        tournament.settings = self.settings


class Registered(Record, frozen=True):
    """A person with a number of his own; said again, it corrects what was said."""

    number: int
    person: Person

    def check(self, tournament: Tournament) -> None:
        name, people = self.person.name.strip(), tournament.people
        if not name:
            raise UserError("tournament.nameless")
        if any(each.name == name and number != self.number for number, each in people.items()):
            raise UserError("tournament.registered-already", name=name)
        if self.number not in people and self.number != len(people):
            raise UserError("tournament.next-person", number=len(people))
        for other in self.person.apart:
            tournament.person(other)

    def fold(self, tournament: Tournament) -> None:
        tournament.people[self.number] = self.person


class CheckedIn(Record, frozen=True):
    """The person is there, or (`here` false) is not after all."""

    number: int
    here: bool = True

    def check(self, tournament: Tournament) -> None:
        tournament.person(self.number)

    def fold(self, tournament: Tournament) -> None:
        (tournament.here.add if self.here else tournament.here.discard)(self.number)


class Dropped(Record, frozen=True):
    """The person plays no further round; earlier results stay."""

    number: int
    back: bool = False

    def check(self, tournament: Tournament) -> None:
        tournament.person(self.number)

    def fold(self, tournament: Tournament) -> None:
        (tournament.dropped.discard if self.back else tournament.dropped.add)(self.number)


class RoundDrawn(Record, frozen=True, tag="Drawn"):
    """Who sits at which table of a round, in seat order; `seed` is the chance that the search was given."""

    round: int
    tables: Seats
    seed: int = 0

    def check(self, tournament: Tournament) -> None:
        number, rounds = len(tournament.rounds), tournament.rounds
        if self.round != number and not (self.round == number - 1 and tournament.is_untouched()):
            raise UserError("tournament.round-not-drawable", round=self.round + 1)
        if self.round == number and rounds and not rounds[-1].closed:
            raise UserError("tournament.round-not-closed", round=number)
        people = [person for table in self.tables for person in table]
        for person in people:
            tournament.person(person)
        if len(set(people)) < len(people) or not people:
            raise UserError("tournament.one-table-each")

    def fold(self, tournament: Tournament) -> None:
        del tournament.rounds[self.round :]
        tournament.rounds.append(Round(tournament.next_stage(), self.tables))


class Started(Record, frozen=True):
    """The round is played from this moment on."""

    round: int
    at: datetime

    def check(self, tournament: Tournament) -> None:
        if tournament.round(self.round).started is not None:
            raise UserError("tournament.round-started", round=self.round + 1)

    def fold(self, tournament: Tournament) -> None:
        tournament.rounds[self.round].started = self.at


class Extended(Record, frozen=True):
    """The clock of the round runs so many seconds longer, or (negative) shorter."""

    round: int
    seconds: int

    def check(self, tournament: Tournament) -> None:
        _check_clock(tournament, self.round)

    def fold(self, tournament: Tournament) -> None:
        tournament.rounds[self.round].extra += self.seconds


class LastTurnCalled(Record, frozen=True):
    """Time is up: all take an equal number of turns and stop."""

    round: int
    at: datetime

    def check(self, tournament: Tournament) -> None:
        _check_clock(tournament, self.round)

    def fold(self, tournament: Tournament) -> None:
        tournament.rounds[self.round].called = self.at


class Closed(Record, frozen=True):
    """All games of the round are in; the next one can be drawn."""

    round: int

    def check(self, tournament: Tournament) -> None:
        if tournament.round(self.round).closed:
            raise UserError("tournament.round-closed", round=self.round + 1)

    def fold(self, tournament: Tournament) -> None:
        tournament.rounds[self.round].closed = True


class Substituted(Record, frozen=True):
    """In this one game somebody else plays for the person at a seat; `counts` says for whom."""

    round: int
    table: int
    seat: int
    by: int
    counts: bool = False  # true: for the substitute

    def check(self, tournament: Tournament) -> None:
        table, substitute = tournament.table(self.round, self.table), tournament.person(self.by)
        if not 0 <= self.seat < len(table):
            raise UserError("tournament.no-such-seat", table=self.table + 1, seats=len(table))
        seated_now = {person for each in tournament.round(self.round).tables for person in each}
        if self.by != table[self.seat] and self.by in seated_now:
            raise UserError("tournament.plays-already", name=substitute.name)

    def fold(self, tournament: Tournament) -> None:
        substitute = Substitute(self.by, self.counts)
        tournament.rounds[self.round].substitutes[self.table, self.seat] = substitute


class Announced(Record, frozen=True):
    """A game of a ledger is the one of this table; said of another game, that one takes its place."""

    round: int
    table: int
    game: str

    def check(self, tournament: Tournament) -> None:
        tournament.table(self.round, self.table)
        place = tournament.place_of(self.game)
        if place is not None and place != (self.round, self.table):
            raise UserError("tournament.game-elsewhere", game=self.game, table=place[1] + 1, round=place[0] + 1)

    def fold(self, tournament: Tournament) -> None:
        tournament.rounds[self.round].games[self.table] = self.game


class Awarded(Record, frozen=True):
    """The judge sets the result of a table without a ledger: worth by seat, 0 and less for bankrupts."""

    round: int
    table: int
    worths: tuple[int, ...]
    why: str

    def check(self, tournament: Tournament) -> None:
        if len(self.worths) != len(tournament.table(self.round, self.table)):
            raise UserError("tournament.one-worth-each")
        if not self.why.strip():
            raise UserError("tournament.award-without-reason")

    def fold(self, tournament: Tournament) -> None:
        tournament.rounds[self.round].awarded[self.table] = (awarded(self.worths), self.why)


class Penalised(Record, frozen=True):
    """The judge takes points (in hundredths) from a person; negative gives some."""

    number: int
    points: int
    why: str

    def check(self, tournament: Tournament) -> None:
        tournament.person(self.number)

    def fold(self, tournament: Tournament) -> None:
        tournament.penalties.append(Penalty(self.number, self.points, self.why))


class Disputed(Record, frozen=True):
    """Somebody calls the judge: about which entry of which table's game."""

    dispute: int
    round: int
    table: int
    text: str
    seq: int = -1

    def check(self, tournament: Tournament) -> None:
        tournament.table(self.round, self.table)
        if self.dispute != len(tournament.disputes):
            raise UserError("tournament.next-dispute", number=len(tournament.disputes))

    def fold(self, tournament: Tournament) -> None:
        tournament.disputes[self.dispute] = Dispute(self.round, self.table, self.text, self.seq)


class Ruled(Record, frozen=True):
    """The judge's ruling, and who gave it."""

    dispute: int
    ruling: str
    judge: str

    def check(self, tournament: Tournament) -> None:
        if self.dispute not in tournament.disputes:
            raise UserError("tournament.no-such-dispute", number=self.dispute)
        if not self.ruling.strip():
            raise UserError("tournament.ruling-without-words")

    def fold(self, tournament: Tournament) -> None:
        dispute = tournament.disputes[self.dispute]
        dispute.ruling, dispute.judge = self.ruling, self.judge


class Replaced(Record, frozen=True):
    """From now on another box writes this game."""

    game: str
    box: str

    def check(self, tournament: Tournament) -> None:
        if not self.box:
            raise UserError("tournament.no-box-named")
        if tournament.place_of(self.game) is None:
            raise UserError("tournament.no-such-game", game=self.game)

    def fold(self, tournament: Tournament) -> None:
        tournament.writers[self.game] = self.box


AnyRecord = (
    Opened
    | Registered
    | CheckedIn
    | Dropped
    | RoundDrawn
    | Started
    | Extended
    | LastTurnCalled
    | Closed
    | Substituted
    | Announced
    | Awarded
    | Penalised
    | Disputed
    | Ruled
    | Replaced
)


def draw(tournament: Tournament, results: Results, seed: int, *, moves: int = MOVES) -> RoundDrawn:
    """Seat the next round, or the last one anew as long as nobody has begun it; the same seed draws the same."""
    field = tournament.field(results)
    return RoundDrawn(len(field.history), field.stage.format(field).seats(seed, moves), seed)


def _check_clock(tournament: Tournament, number: int) -> None:
    this = tournament.round(number)
    if this.started is None or this.closed:
        raise UserError("tournament.round-not-played", round=number + 1)
    if this.called is not None:
        raise UserError("tournament.last-turn-called", round=number + 1)
