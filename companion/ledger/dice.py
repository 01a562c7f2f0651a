"""Are the dice fair? Every throw with where it was read, and how often fair dice would show such counts.

A serial die numbers its throws: its source is its name, a colon and the number. A number that is left out is a throw
that nobody used: somebody played with the die, or threw again.

Pearson's test: over all faces, (counted - expected) squared over expected, compared with the chi-square distribution,
whose tail has a closed form for whole degrees of freedom (Abramowitz and Stegun 26.4.4, 26.4.5).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import erfc, exp, gamma, sqrt

import msgspec

from companion.ledger.commitment import proof_of, who_threw
from companion.ledger.entry import Entry
from companion.ledger.history import taken_back
from companion.rules.events import Rolled, StartThrown, Thrown

Throw = Rolled | Thrown | StartThrown

FACES = range(1, 7)
SUMS = range(2, 13)
RESTART = 100  # a larger step in the numbers is a die that was switched on anew
ENOUGH = 5  # so many are to be expected of each face before the test says anything


class Count(msgspec.Struct):
    """The throws of one source: how often each face and each sum came, and which first readings were corrected."""

    source: str
    faces: list[int] = msgspec.field(default_factory=lambda: [0] * len(FACES))
    sums: list[int] = msgspec.field(default_factory=lambda: [0] * len(SUMS))
    throws: int = 0
    proved: int = 0  # throws that were fixed before the game, with their proof
    misread: list[str] = msgspec.field(default_factory=list)
    unused: int = 0

    def add(self, throw: Throw) -> None:
        """Count a throw: each face, and the sum of two dice."""
        dice = [face for face in throw.dice[:2] if isinstance(face, int)]
        for face in dice:
            self.faces[face - 1] += 1
        if len(dice) == 2:
            self.sums[sum(dice) - 2] += 1
        self.throws += 1
        self.proved += proof_of(throw.source) is not None
        if throw.misread:
            self.misread.append(throw.misread)


class FairnessTest(msgspec.Struct, frozen=True):
    """The outcome of one test: `chance` is how often fair dice show counts as uneven as these; None: too few throws."""

    statistic: float
    freedom: int
    chance: float | None


def count(games: Iterable[Sequence[Entry]]) -> list[Count]:
    """The throws of some games by source, those left out that were taken back."""
    counts: dict[str, Count] = {}
    for entries in games:
        undone = taken_back(entries)
        numbers: dict[str, int] = {}
        for seq, throw in _throws(entries):
            source, number = _source(throw.source)
            counted = counts.setdefault(source, Count(source))
            counted.unused += _left_out(numbers.get(source), number)
            numbers[source] = number
            if seq not in undone:
                counted.add(throw)
    return sorted(counts.values(), key=lambda each: (-each.throws, each.source))


def _throws(entries: Sequence[Entry]) -> Iterator[tuple[int, Throw]]:
    """All throws of a game, each with the number of its entry."""
    for entry in entries:
        for event in entry.events:
            if isinstance(event, Rolled | Thrown | StartThrown):
                yield entry.seq, event


def _source(written: str) -> tuple[str, int]:
    """The name of a source and the number of the throw, 0 where throws are not numbered."""
    written = who_threw(written)
    name, colon, number = written.rpartition(":")
    return (name, int(number)) if colon and number.isdecimal() else (written, 0)


def _left_out(before: int | None, number: int) -> int:
    """How many throws lie between two; a die that began to count anew leaves nothing out."""
    return number - before - 1 if before is not None and before < number <= before + RESTART else 0


def of_faces(counted: Count) -> FairnessTest:
    """Does every face come as often as the others?"""
    return chi_square(counted.faces, [1] * len(FACES))


def of_sums(counted: Count) -> FairnessTest:
    """Do the sums of two dice come as they should, 7 six times as often as 2?"""
    return chi_square(counted.sums, [6 - abs(7 - total) for total in SUMS])


def chi_square(counted: Sequence[int], weights: Sequence[int]) -> FairnessTest:
    """Compare counts with what is to be expected by weight."""
    total, whole = sum(counted), sum(weights)
    expected = [total * weight / whole for weight in weights]
    if not total or min(expected) < ENOUGH:
        return FairnessTest(0.0, len(counted) - 1, None)
    statistic = sum((found - wanted) ** 2 / wanted for found, wanted in zip(counted, expected, strict=True))
    return FairnessTest(statistic, len(counted) - 1, tail(statistic, len(counted) - 1))


def tail(statistic: float, freedom: int) -> float:
    """How often chi-square with so many degrees of freedom is at least this much."""
    half = statistic / 2
    if freedom % 2:
        chance, reached = erfc(sqrt(half)), 1
    else:
        chance, reached = exp(-half), 2
    for known in range(reached, freedom, 2):
        chance += half ** (known / 2) * exp(-half) / gamma(known / 2 + 1)
    return min(chance, 1.0)
