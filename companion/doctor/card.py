"""Whether a card keeps what it says it has: numbers are flushed one after the other until somebody pulls the plug.

Each number is shown when the card has acknowledged it, to people who look on from another machine; after the power cut
the card must still have the last one that was shown. No program can find that out by itself: what it remembers lies on
the same card.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from companion.disk import sync_folder
from companion.errors import UserError

MARKS = "card-check"
BLOCK, BLOCKS = 4096, 64  # as the ledger's log is written: block after block
PACE_SECONDS = 0.05


def path_beside(ledger: Path) -> Path:
    """Where the numbers of the card are that a ledger lies on."""
    return ledger.with_name(MARKS)


def measure(path: Path, told: Callable[[int, float], object], numbers: int = 0) -> None:
    """Write numbers from 1 on, flush each, and only then tell it, with the ms that it took; `numbers` 0: without end.

    :raises UserError: the card refuses.
    """
    try:
        with path.open("wb", buffering=0) as file:
            file.truncate(BLOCK * BLOCKS)
            os.fsync(file.fileno())
            sync_folder(path.parent)
            number = 0
            while not numbers or number < numbers:
                number += 1
                told(number, _mark(file.fileno(), number))
                time.sleep(PACE_SECONDS)
    except BrokenPipeError:
        raise  # whoever looked on has gone; the card has refused nothing
    except OSError as error:
        raise UserError("file", path=path, error=error) from error


def _mark(file: int, number: int) -> float:
    began = time.perf_counter()
    os.pwrite(file, f"{number}\n".encode().ljust(BLOCK, b"."), number % BLOCKS * BLOCK)
    os.fdatasync(file)
    return (time.perf_counter() - began) * 1000


def kept(path: Path) -> int:
    """The last number that the card still has, 0 for none.

    :raises UserError: nothing was measured here, or it cannot be read.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UserError("file", path=path, error=error) from error
    marks = [content[at : at + BLOCK].partition(b"\n")[0] for at in range(0, len(content), BLOCK)]
    return max((int(mark) for mark in marks if mark.isdigit()), default=0)
