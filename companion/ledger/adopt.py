"""Going on with a game that another device has begun: its lines and seals, put into a ledger that has none of it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from companion.ledger import sqlite
from companion.ledger.entry import read
from companion.ledger.errors import LedgerError
from companion.ledger.record import GameLines
from companion.ledger.seal import read_seal
from companion.ledger.witness import Witness


def adopt(path: Path, record: GameLines) -> None:
    """Put a game into a ledger, making it if there is none, so that it can be gone on with (issue 8).

    :raises LedgerError: the ledger has the game already, or another program writes to it.
    :raises Damaged: the lines do not hold.
    """
    entries = list(read(record.lines, record.game))
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(Witness(path)), sqlite.plainly(path), closing(sqlite.open_writing(path)) as db:
        if db.execute("SELECT 1 FROM games WHERE id = ?", (record.game,)).fetchone():
            raise LedgerError(f"{path}: has game {record.game} already")
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO games (id) VALUES (?)", (record.game,))
        rows = [(record.game, entry.seq, line.decode()) for entry, line in zip(entries, record.lines, strict=True)]
        db.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
        seals = [(record.game, read_seal(line).seq, line.decode()) for line in record.seals]
        db.executemany("INSERT INTO seals VALUES (?, ?, ?)", seals)
        db.execute("COMMIT")
