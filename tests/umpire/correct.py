"""What the referee may set right (C-88)."""

from __future__ import annotations

from tests.umpire.book import Plain
from tests.umpire.lots import is_frozen
from tests.umpire.table import BANK, FREE, Table, convey, put
from tests.umpire.turns import Reasons

ON_SQUARES = ("owner", "buildings", "mortgaged")


def limits(t: Table, subject: str) -> tuple[int, int]:
    """What a figure of a player may be set to."""
    most = {"at": t.book.size - 1, "jailed": max(0, t.book.options["jail_tries"] - 1)}
    return FREE if subject == "jailed" else 0, most.get(subject, 10**9)


def against_correct(t: Table, c: Plain) -> Reasons:
    where, value, subject = c["where"], c["value"], c["subject"]
    least, most = limits(t, subject)
    if subject in ON_SQUARES:
        yield from _against_square(t, subject, where, value)
    elif not 0 <= where < len(t.names):
        yield "players"
    elif t.out[where]:
        yield "out"
    elif not least <= value <= most:
        yield "at-limit"


def _against_square(t: Table, subject: str, square: int, value: int) -> Reasons:
    if square not in t.book.deeds:
        yield "not-buildable"
        return
    if is_at_stake(t, square):
        yield "not-now"
    if subject == "owner":
        if value != BANK and not 0 <= value < len(t.names):
            yield "players"
        elif value != BANK and t.out[value]:
            yield "out"
        if value == BANK and (t.level[square] or t.mortgaged[square]):
            yield "at-limit"
    elif subject == "mortgaged":
        if value not in (0, 1) or (value and t.owner[square] == BANK):
            yield "at-limit"
    elif not t.book.is_street(square):
        yield "not-buildable"
    else:
        yield from _against_level(t, square, value)


def is_at_stake(t: Table, square: int) -> bool:
    """On offer, under the hammer, left behind, or in a group that a scarce building may go to."""
    offered = t.asked and t.asked.get("square") == square and t.asked["kind"] == "buy"
    hammered = t.auction and t.auction["square"] == square
    return bool(offered or hammered or square in t.estate or is_frozen(t, square))


def _against_level(t: Table, square: int, level: int) -> Reasons:
    if not (0 <= level <= t.book.options["hotel_needs"] or level == t.book.top(square)):
        yield "at-limit"
        return
    if level and t.owner[square] == BANK:
        yield "at-limit"
    old = t.level[square]
    put(t, square, level)
    if t.houses < 0 or t.hotels < 0:
        yield "at-limit"
    put(t, square, old)


def correct(t: Table, c: Plain) -> None:
    where, value, subject = c["where"], c["value"], c["subject"]
    if subject == "cash":
        t.cash[BANK] -= value - t.cash[where]
        t.cash[where] = value
    elif subject == "at":
        t.at[where], t.jailed[where] = value, FREE
        t.newcomers.pop(where, None)
    elif subject == "jailed":
        t.jailed[where] = value
        if value != FREE:
            t.at[where] = t.book.jail
    elif subject == "owner":
        convey(t, where, value)
    elif subject == "buildings":
        put(t, where, value)
    else:
        t.mortgaged[where] = bool(value)
        t.fresh.pop(where, None)
