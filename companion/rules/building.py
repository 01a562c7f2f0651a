"""Houses and hotels: who may build where, who else could, and selling back to the bank."""

from __future__ import annotations

from companion.rules.board import Street
from companion.rules.commands import Build, Clear, Reason, Refusal, Sell
from companion.rules.draft import Draft
from companion.rules.events import Cause, ContestOpened
from companion.rules.frames import BANK, Auction, AwaitEnd, AwaitRoll, Contest, Site
from companion.rules.grounds import EVEN, GROUP, SCARCE, SELL, WITHOUT_GROUP
from companion.rules.lending import is_contested
from companion.rules.rules import NEWCOMER, PLANNING, Rules
from companion.rules.state import State
from companion.rules.waiting import busy

# Building


def is_building_time(rules: Rules, state: State, seat: int) -> bool:
    """Whether the seat may build now: between throws for all, or only before one's own throw (S1-26, S3-14, C-50)."""
    kind = type(state.agenda[-1])
    if rules.options.build_when == "own-or-between":
        return kind is AwaitRoll or kind is AwaitEnd
    return kind is AwaitRoll and state.turn == seat and not state.thrown


def check_lot(rules: Rules, state: State, seat: int, square: int) -> Refusal | None:
    """Whether the seat could lawfully build on the lot, time, stock and money apart (S0-41, S0-42, S2-31, S3-39)."""
    street = rules.street(square) if 0 <= square < rules.size else None
    if street is None:
        return Refusal(Reason.NOT_BUILDABLE, "S0-41", "S3-14")
    if state.owner[square] != seat:
        return Refusal(Reason.NOT_YOURS, *GROUP)
    mates = [mate for mate in rules.mates[square] if state.owner[mate] == seat]
    if len(mates) < len(rules.mates[square]) and not _without_group(rules, state, seat, square):
        return Refusal(Reason.NOT_A_GROUP, *GROUP, held=len(mates), needed=len(rules.mates[square]))
    barred = (square,) if rules.options.build_if_mortgaged else mates
    if any(state.mortgaged[mate] for mate in barred):
        return Refusal(Reason.MORTGAGED, "S2-31", "S3-39", "S4-49")
    level = state.level[square]
    if level == rules.tops[square]:
        return Refusal(Reason.AT_LIMIT, "S0-49", "S1-28", "S2-30", "S3-18", "S4-39")
    if level and _is_evened(rules, mates) and min(_ranks(rules, state, mates)) < rules.rank(street, level):
        return Refusal(Reason.UNEVEN, *EVEN)
    return None


def _is_evened(rules: Rules, mates: list[int]) -> bool:
    """Whether the lots are built and sold evenly: the whole group is; a part of one, under the family rule, is not
    (S0-42, S0-43, S0-46)."""
    return rules.options.build_even and len(mates) == len(rules.mates[mates[0]])


def _without_group(rules: Rules, state: State, seat: int, square: int) -> bool:
    """Whether the group is not needed: the Planning Act, or the family rule for the lot one has come back to (S0-46,
    S3-33)."""
    if state.token(PLANNING):
        return True
    has_come_back = state.at[seat] == square and state.token(NEWCOMER, seat) != square
    return not rules.options.need_group and has_come_back and state.turn == seat


def _ranks(rules: Rules, state: State, mates: list[int]) -> list[int]:
    """How many steps stand on each of the lots (S0-42)."""
    needs, levels, tops = rules.needs, state.level, rules.tops
    return [needs[tops[mate]] + 1 if levels[mate] == tops[mate] else levels[mate] for mate in mates]


def check_means(rules: Rules, state: State, seat: int, square: int) -> Refusal | None:
    """Whether the bank has the building and the seat the money (S0-50, S2-33, S3-15)."""
    street = rules.street(square)
    assert street is not None
    hotel = rules.level_above(street, state.level[square]) == street.top
    if not (state.hotels if hotel else state.houses):
        return Refusal(Reason.NO_STOCK, "S0-50", "S2-33", "S3-43")
    price, cash = rules.building_price(state, seat, square), state.accounts[seat]
    if cash < price:
        return Refusal(Reason.TOO_POOR, "S0-44", "S1-26", "S2-28", "S3-15", "S4-37", needed=price, cash=cash)
    return None


def check_build(rules: Rules, state: State, command: Build) -> Refusal | None:
    """Whether the seat may build one step on the lot now (S0-41 to S0-50)."""
    seat, square = command.seat, command.square
    if rules.street(square) and state.owner[square] == seat and not is_building_time(rules, state, seat):
        return _untimely(rules, state, seat)
    return check_lot(rules, state, seat, square) or check_means(rules, state, seat, square)


def _untimely(rules: Rules, state: State, seat: int) -> Refusal:
    if rules.options.build_when == "before-throw" and type(state.agenda[-1]) in (AwaitRoll, AwaitEnd):
        return Refusal(Reason.BEFORE_THROW, "S3-14")
    return busy(state, seat, "S1-26")


def build(draft: Draft, command: Build) -> None:
    """Build at the printed price, unless others could buy the same scarce building now (S0-44, S0-51)."""
    state, seat, square = draft.state, command.seat, command.square
    rivals = rivals_for(draft.rules, state, seat, is_hotel_next(draft.rules, state, square))
    if rivals:
        draft.emit(ContestOpened(Site(seat, square), rivals))
    else:
        construct(draft, seat, square)


def is_hotel_next(rules: Rules, state: State, square: int) -> bool:
    """Whether the next step on the lot takes a hotel from the stock (S0-47)."""
    street = rules.street(square)
    return street is not None and rules.level_above(street, state.level[square]) == street.top


