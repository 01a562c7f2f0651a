"""The chances of winning beside a game: processes of low priority reckon them, one for each core to spare.

Theory of operation
-------------------
The table's thread only rings a bell. A thread of this room reads up what was committed, sends it to the processes and
waits for their answers; the mean of the answers to the newest entry is told. Older answers are dropped. When the game
is over, one of them also says what luck and trades were worth.

The processes are made with the first game that has chances to tell: not where cash is secret, nor in a tournament whose
organiser does not want them, and not without a core to spare. One that dies or is silent for too long is replaced once;
the second time there are no chances any more in this game. A machine on which an answer costs too much is left in peace
for good, unless the settings insist.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from statistics import fmean
from threading import Lock, Thread
from typing import TYPE_CHECKING

from companion.app.beside import STOP_SECONDS, Beside
from companion.bots.forecaster import Moment, Reckoned, Reviewed, work
from companion.bots.review import Review
from companion.rules.events import Began, Rolled, Thrown
from companion.rules.game import Step

if TYPE_CHECKING:
    from companion.table.feed import GameView, Publisher, Snapshot

log = logging.getLogger(__name__)

SILENCE = 30.0  # seconds without an answer, after which a process counts as hung
TOO_SLOW = 8.0  # seconds of processor time for one answer, beyond which a machine is too weak
LIVES = 2  # processes that each place is given in one game

Told = Callable[[Sequence[float], Sequence[float]], None]  # chances now and before the last throw
Rated = Callable[[Sequence[float], Sequence[float]], None]  # what luck and trades have changed, after the game


class Reckoner(Beside):
    """One process that reckons: how many answers it owes, and since when."""

    def __init__(self, number: int, target: Callable[[Connection, int], None]) -> None:
        super().__init__("chances", target, number)
        self.owed = 0
        self.since = 0.0

    def send(self, position: Moment) -> None:
        """Ask for one answer more."""
        if not self.owed:
            self.since = time.monotonic()
        self.owed += 1
        self.line.send(position)

    def take(self) -> Reckoned | Reviewed:
        """Read one answer; a review is none that is owed."""
        found: Reckoned | Reviewed = self.line.recv()
        self.owed -= isinstance(found, Reckoned)
        self.since = time.monotonic()
        return found


class Forecast:
    """Follows a table and tells the chances after every entry; `insists`: also on a machine that is slow at it."""

    def __init__(
        self,
        feed: Publisher,
        told: Told,
        workers: int,
        *,
        rated: Rated = lambda _luck, _trades: None,
        allowed: Callable[[], bool] = lambda: True,
        insists: bool = False,
        target: Callable[[Connection, int], None] = work,
        silence: float = SILENCE,
    ) -> None:
        self._feed = feed
        self._told = told
        self._rated = rated
        self._allowed = allowed
        self._places = workers
        self._insists = insists
        self._target = target
        self._silence = silence
        self._bell, self._ringer = Pipe(duplex=False)
        self._lock = Lock()
        self._rung = self._closed = False
        self._thread = Thread(target=self._run, name="chances", daemon=True)
        self._leave: Callable[[], None] = lambda: None
        self.workers: list[Reckoner] = []
        self._answers: dict[Connection, tuple[float, ...]] = {}
        self._review: Review | None = None
        self._game, self._seen, self._lives, self._off = "", 0, 0, False
        self._shares: Sequence[float] = ()
        self._before: Sequence[float] = ()

    def start(self) -> None:
        """Follow the table from now on."""
        if self._places:
            self._thread.start()
            self._leave = self._feed.subscribe(self._ring)
            self._ring(self._feed.snapshot())

    def close(self) -> None:
        """Follow no longer, and end the processes."""
        self._leave()
        self._closed = True
        if self._thread.is_alive():
            self._ring(None)
            self._thread.join(STOP_SECONDS)

    def _ring(self, _snapshot: Snapshot | None) -> None:
        """In the table's thread: a byte, and only one until it is read."""
        with self._lock:
            if not self._rung:
                self._rung = True
                self._ringer.send_bytes(b"!")

    def _run(self) -> None:
        try:
            while not self._closed:
                self._hear()
        except Exception:
            log.exception("the chances have failed; the game goes on without them")
            self._told((), ())
        finally:
            self._end()

    def _hear(self) -> None:
        """Wait for the bell, for answers, and for those that owe one no longer than they may."""
        ready = wait([self._bell, *(worker.line for worker in self.workers)], self._patience())
        if self._bell in ready:
            with self._lock:
                self._rung = False
                self._bell.recv_bytes()
            view = self._feed.snapshot().view
            if view is not None and not self._closed:
                self._follow(view)
        if self._patience() == 0.0:
            self._replace("silent")
        else:
            self._take(ready)

    def _patience(self) -> float | None:
        """Seconds until a process has been silent for too long; None: nobody owes an answer."""
        owing = [worker.since for worker in self.workers if worker.owed]
        return max(0.0, min(owing) + self._silence - time.monotonic()) if owing else None

    def _follow(self, view: GameView) -> None:
        """Send what is new; another game begins anew, with all its chances of being reckoned."""
        fresh = view.game != self._game
        if fresh:
            self._game, self._seen, self._lives, self._before, self._shares = view.game, 0, LIVES, (), ()
            self._told((), ())
        steps = tuple(self._feed.steps(view.game, self._seen)[: view.seq + 1 - self._seen])
        if not steps or self._off or self._lives == 0:
            return
        if fresh and (_is_secret(steps[0]) or not self._allowed()):
            self._lives = 0
            return
        self._seen += len(steps)
        if any(isinstance(event, Rolled | Thrown) for step in steps for event in step.events):
            self._before = self._shares
        while len(self.workers) < self._places:
            self.workers.append(Reckoner(len(self.workers), self._target))
        self._send(steps, fresh=fresh)

    def _send(self, steps: tuple[Step, ...], *, fresh: bool) -> None:
        self._answers, self._review = {}, None
        position = Moment(self._game, self._seen - 1, fresh, steps, self._places)
        try:
            for worker in self.workers:
                worker.send(position)
        except OSError:
            self._replace("dead")

    def _take(self, ready: Sequence[object]) -> None:
        """Read answers; with the last one that is owed the chances are told."""
        for worker in list(self.workers):
            if worker.line not in ready:
                continue
            try:
                found = worker.take()
            except (EOFError, OSError):
                self._replace("dead")
                return
            if isinstance(found, Reviewed):
                if (found.game, found.seq) == (self._game, self._seen - 1):
                    self._review = found.review
                continue
            if found.shares and (found.game, found.seq) == (self._game, self._seen - 1):
                self._answers[worker.line] = found.shares
                if found.seconds > TOO_SLOW and not self._insists:
                    self._give_up(f"an answer took {found.seconds:.0f} s of processor time")
                    return
        if self.workers and len(self._answers) == len(self.workers):
            self._shares = [fmean(parts) for parts in zip(*self._answers.values(), strict=True)]
            self._told(self._shares, self._before)
            if self._review is not None:
                self._rated(self._review.luck, self._review.trades)

    def _replace(self, how: str) -> None:
        """Begin with new processes, or leave this game without chances."""
        self._end()
        self._lives -= 1
        log.warning(
            "a process that reckons chances is %s; %s", how, "begun anew" if self._lives else "off for this game"
        )
        if self._lives == 0:
            self._told((), ())
            return
        self.workers = [Reckoner(number, self._target) for number in range(self._places)]
        self._send(tuple(self._feed.steps(self._game, 0)[: self._seen]), fresh=True)

    def _give_up(self, why: str) -> None:
        self._off = True
        self._end()
        log.warning("no chances on this machine: %s", why)
        self._told((), ())

    def _end(self) -> None:
        for worker in self.workers:
            worker.stop()
        self.workers, self._answers = [], {}


def _is_secret(setting_up: Step) -> bool:
    """Whether cash is the players' secret in this game."""
    began = setting_up.events[0]
    return isinstance(began, Began) and began.edition.options.cash_hidden
