"""Prints how fast the ledger is on this machine (performance: Ledger): `python -m tests.ledger.measure`."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from companion.ledger.audit import audit
from companion.ledger.history import fold
from companion.ledger.record import from_archive
from companion.ledger.store import Ledger
from tests.ledger.playing import new_game, play

ENTRIES = 1_000


def best_of(count: int, work: Callable[[], object]) -> float:
    """The shortest of some runs, in seconds."""
    times = []
    for _ in range(count):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times)


def main() -> None:
    """Append, load, fold and check one game of a thousand entries on a real disk."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder, Ledger(Path(folder) / "ledger.db") as ledger:
        times = []
        for step in play(new_game(3), 3, ENTRIES):
            start = perf_counter()
            ledger.append("game", "tap", step.command, step.events)
            times.append(perf_counter() - start)
        record = from_archive(ledger, "game")
        size = sum(map(len, record.lines)) / len(times)
        print(f"append: median {median(times) * 1e3:.3f} ms, p99 {quantiles(times, n=100)[-1] * 1e3:.3f} ms")
        print(f"size: {size:.0f} bytes an entry, {len(record.lines[0])} for the first one")
        loaded = best_of(9, lambda: fold(ledger.entries("game")))
        print(f"load and fold: {loaded * 1e3:.1f} ms for {len(times)} entries")
        checked = best_of(9, lambda: audit(record))
        print(f"check with replay: {checked * 1e3:.1f} ms, {len(times) / checked:,.0f} entries/s")


if __name__ == "__main__":
    main()
