"""One machine takes all it can get, and locks nobody else out; what nobody else wants it may have."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from selenium.webdriver import Chrome

from companion.app.assembly import OpenTable
from companion.rules.commands import Correct, Subject
from companion.web import limits
from companion.web.server import Server
from tests.web.browser import Page
from tests.web.feeds import GameFeed
from tests.web.listener import Listener, ask, post
from tests.web.stands import PIN

GREEDY, GUEST, OTHER = "127.0.0.1", "127.0.0.2", "127.0.0.3"


@pytest.fixture(autouse=True)
def _small_house(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST", 16)
    monkeypatch.setattr(limits, "STREAMS", 12)


@pytest.fixture
def crowd() -> Iterator[ExitStack]:
    with ExitStack() as crowd:
        yield crowd


def follow(crowd: ExitStack, port: int, address: str, path: str = "/events") -> Listener:
    return crowd.enter_context(Listener(port, path, address=address))


def half(crowd: ExitStack, port: int, sent: bytes) -> socket.socket:
    """A connection that has begun to ask."""
    begun = crowd.enter_context(socket.create_connection(("127.0.0.1", port), 10, (GREEDY, 0)))
    begun.sendall(sent)
    return begun


def is_over(listener: Listener) -> bool:
    """Whether a stream ends, all that was told read."""
    try:
        return all(True for _ in listener.events())
    except (ConnectionError, TimeoutError):
        return True


SLOW = b"POST /table/hands HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"


def test_all_streams_and_all_other_places_of_one_address_lock_nobody_out(
    crowd: ExitStack, stand: OpenTable, server: Server
) -> None:
    paths = ("/events", "/screen/events", "/table/events")
    streams = [follow(crowd, server.port, GREEDY, paths[number % 3]) for number in range(12)]
    assert [stream.answer.status for stream in streams] == [200] * 12
    assert ask(server.port, "GET", "/events", address=GREEDY)[0] == 503
    for number in range(30):
        half(crowd, server.port, (SLOW, b"GET /", b"")[number % 3])
    assert ask(server.port, "GET", "/", address=GUEST)[0] == 200
    assert post(server.port, "/referee/in", {"pin": PIN}, address=GUEST)[0] == 200
    assert post(server.port, "/table/hands", {"do": "press", "button": "ok"}, address=GUEST)[0] == 204
    assert post(server.port, "/table/hands", {"do": "release", "button": "ok"}, address=GUEST)[0] == 204
    with Listener(server.port, "/events", address=GUEST) as guest:
        guest.until("standing")
    assert is_over(streams[0])
    assert stand.table.mailbox.settled()


def test_who_holds_all_makes_room_for_others_until_they_have_as_many(crowd: ExitStack, served: Server) -> None:
    for _ in range(12):
        follow(crowd, served.port, GREEDY)
    guests = [follow(crowd, served.port, GUEST) for _ in range(7)]
    assert [guest.answer.status for guest in guests] == [200] * 6 + [503]
    others = [follow(crowd, served.port, OTHER) for _ in range(5)]
    assert [other.answer.status for other in others] == [200] * 4 + [503]


def test_one_address_may_have_all_that_nobody_else_wants(crowd: ExitStack, served: Server) -> None:
    streams = [follow(crowd, served.port, GREEDY) for _ in range(12)]
    for stream in streams:
        stream.until("standing")
    assert [ask(served.port, "GET", "/", address=GREEDY)[0] for _ in range(20)] == [200] * 20


def test_a_page_that_was_away_goes_on_where_it_stopped(crowd: ExitStack, served: Server, feed: GameFeed) -> None:
    first = follow(crowd, served.port, GREEDY)
    first.until("standing")
    first.close()
    feed.ask(Correct(Subject.CASH, 0, 1000, "test"))
    again = follow(crowd, served.port, GREEDY, f"/events?lang=en&after={first.last_id}")
    again.until("standing", seq=1)
    strange = follow(crowd, served.port, GREEDY, "/events?after=other-7")
    strange.until("standing")
    assert ("reset" in again.topics, again.topics.count("line"), "reset" in strange.topics) == (False, 1, True)


def test_one_browser_opens_many_tabs(driver: Chrome, table: Server) -> None:
    """Each origin has six connections of a browser: a tab that nobody looks at gives its own back."""
    first, tabs = driver.current_window_handle, list[str]()
    page = Page(driver, "phone")
    try:
        for _ in range(9):
            driver.switch_to.new_window("tab")
            tabs.append(driver.current_window_handle)
            page.open(table.url)
            page.until_text("#waiting", "roll the dice")
        driver.switch_to.window(tabs[0])
        page.until_text("#waiting", "roll the dice")
        assert page.complaints() == []
    finally:
        for tab in tabs:
            driver.switch_to.window(tab)
            driver.close()
        driver.switch_to.window(first)


@pytest.mark.parametrize(("language", "said"), [("en", "Too many pages are open."), ("fr", "Trop de pages")])
def test_a_page_without_a_place_says_why(
    crowd: ExitStack, page: Page, table: Server, monkeypatch: pytest.MonkeyPatch, language: str, said: str
) -> None:
    monkeypatch.setattr(limits, "STREAMS", 1)
    first = follow(crowd, table.port, GREEDY)
    page.open(f"{table.url}?lang={language}")
    page.until_text("#lost", said)
    first.close()
    page.until(lambda: not page.all("#lost"))
