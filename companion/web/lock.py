"""The lock on the referee's page: a PIN that may be tried slowly, and sessions that last one evening.

A PIN of four digits falls to 10,000 tries. So each address waits after its third mistake, twice as long every time, and
all addresses together may make thirty mistakes a minute: a storm locks the door for everybody who is not in yet, for
the referee too, whose card at the table does the same. Whoever is in stays in.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Callable

import msgspec

FREE_TRIES = 3
FIRST_WAIT = 5.0  # seconds
LONGEST_WAIT = 600.0
STORM = 30  # mistakes a minute, of all addresses
SESSION_SECONDS = 12 * 3600.0
ADDRESSES = 1000  # remembered at most


class Wait(Exception):
    """Too many mistakes: try again in so many `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Session(msgspec.Struct, frozen=True):
    """Somebody who is in: `proof` comes with every wish, so that no other page can use the cookie."""

    key: str
    proof: str
    ends: float


class Lock:
    """Opens for the right PIN; `clock` in seconds, never going back."""

    def __init__(self, pin: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._pin = pin.encode()
        self._clock = clock
        self._mistakes: OrderedDict[str, tuple[int, float]] = OrderedDict()  # address: how many, not before
        self._recent: deque[float] = deque(maxlen=STORM)
        self._sessions: dict[str, Session] = {}

    def open(self, pin: str, address: str) -> Session | None:
        """Try a PIN; None for a wrong one.

        :raises Wait: this address, or all together, have been wrong too often.
        """
        now = self._clock()
        count, not_before = self._mistakes.get(address, (0, now))
        calm = self._recent[0] + 60 if len(self._recent) == STORM else now
        if max(not_before, calm) > now:
            raise Wait(max(not_before, calm) - now)
        if hmac.compare_digest(pin.encode(), self._pin):
            self._mistakes.pop(address, None)
            return self._let_in(now)
        self._recent.append(now)
        wait = min(LONGEST_WAIT, FIRST_WAIT * 2 ** (count + 1 - FREE_TRIES)) if count + 1 >= FREE_TRIES else 0.0
        self._mistakes[address] = count + 1, now + wait
        self._mistakes.move_to_end(address)
        while len(self._mistakes) > ADDRESSES:
            self._mistakes.popitem(last=False)
        return None

    def _let_in(self, now: float) -> Session:
        session = Session(secrets.token_urlsafe(24), secrets.token_urlsafe(24), now + SESSION_SECONDS)
        self._sessions = {key: each for key, each in self._sessions.items() if each.ends > now}
        self._sessions[session.key] = session
        return session

    def session(self, key: str) -> Session | None:
        """The session of a cookie, while it lasts."""
        found = self._sessions.get(key)
        return found if found is not None and found.ends > self._clock() else None

    def close(self, key: str) -> None:
        """Let somebody out."""
        self._sessions.pop(key, None)
