"""Sums of money are typed on pages as people write them, in the money of the edition, or stepped by its unit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from msgspec.structs import replace
from selenium.webdriver.common.keys import Keys

from companion.app.assembly import OpenTable
from companion.demo.hands import ChipHands
from companion.rules.commands import Correct, Subject
from companion.table.tags import PlayerTag
from companion.table.views import TradeScreen
from companion.web.server import Server
from tests.web import stands
from tests.web.browser import Page
from tests.web.listener import ask
from tests.web.stands import EVENING, PIN, begin, do, stand_in
from tests.web.test_phone import phone_of
from tests.words.speaking import built_in

SAID = {
    "en": "Use multiples of 10,000 đ.",
    "vi": "Hãy dùng bội số của 10.000 đ.",
    "fr": "Choisissez un multiple de 10\u202f000 đ.",
}
FITS = {
    "en": "The rules allow it now.",
    "vi": "Luật cho phép lúc này.",
    "fr": "Les règles le permettent maintenant.",
}


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[OpenTable]:
    """A table that plays in đồng."""
    with stand_in(tmp_path, replace(EVENING, edition="dong")) as stand:
        begin(stand)
        yield stand


@pytest.fixture
def server(stand: OpenTable) -> Iterator[Server]:
    with stands.served(stand) as server:
        yield server


def read(server: Server, text: str, language: str = "vi") -> tuple[int, object]:
    status, _, body = ask(server.port, "GET", f"/sum?{urlencode({'text': text, 'lang': language})}")
    told = json.loads(body)
    return status, told.get("amount", told.get("error"))


def test_a_sum_is_read_in_the_money_of_the_table(server: Server) -> None:
    assert read(server, "1,5 triệu") == (200, 1_500_000)
    assert read(server, "1,500,000", "en") == (200, 1_500_000)
    assert read(server, "15.000") == (200, 15_000)  # the rules will refuse it
    assert read(server, "0,5", "en") == (400, SAID["en"])
    for language in built_in():
        status, said = read(server, "<b>", language)
        assert (status, "<b>" in str(said)) == (400, True)
    for text in ("", "9" * 10_000, "\u202e5", "1\x00"):
        assert read(server, text)[0] == 400
    assert ask(server.port, "GET", "/sum")[0] == 400


@pytest.mark.parametrize("language", built_in())
def test_a_trade_is_typed_on_a_phone(page: Page, server: Server, stand: OpenTable, language: str) -> None:
    assert stand.bench
    do(stand, Correct(Subject.OWNER, 39, 1, "test"))
    hands = ChipHands(stand.bench, stand.box, stand.table)
    phone_of(page, server, hands, 0, language)
    page.click('#takes [value="39"]')
    field = page.one("#gives-money")
    for typed, shown in (("1,5tr" if language == "vi" else "1,5M", 1_500_000), ("150k", 150_000)):
        field.clear()
        field.send_keys(typed, Keys.TAB)
        page.until(lambda shown=shown: page.attribute("#gives-money", "aria-valuenow") == str(shown), typed)
        page.until_text("#said", FITS[language])
    assert page.value("#gives-money").replace("\u202f", ".").replace(",", ".") == "150.000"
    field.send_keys(Keys.ARROW_UP, Keys.ARROW_UP, Keys.ARROW_DOWN)
    page.until(lambda: page.attribute("#gives-money", "aria-valuenow") == "160000")
    page.click("#gives .sum button:last-child")
    page.until(lambda: page.attribute("#gives-money", "aria-valuenow") == "170000")
    field.clear()
    field.send_keys("155.000", Keys.TAB)
    page.until_text("#said", SAID[language])
    assert page.all("#send:disabled")
    field.clear()
    field.send_keys("abc", Keys.TAB)
    page.until_text("#said", "abc")
    assert page.attribute("#gives-money", "aria-invalid") == "true"
    assert page.all("#send:disabled")
    page.click("#gives .sum button:first-child")
    page.until_text("#said", FITS[language])
    field.clear()
    field.send_keys("2.000.000")
    page.click("#gives legend")
    page.one("#send:enabled")
    assert not page.is_wider_than_screen()
    page.click("#send")
    page.until(lambda: isinstance(hands.screen, TradeScreen))
    for seat in (0, 0, 1):
        hands.lay(PlayerTag(EVENING.players[seat]))
    assert stand.table.game
    assert stand.table.game.state.accounts[:2] == [13_000_000, 17_000_000]


def test_steps_end_at_nothing_and_at_what_can_be_paid(page: Page, server: Server, stand: OpenTable) -> None:
    assert stand.bench
    do(stand, Correct(Subject.CASH, 0, 30_000, "test"))
    phone_of(page, server, ChipHands(stand.bench, stand.box, stand.table), 0, "vi")
    field = page.one("#gives-money")
    field.send_keys(Keys.ARROW_DOWN)
    assert page.value("#gives-money") == "0"
    field.send_keys(Keys.PAGE_UP)
    page.until(lambda: page.value("#gives-money") == "30.000")
    field.clear()
    field.send_keys("25000", Keys.ARROW_UP)
    page.until(lambda: page.value("#gives-money") == "30.000")


@pytest.mark.parametrize("language", built_in())
def test_the_referee_types_balances(page: Page, server: Server, stand: OpenTable, language: str) -> None:
    page.open(f"{server.url}referee?lang={language}")
    page.one("#pin").send_keys(PIN)
    page.click("#door button")
    page.until(lambda: page.attribute("#value", "aria-valuenow") == "15000000")
    million = "1tr5" if language == "vi" else "1.5M"
    for typed, said, cash in (("25.000", SAID[language], 15_000_000), (million, "", 1_500_000)):
        field = page.one("#value")
        field.clear()
        field.send_keys(typed)
        page.click("#correct .main")
        page.one("#said:not(:empty)")
        page.until_text("#said", said)
        if not said:
            page.until(lambda: stand.table.game and stand.table.game.state.accounts[0] == 1_500_000)
        assert stand.table.game
        assert stand.table.game.state.accounts[0] == cash
    assert not page.is_wider_than_screen()
