"""Backups that nobody has to think of: the ledger is copied whenever a game rests."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path

from companion.errors import UserError
from companion.ledger.copying import keep_backup

log = logging.getLogger(__name__)


def _now() -> datetime:
    return datetime.now().astimezone()


class Backups:
    """Copies a ledger in a thread of its own, one copy a day; one that fails is logged and costs no game."""

    def __init__(self, ledger: Path, clock: Callable[[], datetime] = _now) -> None:
        self._ledger = ledger
        self._clock = clock
        self._thread = ThreadPoolExecutor(1, "backups")

    def ask(self) -> None:
        """Have the ledger copied as it is by now; returns at once."""
        self._thread.submit(self._copy)

    def close(self) -> None:
        """Wait until every copy that was asked for is made."""
        self._thread.shutdown()

    def _copy(self) -> None:
        try:
            keep_backup(self._ledger, f"{self._clock():%Y%m%d}")
        except (UserError, OSError) as error:
            log.error("no backup was made: %s", error)  # noqa: TRY400  # no fault of the program
