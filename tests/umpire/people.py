"""Leaving without a debt, handing a chair over, joining late."""

from __future__ import annotations

from tests.umpire.book import Plain
from tests.umpire.lots import clear_lots
from tests.umpire.promises import end_with as end_promises_with
from tests.umpire.table import BANK, FREE, Table, convey, deeds_of, pay, playing, return_card
from tests.umpire.turns import Reasons, pass_turn


def against_leaving_game(t: Table, c: Plain) -> Reasons:
    """C-104: the table allows it, nobody has anything to come from him, and nothing is sold to the highest bidder."""
    seat = c["seat"]
    if t.book.options["leave"] == "no":
        yield "leave-no"
    claimed = [claim for claim in t.claims if claim["visitor"] == seat]
    if claimed or any(each["debtor"] == seat for each in t.debts) or any(each["borrower"] == seat for each in t.loans):
        yield "in-debt"
    if t.auction or t.contest or t.ending or t.phase == "start":
        yield "not-now"


def leave_game(t: Table, c: Plain) -> None:
    """C-104: as a bankruptcy to the bank, but it is none; what he was asked lapses."""
    seat = c["seat"]
    clear_lots(t, seat, deeds_of(t, seat))
    left = deeds_of(t, seat)
    t.claims = [claim for claim in t.claims if claim["owner"] != seat]
    t.offers = [offer for offer in t.offers if seat not in (offer["seat"], offer["to"])]
    end_promises_with(t, seat, BANK)
    for debt in t.debts:
        if debt["creditor"] == seat:
            debt["creditor"] = BANK
    t.out[seat], t.jailed[seat] = True, FREE
    t.departed.add(seat)
    pay(t, seat, BANK, t.cash[seat])
    for card in list(t.kept[seat]):
        return_card(t, seat, card)
    for square in left:
        convey(t, square, BANK)
        t.mortgaged[square] = False
    if t.asked and t.asked["seat"] == seat:
        t.asked = None
    if t.onward == seat:
        t.onward = None
    if len(playing(t)) == 1:
        t.ending = True
        return
    if t.book.options["leave"] == "auction":
        t.estate = left + t.estate
    if t.turn == seat:
        pass_turn(t)


def against_handing_over(t: Table, c: Plain) -> Reasons:
    """C-105: to somebody who is not in the game."""
    if not t.book.options["takes"]:
        yield "takes-no"
    if not c["name"].strip() or c["name"].casefold() in [t.names[seat].casefold() for seat in playing(t)]:
        yield "players"


def hand_over(t: Table, c: Plain) -> None:
    t.former.append(t.names[c["seat"]])
    t.names = tuple(c["name"] if seat == c["seat"] else name for seat, name in enumerate(t.names))


def against_joining(t: Table, c: Plain) -> Reasons:
    """C-106."""
    options = t.book.options
    if options["join"] == "no":
        yield "join-no"
    known = [name.casefold() for name in (*t.names, *t.former)]
    full = len(playing(t)) >= options["max_players"] or len(t.names) == 8
    if full or not c["name"].strip() or c["name"].casefold() in known:
        yield "players"
    if t.auction or t.contest or t.debts or t.ending or t.phase == "start":
        yield "not-now"


def join_game(t: Table, c: Plain) -> None:
    """C-106: last seat, on GO, with the mean of the others' cash at most; he has had his turn of a round that has gone
    past his place."""
    there = playing(t)
    mean = t.book.in_notes(sum(t.cash[seat] for seat in there) // len(there))
    seat, neighbour = len(t.names), there[-1]
    t.names = (*t.names, c["name"])
    t.turns.append(t.turns[neighbour] - (1 if t.turn == neighbour else 0))
    t.cash[seat] = 0
    for figures, figure in ((t.at, 0), (t.laps, 0), (t.jailed, FREE)):
        figures.append(figure)
    t.out.append(False)
    t.kept.append([])
    pay(t, BANK, seat, min(mean, t.book.options["start_cash"]))
