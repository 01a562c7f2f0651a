"""What a bot works out: what to do before it throws, how to raise money, and where to ride."""

from __future__ import annotations

from itertools import compress
from typing import assert_never

from companion.bots.guide import Guide
from companion.rules.answers import destinations
from companion.rules.board import Court, Go, Jail, Luck, Parking, Planning, Railroad, Street, Tax, ToJail, Tram, Utility
from companion.rules.commands import AnyCommand, Build, Clear, Mortgage, Redeem, Sell
from companion.rules.frames import BANK
from companion.rules.rules import PLANNING
from companion.rules.speed import bus_stops
from companion.rules.state import State


def raise_money(guide: Guide, state: State, seat: int, needed: int) -> AnyCommand | None:
    """The least painful step towards so much money: single deeds, then houses, then whole groups (S0-54, S0-55)."""
    wholes = {square for group in guide.whole_groups(state.owner, seat) for square in group}
    mine = state.deeds_of(seat)
    single = _mortgage(guide, state, seat, [square for square in mine if square not in wholes], needed)
    if single is not None:
        return single
    return _sell(guide, state, seat, mine) or _mortgage(
        guide, state, seat, [square for square in mine if square in wholes], needed
    )


def _mortgage(guide: Guide, state: State, seat: int, deeds: list[int], needed: int) -> AnyCommand | None:
    """Mortgage the deed that just covers what is needed, else the most valuable one."""
    values, mortgaged = guide.rules.mortgages, state.mortgaged
    open_deeds = [(values[square], square) for square in deeds if not mortgaged[square]]
    ranked = sorted(open_deeds, key=lambda each: (each[0] < needed, abs(each[0] - needed)))
    return next((way for _, square in ranked if guide.accepts(state, way := Mortgage(seat, square))), None)


def _sell(guide: Guide, state: State, seat: int, deeds: list[int]) -> AnyCommand | None:
    """Sell one building where the last one brought least; a whole group where single steps are refused (C-52)."""
    built = sorted((square for square in deeds if state.level[square]), key=guide.rules.prices.__getitem__)
    ways = (way for kind in (Sell, Clear) for square in built if guide.accepts(state, way := kind(seat, square)))
    return next(ways, None)


def destination(guide: Guide, state: State, seat: int) -> int:
    """The square that promises most: a deed worth having, GO, or at least a place where nothing is to be paid."""
    return max(destinations(guide.rules, state, seat), key=lambda square: _appeal(guide, state, seat, square))


def exit_of_bus(guide: Guide, state: State, seat: int) -> str:
    """The way off the bus that promises most (SD-04)."""
    at, stops = state.at[seat], bus_stops(state)
    return max(stops, key=lambda way: _appeal(guide, state, seat, (at + stops[way]) % guide.rules.size))


def _appeal(guide: Guide, state: State, seat: int, square: int) -> int:
    """What a visit would bring, in units of money."""
    rules = guide.rules
    salary = rules.options.go_salary if square <= state.at[seat] else 0
    match rules.squares[square]:
        case Tax(_, amount):
            return salary - amount
        case Court() | ToJail():
            return -rules.options.jail_fee
        case Street() | Railroad() | Utility():
            return salary + _deed_appeal(guide, state, seat, square)
        case Go() | Luck() | Jail() | Parking() | Planning() | Tram():
            return salary
        case other:
            assert_never(other)


def _deed_appeal(guide: Guide, state: State, seat: int, square: int) -> int:
    rules, owner = guide.rules, state.owner[square]
    if owner == BANK:
        affordable = rules.may_buy(state, seat) and state.accounts[seat] >= guide.deed(square).price
        return guide.worth(state, seat, square) if affordable else 0
    if owner == seat:
        return 0
    return -guide.rent(state, square)


NEVER = 1 << 60  # more cash than there is
Group = tuple[int, ...]
Way = tuple[int, int, int]  # how much is to be said for it, the cash it needs, the square


class TurnPlan:
    """The lots to build on, best first, and the mortgages to lift, of one seat at one moment (S0-41, S0-56).

    `reserves` is the cash to keep when building and when lifting; `wanted` is the cash from which on there may be
    something to do: below it nothing needs to be looked at.
    """

    __slots__ = ("_lifts", "_seat", "_sites", "wanted")

    def __init__(self, guide: Guide, state: State, seat: int, wholes: list[Group], reserves: tuple[int, int]) -> None:
        self._seat = seat
        groups = wholes
        if not guide.needs_group or state.token(PLANNING):
            groups = [tuple(square for square in group if state.owner[square] == seat) for group in guide.streets]
        self._sites = _sites(guide, state, seat, groups, reserves[0]) if groups else []
        self._lifts = _lifts(guide, state, seat, wholes, reserves[1]) if any(state.mortgaged) else []
        ways = self._sites + self._lifts
        self.wanted = min([cash for _, cash, _ in ways]) if ways else NEVER

    def command(self, guide: Guide, state: State) -> AnyCommand | None:
        """The best that the cash allows and the rules accept now: build first, else lift a mortgage."""
        cash, seat = state.accounts[self._seat], self._seat
        for _, needed, square in self._sites:
            if needed <= cash and guide.accepts(state, Build(seat, square)):
                return Build(seat, square)
        return next((Redeem(seat, square) for _, needed, square in self._lifts if needed <= cash), None)


def _sites(guide: Guide, state: State, seat: int, groups: list[Group], reserve: int) -> list[Way]:
    """The lots that could take another building, time apart, by gain for the price."""
    reserve += guide.rules.building_fee(state, seat)
    found = []
    for group in groups:
        barred = [square for square in group if state.mortgaged[square]]
        if barred and not guide.builds_if_mortgaged:
            continue
        lowest = min([state.level[square] for square in group], default=0)
        for square in group:
            gain, price = guide.step(state, square)
            if gain and square not in barred and (state.level[square] == lowest or not guide.builds_evenly):
                found.append((gain, price + reserve, square))
    return sorted(found, reverse=True)


def _lifts(guide: Guide, state: State, seat: int, wholes: list[Group], reserve: int) -> list[Way]:
    """The mortgaged deeds, those of whole groups first, then by price."""
    owner, price = state.owner, guide.rules.redeem_price
    mine = [square for square in compress(guide.squares, state.mortgaged) if owner[square] == seat]
    if not mine:
        return []
    whole = {square for group in wholes for square in group}
    return sorted(
        [
            (guide.rules.prices[square] + (NEVER if square in whole else 0), price(state, square) + reserve, square)
            for square in mine
        ],
        reverse=True,
    )
