"""How far each game of a table has reached the hub: a small SQLite file beside the ledger, of the outbox alone."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import msgspec

from companion.ledger.record import GameLines, adopt
from companion.publishing.wire import Seat

APART = -1
"""The round of a game that is none of the tournament's: it is never sent."""

_SCHEMA = (
    (
        "CREATE TABLE IF NOT EXISTS cursor (game TEXT PRIMARY KEY, round INTEGER NOT NULL, place INTEGER NOT NULL,"
        " have INTEGER NOT NULL DEFAULT 0, seals INTEGER NOT NULL DEFAULT 0, over INTEGER NOT NULL DEFAULT 0,"
        " refused TEXT NOT NULL DEFAULT '') STRICT, WITHOUT ROWID"
    ),
    "CREATE TABLE IF NOT EXISTS note (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
)


class Cursor(msgspec.Struct):
    """One game: where it belongs, how many lines and seals the hub has, whether it is over there, or why refused."""

    game: str
    round: int
    table: int
    have: int = 0
    seals: int = 0
    over: bool = False
    refused: str = ""


class Cursors:
    """The cursors of one table; used by one thread at a time."""

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")  # an older cursor only sends again
        for statement in _SCHEMA:
            self._db.execute(statement)

    def all(self) -> dict[str, Cursor]:
        rows = self._db.execute("SELECT game, round, place, have, seals, over, refused FROM cursor")
        return {
            game: Cursor(game, number, place, have, seals, over=bool(over), refused=refused)
            for game, number, place, have, seals, over, refused in rows
        }

    def keep(self, cursor: Cursor) -> None:
        row = (cursor.game, cursor.round, cursor.table, cursor.have, cursor.seals, int(cursor.over), cursor.refused)
        self._db.execute("INSERT OR REPLACE INTO cursor VALUES (?, ?, ?, ?, ?, ?, ?)", row)

    def seat(self) -> Seat | None:
        row = self._db.execute("SELECT value FROM note WHERE name = 'seat'").fetchone()
        return msgspec.json.decode(row[0], type=Seat) if row else None

    def keep_seat(self, seat: Seat) -> None:
        """Remember where the table is seated, for when the network is gone."""
        self._db.execute("INSERT OR REPLACE INTO note VALUES ('seat', ?)", (msgspec.json.encode(seat).decode(),))

    def close(self) -> None:
        self._db.close()


def beside(ledger: Path) -> Path:
    """Where the cursors of a ledger lie."""
    return ledger.with_name("outbox.sqlite")


def take_over(ledger: Path, record: GameLines, number: int, table: int) -> None:
    """Go on at this box with a game that another one has begun, for its round and table; `LedgerError` if it cannot."""
    adopt(ledger, record)
    cursors = Cursors(beside(ledger))
    cursors.keep(Cursor(record.game, number, table))
    cursors.close()
