"""The SQLite file under a ledger: how it is opened, what must be in it, and its faults in plain words (design: Ledger).

Lines are kept as text, read as bytes: a flipped bit must reach the check of the hash, not stop at a decoder. Every
commit is synchronous, so an entry that `append` has returned survives a power cut. SQLite itself forgets, in silence,
whatever follows a damaged place in its write-ahead log; `witness` notices that.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from companion.errors import message
from companion.ledger.entry import Damaged, LedgerError

APPLICATION_ID = 0x42414E4B  # "BANK"
SCHEMA_VERSION = 1
PAGE = 4096
HIGHEST = (1 << 63) - 1  # number that a column holds

TURNING = """instr(line, '"type":"Ended"') OR instr(line, '"type":"TakenBack"')"""
TURNS = f"SELECT line FROM entries WHERE game = ? AND ({TURNING}) ORDER BY seq"  # noqa: S608 (nothing from outside)
ENDED = f"""
    SELECT game FROM entries WHERE {TURNING} GROUP BY game
    HAVING max(seq) = max(iif(instr(line, '"type":"Ended"'), seq, -1))
"""  # noqa: S608 (games whose last turning is their end, so that nothing can have taken it back)

NEWEST = """
    SELECT line FROM entries WHERE game = (SELECT id FROM games ORDER BY number DESC LIMIT 1) ORDER BY seq DESC LIMIT 1
"""
_OF_A_TURN = """instr(line, ',"reason":"turn",')"""
SEALS = f"SELECT line FROM seals WHERE game = ? AND NOT {_OF_A_TURN} ORDER BY seq, line"  # noqa: S608
TURN_SEAL = f"SELECT line FROM seals WHERE game = ? AND {_OF_A_TURN}"  # noqa: S608
DROP_TURN_SEAL = f"DELETE FROM seals WHERE game = ? AND {_OF_A_TURN}"  # noqa: S608

SCHEMA = {
    "games": "CREATE TABLE games (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT",
    "entries": (
        "CREATE TABLE entries (game TEXT NOT NULL, seq INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (game, seq))"
        " STRICT, WITHOUT ROWID"
    ),
    "turning": f"CREATE INDEX turning ON entries (game, seq) WHERE {TURNING}",
    "seals": (
        "CREATE TABLE seals (game TEXT NOT NULL, seq INTEGER NOT NULL, line TEXT NOT NULL,"
        " PRIMARY KEY (game, seq, line)) STRICT, WITHOUT ROWID"
    ),
}

_REASONS = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_CANTOPEN: "unopenable",
    sqlite3.SQLITE_IOERR: "disk",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_PERM: "forbidden",
    sqlite3.SQLITE_AUTH: "forbidden",
    sqlite3.SQLITE_NOTADB: "no-ledger",
    sqlite3.SQLITE_CORRUPT: "damaged",
}
_WITHOUT_LOG = 1  # byte 18 of a file that is written through a rollback journal (sqlite.org/fileformat2 1.3.3)
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


@contextmanager
def plainly(path: Path) -> Iterator[None]:
    """Turn what SQLite raises into `LedgerError`, or `Damaged` when the file is not what it was."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        kind = Damaged if code in _DAMAGE else LedgerError
        said = message(f"ledger-file.{_REASONS[code]}") if code in _REASONS else str(error)
        raise kind("file", path=path, error=said) from error


def _unusable(path: Path, what: str) -> LedgerError:
    return LedgerError("file", path=path, error=message(f"ledger-file.{what}"))


def open_writing(path: Path) -> sqlite3.Connection:
    """Open a ledger to write, making it if there is none; each statement is a transaction unless one is begun."""
    with plainly(path):
        db = sqlite3.connect(path, timeout=5, isolation_level=None, check_same_thread=False)
        try:
            db.text_factory = bytes
            db.execute(f"PRAGMA page_size = {PAGE}")
            if db.execute("PRAGMA journal_mode = WAL").fetchone() != (b"wal",):
                raise _unusable(path, "disk")  # SQLite says so by the answer alone
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA cell_size_check = ON")
            if _is_empty(db):
                lay_out(db)
            check_schema(db, path)
        except BaseException:
            db.close()
            raise
        return db


def open_reading(path: Path) -> sqlite3.Connection:
    """Open a ledger to read, changing neither it nor its log; a table may write to it, the disk may be read-only."""
    if not path.is_file():
        raise _unusable(path, "folder" if path.is_dir() else "missing")
    if has_foreign_log(path):
        raise LedgerError("foreign-log", path=path)
    settle(path)
    with plainly(path):
        try:
            return _open_reading(path, "mode=ro")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
                raise
            log = path.with_name(path.name + "-wal")
            if log.exists() and log.stat().st_size:
                raise _unusable(path, "log") from error
            return _open_reading(path, "immutable=1")


def settle(path: Path) -> None:
    """Roll back what a power cut left half done while the file was made; later on there is no such journal."""
    journal = path.with_name(path.name + "-journal")
    if path.exists() and journal.exists():
        with plainly(path), closing(_connect(path, "mode=rw")) as db:
            _is_empty(db)


def has_foreign_log(path: Path) -> bool:
    """Whether the log beside a ledger belongs to another one: a copy, which keeps none, was laid over it."""
    log = path.with_name(path.name + "-wal")
    try:
        with path.open("rb") as file:
            head = file.read(20)
        return len(head) == 20 and head[18] == _WITHOUT_LOG and log.stat().st_size > 0
    except FileNotFoundError:
        return False
    except OSError as error:
        raise LedgerError("file", path=path, error=error) from error


def _connect(path: Path, how: str) -> sqlite3.Connection:
    place = quote(str(path.absolute()))
    return sqlite3.connect(f"file:{place}?{how}", timeout=5, isolation_level=None, uri=True, check_same_thread=False)


def _open_reading(path: Path, how: str) -> sqlite3.Connection:
    db = _connect(path, how)
    try:
        db.text_factory = bytes
        db.execute("PRAGMA cell_size_check = ON")
        check_schema(db, path)
    except BaseException:
        db.close()
        raise
    return db


def is_blank(path: Path) -> bool:
    """Whether a file holds no table yet: the power was cut while the ledger was being made."""
    if not path.stat().st_size:
        return True
    with plainly(path), closing(_connect(path, "mode=ro")) as db:
        return _is_empty(db) and db.execute("PRAGMA application_id").fetchone() == (0,)


def _is_empty(db: sqlite3.Connection) -> bool:
    return db.execute("SELECT 1 FROM sqlite_master").fetchone() is None


def lay_out(db: sqlite3.Connection) -> None:
    """Make the tables of an empty ledger."""
    db.execute(f"PRAGMA page_size = {PAGE}")  # before the first write, else it is too late
    db.execute("BEGIN IMMEDIATE")
    for statement in SCHEMA.values():
        db.execute(statement)
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    db.execute("COMMIT")


def check_schema(db: sqlite3.Connection, path: Path) -> None:
    """Raise `LedgerError` unless the file is a ledger of this version, `Damaged` when its layout is not ours."""
    if db.execute("PRAGMA application_id").fetchone() != (APPLICATION_ID,):
        raise _unusable(path, "no-ledger")
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA_VERSION:
        raise LedgerError("file", path=path, error=message("ledger-file.later", version=version))
    found = dict(db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))
    if found != {name.encode(): statement.encode() for name, statement in SCHEMA.items()}:
        raise Damaged("file", path=path, error=message("ledger-file.tables"))
