"""The referee's clock: minutes for a game, calling time when they are over (C-97).

Theory of operation
-------------------
The clock belongs to one game and runs only while that game is on the table, not paused, and not over: a pause that the
referee's card makes at the table stops it like one from the page. What is left is kept beside the ledger whenever the
clock is set, stops or goes on, and every few seconds while it runs. After a power cut or a restart the clock therefore
stands, shown as such, and goes on when the players continue the game; nothing of the time between is counted.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import msgspec

from companion.disk import write_whole
from companion.reading import UNREADABLE
from companion.rules.commands import CallTime, Refusal
from companion.table.inputs import Asked
from companion.web.messages import ClockData

if TYPE_CHECKING:
    from companion.table.feed import Snapshot
    from companion.table.inputs import Mailbox
    from companion.web.ports import Feed
    from companion.web.stream import Stream

log = logging.getLogger(__name__)

LOOK_SECONDS = 5.0  # between two readings that are sent and kept while the clock runs


class KeptClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A clock as it is kept: seconds `left` of the game `game`; "": there is none."""

    game: str = ""
    left: float = 0.0


class MatchClock:
    """Counts down to the end of a game; `clock` in seconds, never going back."""

    def __init__(self, kept: KeptClock | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._game, self._left = (kept.game, kept.left) if kept else ("", 0.0)
        self._since: float | None = None

    def set(self, game: str, minutes: int) -> None:
        """Give a game so many minutes from now on, and let them run; 0 takes the clock away."""
        self._game, self._left, self._since = (game, minutes * 60.0, self._clock()) if minutes else ("", 0.0, None)

    def follow(self, game: str) -> None:
        """Run while this game is played, "" for none, and else stand still."""
        if not self._game or (game == self._game) == self.runs:
            return
        self._left, self._since = self._now(), None if self.runs else self._clock()

    @property
    def runs(self) -> bool:
        """Whether it counts down."""
        return self._since is not None

    def is_over(self) -> bool:
        """Whether time is up."""
        return self.runs and self._now() <= 0

    def read(self, game: str) -> ClockData:
        """Look at it while a game is on the table, or none ("")."""
        if not self._game or game not in ("", self._game):
            return ClockData(None, False)
        return ClockData(round(max(0.0, self._now())), self.runs)

    def kept(self) -> KeptClock:
        """What is to be kept of it."""
        return KeptClock(self._game, max(0.0, self._now()))

    def _now(self) -> float:
        return self._left - (self._clock() - self._since if self._since is not None else 0.0)


class Timekeeper:
    """Lets the clock follow the table, shows it, keeps it, and calls time."""

    def __init__(self, feed: Feed, mailbox: Mailbox, stream: Stream, path: Path) -> None:
        self._feed = feed
        self._mailbox = mailbox
        self._stream = stream
        self._path = path
        self._clock = MatchClock(read(path))
        self._kept = self._clock.kept()
        self._played = ""
        self._due = asyncio.Event()
        self._is_unheard = False  # time is up, and the table could not write that down
        self._writing = Lock()
        self._ticking: asyncio.Task[None] | None = None
        self._leave: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Show the clock, and let it run."""
        loop = asyncio.get_running_loop()
        self._played = played(self._feed.snapshot())
        self._leave = self._feed.subscribe(lambda snapshot: self._note(loop, snapshot))
        self._ticking = asyncio.create_task(self._tick())

    def close(self) -> None:
        """Leave the table alone and keep what is left."""
        self._leave()
        if self._ticking is not None:
            self._ticking.cancel()
        self._keep()

    async def set(self, game: str, minutes: int) -> None:
        """Give the game on the table so many minutes; 0 takes the clock away. It is kept when this returns."""
        self._clock.set(game, minutes)
        await self._look()
        self._due.set()

    def _note(self, loop: asyncio.AbstractEventLoop, snapshot: Snapshot) -> None:
        """In the game's thread: only what lets the clock stop or go on is worth a call."""
        if played(snapshot) != self._played:
            self._played = played(snapshot)
            loop.call_soon_threadsafe(self._due.set)

    async def _tick(self) -> None:
        while True:
            await self._look()
            try:
                async with asyncio.timeout(self._patience()):
                    await self._due.wait()
            except TimeoutError:
                continue

    def _patience(self) -> float | None:
        """How long to wait for the table until the next look; a table that could not write is asked again later."""
        if not self._clock.runs:
            return None
        return LOOK_SECONDS if self._is_unheard else min(LOOK_SECONDS, max(0.2, self._clock.kept().left))

    async def _look(self) -> None:
        self._due.clear()
        snapshot = self._feed.snapshot()
        self._clock.follow(played(snapshot))
        if self._clock.is_over():
            await self._call_time()
        reading = self._clock.read(snapshot.view.game if snapshot.view else "")
        self._stream.put("clock", lambda _: reading)
        await asyncio.to_thread(self._keep)

    async def _call_time(self) -> None:
        """Call time, and forget the clock once the table has written it down: no power cut or full disk loses it."""
        answer: Future[Refusal | None] = Future()
        self._mailbox.post(Asked(CallTime(), "clock", answer))
        (said,) = await asyncio.gather(asyncio.wrap_future(answer), return_exceptions=True)
        self._is_unheard = isinstance(said, Exception)
        if self._clock.is_over() and not self._is_unheard:
            self._clock.set("", 0)

    def _keep(self) -> None:
        with self._writing:
            kept = self._clock.kept()
            if kept == self._kept:
                return
            try:
                write_whole(self._path, msgspec.json.encode(kept))
                self._kept = kept
            except OSError as error:
                log.error("the clock cannot be kept: %s: %s", self._path, error.strerror)  # noqa: TRY400  # the disk's


def played(snapshot: Snapshot) -> str:
    """The game that is being played; "" while there is none, while it is paused, and when it is over."""
    view = snapshot.view
    return view.game if view is not None and not view.over and not snapshot.paused else ""


def path_beside(ledger: Path) -> Path:
    """Where the clock of the games in a ledger is kept."""
    return ledger.with_name(f"{ledger.name}.clock")


def read(path: Path) -> KeptClock:
    """The clock that was kept; none before the first one, and where the file cannot be read, which is logged."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=KeptClock)
    except FileNotFoundError:
        return KeptClock()
    except (OSError, *UNREADABLE) as error:
        log.warning("%s: is no clock: %s; the game is played without one", path, error)
        return KeptClock()
