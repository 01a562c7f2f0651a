"""The virtual table in a real browser, with the real drivers on simulated chips: what is touched is what is told."""

from __future__ import annotations

import base64

import pytest
from PIL import Image
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from companion.devices.box import Box
from companion.rules.commands import Buy, Correct, End, Roll, Subject
from companion.simulator import SimulatedBox
from companion.web.server import Server
from tests.devices.notebook import Notebook
from tests.web.browser import Page
from tests.web.feeds import GameFeed

pytestmark = pytest.mark.usefixtures("box")


@pytest.fixture
def open_page(page: Page, table: Server) -> Page:
    page.open(f"{table.url}table?lang=en")
    page.one(".tag.player")
    return page


def uid_of(page: Page, name: str) -> str:
    return page.attribute(f'.tag[data-name="{name}"]', "data-uid")


def test_a_clicked_card_is_read_and_lifts_by_itself(open_page: Page, notes: Notebook) -> None:
    uid = uid_of(open_page, "blue")
    open_page.click('.tag[data-name="blue"]')
    assert notes.wait("laid", uid)
    open_page.until_text("#laid", "Blue")
    assert notes.wait("lifted", uid)
    open_page.one("#empty")
    assert open_page.complaints() == []


def test_a_hand_taps_one_card_after_the_other(open_page: Page, notes: Notebook) -> None:
    for name in ("red", "blue", "green"):
        open_page.click(f'.tag[data-name="{name}"]')
    for name in ("red", "blue", "green"):
        assert notes.wait("lifted", uid_of(open_page, name))
    assert notes.count("clashed") == 0


def test_a_card_clicked_twice_is_laid_twice(open_page: Page, notes: Notebook) -> None:
    uid = uid_of(open_page, "blue")
    open_page.click('.tag[data-name="blue"]')
    assert notes.wait("laid", uid)
    open_page.one('.tag[data-name="blue"][aria-pressed="true"]')
    open_page.click('.tag[data-name="blue"]')
    open_page.until(lambda: notes.count("laid", uid) == 2)
    open_page.one("#empty")


def test_a_card_stays_until_it_is_taken_off(open_page: Page, notes: Notebook, bench: SimulatedBox) -> None:
    open_page.click("#lifts")
    uid = uid_of(open_page, "Boardwalk")
    open_page.click('.tag[data-name="Boardwalk"]')
    assert notes.wait("laid", uid)
    open_page.click('.tag[data-name="red"]')
    assert notes.wait("clashed")
    open_page.one(".reader.clash")
    open_page.click(f'#laid [data-uid="{uid}"]')
    open_page.until(lambda: bench.tags() == [uid_of(open_page, "red")])
    open_page.keys("x")
    open_page.until(lambda: bench.tags() == [])


def test_a_dragged_deed_stays_on_the_reader(open_page: Page, notes: Notebook, bench: SimulatedBox) -> None:
    uid = uid_of(open_page, "Baltic Avenue")
    open_page.drag('.tag[data-name="Baltic Avenue"]', "#reader")
    assert notes.wait("laid", uid)
    assert bench.tags() == [uid]
    open_page.click(f'#laid [data-uid="{uid}"]')
    assert notes.wait("lifted", uid)


def test_a_finger_that_rests_on_a_deed_carries_it(open_page: Page, notes: Notebook, bench: SimulatedBox) -> None:
    uid = uid_of(open_page, "Baltic Avenue")
    open_page.touch_drag('.tag[data-name="Baltic Avenue"]', "#reader")
    assert notes.wait("laid", uid)
    assert bench.tags() == [uid]
    open_page.until(lambda: open_page.all(".ghost") == [])


def test_a_button_is_down_as_long_as_the_finger(open_page: Page, notes: Notebook) -> None:
    button = open_page.one('[data-button="ok"]')
    ActionChains(open_page.driver).click_and_hold(button).perform()
    assert notes.wait("pressed", "ok")
    assert notes.wait("held", "ok")
    assert notes.count("released", "ok") == 0
    ActionChains(open_page.driver).release().perform()
    assert notes.wait("released", "ok")


def test_the_keyboard_does_all_of_it(open_page: Page, notes: Notebook) -> None:
    for key, name in ((Keys.ARROW_UP, "up"), (Keys.ARROW_DOWN, "down"), (Keys.ENTER, "ok"), (Keys.BACKSPACE, "back")):
        open_page.keys(key)
        assert notes.wait("released", name)
    open_page.keys("2")
    assert notes.wait("laid", uid_of(open_page, "blue"))
    open_page.keys("r")
    assert notes.wait("rolled")
    open_page.keys("f")
    ActionChains(open_page.driver).send_keys("park").perform()
    assert open_page.texts(".deed .name") == ["Park Place"]
    uid = uid_of(open_page, "Park Place")
    ActionChains(open_page.driver).send_keys(Keys.ENTER).perform()
    assert notes.wait("laid", uid)
    assert len(open_page.texts(".deed .name")) == 28
    open_page.keys("?")
    assert "roll the dice" in open_page.text("#help")
    open_page.click("#help button")


