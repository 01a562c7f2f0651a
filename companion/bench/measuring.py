"""What every measurement needs: clocks, figures with their bars and references, and the same game in every run."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from random import Random

import msgspec

from companion.bots.guide import Guide
from companion.bots.policies import POLICIES
from companion.bots.self_play import BOT_COLORS, SelfPlay, begin
from companion.bots.simulate.figures import quantile
from companion.editions import registry
from companion.rules.game import Game
from companion.rules.rules import Rules


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """One measured value; `ratio` is value through reference, both in the same unit unless the reference says else."""

    what: str
    value: float
    unit: str
    bar: float | None = None
    more_is_better: bool = False
    reference: str = ""
    ratio: float | None = None

    @property
    def holds(self) -> bool | None:
        """Whether the bar is kept; nothing where there is none."""
        if self.bar is None:
            return None
        return self.value >= self.bar if self.more_is_better else self.value <= self.bar


class Findings(msgspec.Struct, frozen=True):
    """All figures of one subject, and what has to be known to read them."""

    subject: str
    figures: tuple[Figure, ...]
    notes: tuple[str, ...] = ()


def lines(findings: Findings) -> Iterator[str]:
    """The findings as a table for people."""
    yield findings.subject
    rows = [_row(figure) for figure in findings.figures]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)] if rows else []
    for row in rows:
        what, value, unit, *rest = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(["", what, value.strip().rjust(widths[1]), unit, *rest]).rstrip()
    for note in findings.notes:
        yield f"  {note}"


def _row(figure: Figure) -> Sequence[str]:
    sign = ">=" if figure.more_is_better else "<="
    bar = "" if figure.bar is None else f"bar {sign} {_number(figure.bar)} {'kept' if figure.holds else 'MISSED'}"
    reference = f"{_number(figure.ratio)} x {figure.reference}" if figure.ratio is not None else figure.reference
    return figure.what, _number(figure.value), figure.unit, bar, reference


def _number(value: float) -> str:
    """Three significant digits, and whole numbers from a hundred on."""
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"


LOOP = 20_000


class _Fact(msgspec.Struct, frozen=True, gc=False):
    """An event of five fields, the measure of all others."""

    first: int
    second: int
    third: int
    fourth: int
    fifth: bool


def samples(count: int, deed: Callable[[], object]) -> list[float]:
    """How long a deed takes, so many times, in ms of the wall clock, the shortest first."""
    found = []
    for _ in range(count):
        began = time.perf_counter()
        deed()
        found.append((time.perf_counter() - began) * 1000)
    return sorted(found)


def median(ordered: Sequence[float]) -> float:
    """The middle of ordered samples."""
    return quantile(ordered, 0.5)


def late(ordered: Sequence[float]) -> float:
    """What 99 of 100 ordered samples stay below."""
    return quantile(ordered, 0.99)


def loop_ns() -> float:
    """A turn of a bare Python loop with an addition, best of five, in ns of processor time."""

    def run() -> None:
        total = 0
        for number in range(LOOP):
            total += number

    return min(processor_ns(run) for _ in range(5)) / LOOP


def fact_ns() -> float:
    """Making one event of five fields, best of five, in ns of processor time."""

    def run() -> None:
        for _ in range(LOOP):
            _Fact(1, 2, 3, 4, True)

    return min(processor_ns(run) for _ in range(5)) / LOOP


def processor_ns(deed: Callable[[], object]) -> float:
    """The processor time that a deed takes: other programs on the machine do not count."""
    began = time.process_time_ns()
    deed()
    return time.process_time_ns() - began


PLAYERS = 4
ROUNDS = 200  # as the figures in docs/performance.md


def classic() -> Guide:
    """The classic edition as players know it."""
    return Guide(Rules(registry.load("classic")))


def play(guide: Guide, bot: str, seed: int, rounds: int = ROUNDS) -> Game:
    """A whole game of four bots of a kind, every event recorded."""
    chance = Random(f"bench/{seed}")
    game = begin(guide.rules, BOT_COLORS[:PLAYERS], chance)
    bots = [POLICIES[bot](guide, seat, chance) for seat in range(PLAYERS)]
    SelfPlay(guide.rules, bots, chance).play(game, rounds)
    return game
