"""A whole table put together: devices or simulated chips, ledger, table and display, started and closed in order."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from companion.app.painter import Painter
from companion.app.posts import Posts
from companion.devices.box import Box
from companion.devices.settings import BoxSettings
from companion.ledger.store import Ledger
from companion.table.inputs import Stopped
from companion.table.keeper import Keeper
from companion.table.mailbox import Mailbox
from companion.table.settings import TableSettings
from companion.table.table import Table
from companion.table.tags import TagBook

if TYPE_CHECKING:
    from companion.simulator.bench import SimulatedBox

STOP_SECONDS = 5.0


class Stand:
    """One table; with a bench it stands on simulated chips, and nothing else is different."""

    def __init__(
        self,
        box: BoxSettings,
        ledger: Path,
        tags: TagBook,
        keeper: Keeper,
        settings: TableSettings,
        *,
        simulated: bool,
        clock: Callable[[], float] = time.monotonic,
        chance: random.Random | None = None,
        directories: Sequence[Path] = (),
    ) -> None:
        self.ledger = Ledger(ledger)
        self.bench = _bench(box) if simulated else None
        self._box_settings = self.bench.settings if self.bench else box
        mailbox = Mailbox()
        self.box = Box(self._box_settings, Posts(mailbox))
        self.painter = Painter(self.box.panel, self.box.buzzer)
        self.table = Table(
            self.ledger,
            tags,
            keeper,
            settings,
            self.painter,
            mailbox=mailbox,
            clock=clock,
            chance=chance,
            directories=directories,
        )
        self._thread = threading.Thread(target=self.table.run, name="table", daemon=True)

    @property
    def is_running(self) -> bool:
        """Whether the thread of the game lives."""
        return self._thread.is_alive()

    def start(self) -> None:
        """Start the display, the devices and the game; what is missing is said on the display, never an error here."""
        if self.bench:
            self.bench.follow(reader=self.box.reader, buttons=self.box.buttons, encoder=self.box.encoder)
            if self.box.die:
                self.bench.die.plug()
        self.painter.start()
        self.box.start()
        self._thread.start()

    def close(self) -> None:
        """End the game's thread first, so that nothing is half done, then everything else."""
        self.table.mailbox.post(Stopped())
        if self._thread.is_alive():
            self._thread.join(STOP_SECONDS)
        self.painter.close()
        self.box.close()
        if self.bench:
            self.bench.close()
        self.ledger.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _bench(settings: BoxSettings) -> SimulatedBox:
    from companion.simulator.bench import SimulatedBox

    return SimulatedBox(settings)
