"""A served table: a real game, simulated chips with the real drivers on them, and the web server on a free port."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver

from companion.app.assembly import OpenTable
from companion.config import WebSection
from companion.devices.box import Box
from companion.devices.settings import BoxSettings, DieSettings, PanelSettings, ReaderSettings
from companion.simulator import SimulatedBox
from companion.web.server import Server
from tests.devices.notebook import Notebook
from tests.web import stands
from tests.web.browser import Page, chromium
from tests.web.feeds import GameFeed
from tests.web.stands import begin, stand_in

QUICK = BoxSettings(
    reader=ReaderSettings(poll_ms=2, retry_ms=20),
    panel=PanelSettings(watch_ms=0, retry_ms=20),
    die=DieSettings(hello_ms=300, ping_ms=100, silence_ms=100, roll_ms=150, retry_ms=20),
)


@pytest.fixture
def feed() -> GameFeed:
    feed = GameFeed()
    feed.begin()
    return feed


@pytest.fixture
def bench() -> Iterator[SimulatedBox]:
    with SimulatedBox(QUICK) as bench:
        yield bench


@pytest.fixture
def notes() -> Notebook:
    return Notebook()


@pytest.fixture
def box(bench: SimulatedBox, notes: Notebook) -> Iterator[Box]:
    with Box(bench.settings, notes) as box:
        bench.follow(reader=box.reader, buttons=box.buttons)
        yield box


@pytest.fixture(scope="module")
def pages() -> Iterator[Server]:
    """The pages with a virtual table, shared by tests that only look at how requests are answered."""
    feed = GameFeed()
    feed.begin()
    with SimulatedBox(QUICK) as bench, Box(bench.settings, Notebook()) as box:
        bench.follow(reader=box.reader, buttons=box.buttons)
        yield from serve(Server(feed.feed, feed, bench, WebSection(port=0)))


@pytest.fixture
def served(feed: GameFeed) -> Iterator[Server]:
    """The pages without a simulated box, as on a Pi."""
    yield from serve(Server(feed.feed, feed, None, WebSection(port=0)))


@pytest.fixture
def table(feed: GameFeed, bench: SimulatedBox, box: Box) -> Iterator[Server]:
    """The pages with the virtual table."""
    yield from serve(Server(feed.feed, feed, bench, WebSection(port=0)))


def serve(server: Server) -> Iterator[Server]:
    server.start()
    try:
        assert server.wait_ready(10)
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="session")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    with chromium(tmp_path_factory.mktemp("chromium")) as driver:
        yield driver


@pytest.fixture(params=["phone", "laptop"])
def page(request: pytest.FixtureRequest, driver: webdriver.Chrome) -> Page:
    return Page(driver, request.param)


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[OpenTable]:
    """A whole table with a game on it."""
    with stand_in(tmp_path) as stand:
        begin(stand)
        yield stand


@pytest.fixture
def server(stand: OpenTable) -> Iterator[Server]:
    """The pages of that table."""
    with stands.served(stand) as server:
        yield server
