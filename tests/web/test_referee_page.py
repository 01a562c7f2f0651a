"""The referee's and the projector's page in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.app.assembly import OpenTable
from companion.config import WebSection
from companion.editions import registry
from companion.rules.commands import Correct, Finish, Subject
from companion.rules.frames import POT
from companion.rules.state import State
from companion.table.inputs import Asked, Enrolled
from companion.table.tags import PlayerTag
from companion.web.server import Server
from tests.web.browser import Page
from tests.web.conftest import serve
from tests.web.feeds import GameFeed
from tests.web.stands import EVENING, PIN, begin, do, served, stand_in


@pytest.fixture
def office(page: Page, server: Server) -> Page:
    page.open(f"{server.url}referee?lang=en")
    sign_in(page, PIN)
    page.one("#office")
    return page


def sign_in(page: Page, pin: str) -> None:
    page.one("#pin").send_keys(pin)
    page.click("#door button")


def choose(page: Page, css: str, text: str) -> None:
    page.until(lambda: text in page.text(css), f"{css}: {text}")
    page.one(css).send_keys(text)


def chosen(page: Page, css: str) -> str:
    script = "return document.querySelector(arguments[0]).selectedOptions[0].text"
    return str(page.driver.execute_script(script, css))


@pytest.mark.parametrize(("language", "said"), [("en", "The PIN is wrong."), ("vi", "Mã PIN sai.")])
def test_a_wrong_pin_opens_nothing(page: Page, server: Server, language: str, said: str) -> None:
    page.open(f"{server.url}referee?lang={language}")
    assert overflowing(page) == []
    sign_in(page, "0000")
    page.until_text("#said", said)
    assert page.all("#office") == []


def overflowing(page: Page) -> list[str]:
    """Fields and buttons that stick out of the panel they are in."""
    script = """
        const right = (each) => each.getBoundingClientRect().right;
        const parts = [...document.querySelectorAll(".panel :is(input, select, button)")];
        return parts.filter((each) => each.checkVisibility() && right(each) > right(each.closest(".panel")) - 8)
            .map((each) => each.id);"""
    found: list[str] = page.driver.execute_script(script)
    return found


def test_undo_with_what_to_put_back(office: Page, stand: OpenTable) -> None:
    assert stand.bench
    assert stand.bench.roll(1, 2)
    office.until_text("#lines", "Red moves to Baltic Avenue.")
    office.click('#lines [data-seq="3"] button')
    office.until_text("#undo", "Entries to take back: 1")
    assert "GO" in office.text("#things")
    choose(office, "#undo-reason", "wrong tap")
    office.click("#undo .main")
    office.until_text("#said", "Done.")
    assert stand.table.game
    assert stand.table.game.state.at == [0, 0]
    office.one('#lines [data-seq="3"].back')


def test_a_misread_throw_is_set_right(office: Page, stand: OpenTable) -> None:
    assert stand.bench
    assert stand.bench.roll(1, 2)
    office.until_text("#throw-read", "Red: 1 + 2 was read.")
    choose(office, "#lying select:first-child", "2")
    choose(office, "#lying select:last-child", "3")
    office.click("#throw .main")
    office.until_text("#lines", "Red moves to Reading Railroad.")
    office.until_text("#throw-read", "Red: 2 + 3 was read.")
    stand.bench.tap("ok")
    stand.bench.tap("ok")
    office.until_text("#lines", "Red buys Reading Railroad.")
    office.until(lambda: office.all("#throw") == [])


def test_the_faces_of_the_speed_die_are_told_in_the_language_of_the_page(page: Page, tmp_path: Path) -> None:
    with stand_in(tmp_path, replace(EVENING, profiles=("speed-die",))) as stand, served(stand) as server:
        begin(stand)
        do(stand, Correct(Subject.LAPS, 0, 1, "test"))
        assert stand.bench
        assert stand.bench.roll(1, 2, "bus")
        page.open(f"{server.url}referee?lang=vi")
        sign_in(page, PIN)
        page.until_text("#throw-read", "1 + 2 + Buýt")
        page.until_text("#lying select:last-child", "Ông M.")
        assert chosen(page, "#lying select:last-child") == "Buýt"


def test_a_figure_follows_the_game_until_one_changes_it(office: Page, stand: OpenTable) -> None:
    office.one("#value")
    assert office.value("#value") == "1,500"
    do(stand, Correct(Subject.CASH, 0, 1300, "test"))
    office.until(lambda: office.value("#value") == "1,300")
    office.one("#value").send_keys("7")
    do(stand, Correct(Subject.CASH, 0, 1200, "test"))
    office.until_text("#lines", "$1,200")
    assert office.value("#value") == "1,3007"


def test_a_secret_balance_is_not_taken_for_nothing(page: Page) -> None:
    feed = GameFeed()
    feed.edition_in_force = registry.load("classic", rules={"cash_hidden": True})
    feed.begin()
    for server in serve(Server(feed.feed, feed, None, WebSection(port=0, pin=PIN))):
        page.open(f"{server.url}referee?lang=en")
        sign_in(page, PIN)
        page.one("#value")
        assert page.value("#value") == ""
        page.click("#correct .main")
        assert page.driver.execute_script("return document.activeElement.id") == "value"


def test_a_lost_card_of_somebody_whose_name_has_two_words(page: Page) -> None:
    feed = GameFeed(players=("Bà Ngoại", "blue"))
    feed.begin()
    for server in serve(Server(feed.feed, feed, None, WebSection(port=0, pin=PIN))):
        page.open(f"{server.url}referee?lang=en")
        sign_in(page, PIN)
        page.until(lambda: page.value("#thing") == "player Bà Ngoại")
        page.one("#uid").send_keys("04d1d2d3d4d5d6")
        page.click("#assign button")
        assert feed.mailbox.take(10) == Enrolled("04d1d2d3d4d5d6", PlayerTag("Bà Ngoại"))
        feed.mailbox.finish()


def test_correction_pause_and_a_lost_card(office: Page, stand: OpenTable) -> None:
    assert stand.bench
    choose(office, "#where", "Blue")
    office.until(lambda: office.value("#value") == "1,500")
    office.one("#value").clear()
    office.one("#value").send_keys("1234")
    office.click("#correct .main")
    office.until_text("#lines", "The referee sets Blue's cash to $1,234")
    office.click("#pause")
    office.until_text("#pause", "Go on")
    assert stand.table.desk.is_paused
    office.click("#pause")
    office.until_text("#pause", "Pause")
    stand.bench.lay("04d1d2d3d4d5d6")
    office.until(lambda: office.value("#uid") == "04d1d2d3d4d5d6")
    office.click("#assign button")
    office.until(lambda: stand.table.tags.find("04d1d2d3d4d5d6") is not None)


def test_laps_kept_cards_and_whose_turn_are_set_right(office: Page, stand: OpenTable) -> None:
    choose(office, "#subject", "Laps")
    choose(office, "#where", "Blue")
    office.until(lambda: office.value("#value") == "0")
    figure(office, "2")
    office.until(lambda: state_of(stand).laps == [0, 2])
    choose(office, "#subject", "Kept cards")
    choose(office, "#where", "Blue: ")
    figure(office, "1")
    office.until(lambda: [kept.card for kept in state_of(stand).kept[1]] == ["jail-free"])
    office.until(lambda: office.value("#value") == "1")
    choose(office, "#subject", "Whose turn")
    office.until(lambda: office.all("#where") == [])
    choose(office, "#value", "Blue")
    office.click("#correct .main")
    office.until(lambda: state_of(stand).turn == 1)
    assert "Pot" not in office.text("#subject")
    assert overflowing(office) == []


def test_the_pot_is_set_right_where_there_is_one(page: Page) -> None:
    feed = GameFeed()
    feed.edition_in_force = registry.load("classic", ("pot",))
    feed.begin()
    for server in serve(Server(feed.feed, feed, None, WebSection(port=0, pin=PIN))):
        page.open(f"{server.url}referee?lang=en")
        sign_in(page, PIN)
        choose(page, "#subject", "Pot")
        figure(page, "80")
        asked = feed.mailbox.take(10)
        assert isinstance(asked, Asked)
        assert asked.command == Correct(Subject.POT, POT, 80, "misread-dice")
        feed.mailbox.finish()


def figure(page: Page, value: str) -> None:
    page.one("#value").clear()
    page.one("#value").send_keys(value)
    page.click("#correct .main")


def state_of(stand: OpenTable) -> State:
    assert stand.table.game
    return stand.table.game.state


def test_devices_that_fail_are_listed(office: Page, stand: OpenTable) -> None:
    assert stand.bench
    office.until_text("#health", "All devices work.")
    stand.bench.kill_reader()
    office.until_text("#health", "Reader: silent")


def test_both_languages_and_a_second_visit(office: Page) -> None:
    choose(office, "#where", "Blue")
    choose(office, "#thing", "Blue")
    office.speak("vi")
    assert office.text("#pause") == "Tạm dừng"
    office.until(lambda: office.driver.title == "Trọng tài")
    for css in ("#where", "#thing"):
        office.until(lambda css=css: chosen(office, css) == "Lam")
    office.driver.refresh()
    office.one("#lines li")
    office.until_text("#health", "Mọi thiết bị")
    office.click("#leave")
    office.one("#door")
    assert not office.is_wider_than_screen()
    assert office.complaints() == []
    assert office.hosts() == {"127.0.0.1"}


def test_where_no_game_is_nothing_can_be_done_to_one(page: Page, tmp_path: Path) -> None:
    with stand_in(tmp_path) as stand, served(stand) as server:
        page.open(f"{server.url}referee?lang=en")
        sign_in(page, PIN)
        page.until_text("#waiting", "No game is on the table yet.")
        assert page.all("#pause, #minutes, #finish, #correct, #assign, #throw") == []
        begin(stand)
        page.until(lambda: len(page.all("#pause, #minutes, #finish, #correct, #assign")) == 5)
        do(stand, Finish("agreed"))
        page.until_text("#waiting", "wins!")
        assert page.all("#pause, #minutes, #finish") == []


def test_the_projector_ranks_and_counts_down(office: Page, server: Server, stand: OpenTable) -> None:
    assert stand.bench
    assert office.all(".time") == []
    assert overflowing(office) == []
    office.one("#for-minutes").clear()
    office.one("#for-minutes").send_keys("75")
    office.click("#minutes button")
    office.until_text("#clock", "1:14:5")
    assert office.all("#clock-note") == []
    office.click("#pause")
    office.until_text("#clock-note", "The clock stands still.")
    office.click("#pause")
    office.until(lambda: office.all("#clock-note") == [])
    assert stand.bench.roll(1, 2)
    office.driver.get(f"{server.url}screen?lang=en")
    office.until_text("#clock", "1:14:")
    office.until_text("#waiting", "Red: buy or not?")
    assert office.texts("#ranking b") == ["Red", "Blue"]
    stand.bench.tap("ok")
    stand.bench.tap("ok")
    do(stand, Finish("agreed"))
    office.until_text("#waiting", "Blue wins!")
    assert office.texts("#ranking b") == ["Blue", "Red"]
    assert not office.is_wider_than_screen()
    assert office.complaints() == []


def test_a_session_that_has_ended_asks_for_the_pin_again(office: Page, server: Server) -> None:
    assert server._pages
    assert server._pages._referee
    server._pages._referee._pin._lock._sessions.clear()
    server._pages.stream.close()
    office.one("#pin")
    office.until(lambda: not office.all("#office"))
