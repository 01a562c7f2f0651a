"""Who sits with whom, and where: a search, given its chance from outside.

All that speaks for or against two people at one table is one number, `strain[a][b]`: how often they have met, teams,
keep-apart lists, how far apart they stand. A seating is good when the sum over all pairs at all tables is small. Each
further meeting of the same two costs more (0, 2, 4, 6 ...: their squares differ by 1, 3, 5, 7), so that two repeats of
different pairs are better than three meetings of one.

All rounds that are still to be drawn are searched together, because a round that is perfect by itself can spoil the
next one. A move swaps two people between two tables of one round; simulated annealing takes worse moves while it is
hot. Then, each by itself: which table has which number (nobody at the same one over and over), and who sits where.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations
from math import exp
from random import Random

import msgspec

Tables = list[list[int]]
Seats = tuple[tuple[int, ...], ...]
"""Who sits at which table of a round, in seat order."""

REPEAT = 2


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who plays; nobody sits with people of the same `team` or in `apart`, if that can be helped.

    `seed` 1 is the strongest, 0 unknown; an alternate is seated only to fill tables up.
    """

    name: str
    team: str = ""
    apart: tuple[int, ...] = ()
    seed: int = 0
    alternate: bool = False


def sizes_for(people: int, liked: Sequence[int]) -> list[int]:
    """Table sizes for so many people, the biggest first: as many as possible of the best liked; empty if none fit."""
    best: list[tuple[int, list[int]] | None] = [(0, [])] + [None] * people
    for count in range(1, people + 1):
        ways = [
            (before[0] + rank * rank + (rank > 0), [*before[1], size])
            for rank, size in enumerate(liked)
            if size <= count and (before := best[count - size]) is not None
        ]
        best[count] = min(ways, default=None, key=lambda way: (way[0], len(way[1])))
    found = best[people]
    return sorted(found[1], reverse=True) if found else []


def meetings(people: int, rounds: Sequence[Sequence[Sequence[int]]]) -> list[list[int]]:
    """How often each two have sat at one table."""
    met = [[0] * people for _ in range(people)]
    for tables in rounds:
        for table in tables:
            for a, b in combinations(table, 2):
                met[a][b] += 1
                met[b][a] += 1
    return met


def repeats(met: Sequence[Sequence[int]]) -> int:
    """How many meetings were not the first of their two."""
    return sum(max(0, row[b] - 1) for a, row in enumerate(met) for b in range(a))


