"""What lies around the virtual table: every tag with what is printed on it, and a few blank ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from companion.rules.board import Deed
from companion.rules.edition import Edition
from companion.table.tags import AnyTag, CardTag, DeedTag, PlayerTag, RefereeTag, board_key
from companion.words.words import Words

BLANKS = tuple(f"04b1a2{number:02x}c3d480" for number in range(16))  # stickers that nobody has enrolled yet
BLANKS_SHOWN = 2


class Thing(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tag as it looks: `seat` of a player in the game, `square`, `group` and `color` of a deed."""

    uid: str
    kind: Literal["player", "deed", "card", "referee", "unknown"]
    name: str = ""
    key: str = ""  # of a player: the name as it was given
    seat: int = -1
    square: int = -1
    group: str = ""
    color: str = ""


def things(tags: Mapping[str, AnyTag], edition: Edition, players: tuple[str, ...], language: str) -> list[Thing]:
    """The tags of this board and of these players (of all, when no game is on), as one would lay them out."""
    words, key = Words(language, edition, players), board_key(edition.board)
    named = [thing for uid, tag in tags.items() if (thing := _thing(uid, tag, words, key))]
    blanks = [Thing(uid, "unknown") for uid in BLANKS if uid not in tags]
    return sorted(named, key=_place) + blanks[:BLANKS_SHOWN]


def _place(thing: Thing) -> tuple[int, int]:
    return ("player", "deed", "referee", "card").index(thing.kind), max(thing.seat, thing.square)


def _thing(uid: str, tag: AnyTag, words: Words, key: str) -> Thing | None:
    match tag:
        case PlayerTag(name):
            if words.names and name not in words.names:
                return None
            return Thing(uid, "player", words.person(name), name, words.names.index(name) if words.names else -1)
        case DeedTag(board, square):
            return _deed(uid, square, words) if board == key else None
        case CardTag(board, deck, card):
            return Thing(uid, "card", words.title(card), group=words.deck(deck)) if board == key else None
        case RefereeTag():
            return Thing(uid, "referee")


def _deed(uid: str, square: int, words: Words) -> Thing:
    deed = words.board.squares[square]
    assert isinstance(deed, Deed)
    return Thing(uid, "deed", deed.name, "", -1, square, deed.group, words.board.groups[deed.group].color)
