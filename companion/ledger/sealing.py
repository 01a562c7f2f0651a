"""The seals in a ledger: which entry is signed, and which seal makes room for it."""

from __future__ import annotations

import sqlite3
from datetime import datetime

import msgspec

from companion.ledger import sqlite
from companion.ledger.entry import EntryPlace, LedgerError, hash_of
from companion.ledger.seal import TURN, DeviceKey, Seal, read_seal


def seal_last(db: sqlite3.Connection, game: str, key: DeviceKey, reason: str, wall: datetime, opened: str = "") -> Seal:
    """Sign the last entry of a game, unless it is sealed so already; whatever is sealed later takes the place of the
    seal of a turn.

    :raises LedgerError: there is no such game.
    """
    row = db.execute("SELECT line FROM entries WHERE game = ? ORDER BY seq DESC LIMIT 1", (game,)).fetchone()
    if row is None:
        raise LedgerError("no-such-game", game=game)
    digest = hash_of(row[0])
    last = msgspec.json.decode(row[0], type=EntryPlace)
    for (line,) in db.execute("SELECT line FROM seals WHERE game = ? AND seq = ?", (game, last.seq)):
        seal = read_seal(line)
        is_enough = (reason == TURN or seal.reason != TURN) and opened in ("", seal.opened)
        if (seal.key, seal.hash) == (key.public, digest) and is_enough:
            return seal
    unsigned = Seal(
        game=game,
        seq=last.seq,
        hash=digest,
        time=wall.replace(microsecond=0),
        reason=reason,
        key="",
        opened=opened or msgspec.UNSET,
    )
    line = key.sign(unsigned)
    _replace_turn_seal(db, (game, last.seq, line.decode()))
    return msgspec.json.decode(line, type=Seal)


def _replace_turn_seal(db: sqlite3.Connection, row: tuple[str, int, str]) -> None:
    try:
        db.execute("BEGIN IMMEDIATE")
        db.execute(sqlite.DROP_TURN_SEAL, row[:1])
        db.execute("INSERT INTO seals VALUES (?, ?, ?)", row)
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.rollback()