def construct(draft: Draft, seat: int, square: int) -> None:
    """Settle the fee if it is due, pay the step, put the building up (S0-44, S0-48, S3-15, S3-16)."""
    rules, state = draft.rules, draft.state
    street = rules.street(square)
    assert street is not None
    draft.settle_fee(seat)
    level = rules.level_above(street, state.level[square])
    whole = rules.count_of(state, square, seat) == len(rules.mates[square])
    more = () if whole else WITHOUT_GROUP
    needs = rules.needs[street.top]
    if needs and level == street.top:
        ground = draft.ground("building.hotel", needs, more=more)
    else:
        ground = draft.ground("building.house", more=more)
    draft.level(street, square, level)
    draft.charge(seat, BANK, rules.step_price(street, level), Cause.BUILDING, ground, square)


# Who else could


def rivals_for(rules: Rules, state: State, seat: int, hotel: bool) -> tuple[int, ...]:
    """The others who could lawfully buy such a building now, if the stock does not suffice for all (S0-51)."""
    stock = state.hotels if hotel else state.houses
    if stock >= len(state.out):
        return ()
    rivals = [other for other in rules.from_left_of(state, seat) if sites_of(rules, state, other, hotel)]
    return tuple(rivals) if stock < 1 + len(rivals) else ()


def sites_of(rules: Rules, state: State, seat: int, hotel: bool) -> list[int]:
    """The lots on which the seat could lawfully put such a building now, with the cash for it (S0-51)."""
    if rules.options.build_when == "before-throw" and state.turn != seat:
        return []
    return [
        square
        for square in state.deeds_of(seat)
        if rules.street(square)
        and is_hotel_next(rules, state, square) == hotel
        and not check_lot(rules, state, seat, square)
        and not check_means(rules, state, seat, square)
    ]


# Selling back


def _own_street(rules: Rules, state: State, seat: int, square: int) -> Street | Refusal:
    street = rules.street(square) if 0 <= square < rules.size else None
    if street is None:
        return Refusal(Reason.NOT_BUILDABLE, *SELL)
    return street if state.owner[square] == seat else Refusal(Reason.NOT_YOURS, *SELL)


def check_sell(rules: Rules, state: State, command: Sell) -> Refusal | None:
    """Whether the seat may sell one step: from the highest lots, and with houses to replace a hotel (S0-43, C-52,
    C-56)."""
    square = command.square
    street = _own_street(rules, state, command.seat, square)
    if isinstance(street, Refusal):
        return street
    level = state.level[square]
    if not level:
        return Refusal(Reason.NOTHING_BUILT, *SELL)
    if is_contested(rules, state, square):
        return Refusal(Reason.CONTEST_FIRST, *SCARCE)
    if square in rules.unpaid_lots(state, command.seat):
        return Refusal(Reason.IN_DEBT, "C-42")
    mates = [mate for mate in rules.mates[square] if state.owner[mate] == command.seat]
    if _is_evened(rules, mates) and max(_ranks(rules, state, mates)) > rules.rank(street, level):
        return Refusal(Reason.UNEVEN, "S0-43", "S4-44")
    needed = -rules.stock(street, level, rules.level_below(street, level))[0]
    stock = state.houses - houses_at_stake(rules, state)
    return Refusal(Reason.NO_STOCK, "S2-34", "S4-45", needed=needed, stock=stock) if needed > stock else None


def houses_at_stake(rules: Rules, state: State) -> int:
    """How many houses of the stock are asked for by several and not to be touched: one or none (S0-51)."""
    top = state.agenda[-1]
    sites = top.sites if isinstance(top, Auction | Contest) else ()
    return int(bool(sites) and not is_hotel_next(rules, state, sites[0].square))


def sell(draft: Draft, command: Sell) -> None:
    """One step down for half its price (S0-54, S2-34, S4-45)."""
    rules, square = draft.rules, command.square
    street = rules.street(square)
    assert street is not None
    level = draft.state.level[square]
    draft.level(street, square, rules.level_below(street, level))
    price = rules.step_price(street, level)
    draft.pay(BANK, command.seat, rules.share(price, 2), Cause.REFUND, draft.ground("refund.step", price), square)


def check_clear(rules: Rules, state: State, command: Clear) -> Refusal | None:
    """Whether there is a building to sell in the seat's group of the square (S4-45, C-52)."""
    street = _own_street(rules, state, command.seat, command.square)
    if isinstance(street, Refusal):
        return street
    if not any(state.level[mate] for mate in rules.mates[command.square] if state.owner[mate] == command.seat):
        return Refusal(Reason.NOTHING_BUILT, *SELL)
    if command.square in rules.unpaid_lots(state, command.seat):
        return Refusal(Reason.IN_DEBT, "C-42")
    return Refusal(Reason.CONTEST_FIRST, *SCARCE) if is_contested(rules, state, command.square) else None


def clear(draft: Draft, command: Clear) -> None:
    """Sell every building of the group at once for half of all it cost (S4-45, C-52)."""
    for mate in draft.rules.mates[command.square]:
        if draft.state.owner[mate] == command.seat:
            raze(draft, command.seat, mate)


def raze(draft: Draft, seat: int, square: int) -> None:
    """Sell all buildings of one lot to the bank for half of what they cost (S0-54, S0-62)."""
    rules, level = draft.rules, draft.state.level[square]
    street = rules.street(square)
    if street and level:
        draft.level(street, square, 0)
        needs = rules.needs[street.top]
        if level < street.top:
            ground = draft.ground("refund.houses", level, street.house)
        elif needs:
            ground = draft.ground("refund.hotel", needs, street.house, street.hotel_price)
        else:
            ground = draft.ground("refund.houses", 1, street.hotel_price)
        draft.pay(BANK, seat, rules.refund(street, level), Cause.REFUND, ground, square)
