"""The good part of a damaged ledger.

A damaged ledger is copied first and never touched. What SQLite can still read comes from SQLite; what it cannot reach
is carved out of the pages of the file and of its log. Whatever its source, a line is kept only if it has its hash and
follows from the one before it: the result is a prefix of what was written, never a guess.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import msgspec

from companion.errors import NOTHING, Message, message
from companion.ledger import secret, sqlite
from companion.ledger.carve import carve, sound
from companion.ledger.copying import write_beside
from companion.ledger.entry import Damaged, LedgerError, read
from companion.ledger.record import GameLines, from_text
from companion.ledger.seal import read_seal
from companion.ledger.witness import recall


class Salvage(msgspec.Struct, frozen=True):
    """What was kept of a game: `kept` entries from the first one of `known`, and why not more, if anything is lost."""

    game: str
    kept: int
    known: int
    fault: Message

    @property
    def is_cut(self) -> bool:
        """Whether something of the game is lost."""
        return self.fault != NOTHING


def save(records: Iterable[GameLines], target: Path) -> None:
    """Write games into a ledger of their own; `LedgerError` if the file is there already."""
    if target.exists():
        raise LedgerError("target-there", path=target)
    write_beside(target, lambda copy: _fill(copy, records))


def _fill(copy: sqlite3.Connection, records: Iterable[GameLines]) -> None:
    sqlite.lay_out(copy)
    copy.execute("BEGIN")
    for record in records:
        copy.execute("INSERT INTO games (id) VALUES (?)", (record.game,))
        rows = [(record.game, seq, line.decode()) for seq, line in enumerate(record.lines)]
        copy.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
        seals = [(record.game, read_seal(line).seq, line.decode()) for line in record.seals]
        copy.executemany("INSERT OR IGNORE INTO seals VALUES (?, ?, ?)", seals)
    copy.execute("COMMIT")


def recover(source: Path, target: Path) -> list[Salvage]:
    """Save the good prefix of every game of a damaged ledger or export into a new ledger, and report game by game.

    `LedgerError` if the source cannot be read at all, the target is there already, or nothing is left to save.
    """
    try:
        salvaged = [_salvage(find) for find in _finds(source)]
    except OSError as error:
        raise LedgerError("file", path=source, error=error) from error
    longest: dict[str, GameLines] = {}  # of each game: an export may hold one twice
    for record, _ in sorted(salvaged, key=lambda each: len(each[0].lines)):
        if record.lines:
            longest[record.game] = record
    if not longest:
        raise LedgerError("nothing-to-save", path=source)
    save([longest[game] for game in dict.fromkeys(record.game for record, _ in salvaged) if game in longest], target)
    secret.copy(source, target)
    return [report for _, report in salvaged]


class _Find(msgspec.Struct, frozen=True):
    """A game as it was found, and how many entries of it have left a trace."""

    record: GameLines
    known: int


def _finds(source: Path) -> list[_Find]:
    content = source.read_bytes()
    if source.suffix == ".jsonl" or content.startswith(b"{"):
        return [_Find(record, len(record.lines)) for record in from_text(content)]
    with tempfile.TemporaryDirectory() as folder:
        return list(_dig(_copy(source, Path(folder))))


def _copy(source: Path, folder: Path) -> Path:
    for suffix in ("", "-wal", "-journal", "-head"):
        part = source.with_name(source.name + suffix)
        if part.exists():
            shutil.copyfile(part, folder / f"ledger.db{suffix}")
    return folder / "ledger.db"


def _salvage(find: _Find) -> tuple[GameLines, Salvage]:
    """The prefix of a game that holds, with the seals that vouch for it."""
    record, hashes, fault = find.record, list[str](), NOTHING
    try:
        for entry in read(record.lines, record.game):
            hashes.append(entry.hash)
    except LedgerError as error:
        fault = error.message
    kept = len(hashes)
    if fault is NOTHING and (kept < find.known or not kept):
        fault = message("damage.entry", seq=kept, what=message("damage.lost"))
    seals = [line for line in record.seals if _vouches(line, record.game, hashes)]
    return GameLines(record.game, record.lines[:kept], seals), Salvage(record.game, kept, find.known, fault)


def _vouches(line: bytes, game: str, hashes: list[str]) -> bool:
    try:
        seal = read_seal(line)
    except Damaged:
        return False
    return seal.game == game and seal.seq < len(hashes) and hashes[seal.seq] == seal.hash


def _dig(path: Path) -> Iterator[_Find]:
    """The games of a copied ledger: its lines as far as SQLite reads them, and what can be carved out of its pages."""
    found, acknowledged = carve(path), _acknowledged(path)  # before SQLite tidies the log away
    with sqlite.plainly(path), closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.text_factory = bytes
        for way in ("", " DESC"):  # from both ends towards the damage
            found |= sound(_readable(db, f"SELECT line FROM entries ORDER BY game{way}, seq{way}"))  # noqa: S608
        listed = [name.decode(errors="replace") for name in _readable(db, "SELECT id FROM games ORDER BY number")]
        for game in dict.fromkeys([*listed, *sorted(game for game, _ in found), *acknowledged]):
            lines = {seq: line for (name, seq), line in found.items() if name == game}
            end = next(seq for seq in count() if seq not in lines)
            seals = _readable(db, "SELECT line FROM seals WHERE game = ? ORDER BY seq", game)
            known = max([*lines, acknowledged.get(game, -1)]) + 1
            yield _Find(GameLines(game, [lines[seq] for seq in range(end)], seals), known)


def _acknowledged(path: Path) -> dict[str, int]:
    """The game that the witness names and its last entry, if the witness can be understood."""
    try:
        head = recall(path)
    except Damaged:
        return {}
    return {head.game: head.seq} if head else {}


def _readable(db: sqlite3.Connection, query: str, *values: object) -> list[bytes]:
    """The texts that can be read; a damaged page ends them."""
    texts: list[bytes] = []
    try:
        for (text,) in db.execute(query, values):
            if isinstance(text, bytes):
                texts.append(text)
    except sqlite3.Error:
        return texts
    return texts
