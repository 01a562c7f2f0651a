"""The tags that lie around a simulated table: one for each player, deed and card of every board."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from companion.rules.edition import Edition
from companion.table.settings import COLORS
from companion.table.tags import AnyTag, CardTag, DeedTag, PlayerTag, RefereeTag, TagBook, board_key

CARD_BYTES, STICKER_BYTES = 4, 7  # a plastic card, an NTAG sticker


def virtual_tags(editions: Iterable[Edition], players: Iterable[str] = ()) -> dict[str, AnyTag]:
    """UIDs for all colours, these players, and everything that these editions have, the same ones every time."""
    tags: dict[str, AnyTag] = {_uid(PlayerTag(name), CARD_BYTES): PlayerTag(name) for name in (*COLORS, *players)}
    tags[_uid(RefereeTag(), CARD_BYTES)] = RefereeTag()
    for edition in editions:
        board = board_key(edition.board)
        deeds: list[AnyTag] = [DeedTag(board, square) for square in edition.board.deeds()]
        cards: list[AnyTag] = [CardTag(board, deck, card.id) for deck, pile in edition.decks.items() for card in pile]
        tags |= {_uid(tag, STICKER_BYTES): tag for tag in deeds + cards}
    return tags


def virtual_book(editions: Iterable[Edition], players: Iterable[str] = ()) -> TagBook:
    """A book of these tags that is not kept."""
    return TagBook(None, virtual_tags(editions, players))


def _uid(tag: AnyTag, length: int) -> str:
    """A UID as the chips have them: 04 stands for NXP; 88 never comes first (ISO 14443-3 6.5.4)."""
    return "04" + hashlib.sha256(repr(tag).encode()).hexdigest()[: 2 * (length - 1)]
