"""A browser without a page: raw requests and raw streams, as slow, rude and forgetful as one likes."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Self

Answer = tuple[int, dict[str, str], bytes]


def ask(
    port: int, method: str, path: str, body: bytes | None = None, *, address: str = "127.0.0.1", **headers: str
) -> Answer:
    """One request on its own connection, from an address of this machine; header names are written with underscores."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10, source_address=(address, 0))
    try:
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    finally:
        connection.close()


def post(port: int, path: str, wish: object, **headers: str) -> Answer:
    """A request as the pages make it."""
    return ask(port, "POST", path, json.dumps(wish).encode(), **{"content_type": "application/json", **headers})


class Listener:
    """Follows a stream of server-sent events and knows the last id it has seen."""

    def __init__(self, port: int, path: str, last_id: str = "", address: str = "127.0.0.1") -> None:
        self.last_id = last_id
        self.topics = list[str]()
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10, source_address=(address, 0))
        self._connection.request("GET", path, headers={"Last-Event-ID": last_id} if last_id else {})
        self.answer = self._connection.getresponse()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        self.answer.close()
        self._connection.close()

    def events(self) -> Iterator[tuple[str, Any]]:
        """What is told, as (topic, value), for as long as anything comes."""
        fields: dict[str, str] = {}
        while line := self.answer.readline():
            text = line.decode().rstrip("\n")
            if text:
                name, _, value = text.partition(": ")
                fields[name] = value
            elif "event" in fields:
                self.last_id = fields.get("id", self.last_id)
                self.topics.append(fields["event"])
                yield fields["event"], json.loads(fields["data"])
                fields = {}

    def until(self, topic: str, **wanted: object) -> Any:
        """The first value of a topic that has these members."""
        for heard, value in self.events():
            if heard == topic and all(value[name] == each for name, each in wanted.items()):
                return value
        raise AssertionError(f"the stream ended without {topic} {wanted}")


def deaf(port: int, path: str) -> socket.socket:
    """A connection that asks for a stream and then reads nothing of it."""
    ear = socket.socket()
    ear.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    ear.connect(("127.0.0.1", port))
    ear.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return ear
