"""When the display may rest: nobody has touched anything for a while, and the bank counts nothing down."""

from __future__ import annotations

from collections.abc import Callable

from companion.table.countdown import Countdown

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
