"""The seed of a game's chance, in a file of its own beside the ledger that only the table may read.

It is on the disk before the game is, in every backup, in no export, and gone when the game is over and its seed opened
in the last seal.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from companion.disk import remove, sync_folder, write_whole
from companion.ledger.entry import LedgerError
from companion.ledger.seal import SEED_DIGITS

_FOR_ITS_OWNER = 0o700


def folder_beside(ledger: Path) -> Path:
    """Where the seeds of a ledger's games lie."""
    return ledger.with_name(ledger.name + ".secrets")


def _file(ledger: Path, game: str) -> Path:
    return folder_beside(ledger) / game.replace("/", "_")  # whatever an id says, the file is in its folder


def keep(ledger: Path, game: str, seed: bytes) -> None:
    """Put the seed of a game on the disk; `LedgerError` if it refuses."""
    folder = folder_beside(ledger)
    try:
        if not folder.exists():
            folder.mkdir(mode=_FOR_ITS_OWNER)
            sync_folder(folder.parent)
        write_whole(_file(ledger, game), seed.hex().encode(), 0o600)
    except OSError as error:
        raise LedgerError("file", path=folder, error=error) from error


def recall(ledger: Path, game: str) -> bytes | None:
    """The seed of a game, None when its file is lost or damaged."""
    try:
        content = _file(ledger, game).read_bytes()
        return bytes.fromhex(content.decode("ascii")) if len(content) == SEED_DIGITS else None
    except (OSError, ValueError):
        return None


def forget(ledger: Path, game: str) -> None:
    """Take the file of a game away, which is over; `LedgerError` if the disk refuses."""
    try:
        if _file(ledger, game).exists():
            remove(_file(ledger, game))
    except OSError as error:
        raise LedgerError("file", path=folder_beside(ledger), error=error) from error


def copy(ledger: Path, target: Path, only: str = "") -> None:
    """Lay the seeds of a ledger, or of one game, beside a copy of it; those that lie there already stay.

    :raises LedgerError: as `keep`.
    """
    source = folder_beside(ledger)
    for file in sorted(source.iterdir()) if source.is_dir() else ():
        seed = recall(ledger, file.name) if only in ("", file.name) else None
        if seed is not None and recall(target, file.name) is None:
            keep(target, file.name, seed)


def drop(ledger: Path) -> None:
    """Take all seeds away that lie beside a copy that is gone."""
    shutil.rmtree(folder_beside(ledger), ignore_errors=True)
