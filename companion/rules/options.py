"""The choices in which editions and published house rules differ; the defaults are the classic game."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Annotated, Literal, get_type_hints

import msgspec

HIGHEST_SUM = 1_000_000_000_000
Money = Annotated[int, msgspec.Meta(ge=0, le=HIGHEST_SUM)]
Price = Annotated[int, msgspec.Meta(ge=1, le=HIGHEST_SUM)]
Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000)]
_NAMED_SUM = r'(?:"([^"]+)"|([^\s"]+)) +([0-9]{1,13})'


def by(*rules: str) -> msgspec.Meta:
    """The rules, cases or customs that a choice rests on."""
    return msgspec.Meta(extra={"rules": rules})


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One value for each choice, and the rules behind it; what it decides is told by the text `option.KEY.about`."""

    start_cash: Annotated[Money, by("S0-05")] = 1500
    handicap: Annotated[str, by("C-103")] = ""
    start_cash_step: Annotated[Money, by("J-02")] = 0
    go_salary: Annotated[Money, by("S0-15", "S3-11")] = 200
    go_exact_bonus: Annotated[Money, by("C-91")] = 0
    two_ones_bonus: Annotated[Money, by("C-91")] = 0
    jail_fee: Annotated[Money, by("S0-37", "S3-30")] = 50
    min_players: Annotated[int, msgspec.Meta(ge=2, le=8), by("S4-02")] = 2
    max_players: Annotated[int, msgspec.Meta(ge=2, le=8), by("S4-02", "S1-02", "S3-03")] = 8
    dice: Annotated[int, msgspec.Meta(ge=1, le=2), by("S0-03")] = 2
    speed_die: Annotated[bool, by("SD-02")] = False
    buy_from: Annotated[Literal["start", "first-go"], by("S3-12", "C-40")] = "start"
    must_buy: Annotated[bool, by("J-04", "S0-19")] = False
    third_double: Annotated[Literal["jail", "fine"], by("S0-14", "S3-10")] = "jail"
    third_double_fine: Annotated[Money, by("S3-10")] = 100
    auction: Annotated[bool, by("S0-20", "S3-13")] = True
    auction_min: Annotated[Price, by("S0-21", "S2-10")] = 1
    auction_min_percent: Annotated[Percent, by("C-102")] = 0
    auction_step_max: Annotated[Money, by("S2-11")] = 0
    bid_limit: Annotated[Literal["cash", "worth"], by("S4-18", "C-34")] = "cash"
    rent_claim: Annotated[Literal["auto", "next-throw", "second-throw", "own-throw"], by("S0-30", "S4-23", "C-01")] = (
        "auto"
    )
    mortgaged_rent: Annotated[Literal["none", "bank"], by("S0-25", "S3-36")] = "none"
    group_double: Annotated[bool, by("S0-26", "S3-20")] = True
    group_double_if_mortgaged: Annotated[bool, by("S0-27", "C-04")] = True
    income_tax: Annotated[Literal["choose", "flat"], by("S0-22", "S1-12")] = "choose"
    parking: Annotated[Literal["nothing", "pot"], by("S0-40", "S4-60")] = "nothing"
    pot_takes: Annotated[Literal["fees", "cards"], by("S4-60", "S3-24")] = "fees"
    pot_seed: Annotated[Money, by("B-22")] = 0
    jail_tries: Annotated[int, msgspec.Meta(ge=0, le=9), by("S0-34", "S3-30")] = 3
    jail_after: Annotated[Literal["pay-and-move", "pay-then-next-turn", "free"], by("S0-38", "C-23")] = "pay-and-move"
    jail_card_late: Annotated[bool, by("C-25")] = False
    jail_collects: Annotated[bool, by("S0-39", "S3-29")] = True
    need_group: Annotated[bool, by("S0-41", "S0-46")] = True
    build_even: Annotated[bool, by("S0-42", "S3-19")] = True
    build_if_mortgaged: Annotated[bool, by("C-43", "S3-39")] = False
    build_when: Annotated[Literal["own-or-between", "before-throw"], by("S1-26", "S3-14")] = "own-or-between"
    build_fee: Annotated[Money, by("S3-15")] = 0
    hotel_needs: Annotated[int, msgspec.Meta(ge=1, le=9), by("S0-47", "S0-69")] = 4
    houses: Annotated[Count, by("S0-03")] = 32
    hotels: Annotated[Count, by("S0-03")] = 12
    shortage_min: Annotated[Price, by("S0-51", "S2-32")] = 1
    lift_interest: Annotated[Percent | Literal["printed"], by("S0-56", "S2-36", "S3-38")] = 10
    transfer_interest: Annotated[Percent, by("S0-59")] = 10
    transfer_interest_on: Annotated[Literal["all", "bankruptcy"], by("S4-50", "S2-42")] = "all"
    mortgage_clear: Annotated[Literal["group", "none"], by("S4-46", "S3-35")] = "group"
    trade_clear: Annotated[Literal["group", "lot", "none"], by("S4-42", "S3-40")] = "group"
    trade_from: Annotated[Literal["start", "first-go", "never"], by("Japan's championship", "J-04")] = "start"
    promises: Annotated[bool, by("S0-67", "P-01", "P-04")] = False
    bankrupt_to_player: Annotated[Literal["creditor", "bank"], by("S0-61", "S3-41")] = "creditor"
    pay_each_fail: Annotated[Literal["in-order", "split", "none-paid"], by("C-78")] = "in-order"
    leave: Annotated[Literal["no", "bank", "auction"], by("C-104")] = "no"
    takes: Annotated[bool, by("C-105")] = True
    join: Annotated[Literal["no", "share"], by("C-106")] = "no"
    give_up: Annotated[Literal["any", "insolvent"], by("S0-60", "C-70")] = "any"
    deal_deeds: Annotated[Count, by("S0-68")] = 0
    deal_all: Annotated[bool, by("S4-61")] = False
    deal_paid: Annotated[bool, by("C-95")] = False
    end: Annotated[
        Literal["last", "first-bankruptcy", "second-bankruptcy", "first-unpaid"], by("S0-66", "S0-72", "C-95", "J-07")
    ] = "last"
    win_by: Annotated[Literal["worth", "cash"], by("S0-01", "S0-72", "J-07")] = "worth"
    equal_turns: Annotated[bool, by("C-96")] = True
    rounds: Annotated[Count, by("C-97")] = 0
    goal: Annotated[Money, by("C-97")] = 0
    worth_mortgaged: Annotated[Literal["half", "full"], by("C-92")] = "half"
    cash_hidden: Annotated[bool, by("world championship 2020")] = False


