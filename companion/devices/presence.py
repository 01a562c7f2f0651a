"""From single looks to "laid" and "lifted": a tag is gone after three misses, and two tags are told once.

A look sees nothing, one UID, or two tags at once. A miss may be noise or a tag at the edge of the field (faults.md
#9), a clash may be two tags passing each other; both must last before anybody is told. A full selection with a good
checksum is certain at once, except after a clash: whoever takes both tags away leaves one of them alone for a moment,
and only one that stays is meant.
"""

from collections.abc import Iterator
from enum import Enum
from typing import Final

MISSES: Final = 3
CLASHES: Final = 2
STAYS: Final = 20  # looks, about 0.3 s


class Blank(Enum):
    """A look without a UID: nobody there, or several who speak at once."""

    NOTHING = 0
    CLASH = 1


class PresenceChange(Enum):
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
        self._rest = ""  # what is left alone after a clash
        self._doubts = 0  # looks until it is believed

    def see(self, sighting: Sighting) -> Iterator[tuple[PresenceChange, str]]:
        """Take one look in and yield (change, UID); a clash has no UID."""
        if sighting is Blank.CLASH:
            self._clashes += 1
            if self._clashes == CLASHES:
                self._rest, self._doubts = "", STAYS
                yield PresenceChange.CLASHED, ""
        elif isinstance(sighting, str):
            self._clashes = self._misses = 0
            yield from self._replace(sighting)
        else:
            yield from self._miss()

    def _replace(self, uid: str) -> Iterator[tuple[PresenceChange, str]]:
        if uid == self.uid:
            self._doubts = 0
        elif not self._is_doubtful(uid):
            yield from self._lift()
            self.uid = uid
            yield PresenceChange.LAID, uid

    def _is_doubtful(self, uid: str) -> bool:
        if self._doubts and uid != self._rest:
            self._rest, self._doubts = uid, STAYS
        self._doubts = max(0, self._doubts - 1)
        return self._doubts > 0

    def _miss(self) -> Iterator[tuple[PresenceChange, str]]:
        self._misses += 1
        if self._misses >= MISSES:
            self._clashes = self._doubts = 0
            yield from self._lift()

    def _lift(self) -> Iterator[tuple[PresenceChange, str]]:
        if self.uid is not None:
            gone, self.uid = self.uid, None
            yield PresenceChange.LIFTED, gone
