"""The page of a table that does not open: why, in the language of whoever asks, at every address."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from companion.errors import UserError
from companion.web.server import ThreadedServer

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp

    from companion.web.ports import WebConfig


class RefusalServer(ThreadedServer):
    """Says to all who come why the table could not be opened."""

    def __init__(self, config: WebConfig, language: str, error: UserError) -> None:
        super().__init__(config)
        self._language = language
        self._error = error

    def application(self, on_start: Callable[[], None]) -> ASGIApp:
        """One page, and what it is drawn with."""
        from starlette.applications import Starlette
        from starlette.routing import Route

        from companion.web import assets
        from companion.web.answers import HANDLERS
        from companion.web.guard import Guard
        from companion.web.wording import send_links, send_words

        @asynccontextmanager
        async def life(_: Starlette) -> AsyncIterator[None]:
            on_start()
            yield

        routes = [
            Route("/about", lambda _: send_links({})),
            Route("/words/{language}.json", send_words),
            Route("/static/{name:path}", assets.send_file),
            Route("/{path:path}", self._refuse),
        ]
        pages = Starlette(routes=routes, exception_handlers=HANDLERS, lifespan=life)
        return Guard(pages, self._config.hosts, self.language)

    def language(self) -> str:
        """The one of the settings."""
        return self._language

    def end(self) -> None:
        """Nothing here lasts."""

    def _refuse(self, request: Request) -> Response:
        from companion.web.answers import RequestError, refused

        return refused(request, RequestError(503, self._error.reason, None, **self._error.figures))
