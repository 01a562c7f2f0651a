"""A person plays at the virtual table through its page only: real browser, drivers, rules, ledger and display."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.assembly import OpenTable
from companion.ledger.history import fold
from companion.ledger.store import Archive
from tests.web.browser import Page
from tests.web.stands import served, stand_in


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[OpenTable]:
    with stand_in(tmp_path) as stand:
        yield stand


@pytest.fixture
def open_table(page: Page, stand: OpenTable) -> Iterator[Page]:
    with served(stand) as server:
        page.open(f"{server.url}table?lang=en")
        page.one(".tag.player")
        yield page


def roll(page: Page, *faces: int) -> None:
    for place, face in enumerate(faces, start=1):
        while page.attribute(f".die:nth-child({place})", "data-face") != str(face):
            page.click(f".die:nth-child({place})")
    page.click("#roll-these")


def card(page: Page, name: str) -> None:
    page.click(f'.tag[data-name="{name}"]')
    page.one(f'.tag[data-name="{name}"][aria-pressed="true"]')
    page.one(f'.tag[data-name="{name}"][aria-pressed="false"]')


def picture(page: Page) -> str:
    return str(page.driver.execute_script("return document.getElementById('oled').toDataURL()"))


def test_several_turns(open_table: Page, stand: OpenTable) -> None:
    page = open_table
    page.until(lambda: len(set(picture(page))) > 20)
    page.until_text("#says", "Welcome")
    page.click('[data-button="ok"]')
    page.until_text("#lines", "The game begins: Classic.")

    roll(page, 6, 5)
    page.until_text("#lines", "Red throws 6 + 5")
    roll(page, 1, 2)
    page.until_text("#lines", "It is Red's turn.")

    roll(page, 1, 2)
    page.until_text("#lines", "Red may buy Baltic Avenue.")
    page.one('.tag.here[data-name="Baltic Avenue"]')
    page.drag('.tag[data-name="Baltic Avenue"]', "#reader")
    page.until_text("#lines", "Red buys Baltic Avenue.")
    page.click("#laid button")
    page.one("#empty")

    roll(page, 1, 2)
    page.until_text("#lines", "Blue pays Red $4 (rent for Baltic Avenue).")
    page.until_text('.tag[data-name="red"]', "$1,444")
    page.until_text('.tag[data-name="blue"]', "$1,496")

    roll(page, 2, 3)
    page.until_text("#lines", "Red may buy Vermont Avenue.")
    page.click('[data-button="down"]')
    page.click('[data-button="ok"]')
    page.until_text("#lines", "Auction of Vermont Avenue")
    card(page, "blue")
    page.until_text("#lines", "Blue wins the auction for Vermont Avenue")
    page.one('.tag[data-name="Vermont Avenue"] .dot[data-color="blue"]')

    before = picture(page)
    page.click(".tag.unknown")
    page.until(lambda: picture(page) != before)

    page.driver.refresh()
    page.until_text("#lines", "Blue wins the auction for Vermont Avenue")
    page.speak("vi")
    page.until_text("#lines", "đấu giá Vermont Avenue")
    assert page.complaints() == []
    assert page.hosts() == {"127.0.0.1"}
    agrees_with_the_ledger(stand)


def agrees_with_the_ledger(stand: OpenTable) -> None:
    with Archive(stand.ledger.path) as archive:
        game = fold(archive.entries(stand.table.game_id))
    assert stand.table.game
    assert game.state == stand.table.game.state
    assert sum(game.state.accounts) == 0


def test_a_turn_by_keyboard_alone(open_table: Page) -> None:
    page = open_table
    page.keys("o")
    page.until_text("#lines", "The game begins: Classic.")
    page.keys("r")
    page.until_text("#lines", "Red throws")
    page.keys("r")
    page.until_text("#lines", "Blue throws")
    before = picture(page)
    page.keys("1")
    page.until(lambda: picture(page) != before)
    page.one("#empty")
    page.keys("b")
    page.until(lambda: picture(page) == before)
