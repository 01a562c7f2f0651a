"""Another ledger in the place of this one: restored from a backup, or recovered.

The new ledger is laid beside the old one first, whole and on the disk, as `LEDGER.incoming`. Then a journal,
`LEDGER.exchange`, names under what name the old one is to be kept, and from then on the exchange is carried to its end,
if need be by whoever opens the ledger next:

    1  the log, and whatever else SQLite keeps beside it, and last the ledger itself get the name they are kept under
    2  the new ledger gets the name of the old one
    3  the witness, whose lock is held all the time, says nothing any more
    4  the journal goes

While the new ledger lies beside it, all that has the old name belongs to the old one; so every step can be done again.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from companion.disk import free_name, move, remove, sync_folder, write_whole
from companion.ledger import secret
from companion.ledger.copying import copy_games
from companion.ledger.entry import LedgerError
from companion.ledger.witness import Witness, beside

PARTS = ("-shm", "-wal", "-journal", "")


def incoming(ledger: Path) -> Path:
    """Where the new ledger lies until it takes its place."""
    return ledger.with_name(ledger.name + ".incoming")


def _journal(ledger: Path) -> Path:
    return ledger.with_name(ledger.name + ".exchange")


def is_pending(ledger: Path) -> bool:
    """Whether an exchange was begun and not carried to its end."""
    return _journal(ledger).exists()


def finish_pending(ledger: Path) -> None:
    """Carry an exchange that was cut off to its end; `LedgerError` while another program holds the ledger."""
    with closing(Witness(ledger)) as witness:
        finish(ledger, witness)


def finish(ledger: Path, witness: Witness) -> None:
    """Carry an exchange that was cut off to its end, if there is one, under a lock that is held already."""
    if is_pending(ledger):
        try:
            _carry_out(ledger, witness)
        except OSError as error:
            raise LedgerError("file", path=ledger, error=error) from error


def exchange(new: Path, ledger: Path) -> Path | None:
    """Let a copy of a ledger take the place of another one; give the name that one is kept under, if it was there.

    :raises LedgerError: a program writes to it, the copy is none, or the disk refuses: the old one is whole.
    """
    try:
        ledger.parent.mkdir(parents=True, exist_ok=True)
        with closing(Witness(ledger)) as witness:
            finish(ledger, witness)
            copy_games(new, incoming(ledger))
            secret.copy(new, ledger)
            kept = free_name(ledger)
            if beside(ledger).stat().st_size:
                shutil.copyfile(beside(ledger), kept.with_name(kept.name + "-head"))
            was_there = ledger.exists()
            write_whole(_journal(ledger), os.fsencode(kept.name))
            _carry_out(ledger, witness)
    except OSError as error:
        raise LedgerError("file", path=ledger, error=error) from error
    return kept if was_there else None


def _carry_out(ledger: Path, witness: Witness) -> None:
    kept = _kept_name(ledger)
    if incoming(ledger).exists():
        for part, name in _parts(ledger, kept):
            if part.exists():
                part.replace(name)
                sync_folder(ledger.parent)
        move(incoming(ledger), ledger)
    witness.forget()
    remove(_journal(ledger))


def _kept_name(ledger: Path) -> Path:
    """The name in the journal; where it cannot be read, the one that it must have been, or another that is free."""
    name = os.fsdecode(_journal(ledger).read_bytes())
    is_whole = name.removeprefix(f"{ledger.name}.damaged-").isdecimal()
    return ledger.with_name(name) if is_whole else free_name(ledger)


def _parts(ledger: Path, kept: Path) -> Iterator[tuple[Path, Path]]:
    for suffix in PARTS:
        yield ledger.with_name(ledger.name + suffix), kept.with_name(kept.name + suffix)
