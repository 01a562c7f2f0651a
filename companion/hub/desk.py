"""The organiser's page, behind a PIN: everything that may be put on the record, by the rules of the tournament."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from companion.hub import records as told
from companion.hub.door import Door
from companion.hub.papers import codes
from companion.hub.settings import HubError
from companion.hub.store import NOWHERE
from companion.web import guard
from companion.web.assets import Page
from companion.web.pin import PinSessions
from companion.web.sse import Events
from companion.web.stream import Stream
from companion.web.wording import language_of, send_page

if TYPE_CHECKING:
    from companion.hub.hub import Hub

PATH = "/organiser"
PAGE = Page("organiser", "web.page.organiser", ("hub/hub.css",), "hub/organiser.js")
TOPICS = ("boxes", "disputes", "incidents", "people", "round", "standings", "tables")


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """Something that only the organiser may do."""


class Draw(Wish, frozen=True, tag="draw"):
    """Draw the next round, or the last one anew."""


class Begin(Wish, frozen=True, tag="begin"):
    """Start the clock of the round."""


class Call(Wish, frozen=True, tag="call"):
    """Call the last turn."""


class Extend(Wish, frozen=True, tag="extend"):
    """Let the clock of the round run so many minutes longer, or (negative) shorter."""

    minutes: Annotated[int, msgspec.Meta(ge=-600, le=600)]


class Close(Wish, frozen=True, tag="close"):
    """Close the round."""


class Add(Wish, frozen=True, tag="add"):
    """Register a person who is here."""

    person: told.Person


class Complain(Wish, frozen=True, tag="dispute"):
    """Call the judge to a table of the present round."""

    table: int
    text: str
    seq: int = -1


class Put(Wish, frozen=True, tag="put"):
    """Put a box at a table, from 0; -1 nowhere."""

    box: str
    place: int = NOWHERE


class Note(Wish, frozen=True, tag="note"):
    """Put any record on the record."""

    record: told.AnyRecord


AnyWish = Draw | Begin | Extend | Call | Close | Add | Complain | Put | Note
WISH: msgspec.json.Decoder[AnyWish] = msgspec.json.Decoder(AnyWish)


class Desk:
    """Serves the organiser."""

    def __init__(self, hub: Hub, pin: str, stream: Stream, door: Door) -> None:
        self.office = PinSessions(PATH, pin, reach="/")
        self._hub, self._stream, self._door = hub, stream, door

    def routes(self) -> list[BaseRoute]:
        """The page, which is nothing without a session, and what stands behind the lock."""
        return [
            Route(PATH, lambda request: send_page(request, PAGE)),
            *self.office.routes(),
            Route(f"{PATH}/events", self.office.inside(Events(self._stream, TOPICS))),
            Route(f"{PATH}/do", self._do, methods=["POST"]),
            Route(f"{PATH}/codes.pdf", self._codes, methods=["POST"]),
        ]

    async def _do(self, request: Request) -> Response:
        self.office.session(request, proven=True)
        wish = await guard.body(request, WISH)
        try:
            await asyncio.to_thread(self.grant, wish)
        except HubError as error:
            raise HTTPException(409, str(error)) from None
        return Response(None, 204)

    def grant(self, wish: AnyWish) -> None:
        """Do what the organiser wants; `HubError` if it cannot be."""
        hub = self._hub
        match wish:
            case Draw():
                hub.draw()
            case Begin():
                hub.begin_round()
            case Extend(minutes):
                hub.extend_round(minutes)
            case Call():
                hub.call_last_turn()
            case Close():
                hub.close_round()
            case Put(box, place):
                hub.place(box, place)
            case Note(record):
                hub.do(record)
            case Add(person):
                with hub.lock:
                    number = len(hub.tournament.people)
                    hub.do(told.Registered(number, person), told.CheckedIn(number))
            case Complain(table, text, seq):
                with hub.lock:
                    t = hub.tournament
                    hub.do(told.Disputed(len(t.disputes), t.current(), table, text, seq))

    async def _codes(self, request: Request) -> Response:
        """Invite so many boxes, and print what they join with."""
        self.office.session(request, proven=True)
        try:
            count = min(100, max(1, int(request.query_params.get("count", "1"))))
        except ValueError:
            raise HTTPException(400, "count must be a number") from None
        with self._hub.lock:
            invited = [self._hub.fleet.invite(self._door.authority) for _ in range(count)]
        content = await asyncio.to_thread(codes, self._door.url, invited, language_of(request.scope))
        return Response(content, media_type="application/pdf")
