"""Checking a ledger as a file: its pages, its tables among themselves, and its witness (issue 4)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.ledger import witness
from companion.ledger.errors import Damaged, LedgerError
from companion.ledger.store import Archive

_STRAY = "SELECT DISTINCT game FROM {} WHERE game NOT IN (SELECT id FROM games)"


def examine(path: Path) -> list[str]:
    """What is wrong with the file of a ledger, apart from the games in it; `LedgerError` when it cannot be opened."""
    try:
        with Archive(path) as archive:
            return list(_faults(archive))
    except Damaged as damage:
        return [str(damage)]


def _faults(archive: Archive) -> Iterator[str]:
    """Each fault; a `Damaged` on the way is the last one."""
    for (said,) in archive.ask("PRAGMA integrity_check(1)"):
        if said != b"ok":
            yield f"{archive.path}: its pages do not fit together: {said.decode(errors='replace')}"
    for table in ("entries", "seals"):
        for (game,) in archive.ask(_STRAY.format(table)):
            yield f"{archive.path}: {table} of a game {game.decode(errors='replace')} that is in no list"
    try:
        archive.compare_witness()
    except Damaged as damage:
        yield str(damage)


def has_witness(path: Path) -> bool:
    """Whether a witness lies beside the ledger; without one, nobody notices that its last unsealed entries are gone."""
    try:
        return witness.recall(path) is not None
    except LedgerError:
        return True
