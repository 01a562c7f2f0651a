"""The web server of a hub: pages in the clear for everybody, the same ones and the way in for boxes over TLS."""

from __future__ import annotations

import logging
import socket
import ssl
from threading import Event, Thread
from typing import TYPE_CHECKING

from companion.hub.settings import HubError

if TYPE_CHECKING:
    import uvicorn
    from starlette.types import ASGIApp

    from companion.hub.credentials import Certificates

log = logging.getLogger(__name__)

STOP_SECONDS = 5.0


class Server:
    """Serves an application at one port, in a thread of its own; port 0 takes any free one."""

    def __init__(self, host: str, port: int, certificates: Certificates | None = None) -> None:
        self._certificates = certificates
        self._socket = _bind(host, port)
        self._uvicorn: uvicorn.Server | None = None
        self._thread: Thread | None = None

    @property
    def port(self) -> int:
        """The port in use."""
        return int(self._socket.getsockname()[1])

    def start(self, application: ASGIApp, ready: Event) -> None:
        """Serve, and wait until requests are answered."""
        import uvicorn

        from companion.web.doorman import Doorman

        settings = uvicorn.Config(
            application,
            http=Doorman,
            loop="asyncio",
            ws="none",
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        settings.load()
        if self._certificates is not None:
            settings.ssl = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            settings.ssl.load_cert_chain(self._certificates.server_file, self._certificates.server_key)
        self._uvicorn = uvicorn.Server(settings)
        self._thread = Thread(target=self._uvicorn.run, args=([self._socket],), name="web", daemon=True)
        self._thread.start()
        if not ready.wait(STOP_SECONDS):
            raise HubError("the pages do not start; see the log above")

    def stop(self) -> None:
        """End all pages and give the port back."""
        if self._uvicorn is not None and self._thread is not None:
            self._uvicorn.should_exit = True
            self._thread.join(STOP_SECONDS)
        self._socket.close()


def _bind(host: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(256)
    except OSError as error:
        listener.close()
        raise HubError(f"port {port}: {error.strerror}; choose another one") from error
    return listener
