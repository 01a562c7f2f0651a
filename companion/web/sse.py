"""Server-sent events over plain ASGI: one coroutine a browser, which never holds more than what it is sending."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from starlette.datastructures import Headers, QueryParams
from starlette.types import Receive, Scope, Send

from companion.web.answers import RequestError
from companion.web.stream import Reader, Stream, Write
from companion.web.wording import language_of

HEARTBEAT = 15.0  # seconds after which a comment keeps proxies and phones from hanging up
CHUNK = "companion.chunk"  # the extension of a server that takes a piece of an answer at once, or says False
STAY = "companion.stay"  # the extension of a server that says whether it has room for an answer without an end
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


class Events:
    """The endpoint that follows some topics of a stream; whoever finds no room gets 503 and comes again."""

    def __init__(self, stream: Stream, topics: Collection[str]) -> None:
        self._stream = stream
        self._topics = frozenset(topics)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one browser until it leaves or the stream ends.

        :raises RequestError: 405 not a GET, 503 too many browsers follow.
        """
        if scope["method"] != "GET":
            raise RequestError(405, "request.method", {"allow": "GET"})
        has_room = scope.get("extensions", {}).get(STAY, lambda: True)
        if not has_room():
            raise RequestError(503, "request.busy", {"retry-after": "10"})
        gone = asyncio.create_task(_hang_up(receive))
        following = asyncio.create_task(self._follow(scope, send))
        try:
            await asyncio.wait((gone, following), return_when=asyncio.FIRST_COMPLETED)
        finally:
            gone.cancel()
            following.cancel()
        if following.done() and not following.cancelled():
            following.result()

    async def _follow(self, scope: Scope, send: Send) -> None:
        clock, reader = asyncio.get_running_loop().time, self._reader(scope)
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await _write(send, b"retry: 1000\n\n")
        while not self._stream.closed:
            position, frames = self._stream.after(reader.position, reader.language, reader.topics, reader.is_abreast)
            self._stream.move(reader, position)
            if frames:
                await _write(send, frames)
            beat = clock() + HEARTBEAT
            await self._stream.newer(reader, beat)
            if clock() >= beat:
                await _write(send, b": here\n\n")
        await send({"type": "http.response.body", "body": b""})

    def _reader(self, scope: Scope) -> Reader:
        position = self._stream.position(_last_seen(scope))
        chunk: Write | None = scope.get("extensions", {}).get(CHUNK)
        way = () if chunk is None else (chunk,)
        return Reader(position, language_of(scope), self._topics, *way)


def _last_seen(scope: Scope) -> str:
    """The last event that a browser has seen: by its header where it comes again by itself, else by the address."""
    asked = QueryParams(scope["query_string"]).get("after", "")
    return Headers(scope=scope).get("last-event-id", asked)


async def _write(send: Send, frames: bytes) -> None:
    """Hand bytes over; waits while the browser's buffers are full, until it reads on or is given up (limits)."""
    await send({"type": "http.response.body", "body": frames, "more_body": True})


async def _hang_up(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
