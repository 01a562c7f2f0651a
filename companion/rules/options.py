"""The choices in which editions and published house rules differ; the defaults are the classic game."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Money = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Price = Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]
Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One value for each choice; the rule ids stand beside each key."""

    start_cash: Money = 1500  # S0-05
    go_salary: Money = 200  # S0-15
    go_exact_bonus: Money = 0  # C-91
    two_ones_bonus: Money = 0  # C-91
    jail_fee: Money = 50  # S0-37
    min_players: Annotated[int, msgspec.Meta(ge=2, le=8)] = 2  # S4-02
    max_players: Annotated[int, msgspec.Meta(ge=2, le=8)] = 8  # S4-02, S1-02, S3-03
    buy_from: Literal["start", "first-go"] = "start"  # S3-12, C-40
    third_double: Literal["jail", "fine"] = "jail"  # S0-14, S3-10
    third_double_fine: Money = 100  # S3-10
    auction: bool = True  # S0-20, S3-13
    auction_min: Price = 1  # S0-21, S2-10
    auction_step_max: Count = 0  # S2-11; 0 = no limit
    bid_limit: Literal["cash", "worth"] = "cash"  # S4-18, C-34
    rent_claim: Literal["auto", "next-throw", "second-throw", "own-throw"] = "auto"  # S0-30, S4-23, C-01
    mortgaged_rent: Literal["none", "bank"] = "none"  # S0-25, S3-36
    group_double: bool = True  # S0-26, S3-20
    group_double_if_mortgaged: bool = True  # S0-27, C-04
    income_tax: Literal["choose", "flat"] = "choose"  # S0-22, S1-12
    parking: Literal["nothing", "pot"] = "nothing"  # S0-40, S4-60
    pot_takes: Literal["fees", "cards"] = "fees"  # S4-60 takes taxes, bail and cards; S3-24 cards only
    pot_seed: Money = 0  # B-22
    jail_tries: Annotated[int, msgspec.Meta(ge=0, le=9)] = 3  # S0-34; 0 = no try, one turn is sat out (S3-30)
    jail_after: Literal["pay-and-move", "pay-then-next-turn", "free"] = "pay-and-move"  # S0-38, C-23
    jail_collects: bool = True  # S0-39, S3-29
    need_group: bool = True  # S0-41, S0-46
    build_even: bool = True  # S0-42, S3-19
    build_if_mortgaged: bool = False  # C-43; yes: only the mortgaged lot itself is barred (S3-39)
    build_when: Literal["own-or-between", "before-throw"] = "own-or-between"  # S1-26, S3-14
    build_fee: Money = 0  # S3-15
    hotel_needs: Annotated[int, msgspec.Meta(ge=1, le=4)] = 4  # S0-47, S0-69
    houses: Count = 32  # S0-03
    hotels: Count = 12  # S0-03
    shortage_min: Price = 1  # S0-51, S2-32
    lift_interest: Percent | Literal["printed"] = 10  # S0-56, S2-36, S3-38
    transfer_interest: Percent = 10  # S0-59
    transfer_interest_on: Literal["all", "bankruptcy"] = "all"  # S4-50, S2-42
    mortgage_clear: Literal["group", "none"] = "group"  # S4-46, S3-35
    trade_clear: Literal["group", "lot", "none"] = "group"  # S4-42, S3-40; none: buildings go with the lot
    trade_from: Literal["start", "first-go"] = "start"  # Japan
    bankrupt_to_player: Literal["creditor", "bank"] = "creditor"  # S0-61, S3-41
    pay_each_fail: Literal["in-order", "split", "none-paid"] = "in-order"  # C-78
    give_up: Literal["any", "insolvent"] = "any"  # S0-60, C-70: who could still pay may resign, or may not
    deal_deeds: Count = 0  # S0-68
    deal_all: bool = False  # S4-61
    deal_paid: bool = False  # C-95
    end: Literal["last", "first-bankruptcy", "second-bankruptcy"] = "last"  # S0-66, S0-72, C-95
    equal_turns: bool = True  # tournaments: at time all take the same number of turns
    worth_mortgaged: Literal["half", "full"] = "half"  # C-92
    cash_hidden: bool = False  # tournaments: balances need not be disclosed
