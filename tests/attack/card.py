"""A card in somebody's hands between two evenings: the last throw becomes another one, as the rules would decide it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import replace

from companion.ledger import witness
from companion.ledger.entry import Entry, write
from companion.ledger.history import fold
from companion.ledger.seal import DeviceKey
from companion.ledger.sealing import seal_last
from companion.ledger.store import Archive
from companion.ledger.witness import Head
from companion.rules import codec
from companion.rules.commands import Roll


def rewrite(path: Path, game: str, first: int, second: int, key: DeviceKey | None) -> Head:
    """Write a game anew from its last throw on, with this throw instead; seal it if the key is in hand too.

    Chain, facts, money and witness are as they should be, and the game ends with the new throw.
    """
    with Archive(path) as archive:
        entries = archive.entries(game)
    at = max(entry.seq for entry in entries if isinstance(entry.command, Roll))
    forged, digest = _forged(entries[:at], entries[at], first, second)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("DELETE FROM seals WHERE game = ? AND seq >= ?", (game, at))
        db.execute("DELETE FROM entries WHERE game = ? AND seq >= ?", (game, at))
        db.execute("INSERT INTO entries VALUES (?, ?, ?)", (game, at, forged.decode()))
        db.text_factory = bytes
        if key is not None:
            seal_last(db, game, key, "pause", datetime.now(UTC))
    _bear_false_witness(path, Head(game, at, digest))
    return Head(game, at, digest)


def _forged(before: list[Entry], true: Entry, first: int, second: int) -> tuple[bytes, str]:
    command = true.command
    assert isinstance(command, Roll)
    throw = codec.replace(command, first=first, second=second)
    events = fold(before).ask(throw)
    return write(replace(true, command=throw, events=events, hash=""))


def _bear_false_witness(path: Path, head: Head) -> None:
    with closing(witness.Witness(path)) as said:
        said.note(head)
        said.note_seal(Head("", 0, ""))
        said.flush()
        Path(said.path).write_bytes(
            f"{head.game} {head.seq} {head.hash}".encode().ljust(127) + b"\n" + b" " * 127 + b"\n"
        )
