"""The program itself: a real process with simulated chips, touched only through the page of the virtual table."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

import msgspec

from companion.app.assembly import virtual_tags
from companion.editions import registry
from companion.ledger.entry import Entry
from companion.ledger.store import Archive
from companion.table.tags import AnyTag, DeedTag, PlayerTag, board_key

PATIENCE = 30.0  # seconds on a busy machine
CLASSIC = registry.load("classic")
UIDS = {tag: uid for uid, tag in virtual_tags([CLASSIC], ["Mai", "Tom"]).items()}


class Banker:
    """`banker play` in its own process, until it is closed or killed."""

    def __init__(self, ledger: Path, *arguments: str, where: str = "--simulate") -> None:
        self.ledger = ledger
        command = [sys.executable, "-m", "companion", "play", where, "--no-browser", "--port", "0"]
        self.process = subprocess.Popen(
            [*command, "--ledger", str(ledger), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )
        self.url = self._url()

    def _url(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        if found is None:
            raise AssertionError(f"no address in {line!r}: {self.process.communicate()}")
        return found.group()

    @property
    def port(self) -> int:
        """Where its pages are."""
        return urlsplit(self.url).port or 0

    def kill(self) -> None:
        """The power goes."""
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    def close(self) -> int:
        """Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=PATIENCE)
        return self.process.returncode

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.kill()

    # hands

    def _hand(self, **deed: object) -> None:
        request = urllib.request.Request(
            f"{self.url}/hands", msgspec.json.encode(deed), {"content-type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            assert answer.status == 204

    def press(self, *buttons: str) -> None:
        for button in buttons:
            self._hand(do="press", button=button)
            self._hand(do="release", button=button)

    def lay(self, tag: AnyTag) -> None:
        self._hand(do="lay", uid=UIDS[tag])
        self._hand(do="lift", uid=UIDS[tag])

    def card(self, name: str) -> None:
        self.lay(PlayerTag(name))

    def deed(self, square: int) -> None:
        self.lay(DeedTag(board_key(CLASSIC.board), square))

    def throw(self, first: int, second: int) -> None:
        self._hand(do="roll", a=first, b=second)

    # what is written down

    def entries(self, count: int) -> list[Entry]:
        """The entries of the only game, when there are so many."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = entries_of(self.ledger)
            if len(found) >= count:
                return found
            time.sleep(0.02)
        raise AssertionError(f"{len(entries_of(self.ledger))} entries, not {count}")


def entries_of(ledger: Path) -> list[Entry]:
    """All entries of the only game in a ledger."""
    with Archive(ledger) as archive:
        games = archive.ids()
        return archive.entries(games[0]) if games else []
