"""Every page is checked by axe-core, light and dark, as a phone and as a laptop: no serious finding."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_core_python.selenium import Axe

from companion.app.assembly import OpenTable
from companion.config import WebSection
from companion.demo.hands import ChipHands
from companion.table.parts import Do
from companion.table.tags import PlayerTag
from companion.web.server import Server
from tests.web.browser import Page
from tests.web.conftest import serve
from tests.web.feeds import GameFeed
from tests.web.stands import PIN, begin, served, stand_in
from tests.words.speaking import built_in


@pytest.fixture(scope="module")
def stand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenTable]:
    with stand_in(tmp_path_factory.mktemp("stand")) as stand:
        begin(stand)
        assert stand.bench
        assert stand.bench.roll(1, 2)
        stand.bench.tap("ok")
        stand.bench.tap("ok")
        assert stand.bench.roll(1, 2)
        yield stand


@pytest.fixture(scope="module")
def server(stand: OpenTable) -> Iterator[Server]:
    with served(stand) as server:
        yield server


def findings(page: Page) -> list[tuple[str, str]]:
    found: dict[str, Any] = Axe().run(page.driver, {"exclude": [["details:not([open]) > p"]]})
    return [
        (violation["id"], node["html"])
        for violation in found["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize(("theme", "language"), [("light", "en"), ("dark", "vi")])
@pytest.mark.parametrize(
    ("path", "ready"),
    [("table", '#lines [data-seq="4"]'), ("", '#lines [data-seq="4"]'), ("screen", "#ranking li"), ("help", "#now p")],
)
def test_no_serious_finding(page: Page, server: Server, path: str, ready: str, theme: str, language: str) -> None:
    page.driver.get(f"{server.url}{path}?lang={language}")
    page.driver.execute_script("localStorage.setItem('theme', arguments[0])", theme)
    page.driver.refresh()
    page.one(ready)
    assert findings(page) == []
    page.driver.execute_script("localStorage.clear()")


def test_no_serious_finding_before_a_game(page: Page) -> None:
    feed = GameFeed()
    for empty in serve(Server(feed.feed, feed, None, WebSection(port=0))):
        for path in ("", "screen", "help"):
            page.open(f"{empty.url}{path}?lang=vi")
            page.one("main")
            assert findings(page) == []


@pytest.mark.parametrize("language", built_in())
def test_no_serious_finding_before_and_behind_the_pin(page: Page, server: Server, language: str) -> None:
    page.open(f"{server.url}referee?lang={language}")
    page.one("#pin").send_keys("0000")
    page.click("#door button")
    page.one("#said:not(:empty)")
    assert findings(page) == []
    page.one("#pin").send_keys(PIN)
    page.click("#door button")
    page.one("#throw")
    page.click("#minutes button")
    page.one("#clock:not(:empty)")
    page.click("#pause")
    page.one("#clock-note")
    assert findings(page) == []
    page.click("#pause")
    page.until(lambda: not page.all("#clock-note"))
    page.click('#lines li:not([data-seq="0"]) button')
    page.one("#undo")
    assert findings(page) == []
    page.click('#undo [value="cancel"]')
    page.click("#leave")
    page.one("#door")


@pytest.mark.parametrize("language", built_in())
def test_no_serious_finding_before_and_after_the_card(
    page: Page, server: Server, stand: OpenTable, language: str
) -> None:
    assert stand.bench
    page.open(f"{server.url}phone?lang={language}")
    assert findings(page) == []
    page.click("#pair")
    page.until(lambda: len(page.text("#code")) == 4)
    assert findings(page) == []
    hands = ChipHands(stand.bench, stand.box, stand.table)
    hands.press("info")
    hands.pick(Do.PHONE, page.text("#code"))
    hands.lay(PlayerTag("red"))
    page.until_text("#deeds", "Baltic Avenue")
    assert findings(page) == []
    page.click("#leave")
    page.one("#pair")
