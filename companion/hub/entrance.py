"""The way in for boxes, over TLS: joining with a code, and taking over a game from a box that broke."""

from __future__ import annotations

import asyncio
import binascii
from base64 import b64decode
from typing import TYPE_CHECKING

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from companion.hub import wire
from companion.hub.door import Door
from companion.web import guard

if TYPE_CHECKING:
    from companion.hub.hub import Hub

JOINING = msgspec.json.Decoder(wire.Joining)


class Entrance:
    """What a box asks of the hub before it speaks over the broker."""

    def __init__(self, hub: Hub, door: Door) -> None:
        self._hub, self._door = hub, door

    def routes(self) -> list[BaseRoute]:
        """Where it asks."""
        return [
            Route("/authority.pem", lambda _: Response(self._door.authority, media_type="application/x-pem-file")),
            Route("/join", self._join, methods=["POST"]),
            Route("/box/game", self._hand_over),
        ]

    async def _join(self, request: Request) -> Response:
        joining = await guard.body(request, JOINING)
        door, hub = self._door, self._hub
        with hub.lock:
            box, password = hub.fleet.join(joining)
        await asyncio.to_thread(door.let_in)
        member = wire.Membership(
            hub.event, box.id, box.name, password, door.host, door.broker_port, door.authority, door.url
        )
        hub.push()
        return Response(msgspec.json.encode(member), media_type="application/json")

    async def _hand_over(self, request: Request) -> Response:
        """The unfinished game of a table, to the box that replaces the one that wrote it."""
        box, password = _basic(request)
        hub = self._hub
        with hub.lock:
            if not hub.fleet.is_box(box, password):
                raise HTTPException(401, "no box has this name and password")
            record = hub.game_for(box)
            place = hub.tournament.place_of(record.game)
        assert place is not None
        headers = {"x-round": str(place[0]), "x-table": str(place[1])}
        return Response(record.text(), media_type="application/x-ndjson", headers=headers)


def _basic(request: Request) -> tuple[str, str]:
    kind, _, given = request.headers.get("authorization", "").partition(" ")
    try:
        user, _, password = b64decode(given, validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        return "", ""
    return (user, password) if kind == "Basic" else ("", "")
