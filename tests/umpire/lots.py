"""What a player does with his lots: mortgage, redeem, build, sell, clear."""

from __future__ import annotations

from tests.umpire.book import Plain
from tests.umpire.table import (
    BANK,
    Table,
    charge,
    debts_of,
    deeds_of,
    has_group,
    is_quiet,
    is_unpaid,
    others_from,
    own_mates,
    pay,
    put,
    return_card,
    spoken_for,
)
from tests.umpire.turns import Reasons

Site = tuple[int, int]


def against_owner(t: Table, seat: int, square: int) -> Reasons:
    if t.owner[square] != seat:
        yield "not-yours"


# While a scarce building is asked for (S0-51), the groups that it may go to stay as they are


def stakes(t: Table) -> list[Site]:
    """The lots named for the scarce building, by seat."""
    now = t.contest or t.auction
    return list(now["sites"]) if now else []


def is_frozen(t: Table, square: int) -> bool:
    return any(square in t.book.group(lot) for _, lot in stakes(t))


def stock_left(t: Table) -> int:
    """Houses that selling a hotel may take: the one at stake is not among them."""
    at_stake = stakes(t)
    return t.houses - (1 if at_stake and not is_hotel_next(t, at_stake[0][1]) else 0)


def kept_back(t: Table, seat: int) -> int:
    """Money that is spoken for: the leading bid, or the price of the house that one has asked for (S4-18, C-58)."""
    prices = [price(t, seat, lot) for who, lot in t.contest["sites"] if who == seat] if t.contest else []
    return max([spoken_for(t, seat), *prices])


# Mortgages


def against_mortgage(t: Table, c: Plain) -> Reasons:
    seat, square = c["seat"], c["square"]
    yield from against_owner(t, seat, square)
    if t.owner[square] == seat and not t.book.squares[square]["mortgage"]:
        yield "not-now"
    if t.mortgaged[square]:
        yield "mortgaged"
    if t.book.options["mortgage_clear"] == "group" and any(t.level[mate] for mate in own_mates(t, square)):
        yield "has-buildings"
    if is_frozen(t, square) or is_unpaid(t, square):
        yield "not-now"


def mortgage(t: Table, c: Plain) -> None:
    """S0-55; what is mortgaged while one owes is remembered (C-98)."""
    pay(t, BANK, c["seat"], t.book.squares[c["square"]]["mortgage"])
    t.mortgaged[c["square"]] = True
    if debts_of(t, c["seat"]):
        t.pledged.append(c["square"])


def redemption(t: Table, square: int) -> int:
    """S0-56, S4-50, S2-42: what has just been paid as interest is taken off."""
    return t.book.lift_price(square) - t.fresh.get(square, 0)


def against_redeem(t: Table, c: Plain) -> Reasons:
    seat, square = c["seat"], c["square"]
    yield from against_owner(t, seat, square)
    if not t.mortgaged[square]:
        yield "not-mortgaged"
    elif t.cash[seat] - kept_back(t, seat) < redemption(t, square):
        yield from ("too-poor", "not-now") if t.contest else ("too-poor",)
    if is_frozen(t, square):
        yield "not-now"


def redeem(t: Table, c: Plain) -> None:
    pay(t, c["seat"], BANK, redemption(t, c["square"]))
    t.mortgaged[c["square"]] = False
    t.fresh.pop(c["square"], None)


# Building


def is_hotel_next(t: Table, square: int) -> bool:
    return t.level[square] == t.book.needs(square)


def fee(t: Table, seat: int) -> int:
    """S3-15, S3-16: once in a game, unless a permit replaces it."""
    owed = int(t.book.options["build_fee"])
    return 0 if seat in t.developers or permits(t, seat) else owed


def permits(t: Table, seat: int) -> list[tuple[str, str]]:
    return [kept for kept in t.kept[seat] if t.book.effects[kept[0]][kept[1]]["use"] == "permit"]


def step_price(t: Table, square: int) -> int:
    """S0-44, S0-48: the four houses go back unpaid."""
    return t.book.hotel_price(square) if is_hotel_next(t, square) else int(t.book.squares[square]["house"])


def price(t: Table, seat: int, square: int) -> int:
    return step_price(t, square) + fee(t, seat)


def against_building_time(t: Table, seat: int) -> Reasons:
    """S1-26, C-50, C-58; S3-14: before one's own throw."""
    if not is_quiet(t):
        yield "not-now"
    if t.book.options["build_when"] == "before-throw" and (seat != t.turn or t.phase != "roll" or t.thrown):
        yield "not-now"


def against_site(t: Table, seat: int, square: int) -> Reasons:
    """Whether the lot may carry one building more."""
    if not t.book.takes_buildings(square):
        yield "not-buildable"
        return
    yield from against_owner(t, seat, square)
    if not may_without_group(t, seat, square) and not has_group(t, seat, square):
        yield "not-a-group"
    lots = [square] if t.book.options["build_if_mortgaged"] else own_mates(t, square)
    if any(t.mortgaged[lot] for lot in lots):
        yield "mortgaged"
    if t.level[square] == t.book.top(square):
        yield "at-limit"
        return
    if t.book.options["build_even"] and any(_storey(t, mate) < _storey(t, square) for mate in even_mates(t, square)):
        yield "uneven"
    if (t.hotels if is_hotel_next(t, square) else t.houses) < 1:
        yield "no-stock"


