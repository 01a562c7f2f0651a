"""Every page fits phones, laptop and projector, in every language, with as many players as can play and much money."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium import webdriver

from companion.config import WebSection
from companion.devices.box import Box
from companion.rules.commands import Correct, Subject
from companion.simulator import SimulatedBox
from companion.table.settings import COLORS
from companion.web.outlook import Outlook
from companion.web.server import Server
from tests.devices.notebook import Notebook
from tests.web.browser import SIZES, Page
from tests.web.conftest import QUICK, serve
from tests.web.feeds import GameFeed
from tests.words.speaking import built_in

PATHS = {
    "": "#players td",
    "table": ".tag.deed",
    "screen": "#ranking li",
    "help": "#rules li",
    "phone": "#pair",
    "referee": "#pin",
}

BROKEN = """
    return [...document.querySelectorAll("#players thead th, #ranking b, .deed .name")].filter((each) => {
        const text = document.createRange();
        text.selectNodeContents(each);
        const lines = new Set([...text.getClientRects()].map((line) => line.top));
        return lines.size > each.textContent.trim().split(/\\s+/).length;
    }).map((each) => each.textContent);"""  # headings and names that are broken within a word


PRINT = """
    const sticks = (text) => {
        const [inner, outer] = [text, text.closest(".square").querySelector(".paper")];
        const [a, b] = [inner.getBoundingClientRect(), outer.getBoundingClientRect()];
        return a.left < b.left - 1 || a.right > b.right + 1 || a.top < b.top - 1 || a.bottom > b.bottom + 1;
    };
    return [...document.querySelectorAll(".square text")].filter((text) => text.checkVisibility() && sticks(text))
        .map((text) => text.textContent);"""  # what is printed across the edge of its square


@pytest.fixture(scope="module", params=["classic", "dong"])
def crowd(request: pytest.FixtureRequest) -> Iterator[Server]:
    """Eight players, each with a deed and a lot of money."""
    feed = GameFeed(request.param, players=COLORS)
    feed.begin()
    rich = 123_456 * feed.edition_in_force.unit // (10 if request.param == "classic" else 1)
    for seat, square in enumerate(feed.edition_in_force.board.deeds()[: len(COLORS)]):
        feed.ask(Correct(Subject.OWNER, square, seat, "test"), Correct(Subject.CASH, seat, rich, "test"))
    outlook = Outlook()
    outlook.tell((0.93, *[0.01] * 7), (0.125,) * 8)
    outlook.rate((1.23, *[-0.17] * 7), (-0.77, *[0.11] * 7))
    with SimulatedBox(QUICK) as bench, Box(bench.settings, Notebook()) as box:
        bench.follow(reader=box.reader, buttons=box.buttons)
        yield from serve(Server(feed.feed, feed, bench, WebSection(port=0, pin="4321", phones=True), outlook))


@pytest.mark.parametrize("language", built_in())
@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_wider_than_the_screen(driver: webdriver.Chrome, crowd: Server, size: str, language: str) -> None:
    page = Page(driver, size)
    for path, ready in PATHS.items():
        driver.get(f"{crowd.url}{path}?lang={language}")
        page.one(ready)
        page.one("#pages a")
        assert not page.is_wider_than_screen(), path
        assert cut_off(page) == [], path
        assert driver.execute_script(BROKEN) == [], path
        assert driver.execute_script(PRINT) == [], path


def cut_off(page: Page) -> list[str]:
    """What sticks out of the screen or of a box that would have to be scrolled sideways; the links may."""
    script = """
        const hides = (each) => getComputedStyle(each).overflowX !== "visible";
        const wide = (each) => each.scrollWidth > each.clientWidth + 1 && hides(each);
        const out = (each) => each.getBoundingClientRect().right > innerWidth + 1;
        const kinds = ":is(div, section, ol, ul, li, p, table, button, input):not(.unseen)";
        const parts = [...document.querySelectorAll(`main, main ${kinds}`)];
        return parts.filter((each) => each.checkVisibility() && (wide(each) || out(each)))
            .map((each) => each.outerHTML);"""
    found: list[str] = page.driver.execute_script(script)
    return found


def test_a_projector_shows_all_without_scrolling(driver: webdriver.Chrome, crowd: Server) -> None:
    page = Page(driver, "projector")
    driver.get(f"{crowd.url}screen?lang=en")
    page.until(lambda: len(page.all("#ranking li")) == len(COLORS))
    page.one("#latest p")
    script = "return document.documentElement.scrollHeight <= innerHeight"
    page.until(lambda: driver.execute_script(script))
