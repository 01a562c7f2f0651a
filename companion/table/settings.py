"""What a table can be set to; the section `[table]` of banker.toml, and what the wizard changes."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from companion.errors import Message, message
from companion.text import advice
from companion.words.languages import DEFAULT

COLORS = ("red", "blue", "green", "yellow", "black", "white", "orange", "purple")

PERSON = "person"  # who plays where no program does
LEVELS = ("child", "grown-up")  # of players that are programs, as people choose them

Seconds = Annotated[int, msgspec.Meta(ge=0, le=3600)]


def is_name(text: str) -> bool:
    """Whether a player can be called so: by a color, or by a name, which begins with a capital."""
    return text in COLORS or (text == text.strip() and text[:1].isupper() and text.isprintable())


def no_name(text: str) -> Message:
    """Say that nobody can be called so."""
    return message("not-a-name", name=text, advice=advice(text, COLORS))


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How people throw, draw and read, and the table's patience in seconds (0: never by itself)."""

    dice: Literal["serial", "buttons", "bank"] = "bank"
    cards: Literal["pick", "tag", "bank"] = "bank"
    language: str = DEFAULT
    auction_seconds: Seconds = 15
    contest_seconds: Seconds = 20
    consent_seconds: Seconds = 60
    news_seconds: Seconds = 3
    idle_seconds: Seconds = 180


class Evening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is played and by whom: kept, so that the next evening is a few taps; `names` are known, the latest first;
    `bots` has the level, or the name, of the bot that plays for each of these players."""

    edition: str = "classic"
    profiles: tuple[str, ...] = ()
    rules: dict[str, str | int | bool] = {}
    players: tuple[str, ...] = ("red", "blue")
    language: str = DEFAULT
    dice: Literal["serial", "buttons", "bank"] = "bank"
    cards: Literal["pick", "tag", "bank"] = "bank"
    names: tuple[str, ...] = ()
    bots: dict[str, str] = {}

    @property
    def people(self) -> tuple[str, ...]:
        """Those who play and are no programs."""
        return tuple(name for name in self.players if name not in self.bots)

    def bots_with(self, player: str, level: str) -> dict[str, str]:
        """The bots when the program plays for a player at a level, or he himself again."""
        others = {name: each for name, each in self.bots.items() if name != player}
        return others if level == PERSON else others | {player: level}
