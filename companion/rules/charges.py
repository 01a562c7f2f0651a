"""On which ground money is due or is not: the figures of each kind of ground, and the rules in force behind it.

A ground is made when something is decided and recorded with it. Which rules it cites follows from the options in
force: `PRESUMES` says what a rule's sentence takes for granted, so that no rule is cited beside its opposite.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from companion.rules.edition import Edition
from companion.rules.grounds import CARD, MORTGAGE, OFFER, RENT, TRADE, Ground
from companion.rules.options import Options

CASES = ("C", "B")  # the case book speaks of every edition
HOUSE_RULES = ("S0-46", "S0-69", "S0-70", "S0-71", "S4-60")  # texts that profiles bring to every edition
SILENT = ("S1-37", "S2-52")  # where these texts are silent the classic rule holds


class Basis(NamedTuple):
    """The names of a ground's figures in their order, of which the last may be missing, and the rules to cite."""

    figures: tuple[str, ...]
    rules: tuple[str, ...]


BASES: Mapping[str, Basis] = {
    "salary.lap": Basis(("salary", "laps"), ("S0-15", "S1-13", "S2-18", "S3-11", "S4-15")),
    "salary.go": Basis(("salary", "laps", "bonus"), ("S0-15", "S1-13", "S2-18", "S3-11", "S4-15", "C-91")),
    "bonus": Basis((), ("C-91",)),
    "price.offer": Basis((), OFFER),
    "price.dealt": Basis((), ("C-95",)),
    "bid": Basis((), ("S0-20", "S1-05", "S2-11", "S4-18")),
    "rent.site": Basis(("site", "times"), RENT),
    "rent.doubled": Basis(("site", "doubled", "times"), ("S0-26", "S1-08", "S2-14", "S4-22")),
    "rent.level": Basis(("site", "level", "times"), ("S0-29", "S1-09", "S2-13", "S3-20", "S4-20")),
    "rent.count": Basis(("site", "count", "times"), ("S0-24", "S1-23", "S2-16", "S3-20", "S4-20")),
    "rent.throw": Basis(("factor", "throw", "times"), ("S0-24", "S1-07", "S2-17", "S3-20", "S4-20")),
    "rent.fresh": Basis(("factor", "throw"), ("C-10",)),
    "tax.printed": Basis((), ("S0-12", "S1-12", "S3-22", "S4-12")),
    "tax.fixed": Basis((), ("S0-71", "S1-12", "S2-50", "S3-22")),
    "tax.flat": Basis((), ("S0-22", "S4-24")),
    "tax.share": Basis(("base", "rate"), ("S0-22", "S4-24", "C-20")),
    "bail.ahead": Basis((), ("S0-37", "S1-16", "S2-24", "S3-30", "S4-31")),
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
    "estate.player": Basis((), ("S0-61", "S1-34", "S2-41", "S4-52")),
    "estate.bank": Basis((), ("S0-64", "S2-43", "S3-41", "S4-56")),
    "pot": Basis((), ("S4-60", "S3-25")),
    "seed": Basis((), ("B-22",)),
    "correction": Basis((), ("C-88",)),
    "no-rent.mortgaged": Basis((), ("S0-25", "S1-10", "S2-37", "S4-21")),
    "no-rent.jailed": Basis((), ("S3-29",)),
    "no-sale": Basis((), ("S3-12",)),
    "no-move": Basis((), ("S0-14", "S1-22", "S2-08", "S3-10", "S4-14")),
    "no-pot": Basis((), ("S4-60", "S3-25")),
    "no-buildings": Basis((), CARD),
    "no-deeds": Basis((), CARD),
    "no-card": Basis((), CARD),
}
"""Every kind of ground: `no-*` are those on which no money moves."""

