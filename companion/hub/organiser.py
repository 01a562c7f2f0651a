"""The organiser's page, behind a PIN: everything that may be put on the record, by the rules of the tournament."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, assert_never

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from companion.hub.endpoint import Endpoint
from companion.hub.papers import codes
from companion.hub.store import NOWHERE
from companion.tournament.records import AnyRecord
from companion.tournament.seating import Person
from companion.web import guard
from companion.web.answers import RequestError
from companion.web.assets import PageFrame
from companion.web.pin import PinSessions
from companion.web.sse import Events
from companion.web.stream import Stream
from companion.web.wording import language_of, send_page

if TYPE_CHECKING:
    from companion.hub.hub import Hub

PATH = "/organiser"
PAGE = PageFrame("organiser", "web.page.organiser", ("hub/hub.css",), "hub/organiser.js")
TOPICS = ("boxes", "disputes", "incidents", "people", "round", "standings", "tables")


class OrganiserCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """Something that only the organiser may do."""


class DrawRound(OrganiserCommand, frozen=True, tag="draw"):
    """Draw the next round, or the last one anew."""


class StartRound(OrganiserCommand, frozen=True, tag="begin"):
    """Start the clock of the round."""


class CallLastTurn(OrganiserCommand, frozen=True, tag="call"):
    """Call the last turn."""


class ExtendRound(OrganiserCommand, frozen=True, tag="extend"):
    """Let the clock of the round run so many minutes longer, or (negative) shorter."""

    minutes: Annotated[int, msgspec.Meta(ge=-600, le=600)]


class CloseRound(OrganiserCommand, frozen=True, tag="close"):
    """Close the round."""


class Register(OrganiserCommand, frozen=True, tag="add"):
    """Register a person who is here."""

    person: Person


class CallJudge(OrganiserCommand, frozen=True, tag="dispute"):
    """Call the judge to a table of the present round."""

    table: int
    text: str
    seq: int = -1


class PlaceBox(OrganiserCommand, frozen=True, tag="put"):
    """Put a box at a table, from 0; -1 nowhere."""

    box: str
    place: int = NOWHERE


class KeepRecord(OrganiserCommand, frozen=True, tag="note"):
    """Put any record on the record."""

    record: AnyRecord


AnyOrganiserCommand = (
    DrawRound | StartRound | CallLastTurn | ExtendRound | CloseRound | Register | CallJudge | PlaceBox | KeepRecord
)
COMMAND: msgspec.json.Decoder[AnyOrganiserCommand] = msgspec.json.Decoder(AnyOrganiserCommand)


class OrganiserPage:
    def __init__(self, hub: Hub, pin: str, stream: Stream, endpoint: Endpoint) -> None:
        self.sessions = PinSessions(PATH, pin, reach="/")
        self._hub, self._stream, self._endpoint = hub, stream, endpoint

    def routes(self) -> list[BaseRoute]:
        """The page, which is nothing without a session, and what stands behind the lock."""
        return [
            Route(PATH, lambda request: send_page(request, PAGE)),
            *self.sessions.routes(),
            Route(f"{PATH}/events", self.sessions.inside(Events(self._stream, TOPICS))),
            Route(f"{PATH}/do", self._do, methods=["POST"]),
            Route(f"{PATH}/codes.pdf", self._codes, methods=["POST"]),
        ]

    async def _do(self, request: Request) -> Response:
        self.sessions.session(request, proven=True)
        command = await guard.body(request, COMMAND)
        await asyncio.to_thread(self.obey, command)
        return Response(None, 204)

    def obey(self, command: AnyOrganiserCommand) -> None:
        """Do what the organiser wants; `UserError` if it cannot be."""
        hub = self._hub
        match command:
            case DrawRound():
                hub.draw()
            case StartRound():
                hub.begin_round()
            case CallLastTurn():
                hub.call_last_turn()
            case ExtendRound(minutes):
                hub.extend_round(minutes)
            case CloseRound():
                hub.close_round()
            case Register(person):
                hub.register(person)
            case CallJudge(table, text, seq):
                hub.call_judge(table, text, seq)
            case PlaceBox(box, place):
                hub.place(box, place)
            case KeepRecord(record):
                hub.do(record)
            case _:
                assert_never(command)

    async def _codes(self, request: Request) -> Response:
        """Invite so many boxes (1 to 100), and print what they join with."""
        self.sessions.session(request, proven=True)
        wished = request.query_params.get("count", "1")
        if not wished.isascii() or not wished.isdecimal():
            raise RequestError(400, "tournament.no-number", name="count")
        count, language = min(100, max(1, int(wished[:4]))), language_of(request.scope)
        invited = self._hub.invite(self._endpoint.authority, count, language)
        content = await asyncio.to_thread(codes, self._endpoint.url, invited, language)
        return Response(content, media_type="application/pdf")
