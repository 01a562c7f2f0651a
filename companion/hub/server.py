"""The web server of a hub: one application in the clear for everybody, and over TLS for what is private."""

from __future__ import annotations

import asyncio
import socket
import ssl
from threading import Event, Thread
from typing import TYPE_CHECKING

from companion.hub.settings import HubError

if TYPE_CHECKING:
    import uvicorn
    from starlette.types import ASGIApp

    from companion.hub.credentials import Certificates

STOP_SECONDS = 5.0


class Server:
    """Serves an application at a plain and at a TLS port, in one thread of its own; port 0 takes any free one."""

    def __init__(self, host: str, plain: int, tls: int, certificates: Certificates) -> None:
        self._certificates = certificates
        self._plain = _bind(host, plain)
        try:
            self._tls = _bind(host, tls)
        except HubError:
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

        from companion.web.limits import settings

        plain, tls = settings(application), settings(application, lifespan=False)
        tls.load()
        tls.ssl = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.ssl.load_cert_chain(self._certificates.server_file, self._certificates.server_key)
        self._servers = [uvicorn.Server(plain), uvicorn.Server(tls)]
        self._thread = Thread(target=lambda: asyncio.run(self._serve()), name="web", daemon=True)
        self._thread.start()
        if not ready.wait(STOP_SECONDS):
            raise HubError("the pages do not start; see the log above")

    async def _serve(self) -> None:
        plain, tls = self._servers
        await asyncio.gather(plain.serve([self._plain]), tls.serve([self._tls]))

    def stop(self) -> None:
        """End all pages and give the ports back."""
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
        raise HubError(
            f"port {port}: {error.strerror}; `banker hub --help` has options to choose another one"
        ) from error
    return listener
