"""A tournament's pages in a real browser: for everybody, for the organiser, for who watches a table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver

from companion.hub import reports
from companion.hub.hub import Hub
from companion.hub.service import HubService, Ports
from companion.hub.store import Store, sqlite_url
from companion.publishing import wire
from companion.tournament import records
from companion.tournament.formats import Stage
from companion.tournament.seating import Person
from companion.tournament.settings import Settings
from companion.web import assets
from tests.hub.browser import PIN
from tests.hub.servers import free_port
from tests.hub.tables import EVENT, NOON, Table, joined, say
from tests.web.browser import Page
from tests.web.test_access import findings
from tests.web.test_sizes import cut_off
from tests.words.speaking import built_in

NAMES = (
    "Nguyễn Thị Hồng Nhung",
    "Bob Carpenter-Featherstonehaugh",
    "Chi",
    "Đặng Hà",
    "Trần Văn Bình",
    "Emil",
    "Lê",
    "An",
)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HubService]:
    """A tournament with one round behind it and one being played, and all that an organiser may have to look at."""
    folder = tmp_path_factory.mktemp("hub")
    store = Store(sqlite_url(folder / "hub.sqlite"))
    store.add_event(EVENT, NOON)
    hub = Hub(store, EVENT)
    hub.do(records.Opened(Settings("Giải vô địch câu lạc bộ", (Stage(rounds=3, minutes=60),))))
    for number, name in enumerate(NAMES):
        hub.do(records.Registered(number, Person(name, "Sài Gòn" if number % 2 else "")), records.CheckedIn(number))
    for number in range(2):
        hub.draw(seed=number)
        hub.begin_round()
        for place in range(2):
            play(hub, folder / f"{number}-{place}", number, place)
        if number == 0:
            hub.do(records.Disputed(0, 0, 1, "Was the rent claimed in time?", 7), records.Penalised(2, 150, "late"))
            hub.close_round()
    hub.do(records.Disputed(1, 1, 0, "Who owns Boardwalk?"))
    running = HubService(hub, folder, ("localhost",), Ports("127.0.0.1", 0, 0, free_port()), PIN)
    running.start()
    yield running
    running.stop()
    store.close()


def play(hub: Hub, folder: Path, number: int, place: int) -> None:
    """A game at a table; in the first round to its end, in the second one far enough for a board to look at."""
    table = Table(folder, 10 * number + place)
    box = joined(hub, table, place).id
    table.begin(4)
    table.play(40)
    if number == 0:
        table.finish()
    say(hub, box, "playing", wire.Playing(table.id, number, place))
    say(hub, box, "lines", b"\n".join(table.lines()))
    for seal in table.seals():
        say(hub, box, "seal", seal)
    say(hub, box, "lines", b"no line")
    table.ledger.close()


def enter(page: Page, running: HubService, language: str = "en") -> None:
    """Sign in, and wait for all that the organiser sees."""
    page.driver.get(f"{running.url}organiser?lang={language}")
    page.until(lambda: page.all("#door, #office"))
    if page.all("#pin"):
        page.one("#pin").send_keys(PIN)
        page.click("#door button")
    for css in ("#people tbody th", "#incidents details", "#disputes a", "#boxes button", "#standings tbody th"):
        page.one(css)


def visit(page: Page, running: HubService, path: str, language: str) -> None:
    """Go to one of the pages and wait until it is all there."""
    if path == "organiser":
        enter(page, running, language)
        return
    page.driver.get(f"{running.url}{path}?lang={language}")
    page.one("#people li" if path else "#standings tbody th")
    page.one("#players td" if path else "#tables li li")


@pytest.mark.parametrize("path", ["", "organiser", "tables/1"])
@pytest.mark.parametrize(("theme", "language"), [("light", "en"), ("dark", "vi")])
def test_no_serious_finding(page: Page, running: HubService, path: str, theme: str, language: str) -> None:
    page.driver.get(running.url)
    page.driver.execute_script("localStorage.setItem('theme', arguments[0])", theme)
    visit(page, running, path, language)
    assert findings(page) == []
    page.driver.execute_script("localStorage.clear()")
    assert page.complaints() == []


@pytest.mark.parametrize("language", built_in())
@pytest.mark.parametrize("size", ["phone", "projector"])
def test_nothing_is_wider_than_the_screen(
    driver: webdriver.Chrome, running: HubService, size: str, language: str
) -> None:
    page = Page(driver, size)
    for path in ("", "organiser", "tables/1"):
        visit(page, running, path, language)
        assert not page.is_wider_than_screen(), path
        scrolls = [each for each in cut_off(page) if size == "projector" or not is_table(each)]
        assert scrolls == [], path


def is_table(html: str) -> bool:
    """Whether this is a table that may be moved sideways on a phone, or a part of it."""
    return html.startswith(('<div class="scroll', "<table id="))


def test_points_are_seen_on_a_phone_without_moving_the_table(driver: webdriver.Chrome, running: HubService) -> None:
    page = Page(driver, "phone")
    visit(page, running, "", "vi")
    script = """
        const edge = document.querySelector("#standings").closest(".scroll").getBoundingClientRect().right;
        return [...document.querySelectorAll("#standings tr > :nth-child(3)")]
            .every((each) => each.getBoundingClientRect().right <= edge + 1);"""
    assert driver.execute_script(script)


def test_an_organiser_on_a_phone_reaches_every_button(driver: webdriver.Chrome, running: HubService) -> None:
    page = Page(driver, "phone")
    enter(page, running, "vi")
    script = """
        return [...document.querySelectorAll("#office button")].filter((each) => each.checkVisibility())
            .filter((each) => each.getBoundingClientRect().right > innerWidth).map((each) => each.outerHTML);"""
    assert driver.execute_script(script) == []


def offered(page: Page) -> list[str]:
    """What the organiser can press of the round's buttons."""
    script = "return [...document.querySelectorAll('#acts [data-do]:enabled')].map((each) => each.dataset.do)"
    found: list[str] = page.driver.execute_script(script)
    return found


