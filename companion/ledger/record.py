"""A game as lines, out of a ledger or an export and into a ledger: the one form in which games are checked and saved.

An export is JSON Lines: the lines of a game as its ledger holds them, then its seals. Several games may follow one
another in a file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from companion.ledger import sqlite, witness
from companion.ledger.entry import LedgerError, place_of, read
from companion.ledger.seal import MARK, read_seal
from companion.ledger.store import Archive
from companion.ledger.witness import Witness

_DATABASE = b"SQLite format 3\0"


class GameLines(msgspec.Struct, frozen=True):
    """The lines of one game and its seals.

    `is_export`: its last entry has to be sealed; `is_witnessed`: somebody would know that entries at its end are gone.
    """

    game: str
    lines: Sequence[bytes]
    seals: Sequence[bytes] = ()
    is_export: bool = False
    is_witnessed: bool = False

    def text(self) -> bytes:
        """The game as JSON Lines."""
        return b"".join(line + b"\n" for line in (*self.lines, *self.seals))


def from_archive(archive: Archive, game: str) -> GameLines:
    """A game out of a ledger; `LedgerError` if it has none of it."""
    lines = archive.lines(game)
    if not lines:
        raise LedgerError("game-not-there", path=archive.path, game=game)
    seals = [*archive.seals(game), *archive.turn_seal(game)]
    return GameLines(game, lines, seals, is_witnessed=witness.speaks(archive.path))


def from_text(text: bytes) -> list[GameLines]:
    """The games of an export, whole or damaged: every line belongs to the game that was begun before it."""
    return [_record(group) for group in _games(text)]


def is_database(path: Path) -> bool:
    """Whether a file is a ledger, not an export; `LedgerError` when it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(len(_DATABASE)) == _DATABASE
    except OSError as error:
        raise LedgerError("file", path=path, error=error) from error


def _games(text: bytes) -> Iterator[list[bytes]]:
    group: list[bytes] = []
    for line in text.removesuffix(b"\n").split(b"\n"):
        place = place_of(line) if line.startswith(b'{"format":') else None
        if place and place.format and group:
            yield group
            group = []
        group.append(line)
    yield group


def _record(group: Sequence[bytes]) -> GameLines:
    lines = [line for line in group if not line.startswith(MARK)]
    places = (place_of(line) for line in lines)
    game = next((place.game for place in places if place), "")
    return GameLines(game, lines, [line for line in group if line.startswith(MARK)], is_export=True)


def adopt(path: Path, record: GameLines) -> None:
    """Put a game into a ledger, making it if there is none, so that it can be gone on with.

    :raises LedgerError: the ledger has the game already, or another program writes to it.
    :raises Damaged: the lines do not hold.
    """
    entries = list(read(record.lines, record.game))
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(Witness(path)), sqlite.plainly(path), closing(sqlite.open_writing(path)) as db:
        if db.execute("SELECT 1 FROM games WHERE id = ?", (record.game,)).fetchone():
            raise LedgerError("has-game", path=path, game=record.game)
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO games (id) VALUES (?)", (record.game,))
        rows = [(record.game, entry.seq, line.decode()) for entry, line in zip(entries, record.lines, strict=True)]
        db.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
        seals = [(record.game, read_seal(line).seq, line.decode()) for line in record.seals]
        db.executemany("INSERT OR IGNORE INTO seals VALUES (?, ?, ?)", seals)
        db.execute("COMMIT")
