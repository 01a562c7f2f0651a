"""A small file beside the ledger that says which entry and which seal were acknowledged last, and who may write.

It has two lines, one for the last entry and one for the last seal, each rewritten in its place after the commit. It is
put on the disk when the players have seen the move, and at the latest before the next one is written: a power cut
leaves it one entry behind the ledger, never before it. If it is ahead, acknowledged entries are gone: a truncated file,
a damaged log, an old copy put back. Its lock, which the system drops when the process ends in whatever way, keeps a
second program from writing the same games.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from pathlib import Path
from typing import NamedTuple

from companion.disk import sync_folder
from companion.errors import message
from companion.ledger.entry import Damaged, LedgerError

_WIDTH = 128
_FIGURES = 18  # digits that SQLite can count to
_BLANK = b"\0 \r\n"  # sectors that a power cut has zeroed say nothing


class Head(NamedTuple):
    """The last entry of a game, or the last one with a seal, as far as somebody knows."""

    game: str
    seq: int
    hash: str


def beside(ledger: Path) -> Path:
    """Where the witness of a ledger lies."""
    return ledger.with_name(ledger.name + "-head")


class Witness:
    """The witness of a ledger that this process writes; `LedgerError` if another one does or the disk is read-only."""

    def __init__(self, ledger: Path) -> None:
        self.path = path = beside(ledger)
        self._is_flushed = True
        try:
            is_new = not path.exists()
            self._file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o644), "r+b", buffering=0)
            if is_new:
                sync_folder(path.parent)
        except OSError as error:
            raise LedgerError("file", path=path, error=error) from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.close()
            raise LedgerError("file", path=ledger, error=message("ledger-file.written")) from error
        if os.fstat(self._file.fileno()).st_size < 2 * _WIDTH:
            self._make_room()

    def _make_room(self) -> None:
        """Take its room now, so that a disk that fills up later cannot refuse it; what it says stays."""
        entry, _, rest = os.pread(self._file.fileno(), 2 * _WIDTH, 0).partition(b"\n")
        if len(entry) < _WIDTH:
            self._write(rest.partition(b"\n")[0][: _WIDTH - 1], _WIDTH)
            self._write(entry, 0)

    def note(self, head: Head) -> None:
        """Write down that an entry was committed; `LedgerError` if the disk refuses, which does not undo the commit."""
        self._write(_line(head), 0)

    def note_seal(self, head: Head) -> None:
        """Write down that a seal was committed, as `note`."""
        self._write(_line(head), _WIDTH)

    def forget(self) -> None:
        """Say nothing any more: another ledger was put in the place of this one."""
        self._write(b"", 0)
        self._write(b"", _WIDTH)
        self.flush()

    def flush(self) -> None:
        """Put what was noted on the disk; `LedgerError` if it refuses."""
        if self._is_flushed:
            return
        try:
            os.fdatasync(self._file.fileno())
        except OSError as error:
            raise LedgerError("file", path=self.path, error=error) from error
        self._is_flushed = True

    def _write(self, line: bytes, at: int) -> None:
        self._is_flushed = False
        try:
            os.pwrite(self._file.fileno(), line.ljust(_WIDTH - 1) + b"\n", at)
        except OSError as error:
            raise LedgerError("file", path=self.path, error=error) from error

    def is_in_place(self) -> bool:
        """Whether the file that is locked is still the one that others would lock."""
        return os.path.samestat(os.fstat(self._file.fileno()), self.path.stat())

    def close(self) -> None:
        """Let others write."""
        self._file.close()


def note_seal_beside(ledger: Path, head: Head) -> None:
    """As `Witness.note_seal`, also while another program holds the lock: whichever of two seals stands, both were made.

    Where there is no witness yet, none is made. Raise `LedgerError` if the disk refuses; the seal stands.
    """
    path = beside(ledger)
    try:
        place = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    except OSError as error:
        raise LedgerError("file", path=path, error=error) from error
    try:
        os.pwrite(place, _line(head).ljust(_WIDTH - 1) + b"\n", _WIDTH)
        os.fdatasync(place)
    except OSError as error:
        raise LedgerError("file", path=path, error=error) from error
    finally:
        os.close(place)


def _line(head: Head) -> bytes:
    return f"{head.game} {head.seq} {head.hash}".encode()


def recall(ledger: Path) -> Head | None:
    """The entry that the witness of a ledger names, None when it says nothing or there is none.

    Raise `Damaged` when it cannot be understood.
    """
    return _recall(ledger)[0]


def speaks(ledger: Path) -> bool:
    """Whether a witness lies beside the ledger; without one, nobody notices that its last entries are gone."""
    try:
        return recall(ledger) is not None
    except LedgerError:
        return True


def recall_seal(ledger: Path) -> Head | None:
    """The sealed entry that the witness of a ledger names, as `recall`."""
    return _recall(ledger)[1]


def _recall(ledger: Path) -> tuple[Head | None, Head | None]:
    path = beside(ledger)
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None, None
    except OSError as error:
        raise LedgerError("file", path=path, error=error) from error
    entry, _, rest = content.partition(b"\n")
    return _head(entry, path), _head(rest.partition(b"\n")[0], path)


def _head(line: bytes, path: Path) -> Head | None:
    try:
        words = line.strip(_BLANK).decode("ascii").split()
    except UnicodeDecodeError as error:
        raise Damaged("file", path=path, error=message("ledger-file.damaged")) from error
    if not words:
        return None
    if len(words) != 3 or not words[1].isdigit() or len(words[1]) > _FIGURES:
        raise Damaged("file", path=path, error=message("ledger-file.damaged"))
    return Head(words[0], int(words[1]), words[2])


def compare(db: sqlite3.Connection, ledger: Path) -> None:
    """Raise `Damaged` when the ledger lacks the entry or the seal that was acknowledged last."""
    head, sealed = _recall(ledger)
    if head is not None:
        _compare_entry(db, ledger, head)
    if sealed is not None:
        # a later seal vouches for what that one did, and may have taken its place before it was noted here
        row = db.execute("SELECT 1 FROM seals WHERE game = ? AND seq >= ?", (sealed.game, sealed.seq)).fetchone()
        if row is None:
            raise Damaged("damage.seal-gone", sealed.game, sealed.seq, path=ledger, game=sealed.game, seq=sealed.seq)


def _compare_entry(db: sqlite3.Connection, ledger: Path, head: Head) -> None:
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


def check_gone(ledger: Path) -> None:
    """Raise `Damaged` when a ledger that is not there, or holds nothing, had acknowledged an entry."""
    head = recall(ledger)
    if head is not None:
        raise Damaged("damage.gone", head.game, 0, path=ledger, game=head.game, seq=head.seq, head=beside(ledger))
