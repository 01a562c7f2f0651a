"""How fast somebody may ask: so many wishes at once, and from then on so many a second."""

from __future__ import annotations

import time
from collections.abc import Callable


class Pace:
    """A bucket of wishes that fills again; `clock` in seconds, never going back."""

    def __init__(self, burst: int, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._burst = burst
        self._per_second = per_second
        self._clock = clock
        self._left = float(burst)
        self._seen = clock()

    def take(self) -> float:
        """Take one wish, and get 0; or the seconds to wait where none is left."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._seen) * self._per_second)
        self._seen = now
        if self._left < 1:
            return (1 - self._left) / self._per_second
        self._left -= 1
        return 0.0
