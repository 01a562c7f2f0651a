"""Rent: how much, to whom, and until when it may be claimed."""

from __future__ import annotations

from tests.umpire.book import Plain
from tests.umpire.promises import is_let_off
from tests.umpire.table import BANK, FREE, Table, charge, has_group, others_from
from tests.umpire.turns import Reasons, against_answer, against_dice, dice_in, pips, take_question


def is_due(t: Table, square: int) -> bool:
    """S0-25, S3-29, S3-36: nothing on a mortgaged deed, unless the bank takes it; nothing to an owner in Court."""
    if t.mortgaged[square]:
        return bool(t.book.options["mortgaged_rent"] == "bank")
    return may_collect(t, t.owner[square])


def may_collect(t: Table, seat: int) -> bool:
    """S0-39, S3-29: from jail only where the edition says so."""
    return t.jailed[seat] == FREE or bool(t.book.options["jail_collects"])


def rent(t: Table, square: int, dice: int) -> int:
    deed, owner = t.book.squares[square], t.owner[square]
    count = sum(t.owner[mate] == owner for mate in t.book.group(square))
    if deed["kind"] == "railroad":
        return int(deed["rents"][count - 1])
    if deed["kind"] == "utility":
        return int(deed["factors"][count - 1]) * dice * t.book.unit
    bare = not t.level[square] and is_doubled(t, square)
    return int(deed["rents"][t.level[square]]) * (2 if bare else 1)


def is_doubled(t: Table, square: int) -> bool:
    """S0-26, S0-27, C-04, S3-20."""
    options = t.book.options
    spoiled = not options["group_double_if_mortgaged"] and any(t.mortgaged[mate] for mate in t.book.group(square))
    return bool(options["group_double"]) and has_group(t, t.owner[square], square) and not spoiled


def owe_rent(t: Table, visitor: int, square: int, amount: int) -> None:
    """Paid to the owner, claimed by him later, or paid to the bank for a mortgaged deed (S0-30, S3-36)."""
    if not is_due(t, square) or not amount or is_let_off(t, visitor, square):
        return
    if t.mortgaged[square]:
        charge(t, visitor, BANK, amount)
    elif t.book.options["rent_claim"] == "auto":
        charge(t, visitor, t.owner[square], amount)
    else:
        t.claims.append({"owner": t.owner[square], "visitor": visitor, "amount": amount, "age": 0, "square": square})


def against_claim(t: Table, c: Plain) -> Reasons:
    """S3-29: nothing is collected from Court; C-02: a move is finished and settled first."""
    if t.ending:
        yield from against_last_claim(t, c["seat"])
        return
    busy = not t.debts and (t.asked or t.auction or t.contest)
    if busy or not may_collect(t, c["seat"]):
        yield "not-now"
    if not any(claim["owner"] == c["seat"] for claim in t.claims):
        yield "not-now"


def claim_rent(t: Table, c: Plain) -> None:
    claim = next(claim for claim in t.claims if claim["owner"] == c["seat"])
    t.claims.remove(claim)
    charge(t, claim["visitor"], claim["owner"], claim["amount"])


# The last call: rents that may still be claimed when the game ends (C-01, C-96)


def last_claim(t: Table) -> Plain | None:
    """Owners are asked in seat order from the one whose turn it was."""
    owners = [seat for seat in (t.turn, *others_from(t, t.turn)) if may_collect(t, seat)]
    return next((claim for seat in owners for claim in t.claims if claim["owner"] == seat), None)


def is_last_call(t: Table) -> bool:
    return t.ending and not (t.debts or t.asked or t.auction or t.contest or t.estate)


def against_last_claim(t: Table, seat: int) -> Reasons:
    """Only who is asked now claims, or passes."""
    claim = last_claim(t)
    if t.debts or not claim or claim["owner"] != seat:
        yield "not-now"


def pass_last_claim(t: Table) -> None:
    claim = last_claim(t)
    assert claim
    t.claims.remove(claim)


def against_throw(t: Table, c: Plain) -> Reasons:
    yield from against_answer(t, c, "throw")
    yield from against_dice(t, c)


def throw(t: Table, c: Plain) -> None:
    """C-10: ten times the fresh throw, to whoever owns the deed by now."""
    asked = take_question(t)
    if t.owner[asked["square"]] in (BANK, c["seat"]):
        return
    owe_rent(t, c["seat"], asked["square"], asked["times"] * pips(dice_in(c)) * t.book.unit)


def age_claims(t: Table, seat: int) -> None:
    """S0-30, S4-23, C-01: rent lasts until the next, the second next, or the visitor's own throw."""
    limit = t.book.options["rent_claim"]
    for claim in t.claims:
        claim["age"] += not t.thrown
    if limit == "own-throw":
        t.claims = [claim for claim in t.claims if claim["visitor"] != seat]
    else:
        last = 1 if limit == "next-throw" else 2
        t.claims = [claim for claim in t.claims if claim["age"] < last]
