"""Whoever watches sees how long those who may still speak have: in an auction, and when a last rent is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.app.assembly import OpenTable
from companion.demo.hands import ChipHands
from companion.rules.commands import CallTime, Correct, Decline, End, Gavel, Subject
from companion.table.inputs import Halted
from companion.web.server import Server
from tests.web import stands
from tests.web.browser import Page
from tests.web.listener import Listener
from tests.web.stands import EVENING, PIN, SETTINGS, begin, do, stand_in
from tests.web.test_phone import phone_of

PATIENT = replace(SETTINGS, auction_seconds=60, contest_seconds=40)


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[OpenTable]:
    """A table where rents must be asked for, and nobody is hurried."""
    with stand_in(tmp_path, replace(EVENING, rules={"rent_claim": "own-throw"}), PATIENT) as stand:
        begin(stand)
        yield stand


@pytest.fixture
def server(stand: OpenTable) -> Iterator[Server]:
    with stands.served(stand) as server:
        yield server


def auction(stand: OpenTable) -> None:
    assert stand.bench
    assert stand.bench.roll(1, 2)
    assert stand.table.mailbox.settled()
    do(stand, Decline(0))


@pytest.mark.parametrize(("path", "language"), [("", "en"), ("screen", "vi"), ("phone", "fr"), ("referee", "en")])
def test_the_seconds_of_an_auction(page: Page, server: Server, stand: OpenTable, path: str, language: str) -> None:
    assert stand.bench
    if path == "phone":
        phone_of(page, server, ChipHands(stand.bench, stand.box, stand.table), 1, language)
    else:
        page.open(f"{server.url}{path}?lang={language}")
    if path == "referee":
        page.one("#pin").send_keys(PIN)
        page.click("#door button")
    page.one("#cash, #waiting:not(:empty)")
    assert page.all("#countdown:not(:empty)") == []
    auction(stand)
    page.until_text("#countdown", {"en": "seconds left", "vi": "giây", "fr": "secondes"}[language])
    first = page.text("#countdown")
    page.until(lambda: page.text("#countdown") != first)
    assert not page.is_wider_than_screen()
    do(stand, Gavel())
    page.until(lambda: page.all("#countdown:not(:empty)") == [])


def test_the_seconds_stand_still_in_a_pause_and_end_with_the_last_rent(server: Server, stand: OpenTable) -> None:
    assert stand.bench
    with Listener(server.port, "/events") as spectator:
        assert spectator.until("countdown") == {"seconds": None}
        do(stand, Correct(Subject.OWNER, 3, 0, "test"))
        assert stand.bench.roll(4, 6)
        do(stand, CallTime())
        assert stand.bench.roll(1, 2)
        assert stand.table.mailbox.settled()
        do(stand, End(1))
        assert spectator.until("countdown", seconds=39) == {"seconds": 39}
        stand.table.mailbox.post(Halted(True))
        assert stand.table.mailbox.settled()
        held = stand.table.feed.snapshot().countdown
        stand.table.mailbox.post(Halted(False))
        assert held is not None
        assert 0 < held <= 39
        do(stand, Gavel())
        assert spectator.until("countdown", seconds=None) == {"seconds": None}
