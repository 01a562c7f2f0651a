"""Ledgers to test with: one file a test, and clocks that are turned by hand."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.editions.registry import load
from companion.ledger.store import Clock, Ledger
from companion.rules.commands import Begin


class Hands:
    """Both clocks, set by the test."""

    def __init__(self) -> None:
        self.wall = datetime(2026, 11, 30, 20, 14, tzinfo=UTC)
        self.steady = 5_000_000_000

    def clock(self) -> Clock:
        return Clock(lambda: self.wall, lambda: self.steady)

    def pass_by(self, seconds: float) -> None:
        """Let time pass on both clocks."""
        self.wall += timedelta(seconds=seconds)
        self.steady += int(seconds * 1_000_000_000)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def ledger(path: Path, hands: Hands) -> Iterator[Ledger]:
    with Ledger(path, hands.clock()) as ledger:
        yield ledger


@pytest.fixture(scope="session")
def begin() -> Begin:
    return Begin(load("classic"), ("red", "blue", "green"))
