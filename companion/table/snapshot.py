"""What followers of the table get after every change: which entry the game stands at, and the page on the display."""

from __future__ import annotations

import msgspec

from companion.table.views import Display


class GameView(msgspec.Struct, frozen=True):
    """The game on the table by its id, the number of its last entry, and whether it is over; its steps say the rest."""

    game: str
    seq: int
    over: bool


class Snapshot(msgspec.Struct, frozen=True):
    """All that a page starts from; `number` grows with every publication, `view` is None before the first game."""

    number: int
    display: Display
    view: GameView | None = None
    paused: bool = False
    faults: tuple[tuple[str, str], ...] = ()  # device and kind of fault
