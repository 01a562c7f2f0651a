"""The choices in words for people who make an edition: what each decides, by which rules, and what it may be."""

from typing import NamedTuple

import msgspec
from msgspec import inspect

from companion.editions.figures import HIGHEST_SUM
from companion.rules.options import Options


class Explained(NamedTuple):
    """What an option decides, and the ids of the rules and cases behind it."""

    text: str
    rules: str


EXPLAINED = {
    "start_cash": Explained("money each player starts with", "S0-05"),
    "go_salary": Explained("salary for reaching or passing GO", "S0-15, S3-11"),
    "go_exact_bonus": Explained("on top of the salary for stopping on GO", "C-91"),
    "two_ones_bonus": Explained("what the bank pays for a throw of two ones", "C-91"),
    "jail_fee": Explained("bail, or the fee that leads out of Court", "S0-37, S3-30"),
    "min_players": Explained("fewest players", "S4-02"),
    "max_players": Explained("most players", "S4-02, S1-02, S3-03"),
    "buy_from": Explained("when deeds may be bought, from the start or from one's first pass of GO", "S3-12, C-40"),
    "third_double": Explained("what the third double brings", "S0-14, S3-10"),
    "third_double_fine": Explained("the fine for the third double", "S3-10"),
    "auction": Explained("whether a declined deed is auctioned", "S0-20, S3-13"),
    "auction_min": Explained("lowest opening bid", "S0-21, S2-10"),
    "auction_step_max": Explained("highest raise; 0 is no limit", "S2-11"),
    "bid_limit": Explained("how high one may bid, the cash at hand or all that one could raise", "S4-18, C-34"),
    "rent_claim": Explained(
        "when rent falls due, by itself or claimed before the next, the second next or the visitor's own throw",
        "S0-30, S4-23, C-01",
    ),
    "mortgaged_rent": Explained("who takes the rent of a mortgaged deed", "S0-25, S3-36"),
    "group_double": Explained("whether bare lots of a full group earn double", "S0-26, S3-20"),
    "group_double_if_mortgaged": Explained("also while a lot of the group is mortgaged", "S0-27, C-04"),
    "income_tax": Explained("whether the player may choose the percentage printed on the tax square", "S0-22, S1-12"),
    "parking": Explained("whether Free Parking pays out a pot", "S0-40, S4-60"),
    "pot_takes": Explained("what the pot takes, taxes, bail and cards or cards only", "S4-60, S3-24"),
    "pot_seed": Explained("what the bank puts into an empty pot", "B-22"),
    "jail_tries": Explained("throws for doubles in jail; 0 is none, one turn is sat out", "S0-34, S3-30"),
    "jail_after": Explained(
        "what follows the last try, paying and moving, moving only next turn, or going free", "S0-38, C-23"
    ),
    "jail_collects": Explained("whether a jailed owner takes rent", "S0-39, S3-29"),
    "need_group": Explained("whether building needs the full group", "S0-41, S0-46"),
    "build_even": Explained("whether a group is built and sold evenly", "S0-42, S3-19"),
    "build_if_mortgaged": Explained("whether one may build beside a mortgaged lot of the group", "C-43, S3-39"),
    "build_when": Explained("own turn or between turns, or only before the own throw", "S1-26, S3-14"),
    "build_fee": Explained("fee or permit before a player's first building", "S3-15"),
    "hotel_needs": Explained("houses before the hotel", "S0-47, S0-69"),
    "houses": Explained("houses in the bank", "S0-03"),
    "hotels": Explained("hotels in the bank", "S0-03"),
    "shortage_min": Explained("lowest bid for a scarce building", "S0-51, S2-32"),
    "lift_interest": Explained("percent on lifting a mortgage, or the price printed as lift", "S0-56, S2-36, S3-38"),
    "transfer_interest": Explained("percent due when a mortgaged deed changes hands", "S0-59"),
    "transfer_interest_on": Explained("on every transfer, or only after a bankruptcy", "S4-50, S2-42"),
    "mortgage_clear": Explained("what must be free of buildings before a mortgage", "S4-46, S3-35"),
    "trade_clear": Explained("what must be free of buildings before a trade", "S4-42, S3-40"),
    "trade_from": Explained(
        "when trading opens; first-go is as soon as somebody has passed GO", "Japan's championship"
    ),
    "bankrupt_to_player": Explained("who takes the estate of one who owes a player", "S0-61, S3-41"),
    "pay_each_fail": Explained("when a card's payment to each is not covered", "C-78"),
    "give_up": Explained("whether one may give up who could still pay, or only the insolvent", "S0-60, C-70"),
    "deal_deeds": Explained("deeds dealt to each player at the start", "S0-68"),
    "deal_all": Explained("whether all deeds are dealt", "S4-61"),
    "deal_paid": Explained("whether dealt deeds are paid for", "C-95"),
    "end": Explained("when the game ends", "S0-66, S0-72, C-95"),
    "equal_turns": Explained("whether all take as many turns when the time is up", "C-96"),
    "worth_mortgaged": Explained("how a mortgaged deed counts at the end", "C-92"),
    "cash_hidden": Explained("whether balances stay undisclosed", "world championship 2020"),
}


def allowed(key: str) -> str:
    """What an option may be, in words, of names the classic one first: `choose or flat`, `0 to 100`."""
    classic = str(getattr(Options(), key))
    *values, last = sorted(_allowed(_FIELDS[key]), key=lambda value: value != classic)
    return f"{', '.join(values)} or {last}" if values else last


def differing(options: Options) -> dict[str, object]:
    """The options that are not classic, in the order of `Options`."""
    classic = msgspec.structs.asdict(Options())
    return {key: value for key, value in msgspec.structs.asdict(options).items() if value != classic[key]}


def _allowed(kind: inspect.Type) -> list[str]:
    match kind:
        case inspect.BoolType():
            return ["true", "false"]
        case inspect.LiteralType(values):
            return list(map(str, values))
        case inspect.UnionType(types):
            return [value for each in types for value in _allowed(each)]
        case inspect.IntType(ge=lowest, le=highest):
            return [f"{lowest} or more" if highest == HIGHEST_SUM else f"{lowest} to {highest}"]
        case _:
            raise TypeError(f"an option of type {kind} has no words yet")


def _fields() -> dict[str, inspect.Type]:
    info = inspect.type_info(Options)
    assert isinstance(info, inspect.StructType)
    return {field.name: field.type for field in info.fields}


_FIELDS = _fields()
