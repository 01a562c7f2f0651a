"""The server over real sockets: reconnection with nothing missed, and browsers that are slow, deaf or too many."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Awaitable, Callable
from functools import partial
from random import Random
from urllib.parse import urlsplit

import pytest
from starlette.types import Message, Send

from companion.bots.policies import Steady
from companion.config import WebSection
from companion.errors import UserError
from companion.rules.commands import AnyCommand, Buy, Choose, Correct, End, Roll, Subject, TakeBack
from companion.rules.events import Moved
from companion.web import limits, sse
from companion.web.replica import Replica
from companion.web.server import Server
from companion.web.stream import Stream
from companion.words.words import Words
from tests.refused import refused
from tests.web.conftest import serve
from tests.web.feeds import GameFeed
from tests.web.listener import Listener, ask, deaf, post


def rounds(count: int) -> list[AnyCommand]:
    return [Correct(Subject.CASH, number % 3, 1000 + number, "test") for number in range(count)]


def lines_until(listener: Listener, last: int) -> list[int]:
    seen = list[int]()
    while not seen or seen[-1] < last:
        seen.append(listener.until("line")["seq"])
    return seen


def connections(server: Server) -> int:
    assert server._uvicorn
    return len(server._uvicorn.server_state.connections)


def eventually(happens: Callable[[], bool]) -> bool:
    end = time.monotonic() + 10
    while not happens() and time.monotonic() < end:
        time.sleep(0.01)
    return happens()


def everything(ear: socket.socket) -> bytes:
    """All that a connection still holds, until the other side has closed it."""
    with ear:
        ear.settimeout(10)
        try:
            return b"".join(iter(partial(ear.recv, 65536), b""))
        except ConnectionResetError:
            return b""


def test_an_occupied_port_is_one_clear_error(feed: GameFeed) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        server = Server(feed.feed, feed, None, WebSection(port=port))
        with refused(UserError, match=f"port {port} of 127.0.0.1 is taken by another program"):
            server.start()
        server.stop()


def test_an_address_of_somebody_else_is_one_clear_error(feed: GameFeed) -> None:
    with refused(UserError, match=r"cannot serve pages at port 0 of 192\.0\.2\.1"):
        Server(feed.feed, feed, None, WebSection(host="192.0.2.1", port=0)).start()


def test_the_port_is_free_again_after_stop(feed: GameFeed) -> None:
    server = Server(feed.feed, feed, None, WebSection(port=0))
    server.start()
    port = server.port
    with Listener(port, "/events") as listener:
        listener.until("charts")
        server.stop()
        assert list(listener.events()) == []
    server.stop()
    assert feed.feed._followers == []
    again = Server(feed.feed, feed, None, WebSection(port=port))
    again.start()
    again.stop()


def test_a_step_is_told_in_the_language_asked_for(served: Server, feed: GameFeed) -> None:
    with Listener(served.port, "/events?lang=en") as english, Listener(served.port, "/events?lang=vi") as vietnamese:
        feed.ask(Roll(0, 1, 2), Buy(0))
        assert english.until("line", seq=1)["texts"][1] == "Red moves to Baltic Avenue."
        assert vietnamese.until("line", seq=1)["texts"][1] == Words("vi", feed.edition(), feed.players).sentence(
            Moved(0, 3, 0)
        )
    with Listener(served.port, "/events?lang=xx") as other:
        assert other.until("line", seq=2)["texts"][0] == "Red buys Baltic Avenue."


def test_a_standing_is_what_the_game_says(served: Server, feed: GameFeed) -> None:
    feed.ask(Roll(0, 1, 2), Buy(0), End(0), Roll(1, 1, 2))
    with Listener(served.port, "/events") as listener:
        standing = listener.until("standing", seq=4)
    assert [row["cash"] for row in standing["rows"]] == [1444, 1496, 1500]
    assert standing["rows"][0]["worth"] == 1504
    assert standing["lots"][1] == [3, 0, 0, 5, False]
    assert standing["waiting"] == ["Blue: end the turn"]


def test_what_need_not_be_said_is_not_sent() -> None:
    feed = GameFeed(profiles=("hidden-cash",))
    feed.begin()
    feed.ask(Roll(0, 1, 2), Buy(0))
    for server in serve(Server(feed.feed, feed, None, WebSection(port=0))):
        with Listener(server.port, "/events") as listener:
            assert listener.until("standing", seq=2)["rows"] == [
                {"cash": None, "worth": None, "at": at, "jailed": False, "laps": 0, "kept": [], "out": False}
                for at in (3, 0, 0)
            ]
            assert listener.until("charts")["wealth"] == []


def test_a_tax_does_not_tell_what_it_was_reckoned_from() -> None:
    feed = GameFeed(profiles=("hidden-cash",))
    feed.begin()
    feed.ask(Roll(0, 1, 3), Choose(0, "percent"))
    for server in serve(Server(feed.feed, feed, None, WebSection(port=0))):
        with Listener(server.port, "/events") as listener:
            [(sentence, _)] = listener.until("line", seq=2)["why"]
            assert "•••" in sentence
            assert "1" not in sentence.replace("10 %", "")


def test_who_comes_back_has_missed_nothing(served: Server, feed: GameFeed) -> None:
    with Listener(served.port, "/events") as listener:
        feed.ask(*rounds(5))
        seen = lines_until(listener, 5)
    feed.ask(*rounds(40))
    with Listener(served.port, "/events", listener.last_id) as again:
        seen += lines_until(again, 45)
        assert "reset" not in again.topics
    assert seen == list(range(46))


def test_another_game_begins_anew(served: Server, feed: GameFeed) -> None:
    feed.ask(*rounds(3))
    with Listener(served.port, "/events") as listener:
        assert lines_until(listener, 3) == [0, 1, 2, 3]
        listener.topics.clear()
        feed.begin("second")
        listener.until("standing", seq=0)
        assert listener.topics.count("reset") == listener.topics.count("line") == 1


def test_what_is_taken_back_is_struck_out(served: Server, feed: GameFeed) -> None:
    with Listener(served.port, "/events") as listener:
        feed.ask(Roll(0, 1, 2), Buy(0), TakeBack(2, "slip"))
        assert listener.until("line", seq=3)["back"] == [1, 2]
        assert listener.until("charts", throws=[0] * 11)["wealth"] in ([], [[1500, 1500, 1500]])


def test_who_has_the_charts_is_told_what_is_new_in_them(served: Server, feed: GameFeed) -> None:
    bots = Steady(Random(1))
    assert feed.game
    with Listener(served.port, "/events") as listener:
        told = listener.until("charts")
        curve = told["wealth"]
        for played in range(1, 90):
            feed.ask(TakeBack(9, "slip") if played % 40 == 0 else bots.choose(feed.game.rules, feed.game.state))
        replica = Replica("first", feed.game.steps[0])
        for step in feed.game.steps[1:]:
            replica.take(step)
        wealth = [list(point) for point in replica.wealth()]
        while curve != wealth or told["throws"] != replica.throws():
            told = listener.until("charts")
            curve = curve[: told["start"]] + told["wealth"]
        with Listener(served.port, "/events") as late:
            assert late.until("charts") == {"wealth": wealth, "throws": replica.throws(), "start": 0}
        feed.ask(TakeBack(9, "slip"))
        assert 0 < listener.until("charts")["start"] < len(curve)


def test_a_deaf_browser_delays_nobody_and_is_given_up(
    served: Server, feed: GameFeed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "TAKE_SECONDS", 0.2)
    assert served._socket
    served._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    ears = [deaf(served.port, "/events") for _ in range(3)]
    with Listener(served.port, "/events") as listener:
        seen = list[int]()
        for start in range(0, 1000, 20):
            feed.ask(*rounds(20))
            seen += lines_until(listener, start + 20)
    assert seen == list(range(1001))
    assert eventually(lambda: connections(served) == 0)
    for ear in ears:
        assert b'"seq":1000' not in everything(ear)


def test_a_callback_returns_at_once_while_the_web_is_busy(served: Server, feed: GameFeed) -> None:
    """Nothing that the game's thread calls waits for the loop: it may even stand still."""
    from companion.web.publisher import StreamPublisher

    held, go_on = threading.Event(), threading.Event()
    publisher = getattr(feed.feed._followers[0], "__self__", None)
    assert isinstance(publisher, StreamPublisher)

    def stand_still() -> None:
        held.set()
        go_on.wait(10)

    assert publisher._loop
    publisher._loop.call_soon_threadsafe(stand_still)
    held.wait(10)
    feed.ask(*rounds(500))
    go_on.set()
    with Listener(served.port, "/events") as listener:
        listener.until("standing", seq=500)


