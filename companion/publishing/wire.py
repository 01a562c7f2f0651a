"""What tables and hub say to each other over MQTT 3.1.1, QoS 1; the network may lose, repeat and delay all of it.

    banker/EVENT/BOX/up/KIND      from a table: hello, playing, lines, seal, health; `gone` is its last will
    banker/EVENT/BOX/down/KIND    to a table: have, seat (retained)
    banker/EVENT/all/down/here    the hub is there (again): everybody says hello

A table sends the lines of its ledger as they are, some at a time. What counts is not the broker's acknowledgement but
the hub's: `have` says how many lines of a game are safe in its database, and the table goes on from there. A `have`
below what was sent asks for the rest again. So a message, a broker, a database may get lost: nothing is missing and
nothing counts twice, since a line has its place by game and number.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec

from companion.errors import UserError
from companion.reading import UNREADABLE

ROOT = "banker"
ALL = "all"
LARGEST = 48 * 1024
"""Bytes of lines in one message, unless a single line is longer."""

T = TypeVar("T")

GameId = Annotated[str, msgspec.Meta(pattern=r"^[\w.-]{1,80}$")]
Count = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
Moment = Annotated[datetime, msgspec.Meta(tz=True)]


class LineKey(msgspec.Struct, frozen=True):
    """Where a line or a seal belongs; what is of no game by name or number is of none that can be kept."""

    game: GameId
    seq: Count


class Hello(msgspec.Struct, frozen=True):
    """A table is there: the public key that seals its games (hexadecimal), and how many lines of each it has."""

    key: str
    version: str
    games: dict[GameId, Count] = {}


class Playing(msgspec.Struct, frozen=True):
    """A game was begun at a table, for a round as the table knew it."""

    game: GameId
    round: Count
    table: Count


class Health(msgspec.Struct, frozen=True):
    """How a box is: its wall clock, seconds since its start, free space in MiB, degrees Celsius, lines not yet safe."""

    time: Moment
    uptime: int
    free: int = -1
    temperature: float | None = None
    waiting: int = 0


class Have(msgspec.Struct, frozen=True):
    """So many lines and seals of a game are safe; `again`: send the rest anew; `refused`: why no more is taken."""

    game: str
    length: int
    seals: int = 0
    again: bool = False
    refused: str = ""


class Seat(msgspec.Struct, frozen=True):
    """Where a table stands in the tournament: round and table from 0, who plays by seat, by what, until when.

    `called`: time is up, play goes on until all have had an equal number of turns. `chances` to win may be shown.
    """

    event: str
    round: int
    table: int
    players: tuple[str, ...]
    edition: str = "classic"
    profiles: tuple[str, ...] = ()
    rules: dict[str, str | int | bool] = {}
    ends: datetime | None = None
    called: bool = False
    chances: bool = False


class Membership(msgspec.Struct, frozen=True):
    """What a table gets when it joins: who it is, where the broker is, and whom to believe (PEM)."""

    event: str
    box: str
    name: str
    password: str
    host: str
    port: int
    authority: str
    url: str = ""


class Joining(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table shows when it joins: the code it was given, and the public key that will seal its games."""

    code: str
    key: str


def up(event: str, box: str, kind: str) -> str:
    """The topic of what a table says."""
    return f"{ROOT}/{event}/{box}/up/{kind}"


def down(event: str, box: str, kind: str) -> str:
    """The topic of what a table is told."""
    return f"{ROOT}/{event}/{box}/down/{kind}"


def parts(topic: str) -> tuple[str, str, str]:
    """Event, box and kind of a topic."""
    _, event, box, _, kind = topic.split("/")
    return event, box, kind


def line_key(line: bytes) -> LineKey | None:
    """Where a line of a ledger or a seal belongs, None where that cannot be read or no database could keep it."""
    try:
        line.decode()
        return None if b"\0" in line else msgspec.json.decode(line, type=LineKey)
    except UNREADABLE:
        return None


def read(payload: bytes, kind: type[T]) -> T:
    """Decode a message; raise `msgspec.DecodeError` if it is none."""
    return msgspec.json.decode(payload, type=kind)


def bundles(lines: list[bytes]) -> list[bytes]:
    """Lines as payloads of no more than `LARGEST` bytes each, where a line allows."""
    found: list[bytes] = []
    for line in lines:
        if found and len(found[-1]) + len(line) < LARGEST:
            found[-1] += b"\n" + line
        else:
            found.append(line)
    return found


def membership_file(state: Path) -> Path:
    return state / "hub.json"


def read_membership(file: Path) -> Membership | None:
    """The membership of this table, None if it has joined nothing; `UserError` when the file is not ours."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Membership)
    except FileNotFoundError:
        return None
    except (OSError, *UNREADABLE) as error:
        raise UserError("publishing.unreadable-membership", file=file, error=str(error)) from error
