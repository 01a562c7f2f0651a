"""All that a hub serves as one application: for everybody, for the organiser, for boxes that join."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from sqlalchemy.exc import DBAPIError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from companion.hub import papers, reports
from companion.hub.endpoint import HANDLERS, BoxRoutes, Endpoint
from companion.hub.organiser import OrganiserPage
from companion.hub.server import TlsRedirect
from companion.hub.watching import WatchedTable
from companion.ledger.record import GameLines
from companion.web import assets
from companion.web.answers import NOT_STORED, RequestError
from companion.web.assets import PageFrame
from companion.web.guard import Guard
from companion.web.sse import Events
from companion.web.stream import Stream, Wording
from companion.web.wording import language_of, send_links, send_page, send_words

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from companion.hub.hub import Hub

log = logging.getLogger(__name__)

PUBLIC = ("round", "standings", "tables")
HUB = PageFrame("hub", "web.page.tournament", ("hub/hub.css",), "hub/main.js", ("standings", "hub.standings"))
WATCH = PageFrame(
    "board", "web.page.board", ("board/board.css", "hub/watch.css"), "hub/watch.js", ("players", "web.skip.players")
)
CALM_SECONDS = 0.25  # between two looks at what has changed; longer where looking takes long
RETRY_SECONDS = 1.0
WATCHED = 64  # tables at a time
FORMS = {"json": (reports.as_json, "application/json"), "csv": (reports.as_csv, "text/csv; charset=utf-8")}
PDF = "application/pdf"


class HubPages:
    def __init__(self, hub: Hub, pin: str, endpoint: Endpoint, hosts: tuple[str, ...] = ()) -> None:
        self._hub, self._endpoint, self._hosts = hub, endpoint, hosts
        self.stream = Stream()
        self._organiser = OrganiserPage(hub, pin, self.stream, endpoint)
        self._watches: dict[tuple[int, int], WatchedTable] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._touched: set[str] = set()
        self._stale = asyncio.Event()
        self._seen = (-1, -1)

    def application(self, on_start: Callable[[], None] = lambda: None) -> ASGIApp:
        """The ASGI application; `on_start` is called when it is about to answer."""

        @asynccontextmanager
        async def life(_: Starlette) -> AsyncIterator[None]:
            self._loop = asyncio.get_running_loop()
            self.stream.attach(self._loop)
            self._hub.changed.append(self._note)
            telling = asyncio.create_task(self._tell())
            on_start()
            yield
            self._hub.changed.remove(self._note)
            telling.cancel()
            self.close()

        pages = Starlette(routes=self._routes(), exception_handlers=HANDLERS, lifespan=life)
        return Guard(TlsRedirect(pages, self._endpoint.tls_port), self._hosts)

    def close(self) -> None:
        self.stream.close()
        for watch in self._watches.values():
            watch.close()

    def _routes(self) -> list[BaseRoute]:
        return [
            Route("/", lambda request: send_page(request, HUB)),
            Route("/about", lambda _: send_links({"tournament": "/", "organiser": "/organiser"})),
            Route("/events", Events(self.stream, PUBLIC)),
            Route("/words/{language}.json", send_words),
            Route("/static/{name:path}", assets.send_file),
            Route("/tables/{table:int}", lambda request: send_page(request, WATCH)),
            Route("/tables/{table:int}/events", _Watching(self)),
            Route("/data/{kind}.{form}", self._data),
            Route("/games/{game}.jsonl", self._game),
            Route("/print/{what}.pdf", self._print),
            Route("/archive.json", self._archive),
            Route("/archive/{event}/{kind}.{form}", self._archived),
            *self._organiser.routes(),
            *BoxRoutes(self._hub, self._endpoint).routes(),
        ]

    # telling what has changed

    def _note(self, games: set[str]) -> None:
        """In the thread that made the change: leave a note."""
        if self._loop is not None and not self.stream.closed:
            self._touched |= games
            self._loop.call_soon_threadsafe(self._stale.set)

    async def _tell(self) -> None:
        self._stale.set()
        while True:
            await self._stale.wait()
            self._stale.clear()
            try:
                cost = await self._tell_once()
            except DBAPIError as error:
                log.warning("the pages stand still while the database does not answer: %s", error.orig)
                cost = RETRY_SECONDS
                self._stale.set()
            except Exception:
                log.exception("the pages go on after a fault")
                cost = RETRY_SECONDS
            await asyncio.sleep(max(CALM_SECONDS, 2 * cost))

    async def _tell_once(self) -> float:
        """Tell what has changed; gives what it cost in the processor's seconds."""
        told, cost = await asyncio.to_thread(self._look)
        touched, self._touched = self._touched, set()
        for topic, value in told.items():
            self.stream.put(topic, value)
        for (number, table), watch in self._watches.items():
            if self._hub.tournament.rounds[number].games.get(table, "") in touched:
                watch.catch_up()
        return cost

    def _look(self) -> tuple[dict[str, Wording], float]:
        """What has to be told, and the processor's seconds it cost; of the record only when there is more on it."""
        before = time.thread_time()
        return self._hub.ask(self._news), time.thread_time() - before

    def _news(self, hub: Hub) -> dict[str, Wording]:
        recorded, happened = hub.tournament.records, hub.intake.incidents
        kinds = ["standings", "tables", "boxes"]
        kinds += ["people", "disputes"] if recorded != self._seen[0] else []
        found = {kind: _as_it_is(reports.ORGANISER[kind](hub)) for kind in kinds}
        if happened != self._seen[1]:
            incidents = hub.store.incidents(hub.event)
            found["incidents"] = lambda language: reports.incidents(hub, language, incidents)
        found["round"] = _as_it_is(reports.round_row(hub))
        self._seen = recorded, happened
        return found

    # for everybody

    def watch(self, table: int) -> WatchedTable:
        """Whoever follows a table of the present round; the one that was asked for first makes room if need be."""
        number = self._hub.tournament.current()
        if number < 0 or not 0 <= table < len(self._hub.tournament.rounds[number].tables):
            raise RequestError(404, "tournament.no-table-now")
        if (number, table) not in self._watches:
            while len(self._watches) >= WATCHED:
                self._watches.pop(next(iter(self._watches))).close()
            self._watches[number, table] = WatchedTable(self._hub, number, table)
        return self._watches[number, table]

    async def _data(self, request: Request) -> Response:
        kind, form = request.path_params["kind"], request.path_params["form"]
        if kind not in reports.KINDS or form not in FORMS:
            raise RequestError(404, "tournament.no-report", reports=list(reports.KINDS))
        if kind not in reports.PUBLIC:
            self._organiser.sessions.session(request)
        return await asyncio.to_thread(self._rows, self._hub, kind, form, language_of(request.scope))

    def _rows(self, hub: Hub, kind: str, form: str, language: str) -> Response:
        write, media = FORMS[form]
        content = write(hub.ask(lambda hub: reports.rows(hub, kind, language)))
        return Response(content, media_type=media, headers=NOT_STORED)

    async def _game(self, request: Request) -> Response:
        """A game as its table wrote it: for everybody once it is sealed, for the organiser at any time."""
        game, hub = request.path_params["game"], self._hub
        live = hub.ask(lambda hub: hub.intake.live(game))
        if live is None:
            raise RequestError(404, "tournament.no-such-game", game=game)
        if not live.is_final:
            self._organiser.sessions.session(request)
        record = GameLines(game, hub.store.lines(hub.event, game), hub.store.seals(hub.event, game))
        return Response(record.text(), media_type="application/x-ndjson")

    async def _print(self, request: Request) -> Response:
        tournament = self._hub.tournament
        makers = {"seating": papers.seating, "cards": papers.name_cards}
        what = request.path_params["what"]
        if what not in makers or not tournament.rounds:
            raise RequestError(404, "tournament.no-paper")
        language = language_of(request.scope)
        content = await asyncio.to_thread(makers[what], tournament, tournament.current(), language)
        return Response(content, media_type=PDF)

    async def _archive(self, _: Request) -> Response:
        events = await asyncio.to_thread(self._hub.store.events)
        return JSONResponse([{"event": event, "begun": begun} for event, begun in events])

    async def _archived(self, request: Request) -> Response:
        event, kind, form = (request.path_params[name] for name in ("event", "kind", "form"))
        if event not in dict(self._hub.store.events()) or kind not in reports.PUBLIC or form not in FORMS:
            raise RequestError(404, "tournament.no-archive")
        language = language_of(request.scope)
        return await asyncio.to_thread(lambda: self._rows(self._hub.reading(event), kind, form, language))


def _as_it_is(value: object) -> Wording:
    """The same in every language; the pages word it."""
    return lambda _: value


class _Watching:
    """The stream of one table, by the number that people read on it."""

    def __init__(self, pages: HubPages) -> None:
        self._pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        watch = self._pages.watch(scope["path_params"]["table"] - 1)
        await watch.events(scope, receive, send)
