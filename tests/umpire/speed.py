"""The Speed Die (SD-01 to SD-10)."""

from __future__ import annotations

from tests.umpire import moves
from tests.umpire.book import Plain
from tests.umpire.rents import is_due
from tests.umpire.table import BANK, FREE, Table

FACES = (1, 2, 3, "bus", "mr")


def move_by(t: Table, seat: int, dice: list[int | str]) -> None:
    """SD-03 to SD-06: a number counts; the bus stops earlier; Mr. M. goes on; triples go anywhere."""
    first, second, third = dice
    if third == "bus":
        stops = {"first": first, "second": second, "sum": t.dice}
        t.asked = {"kind": "choose", "seat": seat, "ways": tuple(stops), "stops": stops}
    elif first == second == third:
        t.asked = {"kind": "goto", "seat": seat, "anywhere": True}
    else:
        t.onward = seat if third == "mr" else None
        moves.move(t, seat, t.dice)


def get_off(t: Table, seat: int, asked: Plain, way: str) -> None:
    """SD-04."""
    moves.move(t, seat, asked["stops"][way])


def go_on(t: Table) -> None:
    """SD-05, SD-08: to the next deed that the bank has; if it has none, to the next whose owner gets rent."""
    seat, t.onward = t.onward, None
    assert seat is not None
    if t.jailed[seat] != FREE:
        return
    here = t.at[seat]
    ahead = [square for square in (*range(here + 1, t.book.size), *range(here)) if square in t.book.deeds]
    free = [square for square in ahead if t.owner[square] == BANK]
    costly = [square for square in ahead if costs(t, seat, square)]
    for square in (free or costly)[:1]:
        moves.advance(t, seat, square)


def costs(t: Table, seat: int, square: int) -> bool:
    """Whether a player would have rent of this visitor."""
    strange = t.owner[square] not in (BANK, seat) and not t.mortgaged[square]
    return strange and is_due(t, square) and not t.promises.get((seat, square))
