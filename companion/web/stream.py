"""What the pages are told, and how one catches up after any pause.

Theory of operation
-------------------
A `Stream` keeps the newest value of each *topic* (the picture on the panel, the standing) and a *log* of lines of which
none may be missed. Every change takes the next number. A reader holds one number, the last it was sent, and asks for
what is newer: each topic at most once, each line of the log once. A reader that is slow or asleep therefore skips
pictures and never lines, and costs nothing meanwhile: no queue grows with it, and whoever tells waits for nobody. A
value that grows also says what is new in it, which is all that a reader is sent who surely has the one before it: on
this connection he was told all there was, and one value has come since.

The number is the id of the server-sent event, after the stream's own mark (`mark-number`). A browser that comes back
sends the last id it has seen and gets what it missed. An id with another mark, or one from before the oldest line kept,
starts anew with `reset`, whereupon the page forgets what it shows.

Values are worded only when a reader asks, once per language, and joined once for all who stand at the same number; so
the game's thread pays for a lock and a number, and the two hundredth reader for a write. Whoever waits is handed what
is told at that moment, if the way to him is clear; only otherwise is his own task woken, which has the patience. Nobody
is sent more than a batch at a time, so what lies ready for a slow one is a batch, however much he has missed.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import takewhile
from threading import Lock, get_ident

import msgspec

Write = Callable[[bytes], bool]  # sends at once, or says False
Wording = Callable[[str], object]  # language -> what is sent, as JSON

PLACES = 16  # at which readers stand, and for which the events are kept joined

RESET = b"event: reset\ndata: 0\n\n"  # without an id: a browser that loses the rest asks for all of it again


class Told:
    """A value with its number; it is worded and encoded once per language, and so is its `change` since the value with
    the number `before`."""

    __slots__ = ("_before", "_change", "_frames", "_wording", "number", "topic")

    def __init__(
        self, number: int, topic: str, wording: Wording, change: Wording | None = None, before: int = 0
    ) -> None:
        self.number = number
        self.topic = topic
        self._wording = wording
        self._change = change or wording
        self._before = before
        self._frames: dict[tuple[str, Wording], bytes] = {}

    @property
    def anew(self) -> tuple[str, Wording]:
        """Its topic, and what words it."""
        return self.topic, self._wording

    def frame(self, mark: str, language: str, position: int) -> bytes:
        """The server-sent event of this value for a reader at a position: id, event and one line of JSON."""
        wording = self._change if 0 < self._before <= position else self._wording
        place = language, wording
        if place not in self._frames:
            data = msgspec.json.encode(wording(language))
            head = f"id: {mark}-{self.number}\nevent: {self.topic}\ndata: "
            self._frames[place] = head.encode() + data + b"\n\n"
        return self._frames[place]


def _later(_frames: bytes) -> bool:
    return False


class Reader:
    """One browser: where it stands, whether it has had all that was current there (`is_abreast`), what it wants to
    hear, and how it is handed that at once, if it can be."""

    __slots__ = ("is_abreast", "language", "position", "topics", "write")

    def __init__(self, position: int, language: str, topics: frozenset[str], write: Write = _later) -> None:
        self.position = position
        self.is_abreast = False
        self.language = language
        self.topics = topics
        self.write = write


class Stream:
    """Topics and a log that any thread may tell and any number of browsers follow; `keep` lines stay for latecomers.

    A browser that is new gets the `first` newest lines, and everybody at most `batch` events at a time.
    """

    def __init__(self, keep: int = 2000, first: int = 200, batch: int = 64) -> None:
        self.mark = secrets.token_hex(4)
        self.closed = False
        self._first = first
        self._batch = batch
        self._lock = Lock()
        self._number = 0
        self._topics: dict[str, Told] = {}
        self._log: deque[Told] = deque(maxlen=keep)
        self._dropped = 0
        self._joined: dict[tuple[int, str, frozenset[str], bool], tuple[int, bytes]] = {}  # holds for `_joined_at` only
        self._joined_at = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._home = 0  # the thread of the loop
        self._waiting: dict[Reader, asyncio.Future[None]] = {}
        self._rung = False

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Wake followers on this event loop, which is the caller's, from now on."""
        self._loop, self._home = loop, get_ident()

    def put(self, topic: str, wording: Wording, change: Wording | None = None) -> None:
        """Replace the value of a topic; `change` is all that whoever has the one before is sent. Returns at once."""
        with self._lock:
            self._number += 1
            before = self._topics[topic].number if topic in self._topics else 0
            self._topics[topic] = Told(self._number, topic, wording, change, before)
            self._ring()

    def add(self, topic: str, wording: Wording) -> None:
        """Append a line to the log; returns at once."""
        with self._lock:
            self._number += 1
            if len(self._log) == self._log.maxlen:
                self._dropped = self._log[0].number
            self._log.append(Told(self._number, topic, wording))
            self._ring()

    def restart(self) -> None:
        """Forget the log and make every follower begin anew, as when another game is on the table."""
        with self._lock:
            self._number += 1
            self._log.clear()
            self._dropped = self._number
            self._ring()

    def retell(self) -> None:
        """Make every follower begin anew, all lines of the log with him: their wording has changed."""
        with self._lock:
            lines = [line.anew for line in self._log]
        self.restart()
        for topic, wording in lines:
            self.add(topic, wording)

    def position(self, last_id: str) -> int:
        """The number in the last event id of a browser; 0 for a strange or outdated one."""
        mark, _, number = last_id.partition("-")
        if mark == self.mark and number.isascii() and number.isdigit() and len(number) <= 18:
            return min(int(number), self._number)
        return 0

    def after(
        self, position: int, language: str, topics: frozenset[str], is_abreast: bool = False
    ) -> tuple[int, bytes]:
        """The next events of these topics newer than `position`, ready to send, and the position after them; changes
        instead of whole values for whoever is abreast there."""
        if self._joined_at != self._number or len(self._joined) >= PLACES:
            self._joined_at = self._number
            self._joined.clear()
        place = position, language, topics, is_abreast
        if place not in self._joined:
            self._joined[place] = self._join(*place)
        return self._joined[place]

    def move(self, reader: Reader, position: int) -> None:
        """Note how far a reader was told; in the thread that told it."""
        reader.position, reader.is_abreast = position, position >= self._number

    def _join(self, position: int, language: str, topics: frozenset[str], is_abreast: bool) -> tuple[int, bytes]:
        with self._lock:
            number, fresh = self._number, position == 0 or position < self._dropped
            lines = self._lines(0 if fresh else position, topics)
            values = [told for told in self._topics.values() if told.number > position or fresh]
        told = lines[-self._first :] if fresh else lines
        told += [value for value in values if value.topic in topics]
        told.sort(key=lambda each: each.number)
        if len(told) > self._batch:
            del told[self._batch :]
            number = told[-1].number
        opening = [RESET] if fresh and number else []
        return number, b"".join(
            [*opening, *(each.frame(self.mark, language, position if is_abreast and not fresh else 0) for each in told)]
        )

    def _lines(self, position: int, topics: frozenset[str]) -> list[Told]:
        newer = takewhile(lambda line: line.number > position, reversed(self._log))
        return [line for line in newer if line.topic in topics][::-1]

    async def newer(self, reader: Reader, until: float) -> None:
        """Hand over what is told, until that has to wait, the stream is closed, or the loop's clock says `until`."""
        if self._number > reader.position or self.closed:
            await asyncio.sleep(0)  # others go between the batches of one who has missed much
            return
        loop = asyncio.get_running_loop()
        bell: asyncio.Future[None] = loop.create_future()
        self._waiting[reader] = bell
        alarm = loop.call_at(until, _ring, bell)
        try:
            await bell
        finally:
            alarm.cancel()
            del self._waiting[reader]

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Send what is told meanwhile together; only in the loop's thread."""
        self._rung = True
        try:
            yield
        finally:
            self._wake()

    def close(self) -> None:
        """End every follower; what is told from now on reaches nobody."""
        with self._lock:
            self.closed = True
            self._ring()
            self._loop = None

    def _ring(self) -> None:
        if self._loop is None or self._rung:
            return
        self._rung = True
        if get_ident() == self._home:
            self._loop.call_soon(self._wake)
        else:
            self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        self._rung = False
        for reader, bell in self._waiting.items():
            if self.closed or not self._hand_over(reader):
                _ring(bell)

    def _hand_over(self, reader: Reader) -> bool:
        try:
            position, frames = self.after(reader.position, reader.language, reader.topics, reader.is_abreast)
        except Exception:  # noqa: BLE001  # the reader's own task meets it again, and falls alone
            return False
        if frames and not reader.write(frames):
            return False
        self.move(reader, position)
        return position >= self._number


def _ring(bell: asyncio.Future[None]) -> None:
    if not bell.done():
        bell.set_result(None)