def test_what_is_offered_to_the_organiser_is_what_can_be_done(page: Page, running: HubService) -> None:
    enter(page, running)
    page.until(lambda: offered(page) == ["extend", "call"])
    before = running.hub.tournament.rounds[-1].extra
    page.click('[data-do="extend"]')
    page.one("#asked input").send_keys("15")
    page.click('#asking [value="ok"]')
    page.until(lambda: running.hub.tournament.rounds[-1].extra == before + 900)
    page.until_text("#said", "Done")
    page.click("#leave")
    page.one("#door")


def test_the_judge_sets_a_result_and_somebody_plays_for_another(running: HubService, driver: webdriver.Chrome) -> None:
    page, this = Page(driver, "phone"), running.hub.tournament.rounds[-1]
    enter(page, running)
    page.click("#tables > li:nth-child(2) .row button:last-child")
    page.until(lambda: len(page.all("#asked input")) == 5)
    edge = "return document.querySelector('#asking').clientWidth - document.querySelector('#asked').offsetWidth"
    assert driver.execute_script(edge) >= 40  # the fields keep to the dialog's padding
    for each, given in zip(page.all("#asked input"), ("900", "900", "10", "0", "the box broke"), strict=True):
        each.send_keys(given)
    page.click('#asking [value="ok"]')
    page.until(lambda: 1 in this.awarded)
    outcome, why = this.awarded[1]
    assert ([seat.worth for seat in outcome.seats], why) == ([900, 900, 10, 0], "the box broke")
    page.until_text("#tables small", "set by the judge: the box broke")
    page.one("#name").send_keys(NAMES[2])
    page.click("#register button")
    page.until_text("#said", "registered already")
    assert page.value("#name") == NAMES[2]  # what was typed is not lost


@pytest.mark.parametrize(("language", "told_"), [("en", "The PIN is wrong."), ("vi", "Mã PIN sai.")])
def test_a_wrong_pin_opens_nothing(driver: webdriver.Chrome, running: HubService, language: str, told_: str) -> None:
    page = Page(driver, "phone")
    driver.get(running.url)
    driver.delete_all_cookies()
    driver.get(f"{running.url}organiser?lang={language}")
    page.one("#door")
    assert not page.all("#office")
    page.one("#pin").send_keys("0000")
    page.click("#door button")
    page.until_text("#said", told_)
    assert not page.all("#office")


def test_everybody_finds_their_color_and_what_parted_equals(page: Page, running: HubService) -> None:
    visit(page, running, "", "en")
    colors = "return [...document.querySelectorAll('#tables > li:first-child li')].map((each) => each.dataset.color)"
    assert page.driver.execute_script(colors) == ["red", "blue", "green", "yellow"]
    visit(page, running, "tables/2", "en")
    tournament = running.hub.tournament
    assert page.texts("#people li") == [tournament.name(each) for each in tournament.players(1, 1)]
    assert page.text("#title") == "Table 2"


INTERFACE = re.compile(r"export interface (\w+) \{\n(.*?)\n\}", re.DOTALL)


def test_the_scripts_believe_of_each_row_what_is_sent(running: HubService) -> None:
    text = (assets.STATIC / "hub" / "messages.d.ts").read_text(encoding="utf-8")
    declared = {
        name: set(re.findall(r"^  (\w+)\??:", fields, re.MULTILINE)) for name, fields in INTERFACE.findall(text)
    }
    kinds = {"TableRow": "tables", "PersonRow": "people", "BoxRow": "boxes", "DisputeRow": "disputes"}
    rows = {name: reports.ORGANISER[kind](running.hub)[0] for name, kind in kinds.items()}
    rows |= {"RoundRow": reports.round_row(running.hub), "IncidentRow": reports.incidents(running.hub, "en")[0]}
    standing = reports.standings(running.hub)[0]
    rows["StandingRow"] = {key: value for key, value in standing.items() if not key.startswith("round ")}
    assert {name: set(row) for name, row in rows.items()} == {name: declared[name] for name in rows}
