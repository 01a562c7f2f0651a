"""A page behind a PIN: the PIN may be tried slowly, and whoever knows it is in for one evening.

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
from math import ceil
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from companion.web import guard
from companion.web.answers import RequestError, send_data
from companion.web.messages import SessionData

FREE_TRIES = 3
FIRST_WAIT = 5.0  # seconds
LONGEST_WAIT = 600.0
STORM = 30  # mistakes a minute, of all addresses
ADDRESSES = 1000  # remembered at most


class TooManyTries(Exception):
    """Too many mistakes: try again in so many `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Session(msgspec.Struct, frozen=True):
    """Somebody who is in: `proof` comes with every wish, so that no other page can use the cookie."""

    key: str
    proof: str
    ends: float


class PinLock:
    """Opens for the right PIN; `clock` in seconds, never going back."""

    def __init__(self, pin: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._pin = pin.encode()
        self._clock = clock
        self._mistakes: OrderedDict[str, tuple[int, float]] = OrderedDict()  # address: how many, not before
        self._recent: deque[float] = deque(maxlen=STORM)
        self._sessions: dict[str, Session] = {}

    def open(self, pin: str, address: str) -> Session | None:
        """Try a PIN; None for a wrong one.

        :raises TooManyTries: this address, or all together, have been wrong too often.
        """
        now = self._clock()
        count, not_before = self._mistakes.get(address, (0, now))
        calm = self._recent[0] + 60 if len(self._recent) == STORM else now
        if max(not_before, calm) > now:
            raise TooManyTries(max(not_before, calm) - now)
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
        session = Session(secrets.token_urlsafe(24), secrets.token_urlsafe(24), now + guard.SESSION_SECONDS)
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


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The PIN that is tried."""

    pin: Annotated[str, msgspec.Meta(max_length=12)]


SIGN_IN = msgspec.json.Decoder(SignIn)


class PinSessions:
    """The door of the page `path`: below it lie `in`, `out` and `session`; the cookie goes with all below `reach`,
    which is the page itself unless said otherwise."""

    def __init__(self, path: str, pin: str, reach: str = "") -> None:
        self._path = path
        self._reach = reach or path
        self._cookie = path.strip("/")
        self._lock = PinLock(pin)

    def routes(self) -> list[BaseRoute]:
        """Where one signs in and out, and learns whether one is in."""
        return [
            Route(f"{self._path}/in", self._sign_in, methods=["POST"]),
            Route(f"{self._path}/out", self._sign_out, methods=["POST"]),
            Route(f"{self._path}/session", self._look),
        ]

    def session(self, request: Request, *, proven: bool = False) -> Session:
        """Who asks; `proven`: with the proof that only our own page can know.

        :raises RequestError: 401 nobody is signed in, 403 without proof.
        """
        session = self._lock.session(self._key(request))
        if session is None:
            raise RequestError(401, "request.sign-in")
        if proven:
            guard.prove(request, session.proof)
        return session

    def inside(self, app: ASGIApp) -> ASGIApp:
        """An application for those who are in."""
        return _Inside(self, app)

    def _key(self, request: Request) -> str:
        return request.cookies.get(self._cookie, "")

    async def _sign_in(self, request: Request) -> Response:
        wish = await guard.body(request, SIGN_IN)
        try:
            session = self._lock.open(wish.pin, request.client.host if request.client else "")
        except TooManyTries as wait:
            seconds = ceil(wait.seconds)
            raise RequestError(429, "request.wait", {"retry-after": str(seconds)}, seconds=seconds) from None
        if session is None:
            raise RequestError(403, "request.wrong-pin")
        answer = send_data(SessionData(session.proof))
        guard.hand_out(answer, request, self._cookie, session.key, self._reach)
        return answer

    async def _sign_out(self, request: Request) -> Response:
        self._lock.close(self._key(request))
        answer = Response(None, 204)
        answer.delete_cookie(self._cookie, path=self._reach)
        return answer

    async def _look(self, request: Request) -> Response:
        """Whether somebody is signed in: his proof, or none."""
        session = self._lock.session(self._key(request))
        return send_data(SessionData(session.proof if session else ""))


class _Inside:
    """An application that nobody reaches who is not in; a class, so that the router hands it all of a request."""

    def __init__(self, sessions: PinSessions, app: ASGIApp) -> None:
        self._pin, self._app = sessions, app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve who is in, or raise what `session` raises."""
        self._pin.session(Request(scope))
        await self._app(scope, receive, send)
