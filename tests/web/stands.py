"""A whole table on simulated chips, with its pages: what the tests of plays and of the referee share."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.app.stand import Stand
from companion.app.virtual import virtual_book
from companion.config import WebSection
from companion.devices.settings import BoxSettings, DieSettings, ReaderSettings
from companion.editions import registry
from companion.table.keeper import Keeper
from companion.table.settings import Evening, TableSettings
from companion.web.server import Server

PIN = "4321"
SETTINGS = TableSettings(dice="serial", news_seconds=0, auction_seconds=2)
EVENING = Evening(players=("red", "blue"), dice="serial")
BOX = BoxSettings(reader=ReaderSettings(poll_ms=2), die=DieSettings())


@contextmanager
def stand_in(folder: Path) -> Iterator[Stand]:
    """A table that keeps its things in a folder."""
    book = virtual_book([registry.load("classic")])
    keeper = Keeper(EVENING, folder / "evening.json")
    chance = random.Random(1)
    with Stand(BOX, folder / "ledger.db", book, keeper, SETTINGS, simulated=True, chance=chance) as stand:
        assert stand.box.wait_ready(10)
        yield stand


@contextmanager
def served(stand: Stand) -> Iterator[Server]:
    """Its pages, the referee's too."""
    server = Server(stand.table.feed, stand.table, stand.bench, WebSection(port=0, pin=PIN, phones=True))
    server.start()
    try:
        assert server.wait_ready(10)
        yield server
    finally:
        server.stop()


def begin(stand: Stand) -> None:
    """Start a game; red plays first."""
    assert stand.bench
    stand.bench.tap("ok")
    assert stand.bench.roll(6, 5)
    assert stand.bench.roll(1, 2)
    assert stand.table.mailbox.settled()
