"""The hub's desk: entries of many tables taken in, checked and stored by one process (performance: Hub).

The whole way, over a broker and PostgreSQL, with the tables in processes of their own, is measured by the load test of
the hub; this is the part of it that decides how many tables one hub holds.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from companion.bench.measuring import Figure, Findings, classic, median, play, processor_ns
from companion.bots.simulate.figures import quantile
from companion.hub.intake import Intake
from companion.hub.store import Store, WriteBatch, sqlite_url
from companion.ledger.entry import Chain
from companion.ledger.store import Ledger

TABLES, ENTRIES = 200, 40
NEEDED = 1000  # entries/s: a thousand tables at one entry a second
EVENT = "bench"


def measure() -> Findings:
    """Rounds of one entry from each table, each round one transaction, beside the mere check of the chains."""
    with tempfile.TemporaryDirectory(prefix="banker-bench-") as folder:
        games = _games(Path(folder))
        store = Store(sqlite_url(Path(folder) / "hub.sqlite"))
        try:
            rounds, stored = _take_in(store, games)
        finally:
            store.close()
    total = len(games) * ENTRIES
    assert stored == total, "the hub has not stored what it was sent"
    checking = processor_ns(lambda: _check(games)) / 1e6
    spent = sum(rounds)
    figures = (
        Figure(
            what="entries taken in, checked, stored",
            value=total / spent * 1000,
            unit="entries/s",
            bar=NEEDED,
            more_is_better=True,
            reference=f"checking the chains ({checking / total * 1000:.0f} us an entry)",
            ratio=spent / checking,
        ),
        Figure(what=f"an entry of each of {len(games)} tables, median", value=median(sorted(rounds)), unit="ms"),
        Figure(what=f"an entry of each of {len(games)} tables, p95", value=quantile(sorted(rounds), 0.95), unit="ms"),
    )
    return Findings("hub", figures, ("one process on SQLite; no broker",))


def _games(folder: Path) -> list[list[bytes]]:
    """The first entries of a game at each table, as lines of its ledger."""
    guide, found = classic(), []
    with Ledger(folder / "tables.sqlite") as ledger:
        for number in range(TABLES):
            name = f"game-{number}"
            for step in play(guide, "greedy", number, rounds=ENTRIES).steps[:ENTRIES]:
                ledger.append(name, "bench", step.command, step.events)
            found.append(ledger.lines(name))
    return found


def _take_in(store: Store, games: Sequence[Sequence[bytes]]) -> tuple[list[float], int]:
    """The ms of each round, and how many entries lie in the database then."""
    now = datetime.now(UTC)
    store.add_event(EVENT, now)
    intake, rounds = Intake(store, EVENT), []
    for number in range(ENTRIES):
        began = time.perf_counter()
        batch = WriteBatch()
        for table, lines in enumerate(games):
            intake.lines(f"box-{table}", lines[number], batch, now)
        store.write(EVENT, batch)
        rounds.append((time.perf_counter() - began) * 1000)
    return rounds, store.count(EVENT)


def _check(games: Sequence[Sequence[bytes]]) -> None:
    for lines in games:
        chain = Chain()
        for line in lines:
            chain.take(line)
