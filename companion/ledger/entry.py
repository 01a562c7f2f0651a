"""One entry of a ledger, its bytes and the chain.

A line is the JSON of an entry, one line of text in UTF-8, and its last member is the SHA-256 of all that stands before:

    {"format":1,"game":"20261130-2014-k3f9","seq":0,...,"hash":"9f..."}
    {"game":"20261130-2014-k3f9","seq":1,...,"prev":"9f...","hash":"41..."}

The hash is taken over the bytes as they were written, without `,"hash":"..."`; so old lines stay true whatever becomes
of the types that read them. `prev` is the hash of the line before, missing in the first one, which names in `after` the
last entry of the game that was begun before it, so that games hang together as lines do. The order of a game is `seq`,
not the clock: `time` is what the wall clock showed, `elapsed` is the time of play by a clock that never jumps.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import cache
from typing import Any

import msgspec

from companion.errors import UserError, message
from companion.reading import UNREADABLE
from companion.rules import codec
from companion.rules.commands import AnyCommand
from companion.rules.events import AnyEvent


class LedgerError(UserError):
    """The ledger cannot be read or written; what it held before is whole."""


class Damaged(LedgerError):
    """A ledger or an export is not as it was written: `game` and `seq` name the first place, -1 the whole file."""

    def __init__(self, reason: str, of: str = "", at: int = -1, /, **figures: object) -> None:
        super().__init__(reason, **figures)
        self.game = of
        self.seq = at


Upcaster = Callable[[dict[str, Any]], dict[str, Any]]


def _without_grounds(data: dict[str, Any]) -> dict[str, Any]:
    """Charges of format 1 have no ground, and none is guessed."""
    return data


UPCASTERS: Sequence[Upcaster] = (_without_grounds,)
"""The n-th turns the plain data of a format n + 1 entry into that of format n + 2; CHANGELOG has a line for each."""

FORMAT = 1 + len(UPCASTERS)

_DIGITS = 64
_BEFORE, _AFTER = b',"hash":"', b'"}'
_TAIL = len(_BEFORE) + _DIGITS + len(_AFTER)


class Before(msgspec.Struct, frozen=True, array_like=True):
    """The last entry of the game that was begun before; without a name, the ledger held none."""

    game: str = ""
    seq: int = -1
    hash: str = ""


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One accepted command of a game and the facts that it caused (design: Ledger); `elapsed` in ms, `time` in UTC."""

    format: int = 0  # in the first entry of a game
    game: str
    seq: int
    time: datetime
    elapsed: int
    origin: str
    command: AnyCommand
    events: tuple[AnyEvent, ...]
    prev: str = ""
    after: Before | None = None  # in the first entry of a game; None: written by a version that did not know it
    hash: str = ""


@cache
def _decode() -> Callable[[bytes], Entry]:
    """Made when the first line is read: it takes a while."""
    return codec.decoder(Entry)


def write(entry: Entry) -> tuple[bytes, str]:
    """Make the line of an entry that has no hash yet, and its hash."""
    body = codec.encode(entry)
    digest = hashlib.sha256(body).hexdigest()
    return b"".join((body[:-1], _BEFORE, digest.encode(), _AFTER)), digest


def hash_of(line: bytes) -> str:
    """The hash that a line carries, checked against its bytes; raise `Damaged` when they disagree."""
    digest = hashlib.sha256(line[:-_TAIL] + b"}").hexdigest()
    if line[-_TAIL:] != b"".join((_BEFORE, digest.encode(), _AFTER)):
        raise Damaged("damage.hash")
    return digest


class EntryPlace(msgspec.Struct, frozen=True):
    """Where a line belongs, read without the rest of it; `format` is not 0 in the first line of a game."""

    game: str
    seq: int
    format: int = 0


def place_of(line: bytes) -> EntryPlace | None:
    """Where a line says that it belongs, None when it cannot be read."""
    try:
        return msgspec.json.decode(line, type=EntryPlace)
    except UNREADABLE:
        return None


class Chain:
    """Takes the lines of one game in their order, however they arrive, and proves each before it is read.

    A chain is taken up again in the middle by its first line and what is known of the last one: number and hash.
    """

    def __init__(self, game: str = "", upcasters: Sequence[Upcaster] = UPCASTERS) -> None:
        self.game = game
        self.length = 0
        self.head = ""
        self._upcasters = upcasters
        self._decode: Callable[[bytes], Entry]  # as the first line says

    def resume(self, first: bytes, length: int, head: str) -> None:
        """Go on after so many lines, the last of which has this hash."""
        self._decode = decoder(first, self._upcasters)
        self.length, self.head = length, head

    def take(self, line: bytes) -> Entry:
        """The entry of the next line; `Damaged`, and nothing taken, if it is not as it was written or not the next."""
        try:
            digest = hash_of(line)
            if self.length == 0:
                self._decode = decoder(line, self._upcasters)
            entry = self._decode(line)
            self._check_place(entry)
        except (Damaged, *UNREADABLE) as error:
            what = error.message if isinstance(error, Damaged) else message("damage.unread", why=str(error))
            raise Damaged("damage.entry", self.game, self.length, seq=self.length, what=what) from error
        self.game, self.head = entry.game, digest
        self.length += 1
        return entry

    def _check_place(self, entry: Entry) -> None:
        if self.game and entry.game != self.game:
            raise Damaged("damage.other-game", game=entry.game, own=self.game)
        if entry.seq != self.length:
            raise Damaged("damage.other-entry", seq=entry.seq)
        if entry.prev != self.head:
            raise Damaged("damage.chain")


def read(lines: Iterable[bytes], game: str = "", upcasters: Sequence[Upcaster] = UPCASTERS) -> Iterator[Entry]:
    """The entries of one game from its first line on; `Damaged` names the first one that is not as it was written.

    `LedgerError` when the format is a later one.
    """
    return map(Chain(game, upcasters).take, lines)


def decoder(first: bytes, upcasters: Sequence[Upcaster] = UPCASTERS) -> Callable[[bytes], Entry]:
    """What reads the lines of a game that begins with this one; raise `LedgerError` when its format is a later one."""
    place, known = place_of(first), 1 + len(upcasters)
    written = place.format if place else 0
    if not written:
        raise Damaged("damage.no-begin")
    if not 1 <= written <= known:
        raise LedgerError("later-format", written=written, known=known)
    return _decode() if written == known else _Upcast(upcasters[written - 1 :])


class _Upcast:
    """Reads lines of an older format by bringing their plain data up, step by step."""

    def __init__(self, steps: Sequence[Upcaster]) -> None:
        self._steps = steps

    def __call__(self, line: bytes) -> Entry:
        data = msgspec.json.decode(line)
        for step in self._steps:
            data = step(data)
        return codec.convert(data, Entry)
