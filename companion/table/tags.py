"""Which tag stands for what: known by UID only, nothing is written on a tag.

The book is a JSON file beside the ledger, outside its chain: a lost tag is replaced without touching a game. The tag of
a deed or card belongs to a *board* (the printed deeds), so that editions on the same board share it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from threading import Lock

import msgspec

from companion.disk import write_whole
from companion.errors import UserError
from companion.reading import UNREADABLE
from companion.rules.board import Board


class PlayerTag(msgspec.Struct, frozen=True, tag="player"):
    """A player's card, by the player's name or color."""

    name: str


class DeedTag(msgspec.Struct, frozen=True, tag="deed"):
    """A deed of a board, by its square."""

    board: str
    square: int


class CardTag(msgspec.Struct, frozen=True, tag="card"):
    """A card of a deck of a board."""

    board: str
    deck: str
    card: str


class RefereeTag(msgspec.Struct, frozen=True, tag="referee"):
    """The referee's card."""


AnyTag = PlayerTag | DeedTag | CardTag | RefereeTag


class _Book(msgspec.Struct, forbid_unknown_fields=True):
    tags: dict[str, AnyTag]


def board_key(board: Board) -> str:
    """Name a board by its deeds, so that editions printed on the same cardboard share their tags."""
    deeds = "|".join(f"{square}:{board.squares[square].name}" for square in board.deeds())
    return hashlib.sha256(deeds.encode()).hexdigest()[:12]


class TagBook:
    """The tags of a table; `path` None keeps them in memory only."""

    def __init__(self, path: Path | None = None, tags: dict[str, AnyTag] | None = None) -> None:
        self._path = path
        self._tags = dict(tags or {})
        self._changing = Lock()

    @classmethod
    def read(cls, path: Path) -> TagBook:
        """Read the book; there is none before the first tag.

        :raises UserError: the file cannot be read or is not a book of tags.
        """
        try:
            raw = path.read_bytes()
        except FileNotFoundError:
            return cls(path)
        except OSError as error:
            raise UserError("file", path=path, error=error) from error
        try:
            return cls(path, msgspec.json.decode(raw, type=_Book).tags)
        except UNREADABLE as error:
            raise UserError("not-a-tag-book", path=path, why=str(error)) from error

    def find(self, uid: str) -> AnyTag | None:
        """What a tag stands for; None: it is unknown here."""
        return self._tags.get(uid)

    def uids(self, tag: AnyTag) -> list[str]:
        """The tags that stand for a thing, as enrolled."""
        return [uid for uid, other in self._tags.items() if other == tag]

    def all(self) -> dict[str, AnyTag]:
        """A copy of the whole book, UID to meaning."""
        return dict(self._tags)

    def has_referee(self) -> bool:
        """Whether a referee's card was enrolled; without one the referee's menu is open to all."""
        return RefereeTag() in self._tags.values()

    def enrol(self, uid: str, tag: AnyTag) -> None:
        """Let a tag stand for a thing, instead of any tag that did, and keep the book on disk."""
        with self._changing:
            self._keep({**{other: meaning for other, meaning in self._tags.items() if meaning != tag}, uid: tag})

    def add(self, tags: Mapping[str, AnyTag]) -> None:
        """Let these tags stand for what has none yet."""
        with self._changing:
            known = set(self._tags.values())
            self._keep({**self._tags, **{uid: tag for uid, tag in tags.items() if tag not in known}})

    def rename(self, thing: AnyTag, other: AnyTag) -> None:
        """Let the tags of a thing stand for another one, unless that has tags of its own."""
        with self._changing:
            if not self.uids(other):
                self._keep({uid: other if meaning == thing else meaning for uid, meaning in self._tags.items()})

    def forget(self, uid: str) -> None:
        """Take a tag out of the book."""
        with self._changing:
            self._keep({other: meaning for other, meaning in self._tags.items() if other != uid})

    def _keep(self, tags: dict[str, AnyTag]) -> None:
        if self._path is not None:
            write_whole(self._path, msgspec.json.format(msgspec.json.encode(_Book(tags))))
        self._tags = tags
