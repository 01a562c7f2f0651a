"""From single looks to "laid" and "lifted": a tag is gone after three misses, and two tags are told once.

A look sees nothing, one UID, or two tags at once. A miss may be noise or a tag at the edge of the field (faults.md
#9), a clash may be two tags passing each other; both must last before anybody is told. A full selection with a good
checksum is certain at once.
"""

from collections.abc import Iterator
from enum import Enum
from typing import Final

MISSES: Final = 3
CLASHES: Final = 2


class Blank(Enum):
    """A look without a UID: nobody there, or several who speak at once."""

    NOTHING = 0
    CLASH = 1


class Change(Enum):
    """What a look has changed on the reader."""

    LAID = 0
    LIFTED = 1
    CLASHED = 2


Sighting = str | Blank


class Presence:
    """Holds which tag lies on the reader; `see` yields what changed with each look."""

    def __init__(self) -> None:
        self.uid: str | None = None
        self._misses = 0
        self._clashes = 0

    def see(self, sighting: Sighting) -> Iterator[tuple[Change, str]]:
        """Take one look in and yield (change, UID); a clash has no UID."""
        if sighting is Blank.CLASH:
            self._clashes += 1
            if self._clashes == CLASHES:
                yield Change.CLASHED, ""
        elif isinstance(sighting, str):
            self._clashes = self._misses = 0
            yield from self._replace(sighting)
        else:
            yield from self._miss()

    def _replace(self, uid: str) -> Iterator[tuple[Change, str]]:
        if uid == self.uid:
            return
        yield from self._lift()
        self.uid = uid
        yield Change.LAID, uid

    def _miss(self) -> Iterator[tuple[Change, str]]:
        self._misses += 1
        if self._misses >= MISSES:
            self._clashes = 0
            yield from self._lift()

    def _lift(self) -> Iterator[tuple[Change, str]]:
        if self.uid is not None:
            gone, self.uid = self.uid, None
            yield Change.LIFTED, gone
