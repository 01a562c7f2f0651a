"""Files that a power cut leaves either as they were or as they were to become, with the name they were given.

A rename is on the disk when its folder is: whatever gives a file its name here syncs the folder after it.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def sync_folder(folder: Path) -> None:
    """Put the names in a folder on the disk; file systems that cannot sync a folder have nothing to wait for.

    :raises OSError: the disk does not answer.
    """
    place = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        with suppress(PermissionError):
            os.fsync(place)
    finally:
        os.close(place)


def move(source: Path, target: Path) -> None:
    """Give a file another name, over whatever had it, for good.

    :raises OSError: the disk refuses; the file has its old name.
    """
    source.replace(target)
    for folder in {source.parent, target.parent}:
        sync_folder(folder)


def remove(path: Path) -> None:
    """Take a file away for good, if it is there."""
    path.unlink(missing_ok=True)
    sync_folder(path.parent)


def write_whole(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Replace a file in one step, so that a power cut leaves the old or the new one, never half; a new one has a mode.

    :raises OSError: disk full, read-only, no permission; the old file is whole.
    """
    beside = path.with_name(path.name + ".new")
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, mode), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        move(beside, path)
    except OSError:
        with suppress(OSError):
            beside.unlink()
        raise


def put_aside(path: Path) -> Path:
    """Keep what cannot be read under a name that is free, as `NAME.damaged-1`, which is given."""
    kept = free_name(path)
    move(path, kept)
    return kept


def free_name(path: Path) -> Path:
    """The first of `NAME.damaged-1`, `NAME.damaged-2`, ... that no file has."""
    number = 1
    while (kept := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    return kept
