"""Promises of no rent, and loans between players."""

from __future__ import annotations

from tests.umpire.book import Plain
from tests.umpire.lots import kept_back
from tests.umpire.table import BANK, Table, charge, debts_of, pay, raisable
from tests.umpire.turns import Reasons

MOST = 1_000


def against_terms(t: Table, giver: int, goods: Plain, comes: Plain) -> Reasons:
    """P-01: the rent of one's own deed, which one keeps or gets by the trade."""
    for promise in goods["promises"]:
        square = promise["square"]
        has = square in t.book.deeds and t.owner[square] == giver
        if square in goods["deeds"] or not (has or square in comes["deeds"]):
            yield "not-yours"


def against_figures(t: Table, goods: Plain) -> Reasons:
    """P-01, P-04: where the table makes none, none; else so many visits or turns, in whole notes."""
    if (goods["promises"] or goods["loans"]) and not t.book.options["promises"]:
        yield "no-promises"
    counts = [promise["visits"] for promise in goods["promises"]] + [loan["turns"] for loan in goods["loans"]]
    if any(not 0 < count <= MOST for count in counts):
        yield "at-limit"
    for loan in goods["loans"]:
        if loan["back"] < 1 or loan["money"] < 0:
            yield "at-limit"
        if loan["back"] % t.book.unit or loan["money"] % t.book.unit:
            yield "unit"


def lent(goods: Plain) -> int:
    """P-04: the money that changes hands now."""
    return sum(loan["money"] for loan in goods["loans"])


def hand_over(t: Table, giver: int, taker: int, goods: Plain) -> None:
    """P-01, P-04: the taker is let off so many visits more; what is lent is his, and due later."""
    for promise in goods["promises"]:
        key = taker, promise["square"]
        t.promises[key] = t.promises.get(key, 0) + promise["visits"]
    for loan in goods["loans"]:
        pay(t, giver, taker, loan["money"])
        due = t.turns[taker] + loan["turns"]
        t.loans.append({"borrower": taker, "lender": giver, "amount": loan["back"], "due": due})


def is_let_off(t: Table, visitor: int, square: int) -> bool:
    """P-01: a visit counts when the owner would have had rent."""
    left = 0 if t.mortgaged[square] else t.promises.get((visitor, square), 0)
    if left:
        _leave(t, visitor, square, left - 1)
    return left > 0


def _leave(t: Table, holder: int, square: int, left: int) -> None:
    t.promises.pop((holder, square), None)
    if left:
        t.promises[holder, square] = left


def end_with(t: Table, seat: int, heir: int) -> None:
    """P-02, P-07: who is out neither holds a promise nor is bound; his loans are lost; those he gave pass on to an heir
    who plays, else nobody asks for them."""
    t.promises = {
        (holder, lot): left for (holder, lot), left in t.promises.items() if holder != seat and t.owner[lot] != seat
    }
    t.loans = [loan for loan in t.loans if loan["borrower"] != seat]
    for loan in t.loans:
        if loan["lender"] == seat:
            loan["lender"] = heir
    t.loans = [loan for loan in t.loans if loan["lender"] not in (BANK, loan["borrower"])]


def fall_due(t: Table) -> bool:
    """P-04, P-05: at the end of the borrower's turn; whether there was one."""
    due = [loan for loan in t.loans if loan["borrower"] == t.turn and t.turns[t.turn] >= loan["due"]]
    for loan in due:
        t.loans.remove(loan)
        charge(t, t.turn, loan["lender"], loan["amount"])
    return bool(due)


# Let go, or paid back


def find(t: Table, borrower: int, lender: int) -> Plain | None:
    """The oldest between the two."""
    return next((loan for loan in t.loans if loan["borrower"] == borrower and loan["lender"] == lender), None)


def against_forgiving_promise(t: Table, c: Plain) -> Reasons:
    """P-03: the holder alone."""
    bound = t.owner[c["square"]] == c["of"]
    holders = [holder for holder, lot in t.promises if lot == c["square"]] if bound else []
    if c["seat"] not in holders:
        yield "not-yours" if holders else "not-now"


def forgive_promise(t: Table, c: Plain) -> None:
    _leave(t, c["seat"], c["square"], 0)


def against_forgiving_loan(t: Table, c: Plain) -> Reasons:
    if not find(t, c["of"], c["seat"]):
        yield "not-yours" if any(loan["borrower"] == c["of"] for loan in t.loans) else "not-now"


def forgive_loan(t: Table, c: Plain) -> None:
    loan = find(t, c["of"], c["seat"])
    assert loan
    t.loans.remove(loan)


def against_repaying(t: Table, c: Plain) -> Reasons:
    """P-04: in full, of money that is neither bid nor owed to others (C-68)."""
    seat, loan = c["seat"], find(t, c["seat"], c["to"])
    if not loan:
        yield "not-now"
        return
    if t.cash[seat] - kept_back(t, seat) < loan["amount"]:
        yield "too-poor"
    owed = sum(debt["amount"] for debt in debts_of(t, seat))
    if owed and raisable(t, seat) - loan["amount"] < owed:
        yield "in-debt"


def repay(t: Table, c: Plain) -> None:
    loan = find(t, c["seat"], c["to"])
    assert loan
    t.loans.remove(loan)
    pay(t, c["seat"], c["to"], loan["amount"])
