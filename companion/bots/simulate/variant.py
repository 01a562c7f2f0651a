"""What is simulated: an edition with its house rules, who plays it, and how long."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from companion.bots.guide import Guide
from companion.bots.policies import POLICIES
from companion.bots.self_play import BOT_COLORS
from companion.editions import registry
from companion.errors import UserError
from companion.rules.rules import Rules
from companion.text import advice


class Variant(msgspec.Struct, frozen=True):
    """An edition with profiles and single rules, named as at the table; `directories` hold the user's own ones."""

    edition: str
    profiles: tuple[str, ...] = ()
    rules: tuple[tuple[str, str], ...] = ()
    directories: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """A short name: `classic+pot jail_fee=100`."""
        return " ".join(["+".join((self.edition, *self.profiles)), *(f"{key}={value}" for key, value in self.rules)])


class Conditions(msgspec.Struct, frozen=True):
    """How each game is played: a bot's name for each seat, the seed of all chance, the rounds until the referee calls
    time, and the turns (of all players together) after which it is noted who leads."""

    bots: tuple[str, ...]
    seed: int
    rounds: int
    marks: tuple[int, ...] = ()


@lru_cache(maxsize=16)
def guide_of(variant: Variant) -> Guide:
    """The rules of a variant as a player knows them; made once in each process.

    :raises UserError: an unknown edition, profile, key or value.
    """
    directories = [Path(each) for each in variant.directories]
    return Guide(Rules(registry.load(variant.edition, variant.profiles, dict(variant.rules), directories)))


def compared(variant: Variant, change: str) -> Variant:
    """The variant with one house rule more: `profile=ID` or `rule KEY VALUE`.

    :raises UserError: it is neither.
    """
    words = change.split()
    if len(words) == 1 and change.startswith("profile="):
        return msgspec.structs.replace(variant, profiles=(*variant.profiles, change.removeprefix("profile=")))
    if len(words) == 3 and words[0] == "rule":
        return msgspec.structs.replace(variant, rules=(*variant.rules, (words[1], words[2])))
    raise UserError("not-a-comparison", 2, change=change)


def seats(names: Sequence[str], players: int) -> tuple[str, ...]:
    """A bot for each seat: the names in turn, as often as needed.

    :raises UserError: an unknown name, or more players than a table has.
    """
    for name in names:
        if name not in POLICIES:
            raise UserError("unknown-bot", 2, name=name, advice=advice(name, POLICIES))
    if not 2 <= players <= len(BOT_COLORS):
        raise UserError("not-a-table", 2, players=players, most=len(BOT_COLORS))
    return tuple(names[seat % len(names)] for seat in range(players))
