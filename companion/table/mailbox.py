"""The one way in: devices, web and timers post, one thread takes; its order is the order of the game."""

from __future__ import annotations

import threading
from collections import deque

from companion.table.inputs import AnyInput


class Mailbox:
    """A thread-safe queue that also knows how many inputs have been worked off, for those who wait for that."""

    def __init__(self) -> None:
        self._inputs: deque[AnyInput] = deque()
        self._changed = threading.Condition()
        self._posted = 0
        self._done = 0

    def post(self, given: AnyInput) -> int:
        """Put an input in and return its number; never blocks."""
        with self._changed:
            self._inputs.append(given)
            self._posted += 1
            self._changed.notify_all()
            return self._posted

    def take(self, timeout: float | None) -> AnyInput | None:
        """The oldest input, or None when there was none for `timeout` seconds (None: wait for ever)."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._inputs, timeout):
                return None
            return self._inputs.popleft()

    def finish(self) -> None:
        """Say that the input taken last is worked off."""
        with self._changed:
            self._done += 1
            self._changed.notify_all()

    def settled(self, number: int | None = None, timeout: float = 10.0) -> bool:
        """Wait until input `number` (default: all posted so far) is worked off; False after `timeout` seconds."""
        with self._changed:
            target = self._posted if number is None else number
            return self._changed.wait_for(lambda: self._done >= target, timeout)
