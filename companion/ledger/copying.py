"""Copies of a ledger, also while a table writes to it; what is copied is whole before it has its name."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from glob import escape
from pathlib import Path

from companion.disk import move, remove
from companion.ledger import secret, sqlite
from companion.ledger.entry import LedgerError


def backup(path: Path, target: Path) -> None:
    """Copy a whole ledger with its secrets, also while a table writes to it; an older copy is replaced once the new
    one is whole."""
    copy_games(path, target)
    secret.copy(path, target)


def copy_games(path: Path, target: Path) -> None:
    """Copy a whole ledger without its secrets."""
    with closing(sqlite.open_reading(path)) as source:
        write_beside(target, source.backup)


def write_beside(target: Path, fill: Callable[[sqlite3.Connection], None]) -> None:
    """Fill a new ledger beside `target`, and put it in its place when it is on the disk."""
    unfinished = target.with_name(f"{target.name}.unfinished")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        unfinished.unlink(missing_ok=True)  # of a copy that was cut off
        with sqlite.plainly(target), closing(sqlite3.connect(unfinished, isolation_level=None)) as copy:
            fill(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
        with unfinished.open("rb") as file:
            os.fsync(file.fileno())
        move(unfinished, target)
    except OSError as error:
        raise LedgerError("file", path=target, error=error) from error
    finally:
        unfinished.unlink(missing_ok=True)


BACKUPS_KEPT = 7


def keep_backup(ledger: Path, name: str) -> Path:
    """Copy a ledger into the folder `backups` beside it, and let go of the oldest copies beyond seven.

    `name` sorts by date. A copy of that name is replaced, and kept whatever the clock says.
    """
    folder = ledger.with_name("backups")
    target = folder / f"{ledger.stem}-{name}{ledger.suffix}"
    backup(ledger, target)
    others = set(folder.glob(f"{escape(ledger.stem)}-*{ledger.suffix}")) - {target}
    for old in sorted(others)[: 1 - BACKUPS_KEPT]:
        remove(old)
        secret.drop(old)
    return target
