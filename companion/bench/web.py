"""The pages: from a wish to four browsers that know of it, committed in between (performance.md 4)."""

from __future__ import annotations

import select
import socket
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from companion.bench.figure import Figure, Findings
from companion.bench.seated import Seated
from companion.bench.timing import late, median
from companion.config import WebSection
from companion.table.inputs import Stopped
from companion.web.server import Server

BROWSERS, SPECTATORS, WISHES = 4, 200, 200
MEDIAN_BAR, LATE_BAR = 1.0, 5.0  # ms
PATIENCE = 10.0
QUIET = 0.02  # s without anything new: the pages have all they get


def measure() -> Findings:
    """Commit and all of four browsers; then all of two hundred spectators."""
    with tempfile.TemporaryDirectory(prefix="banker-bench-") as folder, _served(Path(folder)) as (seated, server):
        few, after, commits = _spread(seated, server, BROWSERS, WISHES)
        many, _, _ = _spread(seated, server, SPECTATORS, WISHES // 10)
    commit = median(commits)
    reference = f"the commit alone ({commit:.2f} ms)"
    figures = (
        Figure(
            what="commit and all of 4 browsers, median",
            value=median(few),
            unit="ms",
            bar=MEDIAN_BAR,
            reference=reference,
            ratio=median(few) / commit,
        ),
        Figure(what="commit and all of 4 browsers, p99", value=late(few), unit="ms", bar=LATE_BAR),
        Figure(what="from the commit to all of 4 browsers, median", value=median(after), unit="ms", bar=MEDIAN_BAR),
        Figure(
            what=f"commit and all of {SPECTATORS} spectators, median",
            value=median(many),
            unit="ms",
            reference=reference,
            ratio=median(many) / commit,
        ),
    )
    return Findings("web", figures, ("table, pages and browsers in one process on the loopback",))


@contextmanager
def _served(folder: Path) -> Iterator[tuple[Seated, Server]]:
    seated = Seated(folder)
    thread = threading.Thread(target=seated.table.run, name="table", daemon=True)
    server = Server(seated.table.feed, seated.table, None, WebSection(port=0))
    thread.start()
    server.start()
    try:
        assert server.wait_ready(PATIENCE)
        yield seated, server
    finally:
        server.stop()
        seated.table.mailbox.post(Stopped())
        thread.join(PATIENCE)
        seated.ledger.close()


def _spread(seated: Seated, server: Server, browsers: int, wishes: int) -> tuple[list[float], list[float], list[float]]:
    """For each wish the ms until the last browser has heard of it, those of them after the commit, and those of the
    commit; each ordered."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(_browser(server.port)) for _ in range(browsers)]
        _drain(sockets)
        written = len(seated.ledger.spent)
        heard = [_heard(seated, sockets) for _ in range(wishes)]
    spent, after = zip(*heard, strict=True)
    return sorted(spent), sorted(after), sorted(seated.ledger.spent[written:])


@contextmanager
def _browser(port: int) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as browser:
        browser.sendall(f"GET /events HTTP/1.1\r\nHost: localhost:{port}\r\nAccept: text/event-stream\r\n\r\n".encode())
        yield browser


def _heard(seated: Seated, sockets: Sequence[socket.socket]) -> tuple[float, float]:
    """The ms from a wish, and from its commit, until all browsers have heard of it."""
    asked = seated.asked()
    began = time.perf_counter()
    seated.table.mailbox.post(asked)
    waiting = set(sockets)
    while waiting:
        ready, _, _ = select.select(list(waiting), [], [], PATIENCE)
        assert ready, "a browser was told nothing"
        for browser in ready:
            browser.recv(1 << 16)
            waiting.discard(browser)
    heard = time.perf_counter()
    spent = (heard - began) * 1000, (heard - seated.ledger.done) * 1000
    assert asked.answer.result(PATIENCE) is None
    _drain(sockets)
    return spent


def _drain(sockets: Sequence[socket.socket]) -> None:
    """Read on until nothing new has come for a while."""
    while ready := select.select(list(sockets), [], [], QUIET)[0]:
        for browser in ready:
            browser.recv(1 << 16)
