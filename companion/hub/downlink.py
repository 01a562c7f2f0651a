"""What tables are told: where they are seated, and how much of what they sent is safe.

An acknowledgement that a table waits for goes out at once; a mere step further is said once a while, for many together.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

import msgspec

from companion.publishing import wire
from companion.publishing.mqtt import Connection


class Downlink:
    """Speaks to the boxes of one event; to nobody before there is a connection."""

    def __init__(self, event: str) -> None:
        self.connection: Connection | None = None
        self.calm = timedelta(seconds=1)
        self._event = event
        self._owed: dict[tuple[str, str], tuple[datetime, wire.Have]] = {}

    def here(self) -> None:
        """The hub answers (again): everybody says hello."""
        self._send(wire.ALL, "here", b"")

    def seat(self, seats: Mapping[str, wire.Seat]) -> None:
        """Tell boxes where they are seated; the broker keeps it for those that are away."""
        for box, seat in seats.items():
            self._send(box, "seat", msgspec.json.encode(seat), keep=True)

    def acknowledge(self, answers: Mapping[tuple[str, str], wire.Have], now: datetime) -> None:
        """Answer boxes about their games, and say what has become due."""
        for key, have in answers.items():
            due, earlier = self._owed.get(key, (now + self.calm, have))
            is_urgent = have.again or have.refused or have.seals != earlier.seals
            self._owed[key] = (now if is_urgent else due), have
        for (box, game), (due, have) in list(self._owed.items()):
            if due <= now:
                del self._owed[box, game]
                self._send(box, "have", msgspec.json.encode(have))

    def _send(self, box: str, kind: str, payload: bytes, *, keep: bool = False) -> None:
        if self.connection is not None:
            self.connection.send(wire.down(self._event, box, kind), payload, keep=keep)
