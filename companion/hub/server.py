"""The web server of a hub: one application in the clear for everybody, and over TLS for what is private.

The organiser's PIN and session, and what boxes join with, do not travel in the clear. A browser on the hub's own
machine may sign in in the clear as well, since nothing leaves the machine; so may a proxy on it, which then speaks TLS
with the rest.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from threading import Event, Thread
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from companion.errors import UserError
from companion.web.answers import RequestError, refused

if TYPE_CHECKING:
    import uvicorn

    from companion.hub.credentials import Certificates

STOP_SECONDS = 5.0
PRIVATE = ("/organiser", "/join", "/box")


class HubServer:
    """Serves an application at a plain and at a TLS port, in one thread of its own; port 0 takes any free one."""

    def __init__(self, host: str, plain: int, tls: int, certificates: Certificates) -> None:
        self._certificates = certificates
        self._plain = _bind(host, plain)
        try:
            self._tls = _bind(host, tls)
        except UserError:
            self._plain.close()
            raise
        self._servers: list[uvicorn.Server] = []
        self._thread: Thread | None = None

    @property
    def plain_port(self) -> int:
        """The port for what everybody may read."""
        return int(self._plain.getsockname()[1])

    @property
    def tls_port(self) -> int:
        """The port for everything."""
        return int(self._tls.getsockname()[1])

    def start(self, application: ASGIApp, ready: Event) -> None:
        """Serve, and wait until requests are answered."""
        import uvicorn

        from companion.web.limits import House, settings

        house = House()
        plain, tls = settings(application, house), settings(application, house, lifespan=False)
        tls.load()
        tls.ssl = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.ssl.load_cert_chain(self._certificates.server_file, self._certificates.server_key)
        self._servers = [uvicorn.Server(plain), uvicorn.Server(tls)]
        self._thread = Thread(target=lambda: asyncio.run(self._serve()), name="web", daemon=True)
        self._thread.start()
        if not ready.wait(STOP_SECONDS):
            raise UserError("tournament.pages-fail")

    async def _serve(self) -> None:
        plain, tls = self._servers
        await asyncio.gather(plain.serve([self._plain]), tls.serve([self._tls]))

    def stop(self) -> None:
        for server in self._servers:
            server.should_exit = True
        if self._thread is not None:
            self._thread.join(STOP_SECONDS)
        self._plain.close()
        self._tls.close()


def _bind(host: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(256)
    except OSError as error:
        listener.close()
        raise UserError("tournament.port-taken", port=port, error=error) from error
    return listener


class TlsRedirect:
    """Wraps the pages: sends whoever asks for something private in the clear to the TLS port of the same host."""

    def __init__(self, app: ASGIApp, tls_port: int) -> None:
        self._app, self._tls_port = app, tls_port

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
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
