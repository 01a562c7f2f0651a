"""The referee's page: corrections, undo, clock, pause, the end, lost cards, copies of the ledger; behind a PIN."""

from __future__ import annotations

import asyncio
import tempfile
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route

from companion.ledger.copying import backup
from companion.ledger.store import Archive
from companion.rules.commands import (
    AnyCommand,
    CallTime,
    Correct,
    Finish,
    HandOver,
    Join,
    Leave,
    Refusal,
    Subject,
    TakeBack,
)
from companion.table.flows.undo import doubtful
from companion.table.inputs import AnyInput, Asked, Enrolled, Halted, Reread
from companion.table.putback import pieces
from companion.table.scene import Scene
from companion.table.tags import AnyTag, DeedTag, PlayerTag, RefereeTag, board_key
from companion.web import guard
from companion.web.answers import RequestError, refuse, send_data
from companion.web.asking import ANSWER_SECONDS, Face, Uid, answered, game_at
from companion.web.assets import PageFrame
from companion.web.clock import Timekeeper, path_beside
from companion.web.messages import ThrowData, UndoData
from companion.web.pin import PinSessions
from companion.web.ports import Feed, Room
from companion.web.publisher import StreamPublisher
from companion.web.replica import Replica
from companion.web.sse import Events
from companion.web.stream import Stream
from companion.web.wording import language_of, send_page

TOPICS = ("board", "clock", "countdown", "health", "line", "standing")
PATH = "/referee"
PAGE = PageFrame("referee", "web.page.referee", ("referee/referee.css",), "referee/main.js")

Reason = Annotated[str, Meta(min_length=1, max_length=80)]
Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^\S(.*\S)?$")]


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """Something only the referee may do."""


class Set(Wish, frozen=True, tag="set"):
    """Set a figure right: `where` is a seat, a square for deeds, or -2 the pot; `card` says of which kept card."""

    subject: Subject
    where: int
    value: int
    reason: Reason
    card: Annotated[str, Meta(max_length=40)] = ""


class Undo(Wish, frozen=True, tag="undo"):
    """Take back everything from entry `seq` on; `latest` is the last entry that the referee has seen."""

    seq: int
    latest: int
    reason: Reason


class SetThrow(Wish, frozen=True, tag="throw"):
    """Set the last throw right, which was read wrongly: what the dice show."""

    dice: tuple[Face, ...]


class Time(Wish, frozen=True, tag="time"):
    """Time is up: the last turns are played."""


class EndGame(Wish, frozen=True, tag="end"):
    """End the game here."""

    reason: Reason


class LetGo(Wish, frozen=True, tag="leave"):
    """Let a seat leave the game, if it owes nothing."""

    seat: int


class Take(Wish, frozen=True, tag="take"):
    """Hand the chair of a seat to somebody of this name."""

    seat: int
    name: Name


class Come(Wish, frozen=True, tag="join"):
    """Let somebody of this name join late."""

    name: Name


class Pause(Wish, frozen=True, tag="pause"):
    """Stop the clock and the game, or let them go on."""

    on: bool


class SetClock(Wish, frozen=True, tag="clock"):
    """Give the game so many minutes; 0 takes the clock away."""

    minutes: Annotated[int, Meta(ge=0, le=1440)]


class Assign(Wish, frozen=True, tag="tag"):
    """Let a tag stand for a player, for the deed of a square, or else for the referee."""

    uid: Uid
    player: Annotated[str, Meta(max_length=40)] = ""
    square: int = -1


AnyWish = Set | Undo | SetThrow | Time | EndGame | LetGo | Take | Come | Pause | SetClock | Assign
WISH: msgspec.json.Decoder[AnyWish] = msgspec.json.Decoder(AnyWish)


