"""Turns what the table publishes into what pages are told; runs in the web's thread, the table's only leaves a note."""

from __future__ import annotations

import asyncio
from threading import Lock
from typing import TYPE_CHECKING

from companion.rules.board import Deed, Street, Tax
from companion.rules.events import TurnBegan
from companion.rules.frames import FREE, POT
from companion.rules.prompts import prompts
from companion.rules.why import PROMPTS
from companion.screens.canvas import Canvas
from companion.screens.pages import draw
from companion.table.parts import Trouble
from companion.table.scene import Scene
from companion.table.shown import Notice
from companion.web.mirror import Line, Mirror
from companion.web.stream import Stream
from companion.web.things import things
from companion.web.waiting import waits
from companion.words.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.rules.edition import Edition
    from companion.rules.state import State
    from companion.table.snapshot import GameView, Snapshot
    from companion.table.views import Display
    from companion.web.feed import Feed, Room


class Teller:
    """Follows a feed: a mirror of its game, the topics `board`, `standing`, `charts` and `things`, the log `line`."""

    def __init__(self, feed: Feed, room: Room, stream: Stream) -> None:
        self._feed = feed
        self._room = room
        self._stream = stream
        self._lock = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._called = False
        self._leave: Callable[[], None] | None = None
        self._lying_around: tuple[object, ...] = ()
        self._health: dict[str, object] = {}
        self._unknown = ""
        self._stood = ("", 0)
        self._display: Display | None = None
        self._counted: object = None
        self.mirror: Mirror | None = None

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Tell what stands now, and everything that comes."""
        self._loop = loop
        self._leave = self._feed.subscribe(self._note)
        self.catch_up()

    def stop(self) -> None:
        """Follow no longer."""
        with self._lock:
            leave, self._leave, self._loop = self._leave, None, None
        if leave is not None:
            leave()

    def _note(self, _snapshot: Snapshot) -> None:
        """In the game's thread: many notes in a row are one call."""
        with self._lock:
            if self._loop is not None and not self._called:
                self._called = True
                self._loop.call_soon_threadsafe(self.catch_up)

    def catch_up(self) -> None:
        """Fold and tell what was committed since; only in the web's thread."""
        with self._lock:
            self._called = False
        with self._stream.at_once():
            self._tell_all(self._feed.snapshot())

    def _tell_all(self, snapshot: Snapshot) -> None:
        if snapshot.view:
            self._follow(snapshot.view)
        self._tell_health(snapshot)
        self._read_out(snapshot.display)
        self._lay_out(self.edition(), self.mirror.game.state.players if self.mirror and snapshot.view else ())

    def _follow(self, view: GameView) -> None:
        """Fold up to the entry that was published: what is committed since comes with its own publication."""
        seen = self.mirror.seen if self.mirror and self.mirror.id == view.game else 0
        for step in self._feed.steps(view.game, seen)[: view.seq + 1 - seen]:
            if self.mirror is None or self.mirror.id != view.game:
                self.mirror = Mirror(view.game, step)
                self._open(self.mirror)
            else:
                self._tell(self.mirror, self.mirror.take(step))
        if self.mirror:
            self._stand(self.mirror)

    def edition(self) -> Edition:
        """The edition on the table, or the one that will be played next."""
        on = self._feed.snapshot().view is not None and self.mirror is not None
        return self.mirror.game.rules.edition if on and self.mirror else self._room.edition()

    def _read_out(self, display: Display) -> None:
        """The display in words, for those who cannot see it."""
        if display is not self._display:
            self._display = display
            edition, players = self.edition(), self.mirror.game.state.players if self.mirror else ()
            self._stream.put("says", lambda _: written(display, edition, players))

    def _tell_health(self, snapshot: Snapshot) -> None:
        shown = snapshot.display.screen
        if isinstance(shown, Notice) and shown.trouble is Trouble.UNKNOWN_TAG:
            self._unknown = shown.uid
        health = {"paused": snapshot.paused, "faults": snapshot.faults, "unknown": self._unknown}
        if health != self._health:
            self._health = health
            self._stream.put("health", lambda _: health)

    def _lay_out(self, edition: Edition, players: tuple[str, ...]) -> None:
        tags = self._room.tags.all()
        around = (tags, edition, players)
        if around != self._lying_around:
            self._lying_around = around
            self._stream.put("things", lambda language: things(tags, edition, players, language))

    def _open(self, mirror: Mirror) -> None:
        self._stream.restart()
        self._stream.put("board", lambda language: board(mirror, language))
        self._tell(mirror, mirror.opening())

    def _tell(self, mirror: Mirror, line: Line) -> None:
        if line.events or line.back:
            self._stream.add("line", lambda language: told(mirror, line, language))

    def _stand(self, mirror: Mirror) -> None:
        stands = mirror.id, mirror.seen
        if stands != self._stood:
            self._stood = stands
            self._stream.put("standing", lambda language: standing(mirror, language))
        if mirror.counted != self._counted:
            self._counted = mirror.counted
            self._stream.put("charts", lambda _: charts(mirror))


