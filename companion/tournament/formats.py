"""The formats of a stage, one object each: who plays a round, who sits with whom, and when the stage is over.

A format draws from a `RoundField`: plain values, as they stand when the round is drawn. A new one is a class and its
line in `FORMATS`. What keeps two people apart is made into one number a pair, then searched (seating.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from companion.errors import UserError, WrongFields, message
from companion.tournament.scoring import Played
from companion.tournament.seating import Person, Seats, Tables, balanced, chunks, meetings, numbered, plan, sizes_for

TEAM = 60  # as bad as a fourth meeting of five pairs
APART = 400
BAND = 2_000
NEAR = 0.5
FAR_ENOUGH = 12  # ranks between two people who should not meet in a Swiss round
MOVES = 40_000

Minutes = Annotated[int, msgspec.Meta(ge=0, le=600)]


class Stage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rounds of one format: so many, or where it eliminates until one table of the `top` is left.

    Of each table `advance` players go on then. `minutes` 0 plays without a clock.
    """

    kind: Kind = "spread"
    rounds: Annotated[int, msgspec.Meta(ge=1, le=40)] = 1
    minutes: Minutes = 90
    top: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0
    advance: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1

    def __post_init__(self) -> None:
        if self.format.eliminates != bool(self.top):
            raise WrongFields(("top", message("tournament.top-of-a-knock-out")))

    @property
    def format(self) -> type[Format]:
        return FORMATS[self.kind]

    def is_done(self, rounds: Sequence[Seats]) -> bool:
        """Whether the stage is over when these rounds of it are."""
        return len(rounds[-1]) == 1 if self.format.eliminates else len(rounds) >= self.rounds


class RoundField(msgspec.Struct, frozen=True):
    """What a round is drawn from: `ranking` is who is here, the best first, `waiting` the alternates among them.

    `history` has the tables of all rounds before, `own` of them of this stage; `last` is what each table of the round
    before has come to, empty where that was of another stage.
    """

    stage: Stage
    people: Mapping[int, Person]
    ranking: Sequence[int]
    waiting: Sequence[int]
    history: Sequence[Seats]
    own: int
    last: Sequence[Played | None]
    sizes: Sequence[int]
    seeds_apart: bool


class Format:
    """A round of all who are here, drawn by a search so that as few as can be meet again.

    :raises UserError: there are no tables of the liked sizes for so many, or somebody is still playing.
    """

    eliminates = False  # of each table some go on, until one table is left; how far one comes goes before points
    is_searched = True

    def __init__(self, field: RoundField) -> None:
        self.field = field
        self.people = self.players()
        """Who plays, the best first."""
        self.sizes = sizes_for(len(self.people), field.sizes)
        if not self.sizes:
            raise UserError("tournament.no-tables-for", people=len(self.people), sizes=sorted(field.sizes))

    def seats(self, seed: int, moves: int = MOVES) -> Seats:
        """Who sits where; the same seed seats the same."""
        is_searched = self.is_searched and len(self.sizes) > 1
        tables = self._search(Random(seed), moves) if is_searched else chunks(self.people, self.sizes)
        return tuple(tuple(balanced(table, self.field.history)) for table in tables)

    def players(self) -> list[int]:
        """As many alternates play as fill the tables up to the best liked size, if there are enough of them."""
        field = self.field
        regular = [person for person in field.ranking if not field.people[person].alternate]
        need = -len(regular) % field.sizes[0]
        return regular + list(field.waiting[:need] if need <= len(field.waiting) else ())

    def ahead(self) -> int:
        """How many rounds are searched together, this one among them."""
        return 1

    def ordered(self, tables: Tables) -> Tables:
        """The tables in such an order that nobody sits at the same one over and over."""
        return numbered(tables, self.field.history)

    def strain(self, rank: int, place: int) -> int:
        """What speaks against two at one table, by their places in `people`, besides their having met."""
        a, b = self.people[rank], self.people[place]
        one, other = self.field.people[a], self.field.people[b]
        total = TEAM if one.team and one.team == other.team else 0
        return total + (APART if b in one.apart or a in other.apart else 0)

    def _search(self, chance: Random, moves: int) -> Tables:
        people, field = self.people, self.field
        met = meetings(len(field.people), field.history)
        strain = [[0] * len(field.people) for _ in field.people]
        for rank, a in enumerate(people):
            for place in range(rank):
                strain[a][people[place]] = strain[people[place]][a] = self.strain(rank, place)
        return self.ordered(plan(people, self.sizes, self.ahead(), met, strain, chance, moves=moves)[0])


class Spread(Format):
    """Few repeats: all its rounds that are still to come are searched together; seeds apart, if so set."""

    def ahead(self) -> int:
        return max(1, self.field.stage.rounds - self.field.own)

    def strain(self, rank: int, place: int) -> int:
        seeds = (self.field.people[self.people[at]].seed for at in (rank, place))
        is_band = self.field.seeds_apart and all(0 < seed <= len(self.sizes) for seed in seeds)
        return super().strain(rank, place) + (BAND if is_band else 0)


class Swiss(Format):
    """Equals meet, the best of them at table 1."""

    def ordered(self, tables: Tables) -> Tables:
        return sorted(tables, key=lambda table: min(map(self.people.index, table)))

    def strain(self, rank: int, place: int) -> int:
        return super().strain(rank, place) + int(NEAR * min(abs(rank - place), FAR_ENOUGH) ** 2)


class Rank(Format):
    """The best at table 1, those after them at table 2, and so on."""

    is_searched = False


class Knockout(Format):
    """The best so many, and of each table those who won through, until one table is left; one of every band a table."""

    eliminates = True

    def players(self) -> list[int]:
        field = self.field
        if not field.own:
            return list(field.ranking[: field.stage.top])
        here, through = set(field.ranking), list[tuple[int, int, int]]()
        for table, game in enumerate(field.last):
            if game is None or not game.result.final:
                raise UserError("tournament.no-result-yet", table=table + 1, round=len(field.history))
            for person, seat in zip(game.people, game.result.seats, strict=True):
                if seat.place <= field.stage.advance and person in here:
                    through.append((seat.place, -seat.worth, person))
        return [person for _, _, person in sorted(through)]

    def strain(self, rank: int, place: int) -> int:
        is_band = rank // len(self.sizes) == place // len(self.sizes)
        return super().strain(rank, place) + (BAND if is_band else 0)


FORMATS: Mapping[str, type[Format]] = {"spread": Spread, "swiss": Swiss, "rank": Rank, "knockout": Knockout}
if TYPE_CHECKING:
    Kind = str
else:
    Kind = Literal[tuple(FORMATS)]  # for those who read settings: only these
