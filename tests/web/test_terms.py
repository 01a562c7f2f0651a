"""Promises and loans on the pages: put into a trade on a phone, signed at the table, told on every page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.app.assembly import OpenTable
from companion.demo.hands import ChipHands
from companion.rules.commands import Correct, Subject
from companion.table.tags import PlayerTag
from companion.table.views import TradeScreen
from companion.web.server import Server
from tests.web.browser import Page
from tests.web.stands import EVENING, PIN, begin, do, served, stand_in
from tests.web.test_phone import NAMES, phone_of

SENTENCES = ["Red owes Blue no rent for Boardwalk: 2 visits.", "Blue owes Red $600, due in 3 turns."]


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[OpenTable]:
    """Trades may hold promises and loans; blue owns Boardwalk."""
    with stand_in(tmp_path, replace(EVENING, rules={"promises": True})) as stand:
        begin(stand)
        do(stand, Correct(Subject.OWNER, 39, 1, "test"))
        yield stand


@pytest.fixture
def server(stand: OpenTable) -> Iterator[Server]:
    with served(stand) as server:
        yield server


def fill(page: Page, field: str, value: object) -> None:
    box = page.one(f"#{field}")
    box.clear()
    box.send_keys(f"{value}\t")


def test_a_promise_and_a_loan_in_a_browser(page: Page, stand: OpenTable, server: Server) -> None:
    assert stand.bench
    hands = ChipHands(stand.bench, stand.box, stand.table)
    phone_of(page, server, hands, 0)
    page.choose("#takes-promise", "39")
    fill(page, "takes-visits", 2)
    page.until_text("#said", "The rules allow it now.")
    fill(page, "gives-lends", 2000)
    fill(page, "gives-back", 2100)
    page.until_text("#said", "2,000")
    fill(page, "gives-lends", 500)
    fill(page, "gives-back", 600)
    fill(page, "gives-turns", 3)
    page.until_text("#said", "The rules allow it now.")
    assert not page.is_wider_than_screen()
    page.one("#send:enabled")
    page.click("#send")
    page.until(lambda: isinstance(hands.screen, TradeScreen))
    assert isinstance(hands.screen, TradeScreen)
    assert [term.count for term in (*hands.screen.gives.terms, *hands.screen.takes.terms)] == [3, 2]
    for seat in (0, 0, 1):
        hands.lay(PlayerTag(NAMES[seat]))
    page.until(lambda: page.texts("#terms li") == SENTENCES)
    page.open(f"{server.url}?lang=en")
    page.until(lambda: page.texts("#terms li") == SENTENCES)
    assert "$1,600" in page.text("#players")  # red has 1,000 left, and gets 600
    assert "$1,800" in page.text("#players")  # blue has 2,000 and Boardwalk, less 600
    assert not page.is_wider_than_screen()
    page.open(f"{server.url}referee?lang=en")
    page.one("#pin").send_keys(PIN)
    page.click("#door button")
    page.until(lambda: page.texts("#terms li") == SENTENCES)
    assert page.complaints() == []


def test_where_none_are_made_the_form_has_no_fields_for_them(page: Page, tmp_path: Path) -> None:
    with stand_in(tmp_path) as stand, served(stand) as server:
        begin(stand)
        assert stand.bench
        phone_of(page, server, ChipHands(stand.bench, stand.box, stand.table), 0)
        page.one("#gives-money")
        assert page.all("#gives-promise, #gives-lends") == []
