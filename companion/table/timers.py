"""What time does by itself: a countdown for those who may still speak, and the display that goes to rest."""

from __future__ import annotations

import math
from collections.abc import Callable

from companion.rules.frames import AnyFrame, Auction, Claim, Contest
from companion.table.settings import TableSettings


class Countdown:
    """Counts while such a frame is on top or such a claim is asked for; `clock` in seconds, never going back."""

    def __init__(self, settings: TableSettings, clock: Callable[[], float]) -> None:
        self._settings = settings
        self._clock = clock
        self._asked: AnyFrame | Claim | None = None
        self._end: float | None = None
        self._left: float | None = None

    def watch(self, asked: AnyFrame | Claim | None) -> None:
        """Look after every entry at the top frame, or the last rent that is asked for: a new one starts the count."""
        if asked is self._asked or asked == self._asked:
            return
        self._asked = asked
        seconds = self._seconds(asked)
        self._end = self._clock() + seconds if seconds else None

    def _seconds(self, asked: AnyFrame | Claim | None) -> int:
        match asked:
            case Auction():
                return self._settings.auction_seconds
            case Contest() | Claim():
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


SHIFT_SECONDS = 30  # after so many the page of a resting display moves, so that no pixel burns in


class Rest:
    """Counts from the last touch; `patience` in seconds, 0: it never rests."""

    def __init__(self, patience: int, clock: Callable[[], float], countdown: Countdown) -> None:
        self._patience = patience
        self._clock = clock
        self._countdown = countdown
        self._touched = clock()

    def touch(self) -> bool:
        """Somebody does something; whether that only wakes the display."""
        rested, self._touched = self.is_on(), self._clock()
        return rested

    def is_on(self) -> bool:
        """Whether the display rests."""
        return bool(self._patience) and self._since() >= self._patience and self._countdown.left() is None

    def wakes_at(self) -> float | None:
        """When it begins to rest, or its page is to move; None: never."""
        if not self._patience:
            return None
        return self._clock() + SHIFT_SECONDS if self.is_on() else self._touched + self._patience

    def shift(self) -> int:
        """How often its page has moved."""
        return int(self._since() // SHIFT_SECONDS)

    def _since(self) -> float:
        return self._clock() - self._touched
