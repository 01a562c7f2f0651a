"""Debts, and what becomes of a player who cannot or will not pay."""

from __future__ import annotations

from tests.umpire.book import Plain
from tests.umpire.lots import clear_lots
from tests.umpire.promises import end_with as end_promises_with
from tests.umpire.sales import close_contest_if_answered, close_if_decided
from tests.umpire.table import (
    BANK,
    FREE,
    Table,
    convey,
    debts_of,
    deeds_of,
    inherit_interest,
    pay,
    playing,
    raisable,
    return_card,
)
from tests.umpire.turns import Reasons, pass_turn, stop


def against_pay(t: Table, c: Plain) -> Reasons:
    debts = debts_of(t, c["seat"])
    if not debts:
        yield "not-now"
    elif t.cash[c["seat"]] < debts[0]["amount"]:
        yield "too-poor"


def pay_debt(t: Table, c: Plain) -> None:
    """The oldest, in full (Paying)."""
    debt = debts_of(t, c["seat"])[0]
    t.debts.remove(debt)
    pay(t, c["seat"], debt["creditor"], debt["amount"])


def against_giving_up(t: Table, c: Plain) -> Reasons:
    debts = debts_of(t, c["seat"])
    if not debts:
        yield "not-now"
    elif t.book.options.get("give_up") == "insolvent" and can_pay_all(t, c["seat"]):
        yield "solvent"


def can_pay_all(t: Table, seat: int) -> bool:
    """S0-60, C-70: whether all that can be raised covers all debts."""
    owed = sum(int(debt["amount"]) for debt in debts_of(t, seat))
    return raisable(t, seat) >= owed


def give_up(t: Table, c: Plain) -> None:
    """S0-61, S0-62, S0-65; the oldest debt's creditor gets the estate."""
    seat = c["seat"]
    heir = debts_of(t, seat)[0]["creditor"]
    if t.book.options["bankrupt_to_player"] == "bank" or heir < 0:
        heir = BANK
    in_vain = not can_pay_all(t, seat)
    clear_lots(t, seat, deeds_of(t, seat))
    if in_vain:
        _undo_pledges(t, seat)
    t.out[seat], t.jailed[seat] = True, FREE
    left = deeds_of(t, seat)
    _forget(t, seat, heir)
    pay(t, seat, heir, t.cash[seat])
    if heir >= 0:
        _inherit(t, seat, heir, left)
    else:
        _fall_to_the_bank(t, seat, left)
    _go_on_without(t, seat)


def end_unpaid(t: Table) -> None:
    """J-07: who cannot pay in full is out, what he has is the bank's, and the game is over; one player stays."""
    for seat in dict.fromkeys(debt["debtor"] for debt in t.debts):
        if len(playing(t)) > 1:
            left = deeds_of(t, seat)
            clear_lots(t, seat, left)
            t.out[seat], t.jailed[seat] = True, FREE
            _forget(t, seat, BANK)
            pay(t, seat, BANK, t.cash[seat])
            _fall_to_the_bank(t, seat, left)
    stop(t)


def _undo_pledges(t: Table, seat: int) -> None:
    """C-98: what was mortgaged in vain is undone, as far as its money is still there."""
    for square in dict.fromkeys(t.pledged):
        value = t.book.squares[square]["mortgage"]
        if t.owner[square] == seat and t.mortgaged[square] and t.cash[seat] >= value:
            pay(t, seat, BANK, value)
            t.mortgaged[square] = False


def _forget(t: Table, seat: int, heir: int) -> None:
    """His debts are gone; what is owed to him passes on (C-83); claims and offers of his and against him are gone."""
    t.debts = [debt for debt in t.debts if debt["debtor"] != seat]
    for debt in t.debts:
        if debt["creditor"] == seat:
            debt["creditor"] = heir
    t.debts = [debt for debt in t.debts if debt["creditor"] != debt["debtor"]]
    t.claims = [claim for claim in t.claims if seat not in (claim["visitor"], claim["owner"])]
    t.offers = [offer for offer in t.offers if seat not in (offer["seat"], offer["to"])]
    end_promises_with(t, seat, heir)


def _inherit(t: Table, seat: int, heir: int, left: list[int]) -> None:
    """S0-61, S0-63, C-74, C-77: cards and deeds go over; the interest of mortgaged ones is due deed by deed."""
    t.kept[heir] += t.kept[seat]
    t.kept[seat] = []
    for square in left:
        convey(t, square, heir)
    for square in left:
        inherit_interest(t, square, heir)


def _fall_to_the_bank(t: Table, seat: int, left: list[int]) -> None:
    """S2-43, S4-58, S3-41: cards under their decks, deeds cleared of mortgages, to be auctioned in board order."""
    for card in list(t.kept[seat]):
        return_card(t, seat, card)
    for square in left:
        convey(t, square, BANK)
        t.mortgaged[square] = False
    if t.book.options["auction"]:
        t.estate = left + t.estate


def _go_on_without(t: Table, seat: int) -> None:
    """S0-65, S0-66, S0-72, C-95: the turn passes on, or the game is over."""
    if t.asked and t.asked["seat"] == seat:
        t.asked = None
    if t.onward == seat:
        t.onward = None
    gone = sum(t.out) - len(t.departed)
    enough = {"last": len(t.out), "second-bankruptcy": 2}.get(t.book.options["end"], 1)
    if len(playing(t)) == 1 or gone >= enough:
        t.ending = True
        t.estate.clear()
        t.auction = t.contest = None
    _leave_sales(t, seat)
    if t.turn == seat and not t.ending:
        pass_turn(t)


def _leave_sales(t: Table, seat: int) -> None:
    if t.contest:
        t.contest["rivals"] = [rival for rival in t.contest["rivals"] if rival != seat]
        t.contest["sites"] = [site for site in t.contest["sites"] if site[0] != seat]
        close_contest_if_answered(t)
    if t.auction:
        auction = t.auction
        auction["bidders"] = [bidder for bidder in auction["bidders"] if bidder != seat]
        auction["sites"] = [site for site in auction["sites"] if site[0] != seat]
        if auction["leader"] == seat:
            auction["leader"], auction["bid"] = BANK, 0
        close_if_decided(t)
