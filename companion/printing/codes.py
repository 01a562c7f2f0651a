"""What the QR codes on deeds and cards say, readable by people too; nothing is ever written on a tag.

    BANK1:classic:6      the deed of square 6 of an edition
    BANK1:player:red     the card of the red player
    BANK1:referee        the referee's card

The number after BANK is the version of this form.
"""

from __future__ import annotations

import re

import msgspec

PREFIX = "BANK1"
_FORM = re.compile(
    rf"{PREFIX}:(?:(?P<edition>[a-z0-9][a-z0-9-]*):(?P<square>[0-9]{{1,3}})|player:(?P<player>\w+)|referee)"
)


class DeedCode(msgspec.Struct, frozen=True):
    """A deed by its edition's id and its square."""

    edition: str
    square: int

    def __str__(self) -> str:
        return f"{PREFIX}:{self.edition}:{self.square}"


class PlayerCode(msgspec.Struct, frozen=True):
    """A player's card by the player's colour."""

    color: str

    def __str__(self) -> str:
        return f"{PREFIX}:player:{self.color}"


class RefereeCode(msgspec.Struct, frozen=True):
    """The referee's card."""

    def __str__(self) -> str:
        return f"{PREFIX}:referee"


Code = DeedCode | PlayerCode | RefereeCode


def read_code(text: str) -> Code:
    """Take a code apart again; ValueError when it is none of ours."""
    if not (found := _FORM.fullmatch(text)):
        raise ValueError(f"not a code of a deed or card: {text!r}")
    if found["edition"] is not None:
        return DeedCode(found["edition"], int(found["square"]))
    return PlayerCode(found["player"]) if found["player"] else RefereeCode()