def written(display: Display, edition: Edition, players: tuple[str, ...]) -> list[str]:
    """All that stands on the display, line by line."""
    canvas = Canvas()
    draw(display.screen, canvas, Words(display.language, edition, players))
    return canvas.texts


def told(mirror: Mirror, line: Line, language: str) -> object:
    """A line of the history: its sentences, who acted, and which earlier lines it strikes out."""
    words, public = mirror.words(language), Scene(mirror.game).public
    texts = [words.sentence(event) for event in line.events]
    turn = len(line.events) == 1 and isinstance(line.events[0], TurnBegan)
    why = [
        (
            words.ruled(ruling.topic, public(ruling.figures), ruling.square),
            [(rule, words.rule(rule)) for rule in ruling.rules],
        )
        for ruling in line.rulings
    ]
    return {"seq": line.seq, "seat": line.seat, "texts": texts, "why": why, "back": line.back, "turn": turn}


def standing(mirror: Mirror, language: str) -> object:
    """What stands at the entry that the mirror has come to: balances, worth, deeds, and what the table waits for."""
    words, state = mirror.words(language), mirror.game.state
    waiting = [(prompt.seat, prompt.kind) for prompt in prompts(mirror.game.rules, state)]
    return {
        "seq": mirror.seen - 1,
        "rows": _rows(mirror, state),
        "lots": [
            (square, state.owner[square], state.level[square], mirror.tops[square], state.mortgaged[square])
            for square in mirror.game.rules.deeds
        ],
        "turn": state.turn,
        "dice": state.dice,
        "pot": state.accounts[POT],
        "houses": state.houses,
        "hotels": state.hotels,
        "offered": mirror.offered(),
        "over": state.over,
        "winner": state.winner,
        "rules": sorted({rule for _, kind in waiting for rule in words.cited(PROMPTS[kind])}),
        "waiting": waits(words, mirror.game, waiting),
    }


def _rows(mirror: Mirror, state: State) -> list[object]:
    hidden = mirror.is_hidden()
    return [
        {
            "cash": None if hidden else state.accounts[seat],
            "worth": None if hidden else worth,
            "at": state.at[seat],
            "jailed": state.jailed[seat] != FREE,
            "out": state.out[seat],
        }
        for seat, worth in enumerate(mirror.worths())
    ]


def charts(mirror: Mirror) -> object:
    """The curves of wealth, empty where it is secret, and how often each sum was thrown."""
    return {"wealth": [] if mirror.is_hidden() else mirror.wealth(), "throws": mirror.throws()}


def board(mirror: Mirror, language: str) -> object:
    """The board as it is printed: squares in order of play, with kind, name, group, colour and price."""
    words = mirror.words(language)
    edition = mirror.game.rules.edition
    squares = []
    for square in edition.board.squares:
        drawn: dict[str, object] = {"kind": type(square).__name__, "name": square.name}
        if isinstance(square, Deed):
            color = edition.board.groups[square.group].color
            drawn |= {"group": square.group, "of": words.group(square.group), "color": color, "price": square.price}
            drawn |= {"mortgage": square.mortgage, "rents": getattr(square, "rents", getattr(square, "factors", ()))}
        if isinstance(square, Street):
            drawn |= {"house": square.house, "hotel": square.hotel_price}
        if isinstance(square, Tax):
            drawn |= {"amount": square.amount}
        squares.append(drawn)
    return {
        "title": edition.title,
        "money": edition.money,
        "thousands": words.manner.thousands,
        "players": words.players,
        "names": words.names,
        "squares": squares,
    }
