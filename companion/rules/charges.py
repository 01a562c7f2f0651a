"""On which ground money is due or is not: the figures of each kind of ground, and the rules in force behind it.

A ground is made when something is decided and recorded with it. Which rules it cites follows from the options in
force (`Edition.cited`), so that no rule is cited beside its opposite.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from companion.rules.edition import Edition
from companion.rules.grounds import CARD, MORTGAGE, OFFER, RENT, TRADE, Ground

SILENT = ("S1-37", "S2-52")  # where these texts are silent the classic rule holds


class Basis(NamedTuple):
    """The names of a ground's figures in their order, of which the last may be missing, and the rules to cite."""

    figures: tuple[str, ...]
    rules: tuple[str, ...]


BASES: Mapping[str, Basis] = {
    "salary.lap": Basis(("salary", "laps"), ("S0-15", "S1-13", "S2-18", "S3-11", "S4-15", "J-03")),
    "salary.go": Basis(("salary", "laps", "bonus"), ("S0-15", "S1-13", "S2-18", "S3-11", "S4-15", "J-03", "C-91")),
    "bonus": Basis((), ("C-91",)),
    "price.offer": Basis((), OFFER),
    "price.must": Basis((), ("J-04",)),
    "price.dealt": Basis((), ("C-95",)),
    "bid": Basis((), ("S0-20", "S1-05", "S2-11", "S4-18")),
    "rent.site": Basis(("site", "times"), RENT),
    "rent.doubled": Basis(("site", "doubled", "times"), ("S0-26", "S1-08", "S2-14", "S4-22", "J-05")),
    "rent.level": Basis(("site", "level", "times"), ("S0-29", "S1-09", "S2-13", "S3-20", "S4-20")),
    "rent.count": Basis(("site", "count", "times"), ("S0-24", "S1-23", "S2-16", "S3-20", "S4-20")),
    "rent.throw": Basis(("factor", "throw", "times"), ("S0-24", "S1-07", "S2-17", "S3-20", "S4-20")),
    "rent.fresh": Basis(("factor", "throw"), ("C-10",)),
    "tax.printed": Basis((), ("S0-12", "S1-12", "S3-22", "S4-12")),
    "tax.fixed": Basis((), ("S0-71", "S1-12", "S2-50", "S3-22")),
    "tax.flat": Basis((), ("S0-22", "S4-24")),
    "tax.share": Basis(("base", "rate"), ("S0-22", "S4-24", "C-20")),
    "bail.ahead": Basis((), ("S0-37", "S1-16", "S2-24", "S3-30", "S4-31", "J-06")),
    "bail.move": Basis(("tries",), ("S0-38", "S0-70", "S1-19", "S2-27", "S4-32", "C-23")),
    "bail.stay": Basis(("tries",), ("C-23",)),
    "card.fixed": Basis((), CARD),
    "card.fine": Basis((), CARD),
    "card.buildings": Basis(("houses", "house", "hotels", "hotel"), (*CARD, "C-85")),
    "card.deeds": Basis(("deeds", "each"), CARD),
    "each.collect": Basis(("each",), (*CARD, "C-79")),
    "each.treat": Basis(("each",), (*CARD, "C-78")),
    "fine": Basis((), ("S3-10",)),
    "fare": Basis((), ("S3-26",)),
    "interest.trade": Basis(("mortgage", "rate"), ("S0-59", "S2-42", "S4-50")),
    "interest.estate": Basis(("mortgage", "rate"), ("S0-63", "S2-42", "S4-54")),
    "mortgage": Basis((), MORTGAGE),
    "redemption.rate": Basis(("mortgage", "rate", "paid"), ("S0-56", "S4-48")),
    "redemption.plain": Basis(("mortgage", "paid"), ("S2-36",)),
    "redemption.printed": Basis(("lift", "paid"), ("S3-38",)),
    "undone": Basis((), ("C-98",)),
    "building.house": Basis((), ("S0-44", "S1-26", "S2-28", "S3-17", "S4-37")),
    "building.hotel": Basis(("needs",), ("S0-47", "S0-48", "S0-69", "S1-27", "S2-29", "S2-47", "S3-18", "S4-39")),
    "building.auction": Basis((), ("S0-51", "S2-32")),
    "fee": Basis((), ("S3-15",)),
    "refund.step": Basis(("price",), ("S0-54", "S1-29", "S2-34", "S3-35", "S4-44")),
    "refund.houses": Basis(("houses", "house"), ("S0-54", "S1-29", "S2-34", "S3-35", "S4-44")),
    "refund.hotel": Basis(("houses", "house", "hotel"), ("S0-54", "S1-29", "S2-34", "S3-35", "S4-45")),
    "deal": Basis((), TRADE),
    "loan.given": Basis(("back", "turns"), ("P-04",)),
    "loan.due": Basis((), ("P-04", "P-05")),
    "loan.repaid": Basis((), ("P-04",)),
    "estate.player": Basis((), ("S0-61", "S1-34", "S2-41", "S4-52")),
    "left": Basis((), ("C-104",)),
    "share": Basis((), ("C-106",)),
    "estate.bank": Basis((), ("S0-64", "S2-43", "S3-41", "S4-56", "J-07")),
    "pot": Basis((), ("S4-60", "S3-25")),
    "seed": Basis((), ("B-22",)),
    "correction": Basis((), ("C-88",)),
    "no-rent.mortgaged": Basis((), ("S0-25", "S1-10", "S2-37", "S4-21")),
    "no-rent.jailed": Basis((), ("S3-29",)),
    "no-rent.promised": Basis(("left",), ("P-01",)),
    "no-next-deed": Basis((), ("SD-05",)),
    "no-sale": Basis((), ("S3-12",)),
    "no-move": Basis((), ("S0-14", "S1-22", "S2-08", "S3-10", "S4-14")),
    "no-pot": Basis((), ("S4-60", "S3-25")),
    "no-buildings": Basis((), CARD),
    "no-deeds": Basis((), CARD),
    "no-card": Basis((), CARD),
}
"""Every kind of ground: `no-*` are those on which no money moves."""

VARYING = frozenset({"tax.share", "card.buildings"})
"""Those whose figures follow from all that a player owns, so that hardly two are alike."""


def in_force(edition: Edition, rules: Sequence[str]) -> tuple[str, ...]:
    """Those of the rules that are cited in the edition; else the one by which a text that is silent follows the classic
    rules."""
    return edition.cited(rules) or edition.cited(SILENT)


def also(edition: Edition, ground: Ground, more: Sequence[str]) -> Ground:
    """The ground with more rules, as far as they are in force."""
    return msgspec.structs.replace(ground, rules=(*ground.rules, *in_force(edition, more)))


def behind(edition: Edition, kind: str, more: Sequence[str]) -> tuple[str, ...]:
    """The rules in force of a kind of ground, and `more` of them."""
    rules = in_force(edition, BASES[kind].rules)
    return tuple(dict.fromkeys((*rules, *in_force(edition, more)))) if more else rules


def by_rules(rules: tuple[str, ...], kind: str, card: tuple[str, str], figures: Sequence[int]) -> Ground:
    """The ground of a kind with its figures, by rules that are in force; `card`: deck and card, if one led there."""
    return Ground(kind, rules, dict(zip(BASES[kind].figures, figures, strict=False)), *card)
