"""A hub put together: broker, pages, and the hub itself, started and stopped in order."""

from __future__ import annotations

from pathlib import Path
from threading import Event
from typing import NamedTuple

from companion.hub import wire
from companion.hub.credentials import Certificates
from companion.hub.door import Door
from companion.hub.hub import Hub
from companion.hub.link import Broker
from companion.hub.mosquitto import USER, Mosquitto
from companion.hub.pages import Pages
from companion.hub.server import Server


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
        self._server = Server(ports.host, ports.pages, ports.join, certificates)
        self.door = Door(certificates.authority, names[0], self._server.tls_port, ports.broker, self._let_in)
        self.fingerprint = certificates.server_fingerprint
        self._pages = Pages(hub, pin, self.door, names)
        topics = (f"{wire.ROOT}/{hub.event}/+/up/+",)
        own, password, authority = "localhost", self.broker.password, certificates.authority
        self._link = Broker(own, ports.broker, USER, password, authority, topics, hub.hear, hub.connected)

    @property
    def url(self) -> str:
        """The address of the pages for a browser on this machine."""
        return f"http://localhost:{self._server.plain_port}/"

    @property
    def address(self) -> str:
        """The address of the pages for browsers anywhere."""
        return f"http://{self.door.host}:{self._server.plain_port}/"

    def start(self) -> None:
        """Start everything; `HubError` says what does not."""
        self._let_in()
        self.broker.start()
        self.hub.link = self._link
        self.hub.start()
        self._link.start()
        ready = Event()
        self._server.start(self._pages.application(ready.set), ready)

    def stop(self) -> None:
        """Stop everything; tables keep what is not acknowledged."""
        self._pages.close()
        self._server.stop()
        self._link.stop()
        self.hub.stop()
        self.broker.stop()

    def _let_in(self) -> None:
        with self.hub.lock:
            self.broker.let_in(self.hub.fleet.digests())