class Referee:
    """Serves the referee; every wish goes through the mailbox and the rules like one at the table."""

    def __init__(self, pin: str, feed: Feed, room: Room, stream: Stream, publisher: StreamPublisher) -> None:
        self._pin = PinSessions(PATH, pin)
        self._feed = feed
        self._room = room
        self._stream = stream
        self._publisher = publisher
        self._clock = Timekeeper(feed, room.mailbox, stream, path_beside(room.ledger_path))

    def start(self) -> None:
        """Show the clock, and let it run."""
        self._clock.start()

    def close(self) -> None:
        """Stop the clock."""
        self._clock.close()

    def routes(self) -> list[BaseRoute]:
        """The page, which is nothing without a session, and what stands behind the lock."""
        return [
            Route(PATH, lambda request: send_page(request, PAGE)),
            *self._pin.routes(),
            Route(f"{PATH}/events", self._pin.inside(Events(self._stream, TOPICS))),
            Route(f"{PATH}/ask", self._ask, methods=["POST"]),
            Route(f"{PATH}/undo", self._preview),
            Route(f"{PATH}/throw", self._throw),
            Route(f"{PATH}/game.jsonl", self._export),
            Route(f"{PATH}/ledger.db", self._backup),
        ]

    # what he wants

    async def _ask(self, request: Request) -> Response:
        self._pin.session(request, proven=True)
        wish = await guard.body(request, WISH)
        refusal = await self._grant(wish)
        if refusal is not None:
            words = self._replica().words(language_of(request.scope))
            return refuse(request, 409, words.reason(refusal))
        return Response(None, 204)

    async def _grant(self, wish: AnyWish) -> Refusal | None:
        match wish:
            case Pause(on):
                self._on_table()
                await self._post(Halted(on))
            case SetClock(minutes):
                await self._clock.set(self._on_table(), minutes)
            case Assign():
                await self._post(Enrolled(wish.uid, self._meaning(wish)))
            case SetThrow(dice):
                return await answered(self._room.mailbox, partial(Reread, dice))
            case _:
                return await answered(self._room.mailbox, partial(Asked, self._wanted(wish), "referee"))
        return None

    def _on_table(self) -> str:
        """The game that is on the table now."""
        view = self._feed.snapshot().view
        if view is None:
            raise RequestError(409, "request.no-game")
        return view.game

    def _wanted(self, wish: Set | Undo | Time | EndGame | LetGo | Take | Come) -> AnyCommand:
        match wish:
            case Set(subject, where, value, reason, card):
                return Correct(subject, where, value, reason, card)
            case Undo(seq, latest, reason):
                return TakeBack(self._count(self._replica(), seq, latest), reason)
            case Time():
                return CallTime()
            case EndGame(reason):
                return Finish(reason)
            case LetGo(seat):
                return Leave(seat)
            case Take(seat, name):
                return HandOver(seat, name)
            case Come(name):
                return Join(name)

    def _meaning(self, wish: Assign) -> AnyTag:
        edition = self._room.edition()
        if wish.player:
            return PlayerTag(wish.player)
        if wish.square < 0:
            return RefereeTag()
        if wish.square not in edition.board.deeds():
            raise RequestError(400, "request.no-deed")
        return DeedTag(board_key(edition.board), wish.square)

    def _replica(self) -> Replica:
        return game_at(self._publisher)

    def _count(self, replica: Replica, seq: int, latest: int) -> int:
        if latest != replica.seen - 1:
            raise RequestError(409, "request.gone-on")
        if seq not in replica.game.in_force:
            raise RequestError(400, "request.no-undo")
        return len(replica.game.in_force) - replica.game.in_force.index(seq)

    async def _post(self, given: AnyInput) -> None:
        number = self._room.mailbox.post(given)
        await asyncio.to_thread(self._room.mailbox.settled, number, ANSWER_SECONDS)

    async def _preview(self, request: Request) -> Response:
        self._pin.session(request)
        replica = self._replica()
        seq = guard.entry(request)
        count = self._count(replica, seq, replica.seen - 1)
        words = replica.words(language_of(request.scope))
        found = pieces(replica.game.state, replica.game.at(seq))
        things = [words.put_back(piece.what, piece.figures) for piece in found]
        return send_data(UndoData(count, replica.seen - 1, things))

    async def _throw(self, request: Request) -> Response:
        """The throw that can be set right now, while nothing has followed it: who threw what; nothing: none can."""
        self._pin.session(request)
        self._publisher.catch_up()
        replica = self._publisher.replica
        game = replica.game if replica else None
        throw = doubtful(Scene(game)) if game else None
        if game is None or throw is None:
            return send_data(ThrowData())
        return send_data(ThrowData(throw.seat, throw.dice, game.rules.dice_for(game.state, throw.seat)))

    # copies

    async def _export(self, request: Request) -> Response:
        self._pin.session(request)
        game = self._replica().id
        lines = await asyncio.to_thread(self._lines, game)
        name = {"content-disposition": f'attachment; filename="{game}.jsonl"'}
        return Response(b"".join(line + b"\n" for line in lines), 200, name, "application/x-ndjson")

    def _lines(self, game: str) -> list[bytes]:
        with Archive(self._room.ledger_path) as archive:
            return archive.lines(game)

    async def _backup(self, request: Request) -> Response:
        self._pin.session(request)
        folder = tempfile.TemporaryDirectory(prefix="backup-")
        copy = Path(folder.name) / self._room.ledger_path.name
        await asyncio.to_thread(backup, self._room.ledger_path, copy)
        return FileResponse(copy, filename=copy.name, background=BackgroundTask(folder.cleanup))
