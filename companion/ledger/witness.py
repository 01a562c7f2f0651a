"""A small file beside the ledger that says which entry was acknowledged last, and who may write.

It is written after each commit and never waited for: a power cut may leave it behind the ledger, but never before it.
If it is ahead, acknowledged entries are gone: a truncated file, a damaged log, an old copy put back. Its lock,
which the system drops when the process ends in whatever way, keeps a second program from writing the same games.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from pathlib import Path
from typing import NamedTuple

from companion.errors import message
from companion.ledger.entry import Damaged, LedgerError

_WIDTH = 128


class Head(NamedTuple):
    """The last entry of a game, as far as somebody knows."""

    game: str
    seq: int
    hash: str


def beside(ledger: Path) -> Path:
    """Where the witness of a ledger lies."""
    return ledger.with_name(ledger.name + "-head")


class Witness:
    """The witness of a ledger that this process writes; `LedgerError` if another one does or the disk is read-only."""

    def __init__(self, ledger: Path) -> None:
        self._path = path = beside(ledger)
        try:
            self._file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o644), "r+b", buffering=0)
        except OSError as error:
            raise LedgerError("file", path=path, error=error) from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.close()
            raise LedgerError("file", path=ledger, error=message("ledger-file.written")) from error
        if os.fstat(self._file.fileno()).st_size < _WIDTH:
            self._write("")  # takes its room now, so that a disk that fills up later cannot refuse it

    def note(self, head: Head) -> None:
        """Write down that an entry was committed; `LedgerError` if the disk refuses, which does not undo the commit."""
        self._write(f"{head.game} {head.seq} {head.hash}")

    def _write(self, line: str) -> None:
        try:
            os.pwrite(self._file.fileno(), f"{line:{_WIDTH - 1}}\n".encode(), 0)
        except OSError as error:
            raise LedgerError("file", path=self._path, error=error) from error

    def close(self) -> None:
        """Let others write."""
        self._file.close()


def recall(ledger: Path) -> Head | None:
    """What the witness of a ledger says, None when there is none; raise `Damaged` when it cannot be understood."""
    path = beside(ledger)
    try:
        words = path.read_bytes().partition(b"\n")[0].decode("ascii").split()
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        raise Damaged("file", path=path, error=message("ledger-file.damaged")) from error
    if not words:
        return None
    if len(words) != 3 or not words[1].isdigit():
        raise Damaged("file", path=path, error=message("ledger-file.damaged"))
    return Head(words[0], int(words[1]), words[2])


def compare(db: sqlite3.Connection, ledger: Path) -> None:
    """Raise `Damaged` when the ledger lacks the entry that was acknowledged last."""
    head = recall(ledger)
    if head is None:
        return
    row = db.execute("SELECT line FROM entries WHERE game = ? AND seq = ?", (head.game, head.seq)).fetchone()
    if row is None:
        (kept,) = db.execute("SELECT max(seq) FROM entries WHERE game = ?", (head.game,)).fetchone()
        left = message("damage.none-left") if kept is None else message("damage.last-left", seq=kept)
        first = 0 if kept is None else kept + 1
        figures = {"path": ledger, "game": head.game, "seq": head.seq, "left": left}
        raise Damaged("damage.cut-short", head.game, first, **figures)
    if not row[0].endswith(f'"{head.hash}"}}'.encode()):
        figures = {"path": ledger, "game": head.game, "seq": head.seq}
        raise Damaged("damage.not-acknowledged", head.game, head.seq, **figures)
