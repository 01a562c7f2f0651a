"""Bots in chairs that nobody sits in: they see what is published and ask for what they wish, as a page does.

Theory of operation
-------------------
The table's thread only notes where the game stands. A thread of this room reads up what was committed, has a process
beside the table think (`companion.bots.thinker`), and asks the table after a pause; what was overtaken meanwhile is
dropped. A process that dies or is silent for too long is replaced once for the same place. A table without bots does
without their code, their process too.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from queue import SimpleQueue
from random import Random
from threading import Lock, Thread, Timer
from typing import TYPE_CHECKING, NamedTuple

from companion.errors import Message
from companion.rules.commands import AnyCommand, Refusal
from companion.table.feed import Snapshot
from companion.table.inputs import Asked, BotSeated
from companion.table.table import Table

if TYPE_CHECKING:
    from companion.app.beside import Beside
    from companion.bots.thinker import Thought

log = logging.getLogger(__name__)

RETRY = 10.0  # seconds until a bot asks again for what the disk has refused
PAUSE = 2.5  # seconds before a bot acts, so that people can follow and move its token
SILENCE = 60.0  # seconds of thinking after which the process counts as hung
LIVES = 2  # processes that may think about one place
STOP_SECONDS = 2.0


class Place(NamedTuple):
    """Where a game stands, and which seats are left to which bots."""

    game: str
    seq: int
    bots: Mapping[int, str]


class Chairs:
    """Fills the chairs that the evening leaves to bots (`companion.bots.policies`), from game to game.

    A bot's dice are the bank's; a card of a physical deck is drawn for it by people.
    """

    def __init__(self, table: Table, chance: Random, pause: float = PAUSE) -> None:
        self._table = table
        self._chance = chance
        self._pause = pause
        self._lock = Lock()
        self._now: Place | None = None
        self._timer: Timer | None = None
        self._places = SimpleQueue[Place | None]()
        self._thread = Thread(target=self._run, name="bots", daemon=True)
        self._leave: Callable[[], None] = lambda: None
        self._closed = False
        self._mind: Beside | None = None
        self._sitting: tuple[str, Mapping[int, str]] | None = None
        self._told = 0  # steps of the game that the process knows

    def start(self) -> None:
        """Follow the table from now on."""
        self._thread.start()
        self._leave = self._table.feed.subscribe(self._note)

    def close(self) -> None:
        """Follow no longer, and end the process."""
        self._leave()
        self._closed = True
        self._move(None)
        if self._mind is not None:
            self._mind.kill()
        if self._thread.is_alive():
            self._places.put(None)
            self._thread.join(STOP_SECONDS)

    # in the table's thread

    def _note(self, snapshot: Snapshot) -> None:
        """After each publication: a new entry or another chair makes the bots think again."""
        view, game = snapshot.view, self._table.game
        if view is None or game is None or view.over or snapshot.paused:
            self._move(None)
            return
        bots = self._table.evening.bots
        taken = {seat: bots[name] for seat, name in enumerate(game.state.players) if name in bots}
        place = Place(view.game, view.seq, taken)
        if place != self._now:
            self._move(place)
            if taken or self._mind is not None:
                self._places.put(place)

    def _move(self, place: Place | None) -> None:
        """The game stands elsewhere: what a bot was about to ask for is dropped."""
        with self._lock:
            self._now = place
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

    # in the thread of this room

    def _run(self) -> None:
        while (place := self._places.get()) is not None:
            if place is self._now:
                self._consider(place)
        self._end()

    def _consider(self, place: Place) -> None:
        if not place.bots:
            self._end()
            return
        for _ in range(LIVES):
            try:
                thought = self._think(place)
            except (EOFError, OSError) as error:
                self._end()
                if self._closed:
                    return
                log.warning("the process that thinks for bots is gone, and begun anew: %r", error)
                continue
            if thought is not None and thought.wish is not None:
                self._ask_later(place, thought.wish, thought.motive, self._pause)
            return

    def _think(self, place: Place) -> Thought | None:
        """Send the process what is new, and wait for its answer; nothing where the game is gone from the table.

        :raises EOFError, OSError: the process is dead or silent.
        """
        from companion.app.beside import Beside
        from companion.bots.thinker import Brief, work

        if self._mind is None:
            self._mind, self._sitting = Beside("bots", work), None
        fresh = self._sitting != (place.game, place.bots)
        known = 0 if fresh else self._told
        steps = tuple(self._table.feed.steps(place.game, known)[: place.seq + 1 - known])
        if fresh and not steps:
            return None
        self._mind.line.send(Brief(steps, place.bots, self._chance.getrandbits(64) if fresh else None))
        if not self._mind.line.poll(SILENCE):
            raise TimeoutError(f"{SILENCE:.0f} s")
        thought: Thought = self._mind.line.recv()
        self._told = known + len(steps)
        if fresh:
            self._sitting = place.game, place.bots
            for seat in thought.seats:
                self._table.mailbox.post(BotSeated(seat))
        return thought

    def _end(self) -> None:
        if self._mind is not None:
            self._mind.stop()
            self._mind = None

    # in whatever thread

    def _ask_later(self, place: Place, wish: AnyCommand, motive: Message | None, seconds: float) -> None:
        with self._lock:
            if place is self._now:
                self._timer = Timer(seconds, self._ask, (place, wish, motive))
                self._timer.daemon = True
                self._timer.start()

    def _ask(self, place: Place, wish: AnyCommand, motive: Message | None) -> None:
        answer = Future[Refusal | None]()
        answer.add_done_callback(lambda done: self._answered(place, wish, motive, done))
        self._table.mailbox.post(Asked(wish, "bot", answer, motive))

    def _answered(self, place: Place, wish: AnyCommand, motive: Message | None, done: Future[Refusal | None]) -> None:
        """A refusal means that somebody was quicker, and the next entry makes the bots think again; a wish that could
        not be written down is asked for again."""
        if done.exception() is not None:
            self._ask_later(place, wish, motive, RETRY)
        elif done.result() is not None:
            log.info("%r came too late: %s", wish, done.result())
