"""A browser remembers the newest entry that it saw, and says when the table does not have it any more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.app.assembly import OpenTable
from companion.config import WebSection
from companion.ledger.seal import DeviceKey, key_beside
from companion.web.messages import HeadData
from companion.web.server import Server
from tests.attack.card import rewrite
from tests.web.browser import Page
from tests.web.listener import ask
from tests.web.stands import begin, stand_in

BEHIND = "return !document.getElementById('behind').hidden"
KEPT = "return JSON.parse(localStorage.getItem('head') ?? 'null')"


@contextmanager
def serving(stand: OpenTable, port: int = 0) -> Iterator[Server]:
    """The pages of an evening, at the address of the evening before."""
    server = Server(stand.table.feed, stand.table, stand.bench, WebSection(port=port, phones=True))
    server.start()
    try:
        assert server.wait_ready(10)
        yield server
    finally:
        server.stop()


def play_on(stand: OpenTable) -> None:
    assert stand.bench
    assert stand.bench.roll(4, 6)
    assert stand.table.mailbox.settled()


def newest(stand: OpenTable) -> HeadData:
    view = stand.table.feed.snapshot().view
    assert view is not None
    return HeadData(view.game, view.seq, view.hash)


def remembers(page: Page, stand: OpenTable) -> bool:
    head = newest(stand)
    return bool(page.driver.execute_script(KEPT) == {"game": head.game, "seq": head.seq, "hash": head.hash})


@pytest.mark.parametrize("edited", ["", "card", "card and key"])
def test_a_spectators_page_says_that_the_card_was_edited(page: Page, tmp_path: Path, edited: str) -> None:
    with stand_in(tmp_path) as stand, serving(stand) as server:
        begin(stand)
        play_on(stand)
        page.open(f"{server.url}?lang=en")
        page.until(lambda: remembers(page, stand))
        game, path, port = stand.table.game_id, stand.table.ledger_path, server.port
        page.driver.get("about:blank")
    if edited:
        rewrite(path, game, 5, 6, DeviceKey(key_beside(path)) if "key" in edited else None)
    with stand_in(tmp_path) as stand, serving(stand, port) as server:
        assert stand.bench
        stand.bench.tap("ok")
        assert stand.table.mailbox.settled()
        page.driver.get(f"{server.url}?lang=en")
        if not edited:
            page.until(lambda: remembers(page, stand))
        page.until(lambda: bool(page.driver.execute_script(BEHIND)) is bool(edited))
        if edited:
            assert "no longer has a move" in page.text("#behind")
            page.one("#seen").click()
            page.driver.get(f"{server.url}?lang=en")
            page.until(lambda: remembers(page, stand))
            assert not page.driver.execute_script(BEHIND)


def test_the_hash_of_an_entry_is_told_to_whoever_asks(stand: OpenTable, server: Server) -> None:
    game, last = stand.table.game_id, newest(stand)
    found = f'{{"game":"{game}","seq":{last.seq},"hash":"{last.hash}"}}'
    assert ask(server.port, "GET", f"/head?game={game}&seq={last.seq}")[2] == found.encode()
    for seq in (last.seq + 1, 10**17):
        assert b'"hash":""' in ask(server.port, "GET", f"/head?game={game}&seq={seq}")[2]
    for number in ("x", "-1", "9" * 30, "9" * 5000):
        assert ask(server.port, "GET", f"/head?game={game}&seq={number}")[0] == 404
