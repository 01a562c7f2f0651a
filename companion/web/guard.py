"""What every request must satisfy and every answer carries: known host, own origin, small body, strict policy."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
from collections.abc import Callable
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.reading import UNREADABLE
from companion.web.answers import RequestError, refused
from companion.web.wording import CHOSEN, choose
from companion.words.languages import DEFAULT

BODY_LIMIT = 16 * 1024
BODY_SECONDS = 5.0
LOCAL_DOMAINS = (".local", ".lan", ".home", ".internal", ".home.arpa", ".localhost", ".test", ".fritz.box")
SESSION_SECONDS = 12 * 3600.0
POLICY = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}

T = TypeVar("T")


class Guard:
    """Wraps the pages: refuses foreign hosts and origins before reading anything, puts the policy on every answer."""

    def __init__(
        self, app: ASGIApp, hosts: tuple[str, ...] = (), language: Callable[[], str] = lambda: DEFAULT
    ) -> None:
        self._app = app
        self._language = language
        self._hosts = frozenset(host.casefold() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a good request on, answer a bad one."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sealed(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(POLICY)
            await send(message)

        scope[CHOSEN] = choose(scope, self._language())
        refusal = self._refusal(scope)
        answer = refused(Request(scope), refusal) if refusal else self._app
        await answer(scope, receive, sealed)

    def _refusal(self, scope: Scope) -> RequestError | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_known(host):
            return RequestError(421, "request.host")
        if scope["method"] in ("GET", "HEAD"):
            return None
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc.casefold() != host.casefold():
            return RequestError(403, "request.elsewhere")
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return RequestError(403, "request.elsewhere")
        return None

    def _is_known(self, host: str) -> bool:
        """A name that the public DNS could answer may point here by rebinding, so it must be configured."""
        try:
            name = (urlsplit(f"//{host}").hostname or "").casefold()
        except ValueError:
            return False
        if not name:
            return False
        return "." not in name or name in self._hosts or name.endswith(LOCAL_DOMAINS) or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def entry(request: Request) -> int:
    """The entry that an address names as `seq`; -1 for none, or for more digits than SQLite takes."""
    given = request.query_params.get("seq", "")
    return int(given) if given.isdecimal() and len(given) <= 18 else -1


async def body(request: Request, decoder: msgspec.json.Decoder[T]) -> T:
    """Decode the JSON body of a request.

    :raises RequestError: 415 not JSON, 413 above 16 KiB, 408 not there after five seconds, 400 not as `decoder` says.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise RequestError(415, "request.body-type")
    try:
        async with asyncio.timeout(BODY_SECONDS):
            data = await _read(request)
        return decoder.decode(data)
    except TimeoutError:
        raise RequestError(408, "request.body-late") from None
    except UNREADABLE as error:
        raise RequestError(400, "request.malformed", detail=str(error)) from None


def hand_out(answer: Response, request: Request, name: str, key: str, path: str) -> None:
    """Give a browser the key of its session: no script and no other site can use the cookie."""
    secure = request.url.scheme == "https"
    answer.set_cookie(name, key, int(SESSION_SECONDS), path=path, httponly=True, samesite="strict", secure=secure)


def prove(request: Request, proof: str) -> None:
    """Let only our own page pass, which was told the proof of the session: a cookie goes along with any page's wish.

    :raises RequestError: 403 without proof, or with a wrong one.
    """
    if not hmac.compare_digest(request.headers.get("x-proof", "").encode(), proof.encode()):
        raise RequestError(403, "request.no-proof")


async def _read(request: Request) -> bytes:
    length = request.headers.get("content-length", "0")
    if length.isdigit() and int(length) > BODY_LIMIT:
        raise RequestError(413, "request.body-long", limit=BODY_LIMIT)
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > BODY_LIMIT:
            raise RequestError(413, "request.body-long", limit=BODY_LIMIT)
    return bytes(data)
