"""A listener that writes down what it hears, and waits for it."""

import threading

from companion.devices.ports import FaultKind
from companion.errors import Message


class Notebook:
    """Keeps every word as (word, arguments...), in order, from whatever thread it came."""

    def __init__(self) -> None:
        self.heard: list[tuple[object, ...]] = []
        self._more = threading.Condition()

    def take(self) -> list[tuple[object, ...]]:
        """Give what was heard and forget it."""
        with self._more:
            heard, self.heard = self.heard, []
            return heard

    def wait(self, *word: object, count: int = 1, timeout: float = 5.0) -> bool:
        """Wait until a word with these first arguments was heard so often."""
        with self._more:
            return self._more.wait_for(lambda: self.count(*word) >= count, timeout)

    def count(self, *word: object) -> int:
        """Count words that begin so."""
        return sum(heard[: len(word)] == word for heard in self.heard)

    def laid(self, uid: str) -> None:
        self._note("laid", uid)

    def lifted(self, uid: str) -> None:
        self._note("lifted", uid)

    def clashed(self) -> None:
        self._note("clashed")

    def pressed(self, name: str) -> None:
        self._note("pressed", name)

    def held(self, name: str) -> None:
        self._note("held", name)

    def released(self, name: str) -> None:
        self._note("released", name)

    def turned(self, step: int) -> None:
        self._note("turned", step)

    def rolled(self, dice: tuple[int, ...], speed: str, source: str, sequence: int) -> None:
        self._note("rolled", dice, speed, source, sequence)

    def remembered(self, words: tuple[str, ...], source: str) -> None:
        if words:
            self._note("remembered", words, source)

    def faulted(self, device: str, kind: FaultKind, detail: Message) -> None:
        self._note("faulted", device, kind, detail)

    def recovered(self, device: str) -> None:
        self._note("recovered", device)

    def _note(self, *word: object) -> None:
        with self._more:
            self.heard.append(word)
            self._more.notify_all()
