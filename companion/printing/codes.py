"""What the QR codes on deeds and cards say, readable by people too; nothing is ever written on a tag.

    BANK1:classic:6      the deed of square 6 of an edition
    BANK1:classic:chance:bank-error    a card of one of its decks
    BANK1:player:red     the card of the red player
    BANK1:referee        the referee's card

The number after BANK is the version of this form.
"""

from __future__ import annotations

import re

import msgspec

PREFIX = "BANK1"
_ID = r"[a-z0-9][a-z0-9-]*"
_OF_EDITION = rf"(?P<edition>{_ID}):(?:(?P<square>[0-9]{{1,3}})|(?P<deck>{_ID}):(?P<card>{_ID}))"
_FORM = re.compile(rf"{PREFIX}:(?:player:(?P<player>[a-z]+)|{_OF_EDITION}|referee)")


class DeedCode(msgspec.Struct, frozen=True):
    """A deed by its edition's id and its square."""

    edition: str
    square: int

    def __str__(self) -> str:
        return f"{PREFIX}:{self.edition}:{self.square}"


class CardCode(msgspec.Struct, frozen=True):
    """A card of a deck by the edition's, the deck's and the card's id."""

    edition: str
    deck: str
    card: str

    def __str__(self) -> str:
        return f"{PREFIX}:{self.edition}:{self.deck}:{self.card}"


class PlayerCode(msgspec.Struct, frozen=True):
    """A player's card by the player's color."""

    color: str

    def __str__(self) -> str:
        return f"{PREFIX}:player:{self.color}"


class RefereeCode(msgspec.Struct, frozen=True):
    """The referee's card."""

    def __str__(self) -> str:
        return f"{PREFIX}:referee"


Code = DeedCode | CardCode | PlayerCode | RefereeCode


def read_code(text: str) -> Code:
    """Take a code apart again; ValueError when it is none of ours."""
    if not (found := _FORM.fullmatch(text)):
        raise ValueError(f"not a code of a deed or card: {text!r}")
    if found["square"]:
        return DeedCode(found["edition"], int(found["square"]))
    if found["card"]:
        return CardCode(found["edition"], found["deck"], found["card"])
    return PlayerCode(found["player"]) if found["player"] else RefereeCode()
