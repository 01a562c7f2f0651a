"""A page behind a PIN: who signs in, who is in, and what only he may read."""

from __future__ import annotations

from math import ceil
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from companion.web import guard
from companion.web.answers import NOT_STORED, RequestError
from companion.web.lock import Lock, Session, Wait


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The PIN that opens the office."""

    pin: Annotated[str, msgspec.Meta(max_length=12)]


SIGN_IN = msgspec.json.Decoder(SignIn)


class Office:
    """The door of the page `path`: below it lie `in`, `out` and `session`; the cookie goes with all below `reach`,
    which is the page itself unless said otherwise."""

    def __init__(self, path: str, pin: str, reach: str = "") -> None:
        self._path = path
        self._reach = reach or path
        self._cookie = path.strip("/")
        self._lock = Lock(pin)

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
        except Wait as wait:
            seconds = ceil(wait.seconds)
            raise RequestError(429, "request.wait", {"retry-after": str(seconds)}, seconds=seconds) from None
        if session is None:
            raise RequestError(403, "request.wrong-pin")
        answer = JSONResponse({"proof": session.proof})
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
        return JSONResponse({"proof": session.proof if session else ""}, headers=NOT_STORED)


class _Inside:
    """An application that nobody reaches who is not in; a class, so that the router hands it all of a request."""

    def __init__(self, office: Office, app: ASGIApp) -> None:
        self._office, self._app = office, app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve who is in, or raise what `session` raises."""
        self._office.session(Request(scope))
        await self._app(scope, receive, send)