def fewest_repeats(people: int, rounds: int, sizes: Sequence[int]) -> int:
    """A bound that no seating beats: nobody meets more than the others there are, and every table makes its pairs."""
    pairs = sum(size * (size - 1) // 2 for size in sizes) * rounds
    return max(0, pairs - people * (people - 1) // 2)


class SeatingPlan:
    """Rounds that are drawn together, over what has been played (`met`) and what else keeps people apart (`strain`)."""

    def __init__(self, rounds: list[Tables], met: list[list[int]], strain: list[list[int]]) -> None:
        self.rounds = rounds
        self.met = [list(row) for row in met]
        self._strain = strain
        for tables in rounds:
            for table in tables:
                self._note(table, 1)

    def _note(self, table: Sequence[int], by: int) -> None:
        for a, b in combinations(table, 2):
            self.met[a][b] += by
            self.met[b][a] += by

    def cost(self) -> int:
        """The squared repeats of all meetings, and the strain of those planned here."""
        squares = sum(count * (count - 1) for a, row in enumerate(self.met) for count in row[:a])
        pairs = (pair for tables in self.rounds for table in tables for pair in combinations(table, 2))
        return squares + sum(self._strain[a][b] for a, b in pairs)

    def floor(self) -> int:
        """A cost that no seating can go below: all meetings shared out evenly over all pairs."""
        total = sum(map(sum, self.met)) // 2
        pairs = len(self.met) * (len(self.met) - 1) // 2
        each, more = divmod(total, max(1, pairs))
        return pairs * each * (each - 1) + more * REPEAT * each

    def gain(self, one: Sequence[int], other: Sequence[int], a: int, b: int) -> int:
        """What changes when `a` of one table and `b` of another change places (negative: better)."""
        met_a, met_b, strain_a, strain_b = self.met[a], self.met[b], self._strain[a], self._strain[b]
        change = 0
        for mate in one:
            if mate != a:
                change += REPEAT * (met_b[mate] - met_a[mate] + 1) + strain_b[mate] - strain_a[mate]
        for mate in other:
            if mate != b:
                change += REPEAT * (met_a[mate] - met_b[mate] + 1) + strain_a[mate] - strain_b[mate]
        return change

    def swap(self, tables: Tables, one: int, other: int, seat: int, place: int) -> None:
        """Let two people change places."""
        first, second = tables[one], tables[other]
        a, b = first[seat], second[place]
        for table, leaves, comes in ((first, a, b), (second, b, a)):
            for mate in table:
                if mate != leaves:
                    self._meet(leaves, mate, -1)
                    self._meet(comes, mate, 1)
        first[seat], second[place] = b, a

    def _meet(self, a: int, b: int, by: int) -> None:
        self.met[a][b] += by
        self.met[b][a] += by

    def anneal(self, chance: Random, moves: int, hot: float = 3.0, cold: float = 0.15) -> None:
        """Search by swaps, cooling evenly; the best that was seen stays."""
        best, floor = self.cost(), self.floor()
        cost = best
        kept = [[list(table) for table in tables] for tables in self.rounds]
        random, cooling = chance.random, (cold / hot) ** (1 / max(1, moves))
        heat = hot
        for _ in range(moves):
            heat *= cooling
            tables = self.rounds[int(random() * len(self.rounds))]
            one, other = int(random() * len(tables)), int(random() * len(tables))
            if one == other:
                continue
            seat, place = int(random() * len(tables[one])), int(random() * len(tables[other]))
            change = self.gain(tables[one], tables[other], tables[one][seat], tables[other][place])
            if change <= 0 or random() < exp(-change / heat):
                self.swap(tables, one, other, seat, place)
                cost += change
                if cost < best:
                    best, kept = cost, [[list(table) for table in each] for each in self.rounds]
                    if best <= floor:
                        break
        self.rounds = kept


def plan(
    people: Sequence[int],
    sizes: Sequence[int],
    rounds: int,
    met: list[list[int]],
    strain: list[list[int]],
    chance: Random,
    *,
    tries: int = 3,
    moves: int = 40_000,
) -> list[Tables]:
    """Seat people for so many rounds, with the least strain that is found; it ends early where nothing can be better.

    `met` and `strain` are indexed by the numbers in `people`.
    """
    best: tuple[int, list[Tables]] | None = None
    for _ in range(tries):
        found = SeatingPlan([_shuffled(people, sizes, chance) for _ in range(rounds)], met, strain)
        found.anneal(chance, min(moves, 2_500 * len(people)) * rounds)
        cost = SeatingPlan(found.rounds, met, strain).cost()
        if best is None or cost < best[0]:
            best = cost, found.rounds
        if best[0] <= found.floor():
            break
    return best[1] if best else []


def _shuffled(people: Sequence[int], sizes: Sequence[int], chance: Random) -> Tables:
    mixed = chance.sample(list(people), len(people))
    return chunks(mixed, sizes)


def chunks(people: Sequence[int], sizes: Sequence[int]) -> Tables:
    """People in the order given, table by table."""
    tables, at = [], 0
    for size in sizes:
        tables.append(list(people[at : at + size]))
        at += size
    return tables


def numbered(tables: Tables, history: Sequence[Sequence[Sequence[int]]]) -> Tables:
    """The tables in such an order that few people come to a table number where they have sat before."""
    been: dict[tuple[int, int], int] = {}
    for earlier in history:
        for number, table in enumerate(earlier):
            for person in table:
                been[person, number] = been.get((person, number), 0) + 1
    costs = [[sum(been.get((person, at), 0) ** 2 for person in table) for at in range(len(tables))] for table in tables]
    order = list(range(len(tables)))  # order[number] = which of the tables
    better = True
    while better:
        better = False
        for a, b in combinations(range(len(order)), 2):
            now = costs[order[a]][a] + costs[order[b]][b]
            if costs[order[a]][b] + costs[order[b]][a] < now:
                order[a], order[b] = order[b], order[a]
                better = True
    return [tables[index] for index in order]


def balanced(table: Sequence[int], history: Sequence[Sequence[Sequence[int]]]) -> list[int]:
    """The people of a table in the seat order that evens out how often each has sat first, second and so on."""
    sat: dict[tuple[int, int], int] = {}
    for tables in history:
        for each in tables:
            for seat, person in enumerate(each):
                sat[person, seat] = sat.get((person, seat), 0) + 1

    def cost(order: Iterable[int]) -> int:
        return sum((sat.get((person, seat), 0) + 1) ** 2 for seat, person in enumerate(order))

    return list(min(permutations(table), key=cost))
