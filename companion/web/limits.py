"""How much one browser may take: a connection that asks for nothing, or takes nothing, is closed.

uvicorn times connections only between requests. Here a connection has ten seconds for each whole request head, and
twenty to take what was sent to it once its buffers are full. Where the house is full, one of the address with most
connections makes room, half-open ones first; and streams may take three places of four, so that whoever asks for a
page, signs in or presses a button finds one. One machine locks nobody out, and may have all that nobody else wants.

A stream hands its pieces to the connection itself while the way is clear: through all the layers of the application
each would take twice as long, and two hundred spectators as many times.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.errors import message
from companion.web.sse import CHUNK, STAY
from companion.words.languages import DEFAULT
from companion.words.refusals import worded

if TYPE_CHECKING:
    from asyncio import Transport

    from starlette.types import ASGIApp, Receive, Scope, Send

MOST = 400  # connections; well below the usual limit of 1,024 files
STREAMS = 300  # of them that follow a stream
HEAD_SECONDS = 10.0
TAKE_SECONDS = 20.0


class House:
    """Who is connected, the oldest first; in a full one the address that holds most makes room."""

    def __init__(self, language: Callable[[], str] = lambda: DEFAULT) -> None:
        self.language = language
        self._guests: dict[LimitedConnection, None] = {}
        self._streams: dict[LimitedConnection, None] = {}

    def enter(self, guest: LimitedConnection) -> None:
        """Let a connection in, and where it is one too many another one go."""
        if len(self._guests) >= MOST:
            _first_to_go(self._guests).leave()
        self._guests[guest] = None

    def stay(self, guest: LimitedConnection) -> bool:
        """Whether a connection may follow a stream: in a full house only in the place of an address with more."""
        if len(self._streams) >= STREAMS:
            other = _first_to_go(self._streams)
            held = _held(self._streams)
            if held[other.address] <= held[guest.address] + 1:
                return False
            other.leave()
        self._streams[guest] = None
        return True

    def is_stream(self, guest: LimitedConnection) -> bool:
        """Whether a connection follows a stream."""
        return guest in self._streams

    def rest(self, guest: LimitedConnection) -> None:
        """Note that a connection follows no stream any more."""
        self._streams.pop(guest, None)

    def leave(self, guest: LimitedConnection) -> None:
        """Forget a connection that is gone."""
        self.rest(guest)
        self._guests.pop(guest, None)


def _held(guests: Iterable[LimitedConnection]) -> Counter[str]:
    return Counter(each.address for each in guests)


def _first_to_go(guests: Collection[LimitedConnection]) -> LimitedConnection:
    """Of the address that holds most: what asks for nothing, is answered, follows a stream, in this order."""
    held = _held(guests)
    return min(guests, key=lambda each: (-held[each.address], each.rank()))


def settings(application: ASGIApp, house: House | None = None, *, lifespan: bool = True) -> uvicorn.Config:
    """How uvicorn serves pages within the limits of a house; the application lives as long as the server with its
    `lifespan`."""
    return uvicorn.Config(
        application,
        http=type("HousedConnection", (LimitedConnection,), {"house": house or House()}),
        loop="asyncio",
        ws="none",
        lifespan="on" if lifespan else "off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )


class LimitedConnection(H11Protocol):
    """One HTTP connection with a deadline for each request head and for taking each answer."""

    house: ClassVar[House]
    address = ""
    _waiting: asyncio.TimerHandle | None = None
    _taking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Let a connection in."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self.app = partial(self._announce, self.app)
        self._expect()
        self.house.enter(self)

    def rank(self) -> tuple[int, float]:
        """How early it makes room: first whoever asks for nothing, the longest silent before all, last a stream."""
        if self._waiting is not None:
            return 0, self._waiting.when()
        return (2, 0.0) if self.house.is_stream(self) else (1, 0.0)

    def leave(self) -> None:
        """Make room at once."""
        self.house.leave(self)
        self.transport.abort()

    async def _announce(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        extensions = scope.setdefault("extensions", {})
        extensions[STAY] = lambda: self.house.stay(self)
        if scope["http_version"] == "1.1":  # earlier ones know no chunks
            extensions[CHUNK] = self._chunk
        await app(scope, receive, send)

    def _chunk(self, data: bytes) -> bool:
        """Send a piece of an answer that has begun and has no length (RFC 9112, 7.1); False where it would wait."""
        if self.transport.is_closing() or self.transport.get_write_buffer_size():
            return False
        self.transport.write(b"%x\r\n%b\r\n" % (len(data), data))
        return True

    def data_received(self, data: bytes) -> None:
        """Take bytes; once they have made a whole request, the deadline is off until it is answered."""
        super().data_received(data)
        self._expect() if self._is_idle() else self._forget()

    def on_response_complete(self) -> None:
        """Wait for the next request of this connection."""
        super().on_response_complete()
        self.house.rest(self)
        if self._is_idle():
            self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection that is gone."""
        self.house.leave(self)
        self._forget()
        self._taken()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Say in the language of the table that what came is no request; once an answer has begun, hang up."""
        del msg
        if self._is_idle() or not self.cycle.response_started:
            sentence = worded(message("request.no-request"), self.house.language()).encode()
            told = b"content-type: text/plain; charset=utf-8\r\nconnection: close"
            self.transport.write(b"HTTP/1.1 400 Bad Request\r\n%b\r\n\r\n%b" % (told, sentence))
        self.transport.close()

    def pause_writing(self) -> None:
        """The buffers are full: the browser is slow, or gone."""
        super().pause_writing()
        self._taking = self.loop.call_later(TAKE_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """The browser has read on."""
        self._taken()
        super().resume_writing()

    def _taken(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def _is_idle(self) -> bool:
        cycle: Any = self.cycle
        return cycle is None or cycle.response_complete

    def _expect(self) -> None:
        if self._waiting is None and not self.transport.is_closing():
            self._waiting = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _forget(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None


class RateLimit:
    """So many requests at once, and then so many a second (a token bucket); `clock` in seconds, never going back."""

    def __init__(self, burst: int, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._burst = burst
        self._per_second = per_second
        self._clock = clock
        self._left = float(burst)
        self._seen = clock()

    def take(self) -> float:
        """Take one request, and get 0; or the seconds to wait where none is left."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._seen) * self._per_second)
        self._seen = now
        if self._left < 1:
            return (1 - self._left) / self._per_second
        self._left -= 1
        return 0.0
