"""What is published after every commit, for readers in other threads: the snapshot and the committed steps."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence

import msgspec

from companion.errors import Message
from companion.rules.game import Step
from companion.table.views import Display

log = logging.getLogger(__name__)


class GameView(msgspec.Struct, frozen=True):
    """The game on the table by its id, the number of its last entry, and whether it is over; its steps say the rest."""

    game: str
    seq: int
    over: bool
    hash: str = ""  # of the last entry


class Snapshot(msgspec.Struct, frozen=True):
    """All that a page starts from; `number` grows with every publication, `view` is None before the first game;
    `countdown`: the seconds left for those who may still speak, None: nothing is counted."""

    number: int
    display: Display
    view: GameView | None = None
    paused: bool = False
    faults: tuple[tuple[str, str], ...] = ()  # device and kind of fault
    countdown: int | None = None


Follower = Callable[[Snapshot], None]
PATIENCE = 3  # failures in a row after which nobody calls a follower any more


class Publisher:
    """Holds the newest snapshot and the steps of the game on the table; written by the table's thread only."""

    def __init__(self, display: Display) -> None:
        self._lock = threading.Lock()
        self._snapshot = Snapshot(number=0, display=display)
        self._game = ""
        self._steps: list[Step] = []
        self._motives: dict[int, Message] = {}
        self._followers: list[Follower] = []
        self._failures: dict[Follower, int] = {}

    def snapshot(self) -> Snapshot:
        """What was published last."""
        return self._snapshot

    def subscribe(self, follower: Follower) -> Callable[[], None]:
        """Call back after every publication, in the table's thread; gives the way out."""
        with self._lock:
            self._followers = [*self._followers, follower]

        return lambda: self._drop(follower)

    def _drop(self, follower: Follower) -> None:
        with self._lock:
            self._followers = [each for each in self._followers if each is not follower]
            self._failures.pop(follower, None)

    def steps(self, game: str, since: int) -> Sequence[Step]:
        """The committed steps of a game from an index on; nothing for another game than the one on the table."""
        with self._lock:
            return self._steps[since:] if game == self._game else ()

    def begin(self, game: str, steps: Sequence[Step]) -> None:
        """Another game is on the table, with these steps committed (none: no game)."""
        with self._lock:
            if game != self._game:
                self._motives.clear()
            self._game, self._steps = game, list(steps)

    def committed(self, step: Step, motive: Message | None = None) -> None:
        """One more step is in the ledger; `motive`: a bot's, which is not written down."""
        with self._lock:
            if motive is not None:
                self._motives[len(self._steps)] = motive
            self._steps.append(step)

    def motive(self, game: str, seq: int) -> Message | None:
        """Why a bot has done the step of that index, as far as this run of the program knows."""
        with self._lock:
            return self._motives.get(seq) if game == self._game else None

    def publish(
        self,
        display: Display,
        view: GameView | None,
        *,
        paused: bool,
        faults: tuple[tuple[str, str], ...] = (),
        countdown: int | None = None,
    ) -> None:
        """Replace the snapshot and tell the followers, unless nothing has changed."""
        number = self._snapshot.number
        if self._snapshot == Snapshot(number, display, view, paused, faults, countdown):
            return
        self._snapshot = Snapshot(number + 1, display, view, paused, faults, countdown)
        for follower in self._followers:
            try:
                follower(self._snapshot)
            except Exception:
                self._failures[follower] = self._failures.get(follower, 0) + 1
                log.exception("a follower failed for the %d. time in a row", self._failures[follower])
                if self._failures[follower] == PATIENCE:
                    self._drop(follower)
            else:
                self._failures.pop(follower, None)
