"""All pages of a table as one application: static files, streams, and the ways in, behind one guard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from companion.errors import UserError
from companion.ledger.entry import Damaged
from companion.ledger.store import Archive
from companion.web import assets, guard
from companion.web.answers import HANDLERS, RequestError, refuse, send_data
from companion.web.assets import PageFrame
from companion.web.guard import Guard
from companion.web.help import rules_of
from companion.web.messages import HeadData, SumData
from companion.web.outlook import Outlook
from companion.web.phone import Phones
from companion.web.publisher import StreamPublisher
from companion.web.referee import Referee
from companion.web.sse import Events
from companion.web.stream import Stream
from companion.web.tabletop import Tabletop
from companion.web.wording import language_of, send_links, send_page, send_words
from companion.words.words import Words

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from companion.web.ports import Bench, Feed, Room, WebConfig

SPECTATOR = ("board", "chances", "charts", "countdown", "head", "line", "standing")
PROJECTED = ("board", "chances", "clock", "countdown", "head", "health", "line", "standing")
BOARD = PageFrame("board", "web.page.board", ("board/board.css",), "board/main.js", ("players", "web.skip.players"))
SCREEN = PageFrame("screen", "web.standing", ("screen/screen.css",), "screen/main.js")
LINKS = {
    "table": "/table",
    "board": "/",
    "screen": "/screen",
    "help": "/help",
    "phone": "/phone",
    "referee": "/referee",
}
HELP = PageFrame("help", "web.page.help", ("help/help.css",), "help/main.js")


class Pages:
    """The pages of one table; made, run and closed by the server."""

    def __init__(
        self, feed: Feed, room: Room, bench: Bench | None, config: WebConfig, outlook: Outlook | None = None
    ) -> None:
        self._config = config
        self._outlook = outlook
        self._feed = feed
        self._room = room
        self.stream = Stream()
        self._publisher = StreamPublisher(feed, room, self.stream)
        self._tabletop = Tabletop(bench, self.stream) if bench else None
        self._referee = Referee(config.pin, feed, room, self.stream, self._publisher) if config.pin else None
        self._phones = Phones(room, self._publisher) if config.phones else None

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

        pages = Starlette(routes=self._routes(), exception_handlers=HANDLERS, lifespan=life)
        return Guard(pages, self._config.hosts, lambda: self._feed.snapshot().display.language)

    def _open(self, loop: asyncio.AbstractEventLoop) -> None:
        self.stream.attach(loop)
        self._publisher.start(loop)
        if self._outlook:
            self._outlook.follow(lambda told: self.stream.put("chances", lambda _: told))
        if self._tabletop:
            self._tabletop.start()
        if self._referee:
            self._referee.start()

    def close(self) -> None:
        """End every stream and leave table and bench alone; from any thread, and as often as one likes."""
        self.stream.close()
        self._publisher.stop()
        if self._tabletop:
            self._tabletop.close()

    def _routes(self) -> list[BaseRoute]:
        routes: list[BaseRoute] = [
            Route("/", lambda request: send_page(request, BOARD)),
            Route("/screen", lambda request: send_page(request, SCREEN)),
            Route("/screen/events", Events(self.stream, PROJECTED)),
            Route("/help", lambda request: send_page(request, HELP)),
            Route("/help/rules", self._help),
            Route("/head", self._head),
            Route("/sum", self._sum),
            Route("/about", self._about),
            Route("/events", Events(self.stream, SPECTATOR)),
            Route("/words/{language}.json", send_words),
            Route("/static/{name:path}", assets.send_file),
        ]
        for name, part in self._parts().items():
            routes += part.routes() if part else [Route(f"/{name}", _switched_off)]
        return routes

    def _parts(self) -> dict[str, Tabletop | Referee | Phones | None]:
        """What a table may have besides, by the address of its page."""
        return {"table": self._tabletop, "phone": self._phones, "referee": self._referee}

    def _help(self, request: Request) -> Response:
        told = rules_of(self._publisher.edition(), language_of(request.scope))
        return send_data(told)

    def _sum(self, request: Request) -> Response:
        """A sum that somebody has typed, as it is read in the money of the table."""
        words = Words(language_of(request.scope), self._publisher.edition())
        try:
            return send_data(SumData(words.amount(request.query_params.get("text", ""))))
        except UserError as error:
            return refuse(request, 400, words.message(error))

    def _head(self, request: Request) -> Response:
        """The hash that an entry has now, for a page that remembers what it had."""
        game, seq = request.query_params.get("game", ""), guard.entry(request)
        if seq < 0:
            raise RequestError(404, "request.no-page")
        try:
            with Archive(self._room.ledger_path) as archive:
                digest = archive.hash_at(game, seq)
        except Damaged:
            digest = ""
        return send_data(HeadData(game, seq, digest))

    def _about(self, _: Request) -> Response:
        off = {name for name, part in self._parts().items() if not part}
        return send_links({name: path for name, path in LINKS.items() if name not in off})


def _switched_off(request: Request) -> Response:
    raise RequestError(404, f"request.off-{request.url.path.strip('/')}")
