"""What a tournament keeps of a round and of a dispute."""

from __future__ import annotations

from datetime import datetime

import msgspec

from companion.hub import records as told
from companion.hub.outcome import Outcome


class Dispute(msgspec.Struct):
    """A call for the judge, and the ruling once there is one."""

    round: int
    table: int
    text: str
    seq: int
    ruling: str = ""
    judge: str = ""


class Round(msgspec.Struct):
    """A round as drawn: who sits where, the clock, and which games are its tables'."""

    stage: int
    tables: tuple[tuple[int, ...], ...]
    started: datetime | None = None
    extra: int = 0  # seconds
    called: datetime | None = None
    closed: bool = False
    substitutes: dict[tuple[int, int], told.Substituted] = {}
    games: dict[int, str] = {}
    awarded: dict[int, tuple[Outcome, str]] = {}