_PRESUMED: Sequence[tuple[tuple[str, ...], Mapping[str, object]]] = (
    (("S0-05", "S2-02", "S3-05", "S4-05"), {"start_cash": 1500}),
    (("S2-45",), {"start_cash": 2500}),
    (("S0-14", "S1-22", "S2-08", "S4-14"), {"third_double": "jail"}),
    (("S3-10",), {"third_double": "fine", "third_double_fine": 100}),
    (("S3-11",), {"go_salary": 250}),
    (("S3-12",), {"buy_from": "first-go"}),
    (("S0-20", "S1-05", "S2-43", "S4-18"), {"auction": True}),
    (("S2-11",), {"auction": True, "auction_step_max": 10}),
    (("S0-22", "S4-24"), {"income_tax": "choose"}),
    (("S0-71", "S1-12", "S2-50", "S3-22"), {"income_tax": "flat"}),
    (("S0-25", "S1-10", "S2-37", "S4-21"), {"mortgaged_rent": "none"}),
    (("S3-36",), {"mortgaged_rent": "bank"}),
    (("S0-26", "S1-08", "S2-14", "S4-22"), {"group_double": True}),
    (("S0-27", "S2-38", "S4-47"), {"group_double": True, "group_double_if_mortgaged": True}),
    (("S3-20",), {"group_double": False}),
    (("S3-29",), {"jail_collects": False}),
    (("S3-30",), {"jail_tries": 0, "jail_fee": 75}),
    (("S0-38", "S1-19", "S2-27", "S4-32"), {"jail_tries": 3, "jail_after": "pay-and-move"}),
    (("S0-70",), {"jail_tries": 1}),
    (("S0-46",), {"need_group": False}),
    (("S1-26",), {"build_when": "own-or-between"}),
    (("S2-28",), {"need_group": True, "hotel_needs": 4}),
    (("S0-47", "S1-27", "S2-29", "S2-34", "S4-39", "S4-45"), {"hotel_needs": 4}),
    (("S0-69", "S2-47", "S3-17", "S3-18"), {"hotel_needs": 3}),
    (("S2-32",), {"shortage_min": 10}),
    (("S1-29", "S4-44"), {"build_even": True}),
    (("S3-15",), {"build_fee": 200}),
    (("S0-55", "S1-30", "S2-35", "S4-46"), {"mortgage_clear": "group"}),
    (("S3-35",), {"mortgage_clear": "none"}),
    (("S0-56", "S4-48"), {"lift_interest": 10}),
    (("S2-36",), {"lift_interest": 0}),
    (("S3-38",), {"lift_interest": "printed"}),
    (("S0-59", "S4-50"), {"transfer_interest": 10, "transfer_interest_on": "all"}),
    (("S0-63", "S4-54"), {"transfer_interest": 10}),
    (("S2-42",), {"transfer_interest": 10, "transfer_interest_on": "bankruptcy"}),
    (("S0-61", "S2-41", "S4-52"), {"bankrupt_to_player": "creditor"}),
    (("S3-41",), {"bankrupt_to_player": "bank"}),
    (("S3-24",), {"parking": "pot", "pot_takes": "cards"}),
    (("S3-25",), {"parking": "pot"}),
    (("S4-60",), {"parking": "pot", "pot_takes": "fees"}),
    (("C-78",), {"pay_each_fail": "in-order"}),
)
PRESUMES: Mapping[str, Mapping[str, object]] = {rule: options for rules, options in _PRESUMED for rule in rules}
"""What the sentence of a rule takes for granted: options and the values under which it is true."""


def holds(options: Options, rule: str) -> bool:
    """Whether nothing that the rule takes for granted was chosen otherwise."""
    return all(getattr(options, key) == value for key, value in PRESUMES.get(rule, {}).items())


def in_force(edition: Edition, rules: Sequence[str]) -> tuple[str, ...]:
    """Those of the rules that hold and stand in the edition's texts or in the case book; else those that a profile
    brings in; else the one by which a text that is silent follows the classic rules."""
    sources = (*edition.sources, *CASES)
    held = [rule for rule in rules if holds(edition.options, rule)]
    own = tuple(rule for rule in held if rule.partition("-")[0] in sources)
    brought = own or tuple(rule for rule in held if rule in HOUSE_RULES)
    return brought or tuple(rule for rule in SILENT if rule.partition("-")[0] in sources)


def also(edition: Edition, ground: Ground, more: Sequence[str]) -> Ground:
    """The ground with more rules, as far as they are in force."""
    return msgspec.structs.replace(ground, rules=(*ground.rules, *in_force(edition, more)))


def ground(edition: Edition, kind: str, card: tuple[str, str], figures: Sequence[int], more: Sequence[str]) -> Ground:
    """The ground of a kind with its figures, by the rules in force and `more` of them; `card`: deck and card, if one
    led there."""
    basis = BASES[kind]
    rules = in_force(edition, basis.rules)
    if more:
        rules = tuple(dict.fromkeys((*rules, *in_force(edition, more))))
    return Ground(kind, rules, dict(zip(basis.figures, figures, strict=False)), *card)
