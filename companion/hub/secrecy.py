"""What does not travel in the clear: the organiser's PIN and session, and what boxes join with.

Everything is served over TLS; in the clear, only what everybody may read. A browser on the hub's own machine may sign
in in the clear as well, since nothing leaves the machine; so may a proxy on it, which then speaks TLS with the rest.
"""

from __future__ import annotations

import ipaddress

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from companion.web.answers import RequestError, refused

PRIVATE = ("/organiser", "/join", "/box")


class Secrecy:
    """Wraps the pages: sends whoever asks for something private in the clear to the TLS port of the same host."""

    def __init__(self, app: ASGIApp, tls_port: int) -> None:
        self._app, self._tls_port = app, tls_port

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what may be answered here."""
        is_open = scope["type"] == "http" and scope["scheme"] == "http" and is_private(scope["path"])
        answer = self._elsewhere(Request(scope)) if is_open and not _is_own(scope) else self._app
        await answer(scope, receive, send)

    def _elsewhere(self, request: Request) -> Response:
        url = request.url.replace(scheme="https", port=self._tls_port)
        if request.method in ("GET", "HEAD"):
            return RedirectResponse(str(url))
        return refused(request, RequestError(403, "request.in-the-clear", url=str(url)))


def is_private(path: str) -> bool:
    """Whether a path is one of those."""
    return any(path == each or path.startswith(f"{each}/") for each in PRIVATE)


def _is_own(scope: Scope) -> bool:
    host = scope["client"][0] if scope["client"] else ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
