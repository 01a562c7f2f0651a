"""What a tournament keeps of a round and of a dispute."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec

from companion.hub import records as told
from companion.hub.outcome import Outcome
from companion.hub.settings import Stage


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


def following(stages: Sequence[Stage], rounds: Sequence[Round]) -> int:
    """The stage that goes on after these rounds, the number of stages when all has been played."""
    if not rounds:
        return 0
    now = rounds[-1].stage
    if stages[now].kind == "knockout":
        is_done = len(rounds[-1].tables) == 1
    else:
        is_done = sum(this.stage == now for this in rounds) >= stages[now].rounds
    return now + is_done
