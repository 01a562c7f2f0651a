"""The base of all events, and why money moved."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Event(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Something that has happened, with all that is needed to fold it; a fact is never decided again (design 2)."""


class Cause(StrEnum):
    """Why money moved or is owed."""

    SALARY = "salary"
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
    BUILDING = "building"
    FEE = "fee"
    REFUND = "refund"
    TRADE = "trade"
    ESTATE = "estate"
    POT = "pot"
    SEED = "seed"
    CORRECTION = "correction"
