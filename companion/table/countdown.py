"""The bank's countdown of an auction or a contest: it starts anew with every bid, stands still in a pause (S0-20)."""

from __future__ import annotations

import math
from collections.abc import Callable

from companion.rules.frames import AnyFrame, Auction, Contest
from companion.table.settings import TableSettings


class Countdown:
    """Counts while such a frame is on top; `clock` in seconds, never going back."""

    def __init__(self, settings: TableSettings, clock: Callable[[], float]) -> None:
        self._settings = settings
        self._clock = clock
        self._frame: AnyFrame | None = None
        self._end: float | None = None
        self._left: float | None = None

    def watch(self, top: AnyFrame | None) -> None:
        """Look at the top frame after every entry: a new or changed one starts the count."""
        if top is self._frame or top == self._frame:
            return
        self._frame = top
        seconds = self._seconds(top)
        self._end = self._clock() + seconds if seconds else None

    def _seconds(self, top: AnyFrame | None) -> int:
        match top:
            case Auction():
                return self._settings.auction_seconds
            case Contest():
                return self._settings.contest_seconds
        return 0

    def left(self) -> int | None:
        """Whole seconds left, rounded up; None: nothing is counted."""
        if self._left is not None:
            return math.ceil(self._left)
        return None if self._end is None else max(0, math.ceil(self._end - self._clock()))

    def is_over(self) -> bool:
        """Whether the hammer must come down now."""
        return self._left is None and self._end is not None and self._clock() >= self._end

    def pause(self) -> None:
        """Stand still."""
        self._left = None if self._end is None else max(0.0, self._end - self._clock())

    def resume(self) -> None:
        """Go on."""
        if self._left is not None:
            self._end, self._left = self._clock() + self._left, None
