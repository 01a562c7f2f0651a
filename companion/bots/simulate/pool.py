"""Games on all cores: split into batches, gathered in order, so that the result is the same for any number of jobs."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context

import msgspec

from companion.bots.simulate.record import PlayedGame, play
from companion.bots.simulate.variant import Conditions, Variant

BATCH = 20  # games; a fraction of a second
WIDTH = 30  # of the progress bar, in characters


class Share(msgspec.Struct, frozen=True):
    """Some games of one variant, by their numbers."""

    variant: Variant
    setting: Conditions
    numbers: tuple[int, ...]


def batches(variant: Variant, setting: Conditions, games: int) -> list[Share]:
    """All games of a variant in batches."""
    numbers = range(games)
    return [Share(variant, setting, tuple(numbers[at : at + BATCH])) for at in range(0, games, BATCH)]


def play_batch(batch: Share) -> list[PlayedGame]:
    """Play a batch; runs in a process of its own."""
    return [play(batch.variant, batch.setting, number) for number in batch.numbers]


def play_all(work: Sequence[Share], jobs: int, told: Callable[[int], None]) -> Iterator[list[PlayedGame]]:
    """The records of each batch, in order; `told` hears how many games are done. One job runs in this process."""
    done = 0
    for records in _played(work, min(jobs, len(work))):
        done += len(records)
        told(done)
        yield records


def _played(work: Sequence[Share], jobs: int) -> Iterator[list[PlayedGame]]:
    if jobs <= 1:
        yield from map(play_batch, work)
        return
    with get_context("spawn").Pool(jobs, _leave_interrupts) as pool:
        yield from pool.imap(play_batch, work)


def _leave_interrupts() -> None:
    """Let the process that was started by hand answer Ctrl-C, and end the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def cores() -> int:
    """How many processes can run at once here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Progress:
    """A bar on standard error: how many of all games are done, and how long it will take; silent if nobody sees it."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._began = time.monotonic()
        self._shown = sys.stderr.isatty()

    def __call__(self, done: int) -> None:
        if not self._shown:
            return
        passed = time.monotonic() - self._began
        left = passed / done * (self._total - done) if done else 0.0
        full = WIDTH * done // self._total
        sys.stderr.write(f"\r[{'#' * full}{'.' * (WIDTH - full)}] {done}/{self._total} games, {left:.0f} s left ")
        sys.stderr.write("\r\033[K" if done == self._total else "")
        sys.stderr.flush()
