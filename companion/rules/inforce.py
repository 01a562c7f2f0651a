"""Which choices each rule of the texts speaks of, and with which values it holds: a rule that contradicts a choice in
force is never shown.

A rule that is not named here holds whatever was chosen.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.options import HIGHEST_SUM, SUMS, Options

Condition = tuple[object, ...] | range
MANY = range(1, HIGHEST_SUM + 1)  # any number but none

_ROWS: dict[str, Mapping[str, Condition]] = {
    "S0-03": {"houses": (32,), "hotels": (12,), "dice": (2,)},
    "S0-05 S2-02 S3-05 S4-05": {"start_cash": (1500,)},
    "S2-45": {"start_cash": (2500,)},
    "S3-11": {"go_salary": (250,)},
    "S1-02": {"min_players": (2,), "max_players": (4,)},
    "S3-03": {"max_players": (6,), "houses": (30,), "hotels": (15,)},
    "S4-02": {"min_players": (2,), "max_players": (8,)},
    "S3-12": {"buy_from": ("first-go",)},
    "S0-14 S1-22 S2-08 S4-14 S0-31 S1-15 S4-27": {"third_double": ("jail",), "dice": (2,)},
    "S3-10": {"third_double": ("fine",), "third_double_fine": (100,), "dice": (2,)},
    "S0-13 S1-21 S2-07 S3-08 S3-09 S4-13 C-19 C-27 C-38 B-13": {"dice": (2,)},
    "SD-01": {"speed_die": (True,), "start_cash": (2500,)},
    "SD-02 SD-03 SD-04 SD-05 SD-06 SD-07 SD-08 SD-09 SD-10": {"speed_die": (True,)},
    # Auctions
    "S0-20 S1-05 S2-09 S2-12 S4-58 S2-43 C-29 C-35 C-36 C-37 C-38 C-81 C-99 B-23 B-27": {"auction": (True,)},
    "S0-21 S1-06 S4-19": {"auction": (True,), "auction_min": (1,)},
    "S2-10": {"auction": (True,), "auction_min": (10,)},
    "S2-11": {"auction": (True,), "auction_step_max": (10,)},
    "S4-18": {"auction": (True,), "bid_limit": ("cash",)},
    "C-33 C-34 C-42": {"auction": (True,), "bid_limit": ("worth",)},
    "S3-13 S3-42": {"auction": (False,)},
    # Rent
    "S0-30 C-01 C-02": {"rent_claim": ("next-throw", "second-throw", "own-throw")},
    "C-03": {"rent_claim": ("own-throw",)},
    "S3-21 S4-23": {"rent_claim": ("next-throw",)},
    "S0-25 S1-10 S2-37 S4-21 C-05 C-09": {"mortgaged_rent": ("none",)},
    "S3-36": {"mortgaged_rent": ("bank",)},
    "S0-26 S1-08 S2-14 S4-22 S0-45": {"group_double": (True,)},
    "S0-27 S2-38 S4-47 C-04": {"group_double": (True,), "group_double_if_mortgaged": (True,)},
    "S3-20": {"group_double": (False,)},
    # Taxes and the pot
    "S0-22 S0-23 S4-24 C-20 C-21": {"income_tax": ("choose",)},
    "S0-71 S2-50 S1-12 S3-22": {"income_tax": ("flat",)},
    "S0-40 S2-20 S4-34": {"parking": ("nothing",)},
    "S4-60": {"parking": ("pot",), "pot_takes": ("fees",)},
    "S3-24": {"parking": ("pot",), "pot_takes": ("cards",)},
    "S3-25": {"parking": ("pot",)},
    "B-22": {"parking": ("pot",), "pot_seed": MANY},
    # Jail
    "S0-34 S1-18 S2-26 S4-28 S4-29 C-22 C-26 C-31 B-02": {"jail_tries": MANY, "dice": (2,)},
    "C-25": {"jail_tries": MANY, "jail_card_late": (False,), "dice": (2,)},
    "S0-38 S1-19 S2-27 S4-32": {"jail_tries": (3,), "jail_after": ("pay-and-move",), "dice": (2,)},
    "S0-70 C-94": {"jail_tries": (1,), "dice": (2,)},
    "S3-30": {"jail_tries": (0,), "jail_fee": (75,)},
    "S0-39 S1-20 S2-22 S4-33 C-28": {"jail_collects": (True,)},
    "S3-29 S3-32": {"jail_collects": (False,)},
    # Buildings
    "S0-41 S1-24 S4-35": {"need_group": (True,)},
    "S0-46": {"need_group": (False,)},
    "S2-15": {"need_group": (True,), "build_even": (True,), "hotel_needs": (4,)},
    "S2-28": {"need_group": (True,), "hotel_needs": (4,)},
    "S0-42 S0-43 S1-25 S1-29 S4-36 S4-44 C-44 C-56": {"build_even": (True,)},
    "S4-38": {"build_even": (True,), "hotel_needs": (4,)},
    "S3-19": {"build_even": (False,)},
    "S2-31 S4-49 C-43": {"build_if_mortgaged": (False,)},
    "S3-39": {"build_if_mortgaged": (True,)},
    "S1-03 S1-26": {"build_when": ("own-or-between",)},
    "S3-14": {"build_when": ("before-throw",)},
    "S3-15": {"build_fee": (200,)},
    "S3-16 S3-34": {"build_fee": MANY},
    "S0-47 S1-27 S2-29 S2-34 S4-39 S4-45 B-16": {"hotel_needs": (4,)},
    "S0-69 S2-47 S3-17 S3-18 C-93": {"hotel_needs": (3,)},
    "S0-51 C-46 C-47 C-51": {"build_when": ("own-or-between",)},
    "S2-32": {"build_when": ("own-or-between",), "shortage_min": (10,)},
    "S3-43": {"build_when": ("before-throw",)},
    # Mortgages and trades
    "S0-56 S4-48 S4-55": {"lift_interest": (10,)},
    "B-01": {"lift_interest": tuple(range(1, 101))},
    "S2-36": {"lift_interest": (0,)},
    "S3-38": {"lift_interest": ("printed",)},
    "S0-59": {"transfer_interest": (10,), "transfer_interest_on": ("all",)},
    "S4-50": {"transfer_interest": (10,), "transfer_interest_on": ("all",), "lift_interest": (10,)},
    "C-63 C-64 C-101": {"transfer_interest": MANY, "transfer_interest_on": ("all",)},
    "C-61 C-62 B-06": {"transfer_interest": MANY},
    "S2-42": {"transfer_interest": (10,), "transfer_interest_on": ("bankruptcy",)},
    "S0-63 S4-54": {"transfer_interest": (10,), "bankrupt_to_player": ("creditor",)},
    "C-74 B-29": {"transfer_interest": MANY, "bankrupt_to_player": ("creditor",)},
    "S0-55 S1-30 S2-35 S4-46 C-60": {"mortgage_clear": ("group",)},
    "S3-35": {"mortgage_clear": ("none",)},
    "S0-52 S0-53 S4-41 S4-43": {"trade_clear": ("group", "lot")},
    "S1-33 S4-42 C-59": {"trade_clear": ("group",)},
    "S3-40": {"trade_from": ("start",)},
    "J-02": {"start_cash": (20,), "start_cash_step": (2,)},
    "J-03": {"go_salary": (2,)},
    "J-04": {"must_buy": (True,)},
    "J-05": {"group_double": (True,)},
    "J-06": {"jail_fee": (1,)},
    "J-07": {"end": ("first-unpaid",), "win_by": ("cash",)},
    "J-08": {"max_players": (4,)},
    "S0-19 S1-04 S2-09 S3-13 S4-17": {"must_buy": (False,)},
    "S0-67": {"promises": (False,)},
    "P-01 P-02 P-03 P-04 P-05 P-06 P-07": {"promises": (True,)},
    # Bankruptcy and the end
    "S0-61 S2-41 S4-52 S4-53 C-71 C-73 C-77": {"bankrupt_to_player": ("creditor",)},
    "S3-41": {"bankrupt_to_player": ("bank",)},
    "C-78": {"pay_each_fail": ("in-order",)},
    "C-70": {"give_up": ("insolvent",)},
    "S0-68 S2-46": {"deal_deeds": (3,)},
    "S4-61": {"deal_all": (True,)},
    "C-95": {"deal_paid": (True,)},
    "S0-66 S1-01 S1-35 S2-06 S2-44 S3-02 S4-59": {"end": ("last",)},
    "S0-65 S4-57": {"end": ("last", "second-bankruptcy")},
    "S0-72 S2-48 S2-49": {"end": ("first-bankruptcy",)},
    "C-104": {"leave": ("bank", "auction")},
    "C-105": {"takes": (True,)},
    "C-106": {"join": ("share",)},
    "C-96": {"equal_turns": (True,)},
}
HOLDS: dict[str, Mapping[str, Condition]] = {rule: holds for ids, holds in _ROWS.items() for rule in ids.split()}

# What a choice decides only where another one has been made so.
_WITHIN: dict[str, Mapping[str, Condition]] = {
    "third_double": {"dice": (2,)},
    "third_double_fine": {"third_double": ("fine",), "dice": (2,)},
    "auction_min": {"auction": (True,)},
    "auction_min_percent": {"auction": (True,), "auction_min_percent": MANY},
    "auction_step_max": {"auction": (True,), "auction_step_max": MANY},
    "bid_limit": {"auction": (True,)},
    "group_double_if_mortgaged": {"group_double": (True,)},
    "pot_takes": {"parking": ("pot",)},
    "pot_seed": {"parking": ("pot",), "pot_seed": MANY},
    "jail_tries": {"dice": (2,)},
    "jail_after": {"jail_tries": MANY, "dice": (2,)},
    "jail_card_late": {"jail_tries": MANY, "jail_card_late": (True,), "dice": (2,)},
    "shortage_min": {"build_when": ("own-or-between",)},
    "transfer_interest_on": {"transfer_interest": MANY},
    "go_exact_bonus": {"go_exact_bonus": MANY},
    "two_ones_bonus": {"two_ones_bonus": MANY, "dice": (2,)},
    "build_fee": {"build_fee": MANY},
    "promises": {"promises": (True,)},
    "speed_die": {"speed_die": (True,)},
    "deal_deeds": {"deal_deeds": MANY},
    "deal_all": {"deal_all": (True,)},
    "deal_paid": {"deal_paid": (True,)},
    "rounds": {"rounds": MANY},
    "goal": {"goal": MANY},
}


def is_in_force(rule: str, options: Options, unit: int) -> bool:
    """Whether nothing that was chosen contradicts the rule, whose sums count the edition's unit."""
    return _agrees(HOLDS.get(rule, {}), options, unit)


def is_decisive(key: str, options: Options, unit: int) -> bool:
    """Whether the choice decides anything beside the others: no fine for a third double that leads to jail."""
    return getattr(options, key) != "" and _agrees(_WITHIN.get(key, {}), options, unit)


def _agrees(holds: Mapping[str, Condition], options: Options, unit: int) -> bool:
    return all(_counted(key, options, unit) in values for key, values in holds.items())


def _counted(key: str, options: Options, unit: int) -> object:
    value = getattr(options, key)
    return value // unit if key in SUMS else value
