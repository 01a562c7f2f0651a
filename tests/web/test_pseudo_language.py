"""No page says anything but what the catalogue says, and longer words than ours fit everywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver

from companion import paths
from companion.config import WebSection
from companion.devices.box import Box
from companion.rules.commands import Correct, Roll, Subject
from companion.rules.edition import Edition
from companion.simulator import SimulatedBox
from companion.table.settings import COLORS
from companion.web import wording
from companion.web.server import Server
from companion.words.translating import begin
from tests.devices.notebook import Notebook
from tests.web.browser import Page
from tests.web.conftest import QUICK, serve
from tests.web.feeds import GameFeed
from tests.web.test_sizes import PATHS, cut_off
from tests.words.speaking import PSEUDO

PIN = "4321"
PLAIN = re.compile(r"[^\W\d_]*[aeiouAEIOU][^\W\d_]*")  # what the pseudo-language would never write
SAID = """
    const said = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const around = walk.currentNode.parentElement;
      const isOurs = around.checkVisibility() && !around.closest("script, kbd, #language, #says");
      if (isOurs) said.push(walk.currentNode.data);
    }
    for (const name of ["aria-label", "placeholder", "title"])
      for (const each of document.querySelectorAll(`[${name}]`))
        if (each.checkVisibility()) said.push(each.getAttribute(name));
    return said;"""
CUT = """
    return [...document.querySelectorAll("body *:not(.unseen, select, option)")].filter((each) =>
      each.checkVisibility() && each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1
      && ["hidden", "clip"].includes(getComputedStyle(each).overflowX)).map((each) => each.outerHTML.slice(0, 200));"""


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where somebody keeps this language."""
    return tmp_path_factory.mktemp("config")


@pytest.fixture(autouse=True)
def spoken(config: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The language is offered while a test runs."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(config))
    folder = paths.languages_directories()[0] / PSEUDO
    if not folder.exists():
        folder.parent.mkdir(parents=True)
        begin(folder, pseudo=True)
    wording.offered.cache_clear()
    yield
    wording.offered.cache_clear()


@pytest.fixture(scope="module")
def crowd() -> Iterator[tuple[Server, Edition]]:
    """A table with all that a game may show."""
    feed = GameFeed(players=COLORS)
    feed.begin()
    deeds = feed.edition_in_force.board.deeds()
    feed.ask(*(Correct(Subject.OWNER, square, seat, "agreed") for seat, square in enumerate(deeds[:8])))
    feed.ask(Correct(Subject.CASH, 0, 12_345, "ruling"), Roll(0, 1, 2))
    with SimulatedBox(QUICK) as bench, Box(bench.settings, Notebook()) as box:
        bench.follow(reader=box.reader, buttons=box.buttons)
        for server in serve(Server(feed.feed, feed, bench, WebSection(port=0, pin=PIN, phones=True))):
            yield server, feed.edition_in_force


@pytest.fixture(params=["phone", "projector"])
def screen(request: pytest.FixtureRequest, driver: webdriver.Chrome) -> Page:
    return Page(driver, request.param)


@pytest.mark.parametrize("path", [*PATHS, "nowhere"])
def test_a_page_says_nothing_in_another_language(screen: Page, crowd: tuple[Server, Edition], path: str) -> None:
    server, edition = crowd
    screen.driver.get(f"{server.url}{path}?lang={PSEUDO}")
    if path == "referee":
        screen.driver.delete_all_cookies()
        screen.driver.refresh()
        screen.one("#pin").send_keys(PIN)
        screen.click("#door button")
        screen.one("#lines li")
    else:
        screen.one(PATHS.get(path, "main p"))
    screen.one("#pages a")
    assert foreign(screen, edition) == set()
    assert not screen.is_wider_than_screen()
    assert cut_off(screen) == []
    assert screen.driver.execute_script(CUT) == []


def foreign(page: Page, edition: Edition) -> set[str]:
    """The words on a page that neither the language nor the board has."""
    board = edition.board
    printed = [
        edition.title,
        *(square.name for square in board.squares),
        *(group.name for group in board.groups.values()),
    ]
    known_words = set(PLAIN.findall(" ".join(printed)))
    said: list[str] = page.driver.execute_script(SAID)
    return set(PLAIN.findall(" ".join(said))) - known_words
