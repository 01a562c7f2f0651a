"""Clocks: samples of a deed, the best of several, and references that cost the same on the same machine."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import msgspec

from companion.bots.simulate.figures import quantile

LOOP = 20_000


class _Fact(msgspec.Struct, frozen=True, gc=False):
    """An event of five fields, as performance.md 2 takes it for a measure."""

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
