"""A table with a game on it, without devices: what is shown is kept, and how long the ledger takes is noted."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from random import Random

from companion.app.assembly import virtual_book
from companion.bots.policies import Steady
from companion.editions import registry
from companion.ledger.entry import Entry
from companion.ledger.store import Ledger
from companion.rules.commands import AnyCommand, Refusal
from companion.rules.edition import Edition
from companion.rules.events import AnyEvent
from companion.table.inputs import Asked
from companion.table.keeper import Keeper
from companion.table.parts import Sound
from companion.table.settings import COLORS, Evening, TableSettings
from companion.table.table import Table
from companion.table.views import Display

CALM = TableSettings(auction_seconds=0, contest_seconds=0, news_seconds=0, idle_seconds=0)


class TimedLedger(Ledger):
    """A ledger that notes how long each entry took, in ms: `spent` by the wall clock, `worked` on the processor; and
    when the last one was on the disk (`done`, seconds of `perf_counter`)."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.spent: list[float] = []
        self.worked: list[float] = []
        self.done = 0.0

    def append(
        self, game: str, origin: str, command: AnyCommand, events: Sequence[AnyEvent], seq: int | None = None
    ) -> Entry:
        """Write down an accepted command."""
        began, began_work = time.perf_counter(), time.thread_time()
        try:
            return super().append(game, origin, command, events, seq)
        finally:
            self.done = time.perf_counter()
            self.spent.append((self.done - began) * 1000)
            self.worked.append((time.thread_time() - began_work) * 1000)


class Shown:
    """An outlet that keeps the newest page."""

    def __init__(self) -> None:
        self.page: tuple[Display, Edition, tuple[str, ...]] | None = None

    def show(self, display: Display, edition: Edition, players: Sequence[str]) -> None:
        """Keep this page."""
        self.page = display, edition, tuple(players)

    def play(self, sound: Sound) -> None:
        """Sounds cost the table nothing."""


class Seated:
    """Four players at a table; `wish` names what one of them does next."""

    def __init__(self, folder: Path) -> None:
        self.ledger = TimedLedger(folder / "table.sqlite")
        self.shown = Shown()
        evening = Evening(players=COLORS[:4])
        book = virtual_book([registry.load(evening.edition)])
        self.table = Table(self.ledger, book, Keeper(evening), CALM, self.shown, chance=Random(11))
        self.table.start()
        self._policy = Steady(Random(12))

    def wish(self) -> AnyCommand:
        """The next command; a game that is over is followed by another."""
        if self.table.game is None or self.table.game.state.over:
            self.table.start()
        game = self.table.game
        assert game is not None
        return self._policy.choose(game.rules, game.state)

    def asked(self) -> Asked:
        """The next command as an input of the table."""
        return Asked(self.wish(), "bench", Future[Refusal | None]())
