"""Everything at once against a table in play: half-open connections, storms of PINs, deaf spectators."""

from __future__ import annotations

import resource
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from companion.app.assembly import OpenTable
from companion.web.server import Server
from tests.web.listener import Listener, ask, deaf, post

HALF_OPEN = 1000


def storm(port: int, over: threading.Event) -> None:
    """Wrong PINs, foreign origins, huge bodies and crooked paths, as fast as they are answered."""
    number = 0
    while not over.is_set():
        number += 1
        assert post(port, "/referee/in", {"pin": f"{number % 4000:04}"})[0] in (403, 429)
        assert post(port, "/table/hands", {"do": "roll", "a": 1, "b": 1}, origin="http://evil.example.com")[0] == 403
        assert ask(port, "POST", "/table/hands", b"x" * 20_000, content_type="application/json")[0] == 413
        assert ask(port, "GET", "/static/..%2f..%2fledger.db")[0] == 404


@pytest.fixture
def many_files() -> Iterator[None]:
    """Both ends of a thousand connections are in this process."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4096)), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.usefixtures("many_files")
def test_the_game_goes_on(stand: OpenTable, server: Server) -> None:
    assert stand.bench
    over = threading.Event()
    attacker = threading.Thread(target=storm, args=(server.port, over))
    with ExitStack() as siege:
        for number in range(HALF_OPEN):
            half = siege.enter_context(socket.create_connection(("127.0.0.1", server.port), 10))
            half.sendall(b"GET /" if number % 2 else b"")
        for _ in range(20):
            siege.enter_context(deaf(server.port, "/events"))
        attacker.start()
        siege.callback(attacker.join)
        siege.callback(over.set)
        with Listener(server.port, "/events?lang=en") as spectator:
            assert stand.bench.roll(1, 2)
            stand.bench.tap("ok")
            assert spectator.until("line", seq=4)["texts"][0] == "Red buys Baltic Avenue."
            assert stand.bench.roll(1, 2)
            assert "Blue pays Red $4" in spectator.until("line", seq=5)["texts"][-1]
        assert attacker.is_alive()  # the storm has lasted until now
    assert stand.table.game
    assert stand.table.game.state.accounts[:2] == [1444, 1496]
