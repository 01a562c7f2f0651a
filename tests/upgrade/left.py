"""What earlier versions have left behind: `NUMBER/left.tar.xz` beside this file, made by `NUMBER/make.py`."""

from __future__ import annotations

import tarfile
from pathlib import Path
from typing import Any

import msgspec

FOLDER = Path(__file__).parent
VERSIONS = sorted(file.parent.name for file in FOLDER.glob("*/left.tar.xz"))


class Game(msgspec.Struct, frozen=True):
    """What a version said of a game in its ledger; `kinds` of commands and events are in it."""

    edition: str
    players: tuple[str, ...]
    entries: int
    over: bool
    winner: str
    seals: int
    options: dict[str, Any]
    outcome: dict[str, Any]
    balances: tuple[int, ...]
    kinds: frozenset[str]


class Facts(msgspec.Struct, frozen=True):
    """What a version said of all that it left; the rows of the hub's reports by their names."""

    config: dict[str, Any]
    games: dict[str, Game]
    key: str
    evening: dict[str, Any]
    tags: dict[str, dict[str, dict[str, Any]]]
    cursors: dict[str, dict[str, Any]]
    seat: dict[str, Any]
    hub: dict[str, list[dict[str, Any]]]
    hub_entries: dict[str, int]


class Said(msgspec.Struct, frozen=True):
    """A message between a box and the hub."""

    time: str
    topic: str
    payload: str

    @property
    def box(self) -> str:
        """The box that said or heard it."""
        return self.topic.split("/")[2]

    @property
    def way(self) -> str:
        """`up` to the hub, `down` to the box."""
        return self.topic.split("/")[3]

    @property
    def kind(self) -> str:
        """What was said."""
        return self.topic.split("/")[4]


class Left:
    """A copy of all that a version has left, in a folder that is a test's own."""

    def __init__(self, version: str, folder: Path) -> None:
        with tarfile.open(FOLDER / version / "left.tar.xz") as archive:
            archive.extractall(folder, filter="data")
        self.home = folder / "home"
        self.state = self.home / ".local/state/banker"
        self.ledger = self.state / "ledger.sqlite"
        self.copies = self.home / "copies"
        self.facts = msgspec.json.decode((folder / "facts.json").read_bytes(), type=Facts)
        self.said = msgspec.json.Decoder(Said).decode_lines((folder / "wire.jsonl").read_bytes())

    @property
    def running(self) -> str:
        """The game that is still played."""
        [game] = [game for game, told in self.facts.games.items() if not told.over]
        return game


def lacks(now: object, then: object) -> list[str]:
    """What was said then, and is not said now, by its path; more may be said now."""
    if isinstance(then, dict) and isinstance(now, dict):
        return [
            f"{key}.{fault}" if fault else str(key)
            for key, value in then.items()
            for fault in ([""] if key not in now else lacks(now[key], value))
        ]
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        return [f"{at}.{fault}" for at, pair in enumerate(zip(now, then, strict=True)) for fault in lacks(*pair)]
    return [] if now == then else [f"{then!r} is now {now!r}"]
