"""How the games of a ledger follow one another: the first line of each names the last one of the game before it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from companion.errors import Message, message
from companion.ledger.entry import Before, Damaged
from companion.ledger.store import Archive
from companion.reading import UNREADABLE

_FIRST = "SELECT game, line FROM entries WHERE seq = 0"


class _First(msgspec.Struct, frozen=True):
    after: Before | None = None


class Link(NamedTuple):
    """A game, the entry that its first line names, and the hash that stands there now ("": there is no such entry)."""

    game: str
    before: Before
    found: str


def links(archive: Archive) -> Iterator[Link]:
    """The games that name another one before them, of those whose first line can be read."""
    for game, line in archive.ask(_FIRST):
        try:
            before = msgspec.json.decode(line, type=_First).after
        except UNREADABLE:
            continue
        if before is not None and before.game:
            yield Link(game.decode(errors="replace"), before, _found(archive, before))


def _found(archive: Archive, before: Before) -> str:
    try:
        return archive.hash_at(before.game, before.seq)
    except Damaged:
        return "damaged"


def rewritten(archive: Archive) -> list[Message]:
    """The games that were begun after another entry than the one that is here now."""
    return [_said("other", link) for link in links(archive) if link.found not in ("", link.before.hash)]


def missing(archive: Archive) -> list[Message]:
    """The games that were begun after an entry that is not here: lost, deleted, or in another file."""
    return [_said("gone", link) for link in links(archive) if not link.found]


def _said(what: str, link: Link) -> Message:
    return message(f"damage.before-{what}", game=link.game, before=link.before.game, seq=link.before.seq)
