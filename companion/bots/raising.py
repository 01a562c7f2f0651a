"""Raising money: which deed to mortgage and which building to sell first, so that least is lost."""

from __future__ import annotations

from companion.bots.guide import Guide
from companion.rules.commands import AnyCommand, Clear, Mortgage, Sell
from companion.rules.state import State


def raise_money(guide: Guide, state: State, seat: int, needed: int) -> AnyCommand | None:
    """The least painful step towards so much money: single deeds, then houses, then whole groups (S0-54, S0-55)."""
    wholes = {square for group in guide.whole_groups(state.owner, seat) for square in group}
    mine = state.deeds_of(seat)
    single = _mortgage(guide, state, seat, [square for square in mine if square not in wholes], needed)
    if single is not None:
        return single
    bare = _mortgage(guide, state, seat, [square for square in mine if square in wholes], needed)
    return _sell(guide, state, seat, mine) or bare


def _mortgage(guide: Guide, state: State, seat: int, deeds: list[int], needed: int) -> AnyCommand | None:
    """Mortgage the deed that just covers what is needed, else the most valuable one."""
    ways = [Mortgage(seat, square) for square in deeds if not state.mortgaged[square]]
    ways = [way for way in ways if guide.accepts(state, way)]
    if not ways:
        return None
    enough = [way for way in ways if guide.deed(way.square).mortgage >= needed]
    if enough:
        return min(enough, key=lambda way: guide.deed(way.square).mortgage)
    return max(ways, key=lambda way: guide.deed(way.square).mortgage)


def _sell(guide: Guide, state: State, seat: int, deeds: list[int]) -> AnyCommand | None:
    """Sell one building where the last one brought least; a whole group where single steps are refused (C-52)."""
    built = sorted((square for square in deeds if state.level[square]), key=lambda at: guide.deed(at).price)
    ways = (way for kind in (Sell, Clear) for square in built if guide.accepts(state, way := kind(seat, square)))
    return next(ways, None)
