"""A hub put together: broker, pages, and the hub itself, started and stopped in order."""

from __future__ import annotations

from pathlib import Path
from threading import Event
from typing import NamedTuple

from companion.hub.credentials import Certificates
from companion.hub.endpoint import Endpoint
from companion.hub.hub import Hub
from companion.hub.mosquitto import USER, Mosquitto
from companion.hub.pages import HubPages
from companion.hub.server import HubServer
from companion.publishing import wire
from companion.publishing.mqtt import MqttConnection


class Ports(NamedTuple):
    """Where the hub listens; port 0 of `pages` and `join` takes any free one."""

    host: str
    pages: int
    join: int
    broker: int


class HubService:
    """A hub in one folder; `names` are what boxes may call this machine, the first is what they are told."""

    def __init__(self, hub: Hub, data: Path, names: tuple[str, ...], ports: Ports, pin: str) -> None:
        self.hub = hub
        certificates = Certificates(data / "certificates", names)
        self.broker = Mosquitto(data / "broker", certificates, ports.broker)
        self._server = HubServer(ports.host, ports.pages, ports.join, certificates)
        self.endpoint = Endpoint(certificates.authority, names[0], self._server.tls_port, ports.broker, self._let_in)
        self.fingerprint = certificates.server_fingerprint
        self._pages = HubPages(hub, pin, self.endpoint, names)
        topics = (f"{wire.ROOT}/{hub.event}/+/up/+",)
        own, password, authority = "localhost", self.broker.password, certificates.authority
        self._connection = MqttConnection(own, ports.broker, USER, password, authority, topics, hub.hear, hub.connected)

    @property
    def url(self) -> str:
        """The address of the pages for a browser on this machine."""
        return f"http://localhost:{self._server.plain_port}/"

    @property
    def address(self) -> str:
        return f"http://{self.endpoint.host}:{self._server.plain_port}/"

    def start(self) -> None:
        """Start everything; `UserError` says what does not."""
        self._let_in()
        self.broker.start()
        self.hub.downlink.connection = self._connection
        self.hub.start()
        self._connection.start()
        ready = Event()
        self._server.start(self._pages.application(ready.set), ready)

    def stop(self) -> None:
        """Stop everything; tables keep what is not acknowledged."""
        self._pages.close()
        self._server.stop()
        self._connection.stop()
        self.hub.stop()
        self.broker.stop()

    def _let_in(self) -> None:
        self.broker.let_in(self.hub.digests())
