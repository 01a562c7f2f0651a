"""What the organiser's log holds: facts about people, rounds and rulings, in the order in which they were made known.

A tournament is folded from its records, like a game from its entries; nothing is ever deleted. What tables report is
not in here but in their ledgers; `Announced` says which game belongs to which table of a round.
"""

from __future__ import annotations

from datetime import datetime

import msgspec

from companion.hub.settings import Settings


class Record(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """One fact."""


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who plays; nobody sits with people of the same `team` or in `apart`, if that can be helped.

    `seed` 1 is the strongest, 0 unknown; an alternate is seated only to fill tables up.
    """

    name: str
    team: str = ""
    apart: tuple[int, ...] = ()
    seed: int = 0
    alternate: bool = False


class Opened(Record, frozen=True):
    """A tournament begins, or its settings change before anything was drawn by the old ones."""

    settings: Settings


class Registered(Record, frozen=True):
    """A person with a number of his own; said again, it corrects what was said."""

    number: int
    person: Person


class CheckedIn(Record, frozen=True):
    """The person is there, or (`here` false) is not after all."""

    number: int
    here: bool = True


class Dropped(Record, frozen=True):
    """The person plays no further round; earlier results stay."""

    number: int
    back: bool = False


class Drawn(Record, frozen=True):
    """Who sits at which table of a round, in seat order; `seed` is the chance that the search was given."""

    round: int
    tables: tuple[tuple[int, ...], ...]
    seed: int = 0


class Started(Record, frozen=True):
    """The round is played from this moment on."""

    round: int
    at: datetime


class Extended(Record, frozen=True):
    """The clock of the round runs so many seconds longer, or (negative) shorter."""

    round: int
    seconds: int


class LastTurnCalled(Record, frozen=True):
    """Time is up: all take an equal number of turns and stop."""

    round: int
    at: datetime


class Closed(Record, frozen=True):
    """All games of the round are in; the next one can be drawn."""

    round: int


class Substituted(Record, frozen=True):
    """In this one game somebody else plays for the person at a seat; `counts` says for whom."""

    round: int
    table: int
    seat: int
    by: int
    counts: bool = False  # true: for the substitute


class Announced(Record, frozen=True):
    """A game of a ledger is the one of this table; said of another game, that one takes its place."""

    round: int
    table: int
    game: str


class Awarded(Record, frozen=True):
    """The judge sets the result of a table without a ledger: worth by seat, 0 and less for bankrupts."""

    round: int
    table: int
    worths: tuple[int, ...]
    why: str


class Penalised(Record, frozen=True):
    """The judge takes points (in hundredths) from a person; negative gives some."""

    number: int
    points: int
    why: str


class Disputed(Record, frozen=True):
    """Somebody calls the judge: about which entry of which table's game."""

    dispute: int
    round: int
    table: int
    text: str
    seq: int = -1


class Ruled(Record, frozen=True):
    """The judge's ruling, and who gave it."""

    dispute: int
    ruling: str
    judge: str


class Replaced(Record, frozen=True):
    """From now on another box writes this game."""

    game: str
    box: str


AnyRecord = (
    Opened
    | Registered
    | CheckedIn
    | Dropped
    | Drawn
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
