"""What the web pages get after every change: the game as plain data, with the page that the display shows."""

from __future__ import annotations

import msgspec

from companion.table.parts import Row
from companion.table.views import Display


class LotState(msgspec.Struct, frozen=True):
    """A deed as it stands: owner (-1 the bank), buildings, mortgage."""

    square: int
    owner: int
    level: int
    mortgaged: bool


class GameView(msgspec.Struct, frozen=True):
    """A game as it stands: `seq` is the number of its last entry, `digest` the hash of the ledger there."""

    game: str
    seq: int
    digest: str
    edition: str
    title: str
    rows: tuple[Row, ...]
    lots: tuple[LotState, ...]
    turn: int
    dice: tuple[int, int]
    pot: int
    houses: int
    hotels: int
    waiting: tuple[tuple[int, str], ...]  # seat and kind of each open prompt
    over: bool
    winner: int


class Snapshot(msgspec.Struct, frozen=True):
    """All that a page starts from; `number` grows with every publication, `view` is None before the first game."""

    number: int
    display: Display
    view: GameView | None = None
    paused: bool = False
    faults: tuple[tuple[str, str], ...] = ()  # device and kind of fault
