"""What a seat could do with its deeds, and from which cash on: worked out anew only when deeds have changed."""

from __future__ import annotations

from itertools import compress

from companion.bots.guide import Guide
from companion.rules.building import fee_of
from companion.rules.commands import AnyCommand, Build, Redeem
from companion.rules.rules import PLANNING
from companion.rules.state import State

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
        self._lifts = _lifts(guide, state, seat, wholes, reserves[1]) if True in state.mortgaged else []
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
    reserve += fee_of(guide.rules, state, seat)
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
    whole = {square for group in wholes for square in group}
    return sorted(
        [
            (guide.deed(square).price + (NEVER if square in whole else 0), price(state, square) + reserve, square)
            for square in mine
        ],
        reverse=True,
    )
