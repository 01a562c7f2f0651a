"""The referee's clock: minutes for a game, standing still in a pause, calling time when they are over (C-97)."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec


class Reading(msgspec.Struct, frozen=True):
    """What the clock shows: seconds `left` (None: no clock was set), and whether it runs."""

    left: int | None
    runs: bool


class MatchClock:
    """Counts down to the end of a game; `clock` in seconds, never going back."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: float | None = None
        self._since: float | None = None

    def set(self, minutes: int) -> None:
        """Start anew with so many minutes; 0 takes the clock away."""
        self._left, self._since = (minutes * 60.0, self._clock()) if minutes else (None, None)

    def pause(self, on: bool) -> None:
        """Stand still, or go on."""
        if self._left is None or on == (self._since is None):
            return
        if on:
            self._left, self._since = self._now(), None
        else:
            self._since = self._clock()

    def is_over(self) -> bool:
        """Whether time is up; says so once, then the clock is gone."""
        if self._left is None or self._since is None or self._now() > 0:
            return False
        self.set(0)
        return True

    def read(self) -> Reading:
        """Look at it."""
        return Reading(None if self._left is None else round(max(0.0, self._now())), self._since is not None)

    def _now(self) -> float:
        assert self._left is not None
        return self._left - (self._clock() - self._since if self._since is not None else 0.0)
