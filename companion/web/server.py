"""The web server of a table: its own thread with its own event loop; the game never waits for it."""

from __future__ import annotations

import errno
import logging
import socket
from abc import ABC, abstractmethod
from threading import Event, Thread
from typing import TYPE_CHECKING

from companion.errors import UserError, message

if TYPE_CHECKING:
    from collections.abc import Callable

    import uvicorn
    from starlette.types import ASGIApp

    from companion.web.outlook import Outlook
    from companion.web.pages import Pages
    from companion.web.ports import Bench, Feed, Room, WebConfig

log = logging.getLogger(__name__)

STOP_SECONDS = 5.0
ON_THE_WAY = 64 * 1024  # bytes to one browser that the system keeps, of which Linux makes twice as many
UNANSWERED_MS = 30_000  # until a browser that acknowledges nothing is given up: phones go without a word


class ThreadedServer(ABC):
    """Serves an application from `start` to `stop`, in a thread of its own."""

    def __init__(self, config: WebConfig) -> None:
        self._config = config
        self._socket: socket.socket | None = None
        self._uvicorn: uvicorn.Server | None = None
        self._thread = Thread(target=self._run, name="web", daemon=True)
        self._ready = Event()
        self._stopped = False

    @abstractmethod
    def application(self, on_start: Callable[[], None]) -> ASGIApp:
        """What is served; it calls `on_start` when it is about to answer."""

    @abstractmethod
    def language(self) -> str:
        """The language for whoever does not say his."""

    @abstractmethod
    def end(self) -> None:
        """End what would keep the server from stopping."""

    @property
    def port(self) -> int:
        """The port in use, also where port 0 was asked for."""
        assert self._socket is not None
        return int(self._socket.getsockname()[1])

    @property
    def url(self) -> str:
        """The address for a browser on this machine."""
        host = self._config.host or "localhost"
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    @property
    def shared_url(self) -> str:
        """The address for other machines of the same network; "" when only this one can open the pages."""
        host = self._config.host
        if host.startswith("127.") or host in ("localhost", "::1"):
            return ""
        address = host if host not in ("", "0.0.0.0", "::") else own_address()  # all addresses, if asked
        return f"http://{f'[{address}]' if ':' in address else address}:{self.port}/" if address else ""

    def start(self) -> None:
        """Take the port at once and serve soon: browsers wait at the open port while the libraries load.

        :raises UserError: the port is taken, not allowed, or the address is not this machine's.
        """
        self._socket = _bind(self._config.host, self._config.port)
        self._thread.start()

    def wait_ready(self, timeout: float) -> bool:
        """Wait until requests are answered; False after `timeout` seconds."""
        return self._ready.wait(timeout)

    def stop(self) -> None:
        """End all pages and give the port back; may be called twice, and before start."""
        if self._stopped or self._socket is None:
            return
        self._stopped = True
        self._ready.wait(STOP_SECONDS)
        self.end()
        if self._uvicorn is not None:
            self._uvicorn.should_exit = True
        self._thread.join(STOP_SECONDS)
        self._socket.close()

    def _run(self) -> None:
        try:
            self._serve()
        except Exception:
            log.exception("the web server has failed; the game goes on without pages")
        finally:
            self._ready.set()

    def _serve(self) -> None:
        import uvicorn

        from companion.web.limits import House, settings

        self._uvicorn = uvicorn.Server(settings(self.application(self._ready.set), House(self.language)))
        self._uvicorn.run(sockets=[self._socket] if self._socket else None)


class Server(ThreadedServer):
    """Serves the pages of a table; without a bench there is no virtual table."""

    def __init__(
        self, feed: Feed, room: Room, bench: Bench | None, config: WebConfig, outlook: Outlook | None = None
    ) -> None:
        super().__init__(config)
        self._feed = feed
        self._room = room
        self._bench = bench
        self._outlook = outlook
        self._pages: Pages | None = None

    def application(self, on_start: Callable[[], None]) -> ASGIApp:
        """The pages of the table."""
        from companion.web.pages import Pages

        self._pages = Pages(self._feed, self._room, self._bench, self._config, self._outlook)
        return self._pages.application(on_start)

    def language(self) -> str:
        """The display's."""
        return self._feed.snapshot().display.language

    def end(self) -> None:
        """End every stream."""
        if self._pages is not None:
            self._pages.close()


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ON_THE_WAY)  # connections inherit both
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNANSWERED_MS)
    try:
        listener.bind((host, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise _refused(error, host, port) from error
    return listener


def own_address() -> str:
    """The address by which this machine would speak to others, "" if it has none; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def _refused(error: OSError, host: str, port: int) -> UserError:
    place = message("port-of", port=port, host=host) if host else message("port", port=port)
    match error.errno:
        case errno.EADDRINUSE:
            return UserError("port-taken", place=place)
        case errno.EACCES:
            return UserError("port-forbidden", place=place)
        case _:
            return UserError("no-port", place=place, error=error)
