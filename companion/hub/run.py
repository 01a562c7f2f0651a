"""A hub put together: broker, pages, the way in for boxes, and the hub itself, started and stopped in order."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, NamedTuple

from companion.hub import wire
from companion.hub.credentials import Certificates
from companion.hub.door import Door
from companion.hub.entrance import Entrance
from companion.hub.hub import Hub
from companion.hub.link import Broker
from companion.hub.mosquitto import USER, Mosquitto
from companion.hub.pages import Pages
from companion.hub.server import Server

if TYPE_CHECKING:
    from starlette.types import ASGIApp


class Ports(NamedTuple):
    """Where the hub listens; port 0 of `pages` and `join` takes any free one."""

    host: str
    pages: int
    join: int
    broker: int


class Running:
    """A hub in one folder; `names` are what boxes may call this machine, the first is what they are told."""

    def __init__(self, hub: Hub, data: Path, names: tuple[str, ...], ports: Ports, pin: str) -> None:
        self.hub = hub
        certificates = Certificates(data / "certificates", names)
        self.broker = Mosquitto(data / "broker", certificates, ports.broker)
        self._pages_server = Server(ports.host, ports.pages)
        self._join_server = Server(ports.host, ports.join, certificates)
        self.door = Door(
            certificates.authority,
            f"https://{names[0]}:{self._join_server.port}",
            names[0],
            ports.broker,
            self._let_in,
        )
        self._pages = Pages(hub, pin, self.door, names)
        self._entrance = Entrance(hub, self.door, names)
        topics = (f"{wire.ROOT}/{hub.event}/+/up/+",)
        own, password, authority = "localhost", self.broker.password, certificates.authority
        self._link = Broker(own, ports.broker, USER, password, authority, topics, hub.hear, hub.connected)

    @property
    def url(self) -> str:
        """The address of the pages for a browser on this machine."""
        return f"http://localhost:{self._pages_server.port}/"

    def start(self) -> None:
        """Start everything; `HubError` says what does not."""
        self._let_in()
        self.broker.start()
        self.hub.link = self._link
        self.hub.start()
        self._link.start()
        _serve(self._pages_server, self._pages.application)
        _serve(self._join_server, self._entrance.application)

    def stop(self) -> None:
        """Stop everything; tables keep what is not acknowledged."""
        self._pages.close()
        self._pages_server.stop()
        self._join_server.stop()
        self._link.stop()
        self.hub.stop()
        self.broker.stop()

    def _let_in(self) -> None:
        with self.hub.lock:
            self.broker.let_in(self.hub.fleet.digests())


def _serve(server: Server, application: Callable[[Callable[[], None]], ASGIApp]) -> None:
    ready = Event()
    server.start(application(ready.set), ready)