def test_dice_show_what_was_set(open_page: Page, notes: Notebook) -> None:
    for place, face in ((1, 6), (2, 5)):
        while open_page.attribute(f".die:nth-child({place})", "data-face") != str(face):
            open_page.click(f".die:nth-child({place})")
    open_page.click("#roll-these")
    assert notes.wait("rolled", (6, 5))


def test_an_unplugged_die_is_said(open_page: Page, bench: SimulatedBox) -> None:
    bench.die.unplug()
    assert open_page.text("#die-off") == "No die is plugged in."
    assert not open_page.one(".roll").is_enabled()
    bench.die.plug()
    open_page.until(lambda: open_page.one(".roll").is_enabled())


def test_one_can_always_roll(open_page: Page, notes: Notebook) -> None:
    assert len(open_page.all(".roll")) == 1
    if open_page.is_phone:
        open_page.driver.execute_script("window.scrollTo(0, document.body.scrollHeight)")
        box = open_page.one(".roll").rect
        seen = open_page.driver.execute_script("return [window.scrollY, window.scrollY + innerHeight]")
        assert seen[0] <= box["y"] < box["y"] + box["height"] <= seen[1]
    open_page.one(".roll").click()
    assert notes.wait("rolled")


def test_the_display_is_the_panel_pixel_by_pixel(open_page: Page, box: Box, bench: SimulatedBox) -> None:
    picture = Image.effect_mandelbrot((128, 64), (-2, -1, 1, 1), 60).convert("1")
    assert box.panel
    box.panel.show(picture)
    open_page.until(lambda: pixels(open_page) == bench.panel_bits() == picture.tobytes())


def pixels(page: Page) -> bytes:
    script = """
        const canvas = document.getElementById("oled");
        const { data } = canvas.getContext("2d").getImageData(0, 0, 128, 64);
        const bytes = new Uint8Array(1024);
        for (let at = 0; at < 8192; at += 1) if (data[at * 4] > 128) bytes[at >> 3] |= 128 >> (at & 7);
        return btoa(String.fromCharCode(...bytes));"""
    return base64.b64decode(page.driver.execute_script(script))


def test_the_buzzer_is_seen(open_page: Page, box: Box) -> None:
    assert box.buzzer
    box.buzzer.play([(880, 400)])
    open_page.one(".lamp.on")
    open_page.until(lambda: not open_page.all(".lamp.on"))


def test_deeds_tell_who_owns_them(open_page: Page, feed: GameFeed) -> None:
    feed.ask(Roll(0, 1, 2), Buy(0), End(0), Roll(1, 1, 4))
    open_page.until_text("#lines", "Red buys Baltic Avenue.")
    label = open_page.attribute('.tag[data-name="Baltic Avenue"]', "aria-label")
    assert label == "Baltic Avenue, owned by Red"
    open_page.one('.tag.here[data-name="Reading Railroad"]')
    assert "$1,440" in open_page.text('.tag[data-name="red"]')


def test_on_a_laptop_what_happens_is_seen_without_scrolling(open_page: Page, feed: GameFeed) -> None:
    if not open_page.is_phone:
        for _ in range(20):
            feed.ask(Correct(Subject.CASH, 0, 900, "test"), Correct(Subject.CASH, 0, 800, "test"))
        open_page.until(lambda: len(open_page.all("#lines li")) == 41)
        script = "return document.querySelector('#lines li:last-child').getBoundingClientRect().bottom <= innerHeight"
        open_page.until(lambda: open_page.driver.execute_script(script))


def test_both_languages(open_page: Page, feed: GameFeed) -> None:
    feed.ask(Roll(0, 1, 2), Buy(0))
    open_page.until_text("#lines", "Red buys Baltic Avenue.")
    open_page.speak("vi")
    open_page.until_text("#lines", "Đỏ mua Baltic Avenue.")
    assert "Red buys" not in open_page.text("#lines")
    assert open_page.text(".roll") == "Gieo"
    assert open_page.driver.execute_script("return document.documentElement.lang") == "vi"
    open_page.driver.refresh()
    open_page.until_text(".roll", "Gieo")


def test_it_fits_and_asks_nobody_else(open_page: Page) -> None:
    assert not open_page.is_wider_than_screen()
    assert open_page.hosts() == {"127.0.0.1"}
    assert open_page.complaints() == []
