"""The virtual table: the person's side of the simulated chips. It lays tags, presses buttons, never asks the game."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event, Thread
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from companion.web import guard
from companion.web.answers import RequestError
from companion.web.asking import Face, Uid
from companion.web.assets import PageFrame
from companion.web.messages import DieData, PanelData, ReaderData, ToneData
from companion.web.ports import Bench
from companion.web.sse import Events
from companion.web.stream import Stream
from companion.web.wording import send_page

PAGE = PageFrame("table", "web.page.virtual", ("table/table.css",), "table/main.js", ("tags", "web.skip.tags"))
TOPICS = ("board", "buttons", "buzzer", "die", "line", "panel", "reader", "says", "standing", "things")
LOOK_SECONDS = 0.2  # between two looks at what cannot call: the tags on the reader, the plug of the die
PATIENCE = 2.0  # seconds for the box to notice what a hand did
LONGEST_PRESS = 10.0  # seconds until a button whose page has vanished springs back
ON_READER = 4  # more tags than these do not fit


class Lay(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="lay"):
    """Lay a tag on the reader."""

    uid: Uid


class Lift(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="lift"):
    """Take a tag off the reader."""

    uid: Uid


class Press(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="press"):
    """Push a button down."""

    button: Annotated[str, Meta(max_length=20)]


class Release(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="release"):
    """Let a button go."""

    button: Annotated[str, Meta(max_length=20)]


SpeedFace = Literal["", 1, 2, 3, "bus", "mr"]


class RollDie(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="roll"):
    """Roll the dice, which then show `a` and `b`, and the Speed Die beside them (SD-03 to SD-05)."""

    a: Face
    b: Face
    speed: SpeedFace = ""


Deed = Lay | Lift | Press | Release | RollDie
DEED: msgspec.json.Decoder[Deed] = msgspec.json.Decoder(Deed)


class Tabletop:
    """Lets pages act on a bench, one hand at a time and in order, and tells what eyes and ears get."""

    def __init__(self, bench: Bench, stream: Stream) -> None:
        self._bench = bench
        self._stream = stream
        self._hand = ThreadPoolExecutor(1, "hand")
        self._eyes = Thread(target=self._watch, name="eyes", daemon=True)
        self._closing = Event()
        self._pressed: dict[str, asyncio.TimerHandle] = {}
        self._thrown: tuple[int | str, ...] = ()

    def start(self) -> None:
        """Begin to watch and to listen."""
        self._bench.hear(self._heard)
        self._heard(0, 0)
        self._stream.put("buttons", lambda _: self._bench.button_names())
        self._show_reader()
        self._show_die()
        self._eyes.start()

    def close(self) -> None:
        """Let every button go, and look no longer."""
        self._closing.set()
        for button in list(self._pressed):
            self._let_go(button)
        self._hand.shutdown(wait=False, cancel_futures=True)

    def routes(self) -> list[BaseRoute]:
        """The page, its stream, and the one way in for hands."""
        return [
            Route("/table", lambda request: send_page(request, PAGE)),
            Route("/table/events", Events(self._stream, TOPICS)),
            Route("/table/hands", self._hands, methods=["POST"]),
        ]

    async def _hands(self, request: Request) -> Response:
        await self._carry_out(await guard.body(request, DEED))
        return Response(None, 204)

    async def _carry_out(self, deed: Deed) -> None:
        match deed:
            case Lay(uid):
                await self._lay(uid)
            case Lift(uid):
                await self._do(partial(self._bench.lift, uid, timeout=PATIENCE))
                self._show_reader()
            case Press(button):
                await self._press(button)
            case Release(button):
                await self._release(button)
            case RollDie(a, b, speed):
                await self._roll(a, b, *([speed] if speed else []))

    async def _lay(self, uid: str) -> None:
        await self._do(partial(self._lay_one, uid))
        self._show_reader()

    def _lay_one(self, uid: str) -> bool:
        lying = self._bench.tags()
        if uid in lying:
            raise RequestError(409, "request.tag-lies")
        if len(lying) >= ON_READER:
            raise RequestError(409, "request.reader-full", count=ON_READER)
        return self._bench.lay(uid, timeout=PATIENCE)

    async def _press(self, button: str) -> None:
        if button not in self._bench.button_names():
            raise RequestError(400, "request.no-button", name=button)
        if button in self._pressed:
            raise RequestError(409, "request.button-down")
        self._pressed[button] = asyncio.get_running_loop().call_later(LONGEST_PRESS, self._let_go, button)
        await self._do(partial(self._bench.press, button))

    async def _release(self, button: str) -> None:
        if button not in self._pressed:
            raise RequestError(409, "request.button-up")
        self._pressed.pop(button).cancel()
        await self._do(partial(self._bench.release, button))

    def _let_go(self, button: str) -> None:
        self._pressed.pop(button).cancel()
        self._hand.submit(self._bench.release, button)

    async def _roll(self, *faces: int | str) -> None:
        if not self._bench.has_die():
            raise RequestError(409, "request.no-die")
        faces = faces[: self._bench.dice_asked()]
        self._thrown = faces
        self._show_die()
        await self._do(partial(self._bench.roll, *faces, timeout=PATIENCE), "request.roll-unseen")

    async def _do(self, act: Callable[[], bool | None], otherwise: str = "request.unseen") -> None:
        """Let the one hand act after all it was asked before; 503 where the box did not notice."""
        try:
            noticed = await asyncio.get_running_loop().run_in_executor(self._hand, act)
        except TimeoutError as error:
            raise RequestError(503, otherwise) from error
        if noticed is False:
            self._show_reader()
            raise RequestError(503, otherwise)

    def _watch(self) -> None:
        """What can wait is waited for, the rest is looked at a few times a second."""
        version, lying, die = -1, self._bench.tags(), self._bench.has_die()
        while not self._closing.is_set():
            version = self._see(self._bench.wait_panel(version, LOOK_SECONDS), version)
            if lying != (lying := self._bench.tags()):
                self._show_reader()
            if die != (die := self._bench.has_die()):
                self._show_die()

    def _see(self, version: int, before: int) -> int:
        if version != before:
            width, height = self._bench.panel_size
            bits = b64encode(self._bench.panel_bits()).decode()
            self._stream.put("panel", lambda _: PanelData(width, height, bits))
        return version

    def _heard(self, hz: float, _duty: float) -> None:
        self._stream.put("buzzer", lambda _: ToneData(round(hz)))

    def _show_reader(self) -> None:
        lying = self._bench.tags()
        self._stream.put("reader", lambda _: ReaderData(lying))

    def _show_die(self) -> None:
        faces, plugged = self._thrown, self._bench.has_die()
        self._stream.put("die", lambda _: DieData(faces, plugged))
