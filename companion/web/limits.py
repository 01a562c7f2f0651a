"""How much one browser may take: a connection that asks for nothing, or takes nothing, is closed.

uvicorn times connections only between requests. Here a connection has ten seconds for each whole request head, and
twenty to take what was sent to it once its buffers are full. Where the house is full, the one that has stood longest
without asking goes first: half-open connections lock nobody out.

A stream hands its pieces to the connection itself while the way is clear: through all the layers of the application
each would take twice as long, and two hundred spectators as many times.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.web.sse import CHUNK

if TYPE_CHECKING:
    from asyncio import Transport

    from starlette.types import ASGIApp, Receive, Scope, Send

MOST = 400  # connections; well below the usual limit of 1,024 files
HEAD_SECONDS = 10.0
TAKE_SECONDS = 20.0


def settings(application: ASGIApp, *, lifespan: bool = True) -> uvicorn.Config:
    """How uvicorn serves pages within the limits; the application lives as long as the server with its `lifespan`."""
    return uvicorn.Config(
        application,
        http=LimitedConnection,
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

    waiting: ClassVar[dict[LimitedConnection, asyncio.TimerHandle]] = {}  # the longest waiting first
    _taking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Let a connection in; a full house first sends away the one that waits longest, or this one if none does."""
        super().connection_made(transport)
        self.app = partial(self._announce, self.app)
        self._expect()
        if len(self.connections) > MOST:
            next(iter(self.waiting)).transport.abort()

    async def _announce(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["http_version"] == "1.1":  # earlier ones know no chunks
            scope.setdefault("extensions", {})[CHUNK] = self._chunk
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
        if self._is_idle():
            self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection that is gone."""
        self._forget()
        self._taken()
        super().connection_lost(exc)

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
        if self not in self.waiting and not self.transport.is_closing():
            self.waiting[self] = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _forget(self) -> None:
        deadline = self.waiting.pop(self, None)
        if deadline is not None:
            deadline.cancel()


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
