"""Points and standings: what a game is worth to those who played it, and who leads.

All points are whole hundredths. `METHODS` are the ways in which a game gives points, `TIES` what parts equal points, in
the order that the settings name, each among those still equal. A new one is a line here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, Literal

import msgspec

from companion.errors import WrongFields, message
from companion.tournament.results import GameResult

HUNDRED = 100
"""All points are whole hundredths, so that sums are exact; people read them divided by this."""


class Scoring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game is worth: by `place` (1 is best), by `share` of the table's wealth, or by a table of `points`.

    `outright` is what the last one in the game gets instead when all others are bankrupt, `win_bonus` what any winner
    gets on top; both in whole points, -1 for none.
    """

    by: By = "share"
    points: tuple[int, ...] = ()
    outright: int = -1
    win_bonus: int = 0
    ties: tuple[Tie, ...] = ("worth", "wins", "head-to-head", "buchholz")

    def __post_init__(self) -> None:
        if self.method.has_table != bool(self.points):
            raise WrongFields(("points", message("tournament.points-by-place")))
        if len(set(self.ties)) < len(self.ties):
            raise WrongFields(("ties", message("tournament.ties-once")))

    @property
    def method(self) -> Method:
        return METHODS[self.by](self)


class Method(ABC):
    """How a game gives points, before bonuses."""

    lowest_wins = False
    has_table = False

    def __init__(self, scoring: Scoring) -> None:
        self.scoring = scoring

    @abstractmethod
    def gained(self, result: GameResult) -> list[int]:
        """Hundredths by seat."""


class OfPlaces(Method, ABC):
    """Every place gives something; equal places share what theirs give together."""

    def gained(self, result: GameResult) -> list[int]:
        places = [seat.place for seat in result.seats]
        return [self._shared(place, places.count(place)) for place in places]

    def _shared(self, place: int, level: int) -> int:
        return sum(self.of_place(each) for each in range(place, place + level)) // level

    @abstractmethod
    def of_place(self, place: int) -> int:
        """Hundredths for a place that nobody shares."""


class ByPlace(OfPlaces):
    """The number of the place; the smallest sum leads."""

    lowest_wins = True

    def of_place(self, place: int) -> int:
        return place * HUNDRED


class ByTable(OfPlaces):
    """What the table `points` has for the place, nothing beyond its end."""

    has_table = True

    def of_place(self, place: int) -> int:
        return self.scoring.points[place - 1] * HUNDRED if place <= len(self.scoring.points) else 0


