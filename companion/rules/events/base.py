"""The base of all events, and why money moved."""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import TypeVar

import msgspec
from msgspec import UNSET

from companion.rules.dice import Dice, Face, Lain, dice_of

Members = TypeVar("Members", bound=type[Enum])


def at_hand(members: Members) -> Members:
    """Make the members plain class attributes: CPython 3.11 finds them through a descriptor in Python, ten times
    slower."""
    for member in members:
        type.__setattr__(members, member.name, member)
    return members


class Event(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Something that has happened, with all that is needed to fold it; a fact is never decided again."""


class DiceEvent(Event, frozen=True, gc=False):
    """A seat has thrown, die by die."""

    seat: int
    first: Face
    second: Lain = UNSET
    third: Lain = UNSET

    @property
    def dice(self) -> Dice:
        """What was thrown."""
        return dice_of(self.first, self.second, self.third)


@at_hand
class Cause(StrEnum):
    """Why money moved or is owed."""

    SALARY = "salary"
    BONUS = "bonus"
    PRICE = "price"
    BID = "bid"
    RENT = "rent"
    TAX = "tax"
    BAIL = "bail"
    CARD = "card"
    EACH = "each"
    FINE = "fine"
    FARE = "fare"
    INTEREST = "interest"
    MORTGAGE = "mortgage"
    REDEMPTION = "redemption"
    UNDONE = "undone"
    BUILDING = "building"
    FEE = "fee"
    REFUND = "refund"
    TRADE = "trade"
    LOAN = "loan"
    ESTATE = "estate"
    SHARE = "share"
    LEFT = "left"
    POT = "pot"
    SEED = "seed"
    CORRECTION = "correction"
