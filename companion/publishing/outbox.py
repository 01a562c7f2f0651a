"""The table's side of wire.py: sends what the ledger has and the hub has not, whenever there is a network.

It reads the ledger as any other reader would, in its own thread, and the table never waits for it. All state that
matters is the cursor of each game, moved by the hub's `have` alone; what was sent beyond it is remembered in memory,
and sent again when nothing was heard for a while or the connection is a new one.
"""

from __future__ import annotations

import logging
import os
import time
from collections import deque
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Thread

import msgspec

from companion import __version__
from companion.errors import Message, message
from companion.ledger.entry import LedgerError
from companion.ledger.seal import read_seal
from companion.ledger.store import Archive
from companion.publishing import wire
from companion.publishing.cursors import APART, Cursor, Cursors
from companion.publishing.mqtt import Connection

log = logging.getLogger(__name__)

WINDOW = 256  # lines under way
PATIENCE = 8.0  # seconds without an answer until all that was sent counts as lost; twice as long each time
LONGEST_PATIENCE = 120.0
HEALTH_SECONDS = 15.0
LOOK_SECONDS = 1.0
THERMOMETER = Path("/sys/class/thermal/thermal_zone0/temp")


class Outbox:
    """Sends the games of a ledger; `on_seat` is called in its thread when the hub seats the table or calls time."""

    def __init__(
        self,
        ledger: Path,
        cursors: Cursors,
        member: wire.Membership,
        key: str,
        on_seat: Callable[[wire.Seat], None] = lambda _: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._path, self._cursors, self._member, self._key = ledger, cursors, member, key
        self._on_seat, self._clock = on_seat, clock
        self.connection: Connection | None = None
        self._archive: Archive | None = None
        self._games = cursors.all()
        self._sent: dict[str, int] = {}
        self._heard: deque[tuple[str, bytes]] = deque()
        self._bell, self._closing = Event(), False
        self._started = self._answered = self._told_health = clock()
        self._told_health -= HEALTH_SECONDS
        self._greet, self._patience = False, PATIENCE
        self._thread = Thread(target=self._run, name="outbox", daemon=True)

    # from other threads

    def ring(self) -> None:
        """There is something new in the ledger; returns at once."""
        self._bell.set()

    def hear(self, topic: str, payload: bytes) -> None:
        """The hub says something; returns at once."""
        self._heard.append((wire.parts(topic)[2], payload))
        self._bell.set()

    def connected(self) -> None:
        """The connection is a new one: what was under way may be lost."""
        self._heard.append(("here", b""))
        self._bell.set()

    def start(self, connection: Connection) -> None:
        self.connection = connection
        self._thread.start()

    def stop(self) -> None:
        """Send no more; what is left goes out next time."""
        self._closing = True
        self._bell.set()
        if self._thread.is_alive():
            self._thread.join()
        if self._archive is not None:
            self._archive.close()
        self._cursors.close()

    def seat(self) -> wire.Seat | None:
        return self._cursors.seat()

    # in its own thread

    def _run(self) -> None:
        while not self._closing:
            self._bell.wait(LOOK_SECONDS)
            self._bell.clear()
            try:
                self.step()
            except LedgerError as error:
                log.warning("the ledger cannot be read: %s", error)
            except Exception:
                log.exception("the outbox goes on after a fault")

    def step(self) -> None:
        """Hear what came, look into the ledger, send what is missing."""
        while self._heard:
            self._take(*self._heard.popleft())
        self._notice()
        if self.connection is None or not self.connection.is_up():
            return
        now = self._clock()
        if self._is_overdue(now):
            self._sent.clear()
            self._answered = now
            self._patience = min(LONGEST_PATIENCE, 2 * self._patience)
        if self._greet:
            self._greet = False
            self._say_hello(self.connection)
        for cursor in self._open():
            self._send(self.connection, cursor)
        if now - self._told_health >= HEALTH_SECONDS:
            self._told_health = now
            self._publish(self.connection, "health", self._health(now), sure=False)

    def _is_overdue(self, now: float) -> bool:
        """Whether something was sent, and nothing heard since."""
        is_open = any(self._sent.get(cursor.game, 0) > cursor.have for cursor in self._open())
        if not is_open and not any(self._unsealed(cursor) for cursor in self._open()):
            self._answered = now
        return now - self._answered > self._patience

    def _take(self, kind: str, payload: bytes) -> None:
        self._answered, self._patience = self._clock(), PATIENCE
        match kind:
            case "here":
                self._sent.clear()
                self._greet = True
            case "have":
                self._advance(wire.read(payload, wire.Have))
            case "seat":
                seat = wire.read(payload, wire.Seat)
                if seat != self._cursors.seat():
                    self._cursors.keep_seat(seat)
                    self._on_seat(seat)

    def _advance(self, have: wire.Have) -> None:
        cursor = self._games.get(have.game)
        if cursor is None or cursor.round == APART:
            return
        if have.again or have.length < cursor.have:
            self._sent.pop(have.game, None)
        cursor.have, cursor.seals, cursor.refused = have.length, have.seals, have.refused
        cursor.over = bool(have.refused) or self._is_over(cursor)
        self._cursors.keep(cursor)

    def _is_over(self, cursor: Cursor) -> bool:
        """Whether the hub has all of a game whose end is sealed."""
        seals = self._read().seals(cursor.game)
        if not seals or cursor.seals < len(seals):
            return False
        last = read_seal(seals[-1])
        return last.reason == "end" and last.seq + 1 == cursor.have

    def _read(self) -> Archive:
        if self._archive is None:
            self._archive = Archive(self._path)
        return self._archive

    def _notice(self) -> None:
        """Give every new game its place: that of the tournament where the table is seated now."""
        if not self._path.exists():
            return
        seat = self._cursors.seat()
        for game in self._read().ids():
            if game not in self._games:
                place = (seat.round, seat.table) if seat else (APART, APART)
                self._games[game] = Cursor(game, *place)
                self._cursors.keep(self._games[game])

    def _open(self) -> list[Cursor]:
        return [cursor for cursor in self._games.values() if cursor.round != APART and not cursor.over]

    def _unsealed(self, cursor: Cursor) -> list[bytes]:
        return self._read().seals(cursor.game)[cursor.seals :]

    def _send(self, connection: Connection, cursor: Cursor) -> None:
        game = cursor.game
        sent = max(cursor.have, self._sent.get(game, 0))
        if game not in self._sent:
            self._publish(connection, "playing", wire.Playing(game, cursor.round, cursor.table))
        lines = self._read().lines(game, sent)[: max(0, cursor.have + WINDOW - sent)]
        for bundle in wire.bundles(lines):
            connection.send(wire.up(self._member.event, self._member.box, "lines"), bundle)
        is_new = game not in self._sent
        self._sent[game] = sent + len(lines)
        self._send_seals(connection, cursor, is_new or bool(lines))

    def _send_seals(self, connection: Connection, cursor: Cursor, anew: bool) -> None:
        """A seal follows the lines that it vouches for; sent anew whenever lines are, or the hub has not answered."""
        seals = self._unsealed(cursor)
        fresh = seals and (anew or self._sent.get(f"{cursor.game}/seals") != len(seals) + cursor.seals)
        if fresh and self._sent[cursor.game] >= read_seal(seals[0]).seq + 1:
            self._sent[f"{cursor.game}/seals"] = len(seals) + cursor.seals
            for seal in seals:
                connection.send(wire.up(self._member.event, self._member.box, "seal"), seal)

    def _say_hello(self, connection: Connection) -> None:
        games = [cursor for cursor in self._games.values() if cursor.round != APART]
        lengths = {cursor.game: cursor.have for cursor in games if cursor.refused or not cursor.over}
        self._publish(connection, "hello", wire.Hello(self._key, __version__, lengths))

    def _publish(self, connection: Connection, kind: str, what: msgspec.Struct, *, sure: bool = True) -> None:
        connection.send(wire.up(self._member.event, self._member.box, kind), msgspec.json.encode(what), sure=sure)

    def _health(self, now: float) -> wire.Health:
        waiting = sum(len(self._read().lines(cursor.game, cursor.have)) for cursor in self._open())
        disk = os.statvfs(self._path.parent)
        free = disk.f_bavail * disk.f_frsize // 2**20
        return wire.Health(datetime.now(UTC), int(now - self._started), free, _temperature(), waiting)


def _temperature() -> float | None:
    try:
        return int(THERMOMETER.read_text()) / 1000
    except (OSError, ValueError):
        return None


def status(cursors: Sequence[Cursor]) -> list[Message]:
    """How far each game of the tournament has come."""
    return [
        message(f"publishing.{_standing(cursor)}", **msgspec.structs.asdict(cursor) | _numbers(cursor))
        for cursor in cursors
        if cursor.round != APART
    ]


def _standing(cursor: Cursor) -> str:
    return "game-refused" if cursor.refused else "game-over" if cursor.over else "game-under-way"


def _numbers(cursor: Cursor) -> dict[str, int]:
    return {"round": cursor.round + 1, "table": cursor.table + 1}
