"""The ledger: one durable transaction an entry, loading, folding and checking (performance: Ledger)."""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.bench.measuring import Figure, Findings, classic, late, median, play, processor_ns, samples
from companion.ledger.audit import audit
from companion.ledger.history import fold
from companion.ledger.record import from_archive
from companion.ledger.seal import TURN
from companion.ledger.store import Archive, Ledger
from companion.rules.game import Step

ENTRIES = 1000
TIMES = 5
APPEND_BAR, FOLD_BAR, VERIFY_BAR = 0.3, 20.0, 50_000  # ms, ms, entries/s


def measure(entries: int = 0) -> Findings:
    """Append beside a bare sqlite3, load and fold a game of 1,000 entries, verify; with `entries` also growth."""
    steps = play(classic(), "greedy", 2).steps
    with tempfile.TemporaryDirectory(prefix="banker-bench-") as folder:
        place = Path(folder)
        figures = [*_appending(place, steps), *_reading(place, steps)]
        if entries:
            figures += _growing(place, steps, entries)
        how = f"on {place.parent}; WAL, synchronous=FULL; reading and verifying in processor time, best of {TIMES}"
        return Findings("ledger", tuple(figures), (how,))


def write(ledger: Ledger, game: str, steps: Sequence[Step]) -> list[float]:
    """Write entries of a game; the ms of each."""
    spent = []
    for step in steps:
        spent += samples(1, lambda: ledger.append(game, "bench", step.command, step.events))  # noqa: B023
        ledger.settle()  # as the table does, when the move is shown
    return spent


def _in_turns(place: Path, steps: Sequence[Step]) -> tuple[int, list[float], list[float], list[float]]:
    """Our entries and bare rows of the same length in turns, so that both meet the same disk, and the witness after it.

    The length of the first entry in bytes; the ms of each entry, row and flush of the witness, sorted.
    """
    with Ledger(place / "ledger.sqlite") as ledger:
        ledger.append("bench", "bench", steps[0].command, steps[0].events)
        ledger.settle()
        size = len(ledger.lines("bench")[0])
        bare = _bare(place / "bare.sqlite")
        ours, theirs, settled = [], [], []
        for number, step in enumerate(steps[1 : 1 + ENTRIES // 2]):
            ours += samples(1, lambda: ledger.append("bench", "bench", step.command, step.events))  # noqa: B023
            settled += samples(1, ledger.settle)
            line = ledger.lines("bench", number + 1)[0].decode()
            theirs += samples(1, lambda: bare.execute("INSERT INTO entries VALUES ('bench', ?, ?)", (number, line)))  # noqa: B023
        bare.close()
    return size, sorted(ours), sorted(theirs), sorted(settled)


def _appending(place: Path, steps: Sequence[Step]) -> list[Figure]:
    size, ours, theirs, settled = _in_turns(place, steps)
    reference = f"a bare sqlite3 row of the same text ({median(theirs):.3f} ms)"
    return [
        Figure(
            what="append, median",
            value=median(ours),
            unit="ms",
            bar=APPEND_BAR,
            reference=reference,
            ratio=median(ours) / median(theirs),
        ),
        Figure(
            what="append, 99 of 100",
            value=late(ours),
            unit="ms",
            reference=f"the same of bare sqlite3 ({late(theirs):.3f} ms)",
            ratio=late(ours) / late(theirs),
        ),
        Figure(
            what="witness flushed after the move is shown, median",
            value=median(settled),
            unit="ms",
            reference=f"99 of 100: {late(settled):.3f} ms",
        ),
        _sealing(place, steps),
        Figure(what="first entry of a game (edition, decks)", value=size / 1024, unit="KiB"),
    ]


def _sealing(place: Path, steps: Sequence[Step]) -> Figure:
    """A turn sealed as the table does it: signed when its last move is shown, and put in the old seal's place."""
    with Ledger(place / "sealed.sqlite") as ledger:
        spent = []
        for step in steps[: ENTRIES // 5]:
            ledger.append("sealed", "bench", step.command, step.events)
            spent += samples(1, lambda: ledger.seal("sealed", TURN))
    return Figure(
        what="a turn sealed after the move is shown, median",
        value=median(sorted(spent)),
        unit="ms",
        reference=f"99 of 100: {late(sorted(spent)):.3f} ms",
    )


def _bare(path: Path) -> sqlite3.Connection:
    bare = sqlite3.connect(path, isolation_level=None)
    bare.execute("PRAGMA journal_mode=WAL")
    bare.execute("PRAGMA synchronous=FULL")
    bare.execute("CREATE TABLE entries (game TEXT, seq INTEGER, line TEXT, PRIMARY KEY (game, seq)) WITHOUT ROWID")
    return bare


def _reading(place: Path, steps: Sequence[Step]) -> list[Figure]:
    with Ledger(place / "whole.sqlite") as ledger:
        for step in steps[:ENTRIES]:
            ledger.append("whole", "bench", step.command, step.events)
        count = len(ledger.lines("whole"))
        loading = _worked(lambda: fold(ledger.entries("whole"))) * ENTRIES / count
        lines = _worked(lambda: ledger.lines("whole")) * ENTRIES / count
        record = from_archive(ledger, "whole")
    checking = _worked(lambda: audit(record))
    return [
        Figure(
            what="a game of 1,000 entries read and folded",
            value=loading,
            unit="ms",
            bar=FOLD_BAR,
            reference=f"reading its lines ({lines:.2f} ms)",
            ratio=loading / lines,
        ),
        Figure(
            what="verified: chain, facts, money, replay",
            value=count / checking * 1000,
            unit="entries/s",
            bar=VERIFY_BAR,
            more_is_better=True,
        ),
    ]


def _worked(deed: Callable[[], object]) -> float:
    """The processor time of a deed, best of several, in ms."""
    return min(processor_ns(deed) for _ in range(TIMES)) / 1e6


def _growing(place: Path, steps: Sequence[Step], entries: int) -> list[Figure]:
    """A ledger that is long beside a new one, written in turns; its size, and opening it."""
    path = place / "long.sqlite"
    with Ledger(path) as long, Ledger(place / "new.sqlite") as new:
        total = 0
        while total < entries:
            total += len(write(long, f"game-{total}", steps[: entries - total]))
        pairs = [(*write(long, "last", [step]), *write(new, "last", [step])) for step in steps[:ENTRIES]]
    late_ones, early_ones = (sorted(column) for column in zip(*pairs, strict=True))
    began = time.perf_counter()
    with Archive(path) as archive:
        archive.unfinished()
    opening = (time.perf_counter() - began) * 1000
    return [
        Figure(
            what=f"append after {total:,} entries, median",
            value=median(late_ones),
            unit="ms",
            bar=APPEND_BAR,
            reference=f"a new ledger in turns ({median(early_ones):.3f} ms)",
            ratio=median(late_ones) / median(early_ones),
        ),
        Figure(what=f"size of {total:,} entries", value=path.stat().st_size / 2**20, unit="MiB"),
        Figure(what="opened, unfinished games found", value=opening, unit="ms"),
    ]
