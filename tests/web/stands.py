"""A whole table on simulated chips, with its pages: what the tests of plays and of the referee share."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path

from companion.app.assembly import OpenTable, virtual_book
from companion.config import WebSection
from companion.devices.settings import BoxSettings, DieSettings, ReaderSettings
from companion.editions import registry
from companion.rules.commands import AnyCommand, Refusal
from companion.table.inputs import Asked
from companion.table.keeper import Keeper
from companion.table.settings import Evening, TableSettings
from companion.web.outlook import Outlook
from companion.web.server import Server
from tests.web.listener import Answer, ask, post

PIN = "4321"
SETTINGS = TableSettings(dice="serial", news_seconds=0, auction_seconds=2)
EVENING = Evening(players=("red", "blue"), dice="serial")
BOX = BoxSettings(reader=ReaderSettings(poll_ms=2), die=DieSettings())


@contextmanager
def stand_in(folder: Path, evening: Evening = EVENING, settings: TableSettings = SETTINGS) -> Iterator[OpenTable]:
    """A table that keeps its things in a folder."""
    book = virtual_book([registry.load(evening.edition)])
    keeper = Keeper(evening, folder / "evening.json")
    chance = random.Random(1)
    with OpenTable(BOX, folder / "ledger.db", book, keeper, settings, simulated=True, chance=chance) as stand:
        assert stand.box.wait_ready(10)
        yield stand


@contextmanager
def served(stand: OpenTable, outlook: Outlook | None = None) -> Iterator[Server]:
    """Its pages, the referee's too."""
    settings = WebSection(port=0, pin=PIN, phones=True)
    server = Server(stand.table.feed, stand.table, stand.bench, settings, outlook)
    server.start()
    try:
        assert server.wait_ready(10)
        yield server
    finally:
        server.stop()


def begin(stand: OpenTable, *throws: tuple[int, int]) -> None:
    """Start a game; red plays first, unless other throws decide."""
    assert stand.bench
    stand.bench.tap("ok")
    for throw in throws or ((6, 5), (1, 2)):
        assert stand.bench.roll(*throw)
    assert stand.table.mailbox.settled()


def do(stand: OpenTable, command: AnyCommand) -> None:
    """Have a command carried out, as from a page."""
    answer: Future[Refusal | None] = Future()
    stand.table.mailbox.post(Asked(command, "test", answer))
    assert answer.result(5) is None
    assert stand.table.mailbox.settled()


class Signed:
    """A referee who is in."""

    def __init__(self, port: int) -> None:
        self.port = port
        status, headers, body = post(port, "/referee/in", {"pin": PIN})
        assert status == 200
        self.cookie = headers["set-cookie"].partition(";")[0]
        self.flags = headers["set-cookie"]
        self.proof = json.loads(body)["proof"]

    def ask(self, wish: Mapping[str, object], **headers: str) -> Answer:
        return post(self.port, "/referee/ask", wish, **{"cookie": self.cookie, "x_proof": self.proof, **headers})

    def get(self, path: str) -> Answer:
        return ask(self.port, "GET", path, cookie=self.cookie)