def test_who_leaves_is_forgotten(served: Server, feed: GameFeed) -> None:
    for _ in range(20):
        with Listener(served.port, "/events") as listener:
            listener.until("standing")
    assert served._pages
    stream = served._pages.stream
    assert eventually(lambda: not stream._waiting and not connections(served))
    feed.ask(*rounds(1))
    with Listener(served.port, "/events") as listener:
        listener.until("standing", seq=1)
        assert eventually(lambda: len(stream._waiting) == 1)


def test_too_many_streams_are_asked_to_come_later(served: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STREAMS", 2)
    with Listener(served.port, "/events") as first, Listener(served.port, "/events") as second:
        first.until("standing")
        second.until("standing")
        status, headers, _ = ask(served.port, "GET", "/events")
        assert (status, headers["retry-after"]) == (503, "10")
        assert ask(served.port, "GET", "/")[0] == 200


def test_what_is_told_to_those_who_wait_passes_no_layer(
    served: Server, feed: GameFeed, monkeypatch: pytest.MonkeyPatch
) -> None:
    pieces = list[bytes]()

    def write(send: Send, frames: bytes) -> Awaitable[None]:
        pieces.append(frames)
        return plain(send, frames)

    plain = sse._write
    monkeypatch.setattr(sse, "_write", write)
    with Listener(served.port, "/events") as listener:
        listener.until("charts")
        opening = len(pieces)
        for command in rounds(30):
            feed.ask(command)
            lines_until(listener, len(feed.steps))
        assert len(pieces) == opening


def test_an_old_browser_is_told_without_chunks(served: Server, feed: GameFeed) -> None:
    with socket.create_connection(("127.0.0.1", served.port), 10) as old, old.makefile("rb") as answer:
        old.sendall(b"GET /events HTTP/1.0\r\nHost: localhost\r\n\r\n")
        assert answer.readline().startswith(b"HTTP/1.1 200")
        assert b"transfer-encoding" not in b"".join(iter(answer.readline, b"\r\n")).lower()
        assert answer.readline() == b"retry: 1000\n"
        feed.ask(*rounds(1))
        events = (line for line in answer if line.startswith(b"data: "))
        assert any(b'"seq":1,' in line for line in events)


@pytest.mark.parametrize("method", ["HEAD", "POST"])
def test_a_stream_is_for_reading_only(served: Server, method: str) -> None:
    status, headers, _ = ask(served.port, method, "/events")
    assert (status, headers["allow"]) == (405, "GET")


def test_who_vanishes_without_a_word_holds_little_and_not_for_long(served: Server) -> None:
    assert served._uvicorn
    with Listener(served.port, "/events") as listener:
        listener.until("standing")
        (connection,) = served._uvicorn.server_state.connections
        assert isinstance(connection, limits.LimitedConnection)
        taken = connection.transport.get_extra_info("socket")
        assert taken.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 2 * 64 * 1024
        assert taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 30_000


def test_a_page_hears_the_heart_beat_while_others_are_told_things(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a page has not asked for does not count as a word to it."""
    monkeypatch.setattr(sse, "HEARTBEAT", 0.02)

    async def scene() -> None:
        stream, beat = Stream(), asyncio.Event()
        stream.attach(asyncio.get_running_loop())

        async def receive() -> Message:
            await beat.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message.get("body") == b": here\n\n":
                beat.set()

        async def others() -> None:
            while not beat.is_set():
                stream.put("panel", lambda _: 0)
                await asyncio.sleep(0.002)

        scope = {"type": "http", "method": "GET", "headers": [], "query_string": b""}
        page = sse.Events(stream, ("line",))(scope, receive, send)
        await asyncio.wait_for(asyncio.gather(page, others()), 10)

    asyncio.run(scene())


def test_there_is_no_virtual_table_without_a_bench(served: Server) -> None:
    assert ask(served.port, "GET", "/table")[0] == 404
    assert post(served.port, "/table/hands", {"do": "roll", "a": 1, "b": 2})[0] == 404


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_table_that_keeps_to_itself_has_no_address_for_phones(feed: GameFeed, host: str) -> None:
    for server in serve(Server(feed.feed, feed, None, WebSection(host=host, port=0))):
        assert server.shared_url == ""


def test_the_address_for_phones_can_be_opened(feed: GameFeed) -> None:
    for server in serve(Server(feed.feed, feed, None, WebSection(host="", port=0))):
        address = urlsplit(server.shared_url)
        assert address.hostname
        with socket.create_connection((address.hostname, address.port or 0), timeout=10) as phone:
            phone.sendall(f"GET / HTTP/1.1\r\nHost: {address.netloc}\r\n\r\n".encode())
            assert phone.recv(100).startswith(b"HTTP/1.1 200")