def may_without_group(t: Table, seat: int, square: int) -> bool:
    """S3-33: the Planning Act; S0-46: who has come back to a lot of his own."""
    came_back = t.turn == seat and t.at[seat] == square and t.newcomers.get(seat) != square
    return t.act or (not t.book.options["need_group"] and came_back)


def even_mates(t: Table, square: int) -> list[int]:
    """S0-42 speaks of the group: a part of one, under the family rule, is not evened."""
    mates = own_mates(t, square)
    return mates if len(mates) == len(t.book.group(square)) else []


def _storey(t: Table, square: int) -> int:
    return t.book.storey(square, t.level[square])


def against_build(t: Table, c: Plain) -> Reasons:
    seat, square = c["seat"], c["square"]
    yield from against_building_time(t, seat)
    yield from against_site(t, seat, square)
    if t.book.takes_buildings(square) and t.cash[seat] < price(t, seat, square):
        yield "too-poor"


def could_build(t: Table, seat: int, hotel: bool) -> bool:
    """Whether the seat could lawfully buy such a building now, the cash included (Contest)."""
    if any(against_building_time(t, seat)):
        return False
    return any(not any(against_lot(t, seat, lot)) and is_hotel_next(t, lot) == hotel for lot in deeds_of(t, seat))


def against_lot(t: Table, seat: int, square: int) -> Reasons:
    yield from against_site(t, seat, square)
    if t.book.takes_buildings(square) and t.cash[seat] < price(t, seat, square):
        yield "too-poor"


def build(t: Table, c: Plain) -> None:
    """At the printed price, unless the bank has fewer than there are players who could buy one now (S0-51)."""
    seat, square = c["seat"], c["square"]
    hotel = is_hotel_next(t, square)
    rivals = [other for other in others_from(t, seat) if could_build(t, other, hotel)]
    if (t.hotels if hotel else t.houses) < len(rivals) + 1:
        t.contest = {"rivals": rivals, "sites": [(seat, square)], "hotel": hotel}
    else:
        erect(t, seat, square, step_price(t, square))


def erect(t: Table, seat: int, square: int, amount: int) -> None:
    charge(t, seat, BANK, amount, square)
    if t.book.options["build_fee"] and seat not in t.developers:
        _settle_fee(t, seat)
    put(t, square, t.book.top(square) if is_hotel_next(t, square) else t.level[square] + 1)


def _settle_fee(t: Table, seat: int) -> None:
    if permits(t, seat):
        return_card(t, seat, permits(t, seat)[0])
    else:
        charge(t, seat, BANK, t.book.options["build_fee"])
    t.developers.add(seat)


# Selling


def against_sell(t: Table, c: Plain) -> Reasons:
    """S0-43, S4-44; a hotel needs the houses that stay (C-52, S2-34, S3-18)."""
    seat, square = c["seat"], c["square"]
    yield from against_standing(t, seat, square)
    if not t.book.takes_buildings(square) or not t.level[square]:
        return
    if t.book.options["build_even"] and any(_storey(t, mate) > _storey(t, square) for mate in even_mates(t, square)):
        yield "uneven"
    if t.level[square] == t.book.top(square) and stock_left(t) < t.book.needs(square):
        yield "no-stock"


def against_standing(t: Table, seat: int, square: int) -> Reasons:
    """There must be a building of one's own, not in a group at stake."""
    if not t.book.takes_buildings(square):
        yield "not-buildable"
        return
    yield from against_owner(t, seat, square)
    if not t.level[square]:
        yield "at-limit"
    if is_frozen(t, square) or is_unpaid(t, square):
        yield "not-now"


def sell(t: Table, c: Plain) -> None:
    """S0-54: half of what the step cost."""
    square = c["square"]
    is_hotel = t.level[square] == t.book.top(square)
    lower = t.book.needs(square) if is_hotel else t.level[square] - 1
    pay(t, BANK, c["seat"], t.book.refund(square, t.level[square]) - t.book.refund(square, lower))
    put(t, square, lower)


def against_clear(t: Table, c: Plain) -> Reasons:
    seat, square = c["seat"], c["square"]
    if not t.book.takes_buildings(square):
        yield "not-buildable"
        return
    yield from against_owner(t, seat, square)
    if not any(t.level[mate] for mate in own_mates(t, square)):
        yield "at-limit"
    if is_frozen(t, square) or is_unpaid(t, square):
        yield "not-now"


def clear(t: Table, c: Plain) -> None:
    """S4-45: every building of the group at half of everything it cost."""
    clear_lots(t, c["seat"], own_mates(t, c["square"]))


def clear_lots(t: Table, seat: int, lots: list[int]) -> None:
    for lot in lots:
        pay(t, BANK, seat, t.book.refund(lot, t.level[lot]))
        put(t, lot, 0)
