from collections.abc import Iterator, Sequence
from threading import Event

import pytest

from companion.hub import worker
from companion.hub.worker import Message, Worker
from tests.hub.servers import wait_for
from tests.hub.tables import NOON

MESSAGE: Message = ("box", "lines", b"", NOON)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(worker, "FULL", 5)


class Busy:
    """A worker whose tables never fall silent."""

    def __init__(self) -> None:
        self.looks, self.taken, self.gate = 0, 0, Event()
        self.worker = Worker(self.take, self.look)

    def take(self, messages: Sequence[Message]) -> None:
        self.gate.wait()
        self.taken += len(messages)
        self.worker.put(MESSAGE)

    def look(self) -> None:
        self.looks += 1


@pytest.fixture
def busy(quick: None) -> Iterator[Busy]:
    busy = Busy()
    busy.worker.put(MESSAGE)
    busy.worker.start()
    yield busy
    busy.gate.set()
    busy.worker.stop()


def test_the_clock_is_looked_at_however_busy_the_tables_are(busy: Busy) -> None:
    busy.gate.set()
    wait_for(lambda: busy.looks > 3)
    assert busy.taken


def test_what_comes_to_a_full_inbox_is_left_out(quick: None, caplog: pytest.LogCaptureFixture) -> None:
    taken: list[Message] = []
    full = Worker(taken.extend, lambda: None)
    for number in range(50):
        full.put((str(number), "lines", b"", NOON))
    assert caplog.text.count("left out") == 1
    full.start()
    wait_for(lambda: len(taken) == 5)
    full.put(MESSAGE)
    wait_for(lambda: taken[-1] == MESSAGE)
    full.stop()
    assert [box for box, *_ in taken] == ["0", "1", "2", "3", "4", "box"]
