"""Points and standings: what a game is worth to those who played it, and who leads.

All points are whole hundredths. Ties are broken in the order that the settings name, each among those still equal:

    worth         all that one has ended games with, together
    wins          games that one has won
    head-to-head  at tables shared with those one is tied with: how often ahead of them less how often behind
    buchholz      the points of all whom one has met
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, groupby

import msgspec

from companion.hub.outcome import Outcome
from companion.hub.settings import HUNDRED, Scoring


class Played(msgspec.Struct, frozen=True):
    """A table's game as it counts: for whom at each seat, and how it came out."""

    round: int
    table: int
    people: tuple[int, ...]
    outcome: Outcome


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


def points(scoring: Scoring, outcome: Outcome) -> list[int]:
    """What the game gives each seat, in hundredths; equal places share what their places give together."""
    seats = outcome.seats
    if scoring.by == "share":
        total = outcome.total
        gained = [100 * HUNDRED * seat.worth // total if total else 0 for seat in seats]
    else:
        places = [seat.place for seat in seats]
        gained = [_of_places(scoring, place, places.count(place)) for place in places]
    first = next((at for at, seat in enumerate(seats) if seat.place == 1 and not seat.out), None)
    if first is not None and scoring.outright >= 0 and outcome.is_outright:
        gained[first] = scoring.outright * HUNDRED
    if scoring.win_bonus:
        for at, seat in enumerate(seats):
            gained[at] += scoring.win_bonus * HUNDRED * (seat.place == 1 and not seat.out)
    return gained


def _of_places(scoring: Scoring, place: int, level: int) -> int:
    return sum(_of_place(scoring, each) for each in range(place, place + level)) // level


def _of_place(scoring: Scoring, place: int) -> int:
    if scoring.by == "place":
        return place * HUNDRED
    return scoring.points[place - 1] * HUNDRED if place <= len(scoring.points) else 0


class Table:
    """The games that count, added up."""

    def __init__(self, scoring: Scoring, games: Iterable[Played], penalties: dict[int, int]) -> None:
        self._scoring = scoring
        self._penalties = penalties
        self._sums: dict[int, dict[int, int]] = {}
        self._worth: dict[int, int] = {}
        self._wins: dict[int, int] = {}
        self._of: dict[int, list[Played]] = {}
        for game in games:
            self._add(game, points(scoring, game.outcome))
        sign = 1 if scoring.lowest_wins else -1
        self._totals = {
            person: sum(self._sums.get(person, {}).values()) + sign * penalties.get(person, 0)
            for person in self._sums.keys() | penalties.keys()
        }

    def _add(self, game: Played, gained: list[int]) -> None:
        for person, more, result in zip(game.people, gained, game.outcome.seats, strict=True):
            if person not in self._of:
                self._of[person], self._sums[person] = [], {}
                self._worth[person] = self._wins[person] = 0
            self._of[person].append(game)
            rounds = self._sums[person]
            rounds[game.round] = rounds.get(game.round, 0) + more
            self._worth[person] += result.worth
            self._wins[person] += result.place == 1 and not result.out

    def points(self, person: int) -> int:
        """All points of a person, penalties taken off; where the lowest sum leads, they are added."""
        return self._totals.get(person, 0)

    def buchholz(self, person: int) -> int:
        """The points of all whom the person has met, as often as they met."""
        totals, own = self._totals, self._totals.get(person, 0)
        return sum(sum([totals[other] for other in game.people]) - own for game in self._of.get(person, ()))

    def against(self, person: int, others: Sequence[int]) -> int:
        """How often the person was ahead of these others at a shared table, less how often behind."""
        ahead = 0
        for game in self._of.get(person, ()):
            places = dict(zip(game.people, (seat.place for seat in game.outcome.seats), strict=True))
            mine = places[person]
            ahead += sum((places[other] > mine) - (places[other] < mine) for other in others if other in places)
        return ahead

    def standings(self, people: Sequence[int]) -> list[Standing]:
        """All of these people, the best first."""
        sign = -1 if self._scoring.lowest_wins else 1
        groups = self._split([sorted(people)], lambda person, _: sign * self.points(person))
        broken: dict[int, str] = {}
        for tie in self._scoring.ties:
            before = _starts(groups)
            groups = self._split(groups, self._breaker(tie, sign))
            broken |= dict.fromkeys(_starts(groups) - before, tie)
        lines: list[Standing] = []
        for group in groups:
            start = len(lines)
            lines += [self._line(person, start + 1, broken.get(start, "")) for person in group]
        return lines

    def _breaker(self, tie: str, sign: int) -> Callable[[int, Sequence[int]], int]:
        match tie:
            case "worth":
                return lambda person, _: self._worth.get(person, 0)
            case "wins":
                return lambda person, _: self._wins.get(person, 0)
            case "head-to-head":
                return self.against
            case _:
                return lambda person, _: sign * self.buchholz(person)

    @staticmethod
    def _split(groups: list[list[int]], value: Callable[[int, Sequence[int]], int]) -> list[list[int]]:
        parted: list[list[int]] = []
        for group in groups:
            if len(group) == 1:
                parted.append(group)
                continue
            values = {person: value(person, group) for person in group}
            ranked = sorted(group, key=lambda person: -values[person])
            parted += [list(part) for _, part in groupby(ranked, key=values.__getitem__)]
        return parted

    def _line(self, person: int, rank: int, tie: str) -> Standing:
        return Standing(
            person,
            rank,
            self.points(person),
            self._sums.get(person, {}),
            self._worth.get(person, 0),
            self._wins.get(person, 0),
            self.buchholz(person),
            self._penalties.get(person, 0),
            tie,
        )


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
