"""All pages of a table as one application: static files, streams, and the ways in, behind one guard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from companion.web import assets
from companion.web.guard import NOT_STORED, Guard, refused
from companion.web.help import rules_of
from companion.web.language import language_of, worded
from companion.web.phone import Phones
from companion.web.referee import Referee
from companion.web.sse import Events
from companion.web.stream import Stream
from companion.web.tabletop import Tabletop
from companion.web.teller import Teller

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from companion.web.feed import Bench, Feed, Room, WebConfig

SPECTATOR = ("board", "charts", "line", "standing")
PROJECTED = ("board", "clock", "health", "line", "standing")


class Pages:
    """The pages of one table; made, run and closed by the server."""

    def __init__(self, feed: Feed, room: Room, bench: Bench | None, config: WebConfig) -> None:
        self._config = config
        self.stream = Stream()
        self._teller = Teller(feed, room, self.stream)
        self._tabletop = Tabletop(bench, self.stream) if bench else None
        self._referee = Referee(config.pin, feed, room, self.stream, self._teller) if config.pin else None
        self._phones = Phones(room, self._teller) if config.phones else None

    def application(self, on_start: Callable[[], None] = lambda: None) -> ASGIApp:
        """The ASGI application; `on_start` is called when it is about to answer."""

        @asynccontextmanager
        async def life(_: Starlette) -> AsyncIterator[None]:
            self._open(asyncio.get_running_loop())
            on_start()
            yield
            if self._referee:
                self._referee.close()
            self.close()

        handlers = {HTTPException: _said}
        return Guard(Starlette(routes=self._routes(), exception_handlers=handlers, lifespan=life), self._config.hosts)

    def _open(self, loop: asyncio.AbstractEventLoop) -> None:
        self.stream.attach(loop)
        self._teller.start(loop)
        if self._tabletop:
            self._tabletop.start()
        if self._referee:
            self._referee.start()

    def close(self) -> None:
        """End every stream and leave table and bench alone; from any thread, and as often as one likes."""
        self.stream.close()
        self._teller.stop()
        if self._tabletop:
            self._tabletop.close()

    def _routes(self) -> list[BaseRoute]:
        routes: list[BaseRoute] = [
            Route("/", lambda request: assets.send(request, "board.html")),
            Route("/screen", lambda request: assets.send(request, "screen.html")),
            Route("/screen/events", Events(self.stream, PROJECTED)),
            Route("/help", lambda request: assets.send(request, "help.html")),
            Route("/help/rules", self._help),
            Route("/about", self._about),
            Route("/events", Events(self.stream, SPECTATOR)),
            Route("/static/{name:path}", lambda request: assets.send(request, request.path_params["name"])),
        ]
        for part in (self._tabletop, self._referee, self._phones):
            routes += part.routes() if part else []
        return routes

    def _help(self, request: Request) -> Response:
        told = rules_of(self._teller.edition(), language_of(request.scope))
        return JSONResponse(told, headers=NOT_STORED)

    def _about(self, _: Request) -> Response:
        table, referee = ["/table"] if self._tabletop else [], ["/referee"] if self._referee else []
        phones = ["/phone"] if self._phones else []
        return JSONResponse({"pages": ["/", "/screen", "/help", *phones, *table, *referee]})


async def _said(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    answer = refused(error.status_code, worded(error.detail, language_of(request.scope)))
    answer.headers.update(error.headers or {})
    return answer