def fold(name: str) -> str:
    """A name as it is compared: neither case nor the composition of accents counts (plays: Lexis)."""
    return unicodedata.normalize("NFC", name).casefold()


def named_sums(text: str) -> dict[str, int]:
    """The sum behind each name, folded, of a text like `red 2000 "Old Ann" 1500`.

    :raises ValueError: the text has another form, or names somebody twice.
    """
    if not re.fullmatch(rf" *(?:{_NAMED_SUM}(?: +|$))*", text):
        raise ValueError(text)
    found = re.findall(_NAMED_SUM, text)
    sums = {fold(quoted or bare): int(amount) for quoted, bare, amount in found}
    if len(sums) < len(found):
        raise ValueError(text)
    return sums


@cache
def rules_behind(key: str) -> tuple[str, ...]:
    """The rules, cases or customs that a choice rests on."""
    hints = get_type_hints(Options, include_extras=True)[key].__metadata__
    return next(hint.extra["rules"] for hint in hints if hint.extra)


SUMS = frozenset(
    key for key, kind in Options.__annotations__.items() if kind.startswith(("Annotated[Money,", "Annotated[Price,"))
)
"""The choices that are sums of money; their classic values count the edition's unit."""


def classic(unit: int = 1) -> Options:
    """The classic choices in a money of this unit."""
    usual = Options()
    return Options(**{key: getattr(usual, key) * unit for key in SUMS})
