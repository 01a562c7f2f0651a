"""Where boxes find the hub, and what everybody is told when something cannot be."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from sqlalchemy.exc import DBAPIError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from companion.hub.refusals import in_words
from companion.web.answers import refuse
from companion.web.wording import language_of


class Door(msgspec.Struct, frozen=True):
    """Where boxes find hub and broker, and whom they are to believe; `let_in` tells the broker of a new box."""

    authority: str
    host: str
    tls_port: int
    broker_port: int
    let_in: Callable[[], None] = lambda: None

    @property
    def url(self) -> str:
        """The address over TLS."""
        return f"https://{self.host}:{self.tls_port}"


async def said(request: Request, error: Exception) -> Response:
    """What went wrong, as an answer in the language of whoever asks."""
    language = language_of(request.scope)
    if isinstance(error, HTTPException):
        return refuse(request, error.status_code, in_words(error.detail, language), error.headers)
    if isinstance(error, DBAPIError):
        return refuse(request, 503, in_words("the database does not answer; try again", language))
    return refuse(request, 409, in_words(str(error), language))
