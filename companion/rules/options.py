"""The choices in which editions and published house rules differ; the defaults are the classic game."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Money = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Price = Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]
Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One value for each choice; what it decides, and by which rules, is told by `editions.explained`."""

    start_cash: Money = 1500
    go_salary: Money = 200
    go_exact_bonus: Money = 0
    two_ones_bonus: Money = 0
    jail_fee: Money = 50
    min_players: Annotated[int, msgspec.Meta(ge=2, le=8)] = 2
    max_players: Annotated[int, msgspec.Meta(ge=2, le=8)] = 8
    buy_from: Literal["start", "first-go"] = "start"
    third_double: Literal["jail", "fine"] = "jail"
    third_double_fine: Money = 100
    auction: bool = True
    auction_min: Price = 1
    auction_step_max: Count = 0  # 0 = no limit
    bid_limit: Literal["cash", "worth"] = "cash"
    rent_claim: Literal["auto", "next-throw", "second-throw", "own-throw"] = "auto"
    mortgaged_rent: Literal["none", "bank"] = "none"
    group_double: bool = True
    group_double_if_mortgaged: bool = True
    income_tax: Literal["choose", "flat"] = "choose"
    parking: Literal["nothing", "pot"] = "nothing"
    pot_takes: Literal["fees", "cards"] = "fees"  # fees are taxes and bail, and what cards take
    pot_seed: Money = 0
    jail_tries: Annotated[int, msgspec.Meta(ge=0, le=9)] = 3  # 0 = no try, one turn is sat out
    jail_after: Literal["pay-and-move", "pay-then-next-turn", "free"] = "pay-and-move"
    jail_collects: bool = True
    need_group: bool = True
    build_even: bool = True
    build_if_mortgaged: bool = False  # yes: only the mortgaged lot itself is barred
    build_when: Literal["own-or-between", "before-throw"] = "own-or-between"
    build_fee: Money = 0
    hotel_needs: Annotated[int, msgspec.Meta(ge=1, le=4)] = 4
    houses: Count = 32
    hotels: Count = 12
    shortage_min: Price = 1
    lift_interest: Percent | Literal["printed"] = 10
    transfer_interest: Percent = 10
    transfer_interest_on: Literal["all", "bankruptcy"] = "all"
    mortgage_clear: Literal["group", "none"] = "group"
    trade_clear: Literal["group", "lot", "none"] = "group"  # none: buildings go with the lot
    trade_from: Literal["start", "first-go"] = "start"
    bankrupt_to_player: Literal["creditor", "bank"] = "creditor"
    pay_each_fail: Literal["in-order", "split", "none-paid"] = "in-order"
    give_up: Literal["any", "insolvent"] = "any"  # who could still pay may resign, or may not
    deal_deeds: Count = 0
    deal_all: bool = False
    deal_paid: bool = False
    end: Literal["last", "first-bankruptcy", "second-bankruptcy"] = "last"
    equal_turns: bool = True  # at time all take the same number of turns
    worth_mortgaged: Literal["half", "full"] = "half"
    cash_hidden: bool = False
