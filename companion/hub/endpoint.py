"""Where boxes find the hub over TLS: joining with a code, taking over a game from a box that broke; and refusals."""

from __future__ import annotations

import asyncio
import binascii
from base64 import b64decode
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy.exc import DBAPIError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from companion.errors import UserError
from companion.publishing import wire
from companion.web import answers, guard
from companion.web.answers import RequestError, refuse, refused
from companion.web.wording import language_of
from companion.words.refusals import worded

if TYPE_CHECKING:
    from companion.hub.hub import Hub

JOINING = msgspec.json.Decoder(wire.Joining)


class Endpoint(msgspec.Struct, frozen=True):
    """Where boxes find hub and broker, and whom they are to believe; `let_in` tells the broker of a new box."""

    authority: str
    host: str
    tls_port: int
    broker_port: int
    let_in: Callable[[], None] = lambda: None

    @property
    def url(self) -> str:
        return f"https://{self.host}:{self.tls_port}"


class BoxRoutes:
    """What a box asks of the hub before it speaks over the broker."""

    def __init__(self, hub: Hub, endpoint: Endpoint) -> None:
        self._hub, self._endpoint = hub, endpoint

    def routes(self) -> list[BaseRoute]:
        authority = self._endpoint.authority
        return [
            Route("/authority.pem", lambda _: Response(authority, media_type="application/x-pem-file")),
            Route("/join", self._join, methods=["POST"]),
            Route("/box/game", self._hand_over),
        ]

    async def _join(self, request: Request) -> Response:
        joining = await guard.body(request, JOINING)
        at, hub = self._endpoint, self._hub
        box, password = hub.join(joining)
        await asyncio.to_thread(at.let_in)
        member = wire.Membership(hub.event, box.id, box.name, password, at.host, at.broker_port, at.authority, at.url)
        hub.push()
        return Response(msgspec.json.encode(member), media_type="application/json")

    async def _hand_over(self, request: Request) -> Response:
        """The unfinished game of a table, to the box that replaces the one that wrote it."""
        box, password = _basic(request)
        if not self._hub.ask(lambda hub: hub.boxes.is_box(box, password)):
            raise RequestError(401, "tournament.unknown-box")
        record, number, table = self._hub.game_for(box)
        headers = {"x-round": str(number), "x-table": str(table)}
        return Response(record.text(), media_type="application/x-ndjson", headers=headers)


def _basic(request: Request) -> tuple[str, str]:
    kind, _, given = request.headers.get("authorization", "").partition(" ")
    try:
        user, _, password = b64decode(given, validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        return "", ""
    return (user, password) if kind == "Basic" else ("", "")


async def answer_error(request: Request, error: Exception) -> Response:
    """What the tournament refuses, or the database, as an answer in the language of whoever asks."""
    if isinstance(error, UserError):
        return refuse(request, 409, worded(error, language_of(request.scope)))
    return refused(request, RequestError(503, "tournament.database-away"))


HANDLERS = {**answers.HANDLERS, UserError: answer_error, DBAPIError: answer_error}
