"""Browsers in a process of their own, as on phones: so many streams, and when each was told what.

    python -m companion.bench.browsers PORT COUNT

Says `ready` when all of them were told what stands, listens until its standard input is closed, and then writes its
`EarReport` as one line of JSON. The clock is `perf_counter`, which all processes of a machine share.
"""

from __future__ import annotations

import re
import selectors
import socket
import sys
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import msgspec

PATIENCE = 10.0
EVENT = re.compile(rb'(?:id: \w+-(\d+)\n)?event: (\w+)\ndata: (?:\{"seq":(\d+))?')

Place = tuple[int, int]  # which game since the stream was opened, which of its entries
Event = tuple[int, bytes, int]  # number of the event, topic, number of the entry


class EarReport(msgspec.Struct):
    """How many streams were `open` at the end, how often an event came `again`, and what was told, in `bytes` to all.

    `heard` has the entries with the moment (s) at which the last browser knew what stood after it; `lines` has the
    entries whose lines came, in their order, and how many browsers were told just these.
    """

    open: int
    again: int
    bytes: int
    heard: list[tuple[Place, float]]
    lines: list[tuple[list[Place], int]]

    def known(self, place: Place) -> float:
        """When all knew what stood after this entry, be it from what stood after a later one."""
        return self.heard[bisect_left(self.heard, (place, 0.0))][1]


class Ear:
    """One stream, from its request on."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.socket.sendall(
            f"GET /events HTTP/1.1\r\nHost: localhost:{port}\r\nAccept: text/event-stream\r\n\r\n".encode()
        )
        self.is_open = True
        self.again = self.bytes = 0
        self.lines = list[Place]()
        self.stood = list[tuple[Place, float]]()
        self._game = self._last = 0
        self._received = list[tuple[bytes, float]]()
        self._rest = b""

    def receive(self) -> None:
        """Take what has come, and the time."""
        data = self.socket.recv(1 << 18)
        self._received.append((data, time.perf_counter()))
        self.is_open = bool(data)

    def read(self) -> None:
        """Note what the whole events among it say."""
        for data, at in self._received:
            self.bytes += len(data) if self.stood else 0  # not of the opening
            events, _, self._rest = (self._rest + data).rpartition(b"\n\n")
            self._note(_events(events), at)
        self._received.clear()

    def _note(self, events: Sequence[Event], at: float) -> None:
        for number, topic, entry in events:
            self.again += topic != b"reset" and number <= self._last
            self._last = number
            if topic == b"reset":
                self._game += 1
            elif topic == b"line":
                self.lines.append((self._game, entry))
            elif topic == b"standing":
                self.stood.append(((self._game, entry), at))


@lru_cache(8)  # all browsers are told the same
def _events(frames: bytes) -> Sequence[Event]:
    return [(int(number or 0), topic, int(entry or 0)) for number, topic, entry in EVENT.findall(frames)]


def listen(ears: Sequence[Ear]) -> None:
    """Hear until standard input is closed; read what was said when nobody speaks, so that no moment is noted late."""
    selector = selectors.DefaultSelector()
    selector.register(sys.stdin, selectors.EVENT_READ)
    for ear in ears:
        selector.register(ear.socket, selectors.EVENT_READ, ear)
    spoken, silent = set[Ear](), set(ears)
    while True:
        speaking: list[Ear | None] = [key.data for key, _ in selector.select(0 if spoken else None)]
        for ear in filter(None, speaking):
            ear.receive()
            spoken.add(ear)
            if not ear.is_open:
                selector.unregister(ear.socket)
        if not speaking:
            silent = _read(spoken, silent)
        if None in speaking:
            _read(spoken, silent)
            return


def _read(spoken: set[Ear], silent: set[Ear]) -> set[Ear]:
    """Read what was said; say so when this was the first word of the last of those who were silent."""
    while spoken:
        spoken.pop().read()
    still = {ear for ear in silent if not ear.stood}
    if silent and not still:
        print("ready", flush=True)
    return still


def heard_by_all(ears: Iterable[Sequence[tuple[Place, float]]]) -> Iterator[tuple[Place, float]]:
    """When the last one knew of each entry: what stands after a later one tells of the earlier too."""
    last = dict[Place, float]()
    known = Counter[Place]()
    everyone = [list(ear) for ear in ears]
    places = sorted({place for ear in everyone for place, _ in ear})
    for ear in everyone:
        coming = iter(places)
        place = next(coming, None)
        for stood, at in ear:
            while place is not None and place <= stood:
                last[place] = max(last.get(place, 0.0), at)
                known[place] += 1
                place = next(coming, None)
    return ((place, at) for place, at in sorted(last.items()) if known[place] == len(everyone))


def report(ears: Sequence[Ear]) -> EarReport:
    """What they have heard, all in all."""
    told = Counter(tuple(ear.lines) for ear in ears)
    return EarReport(
        open=sum(ear.is_open for ear in ears),
        again=sum(ear.again for ear in ears),
        bytes=sum(ear.bytes for ear in ears),
        heard=list(heard_by_all(ear.stood for ear in ears)),
        lines=[(list(lines), count) for lines, count in told.items()],
    )


def main(port: int, count: int) -> None:
    """Open the streams, hear, and report."""
    ears = [Ear(port) for _ in range(count)]
    listen(ears)
    print(msgspec.json.encode(report(ears)).decode(), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