class ByShare(Method):
    """The share of the table's wealth in per cent."""

    def gained(self, result: GameResult) -> list[int]:
        total = result.total
        return [100 * HUNDRED * seat.worth // total if total else 0 for seat in result.seats]


METHODS: Mapping[str, type[Method]] = {"place": ByPlace, "share": ByShare, "points": ByTable}


class Played(msgspec.Struct, frozen=True):
    """A table's game as it counts: for whom at each seat, and how it came out."""

    round: int
    table: int
    people: tuple[int, ...]
    result: GameResult


class Standing(msgspec.Struct, frozen=True):
    """One line of the standings; `rank` is shared by those whom no tie-break parts. Points in hundredths.

    `tie` is the tie-break that put the person below the one before in spite of equal points, `knockout` where that one
    has come further in it; empty where points decided.
    """

    person: int
    rank: int
    points: int
    rounds: dict[int, int]
    worth: int
    wins: int
    buchholz: int
    penalty: int = 0
    tie: str = ""


def points(scoring: Scoring, result: GameResult) -> list[int]:
    """What the game gives each seat, in hundredths."""
    gained = scoring.method.gained(result)
    first = next((at for at, seat in enumerate(result.seats) if seat.place == 1 and not seat.out), None)
    if first is not None and scoring.outright >= 0 and result.is_outright:
        gained[first] = scoring.outright * HUNDRED
    if scoring.win_bonus:
        for at, seat in enumerate(result.seats):
            gained[at] += scoring.win_bonus * HUNDRED * (seat.place == 1 and not seat.out)
    return gained


class Totals:
    """The games that count, added up."""

    def __init__(self, scoring: Scoring, games: Iterable[Played], penalties: dict[int, int]) -> None:
        self._scoring = scoring
        self._penalties = penalties
        self._sums: dict[int, dict[int, int]] = {}
        self._worth: dict[int, int] = {}
        self._wins: dict[int, int] = {}
        self._of: dict[int, list[Played]] = {}
        for game in games:
            self._add(game, points(scoring, game.result))
        self._sign = -1 if scoring.method.lowest_wins else 1
        self._totals = {
            person: sum(self._sums.get(person, {}).values()) - self._sign * penalties.get(person, 0)
            for person in self._sums.keys() | penalties.keys()
        }

    def _add(self, game: Played, gained: list[int]) -> None:
        for person, more, seat in zip(game.people, gained, game.result.seats, strict=True):
            if person not in self._of:
                self._of[person], self._sums[person] = [], {}
                self._worth[person] = self._wins[person] = 0
            self._of[person].append(game)
            rounds = self._sums[person]
            rounds[game.round] = rounds.get(game.round, 0) + more
            self._worth[person] += seat.worth
            self._wins[person] += seat.place == 1 and not seat.out

    def points(self, person: int) -> int:
        """All points of a person, penalties taken off; where the lowest sum leads, they are added."""
        return self._totals.get(person, 0)

    def merit(self, person: int, _: Sequence[int] = ()) -> int:
        """Points so that more is better."""
        return self._sign * self.points(person)

    def worth(self, person: int, _: Sequence[int] = ()) -> int:
        return self._worth.get(person, 0)

    def wins(self, person: int, _: Sequence[int] = ()) -> int:
        return self._wins.get(person, 0)

    def buchholz(self, person: int) -> int:
        """The points of all whom the person has met, as often as they met."""
        totals, own = self._totals, self._totals.get(person, 0)
        return sum(sum([totals[other] for other in game.people]) - own for game in self._of.get(person, ()))

    def against(self, person: int, others: Sequence[int]) -> int:
        """How often the person was ahead of these others at a shared table, less how often behind."""
        ahead = 0
        for game in self._of.get(person, ()):
            places = dict(zip(game.people, (seat.place for seat in game.result.seats), strict=True))
            mine = places[person]
            ahead += sum((places[other] > mine) - (places[other] < mine) for other in others if other in places)
        return ahead

    def standings(self, people: Sequence[int]) -> list[Standing]:
        """All of these people, the best first."""
        groups = self._split([sorted(people)], Totals.merit)
        broken: dict[int, str] = {}
        for tie in self._scoring.ties:
            before = _starts(groups)
            groups = self._split(groups, TIES[tie])
            broken |= dict.fromkeys(_starts(groups) - before, tie)
        lines: list[Standing] = []
        for group in groups:
            start = len(lines)
            lines += [self._line(person, start + 1, broken.get(start, "")) for person in group]
        return lines

    def _split(self, groups: list[list[int]], value: TieBreak) -> list[list[int]]:
        parted: list[list[int]] = []
        for group in groups:
            if len(group) == 1:
                parted.append(group)
                continue
            values = {person: value(self, person, group) for person in group}
            ranked = sorted(group, key=lambda person: -values[person])
            parted += [list(part) for _, part in groupby(ranked, key=values.__getitem__)]
        return parted

    def _line(self, person: int, rank: int, tie: str) -> Standing:
        return Standing(
            person,
            rank,
            self.points(person),
            self._sums.get(person, {}),
            self.worth(person),
            self.wins(person),
            self.buchholz(person),
            self._penalties.get(person, 0),
            tie,
        )


TieBreak = Callable[[Totals, int, Sequence[int]], int]
TIES: Mapping[str, TieBreak] = {
    "worth": Totals.worth,
    "wins": Totals.wins,
    "head-to-head": Totals.against,
    "buchholz": lambda totals, person, _: totals._sign * totals.buchholz(person),
}
if TYPE_CHECKING:
    By = str
    Tie = str
else:  # for those who read settings: only these
    By = Literal[tuple(METHODS)]
    Tie = Literal[tuple(TIES)]


def _starts(groups: Sequence[Sequence[int]]) -> set[int]:
    """At which line each group begins."""
    return set(accumulate((len(group) for group in groups[:-1]), initial=0))


def ranked(lines: Sequence[Standing], reached: Mapping[int, tuple[int, int]]) -> list[Standing]:
    """Number the lines anew where a knock-out has put some before others."""
    numbered: list[Standing] = []
    for at, line in enumerate(lines):
        level = at > 0 and reached.get(line.person) == reached.get(lines[at - 1].person)
        same = level and line.rank == lines[at - 1].rank and reached.get(line.person, (0, 0))[1] == 0
        tied = level and line.points == lines[at - 1].points
        tie = line.tie if tied else "knockout" if at and not level else ""
        numbered.append(msgspec.structs.replace(line, rank=numbered[-1].rank if same else at + 1, tie=tie))
    return numbered
