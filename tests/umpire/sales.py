"""What the bank sells: the deed on offer, auctions of deeds and of scarce buildings, the contest before them."""

from __future__ import annotations

from tests.umpire.book import Plain
from tests.umpire.lots import Site, against_lot, erect, is_hotel_next, step_price
from tests.umpire.moves import may_buy
from tests.umpire.rents import against_last_claim, is_last_call, pass_last_claim
from tests.umpire.table import BANK, Table, charge, convey, others_from, playing, raisable
from tests.umpire.turns import Reasons, against_answer, take_question

# The deed on offer


def against_buy(t: Table, c: Plain) -> Reasons:
    yield from against_answer(t, c, "buy")
    here = t.at[c["seat"]]
    if here in t.book.deeds and t.owner[here] == BANK and not may_buy(t, c["seat"]):
        yield "first-lap"
    if t.asked and t.asked["kind"] == "buy" and t.cash[c["seat"]] < t.book.squares[t.asked["square"]]["price"]:
        yield "too-poor"


def buy(t: Table, c: Plain) -> None:
    """S0-19."""
    square = take_question(t)["square"]
    charge(t, c["seat"], BANK, t.book.squares[square]["price"])
    convey(t, square, c["seat"])


def against_decline(t: Table, c: Plain) -> Reasons:
    yield from against_answer(t, c, "buy")


def decline(t: Table, c: Plain) -> None:
    """S0-20, S3-13."""
    square = take_question(t)["square"]
    if t.book.options["auction"]:
        open_auction(t, square, [c["seat"], *others_from(t, c["seat"])])


# Auctions


def open_auction(t: Table, square: int, seats: list[int]) -> None:
    """All who are in the game and may buy at all (C-91)."""
    bidders = [seat for seat in seats if may_buy(t, seat)]
    least = t.book.least_bid(square)
    if bidders:
        t.auction = {"square": square, "bidders": bidders, "leader": BANK, "bid": 0, "least": least, "sites": []}


def open_building_auction(t: Table, sites: list[Site]) -> None:
    """S0-51: among those who asked."""
    least, bidders = t.book.options["shortage_min"], [seat for seat, _ in sites]
    t.auction = {"square": -1, "bidders": bidders, "leader": BANK, "bid": 0, "least": least, "sites": sites}


def against_bidder(t: Table, seat: int) -> Reasons:
    if not t.auction or t.debts or t.contest:
        yield "not-now"
    elif seat not in t.auction["bidders"]:
        yield "first-lap" if not may_buy(t, seat) else "not-now"


def least_bid(auction: Plain, unit: int) -> int:
    """S0-21, S2-10: the opening, then a note more than the leader."""
    return int(auction["least"] if auction["leader"] == BANK else auction["bid"] + unit)


def most_bid(t: Table, auction: Plain, seat: int) -> int:
    """S4-18, C-34: cash, or all that could be raised; S2-11: a raise of so much at most, the opening is free."""
    limit = t.cash[seat] if t.book.options["bid_limit"] == "cash" else raisable(t, seat)
    step = t.book.options["auction_step_max"]
    return min(limit, auction["bid"] + step) if step and auction["leader"] != BANK else limit


def against_bid(t: Table, c: Plain) -> Reasons:
    yield from against_bidder(t, c["seat"])
    if not t.auction:
        return
    step = t.book.options["auction_step_max"]
    if c["amount"] % t.book.unit:
        yield "unit"
    if c["amount"] < least_bid(t.auction, t.book.unit):
        yield "bid-too-low"
    if step and t.auction["leader"] != BANK and c["amount"] > t.auction["bid"] + step:
        yield "bid-step"
    limit = t.cash[c["seat"]] if t.book.options["bid_limit"] == "cash" else raisable(t, c["seat"])
    if c["amount"] > limit:
        yield "too-poor"


def bid(t: Table, c: Plain) -> None:
    assert t.auction
    t.auction["leader"], t.auction["bid"] = c["seat"], c["amount"]
    close_if_decided(t)


def against_pass(t: Table, c: Plain) -> Reasons:
    """Out of the auction, or of the contest; the leader is bound (Auction)."""
    if is_last_call(t):
        yield from against_last_claim(t, c["seat"])
        return
    if t.contest and not t.debts:
        if c["seat"] not in t.contest["rivals"]:
            yield "not-now"
        return
    yield from against_bidder(t, c["seat"])
    if t.auction and t.auction["leader"] == c["seat"]:
        yield "not-now"


def pass_by(t: Table, c: Plain) -> None:
    if is_last_call(t):
        pass_last_claim(t)
        return
    if t.contest:
        t.contest["rivals"].remove(c["seat"])
        close_contest_if_answered(t)
        return
    assert t.auction
    t.auction["bidders"].remove(c["seat"])
    close_if_decided(t)


def close_if_decided(t: Table) -> None:
    """Over when all but the leader have passed, or all without a bid."""
    if t.auction and t.auction["bidders"] in ([], [t.auction["leader"]]):
        knock_down(t)


def knock_down(t: Table) -> None:
    """The winner pays at once; without a bid all stays with the bank (C-37)."""
    auction, t.auction = t.auction, None
    assert auction
    winner, amount = auction["leader"], auction["bid"]
    if winner == BANK:
        return
    if auction["sites"]:
        erect(t, winner, next(lot for seat, lot in auction["sites"] if seat == winner), amount)
    else:
        convey(t, auction["square"], winner)
        charge(t, winner, BANK, amount, auction["square"])


def against_gavel(t: Table, c: Plain) -> Reasons:
    if t.debts or not (t.auction or t.contest or is_last_call(t)):
        yield "not-now"


def gavel(t: Table, c: Plain) -> None:
    """The countdown of a contest, of an auction, or of the last call has run out."""
    if is_last_call(t):
        t.claims.clear()
    elif t.contest:
        close_contest(t)
    else:
        knock_down(t)


# The contest for a scarce building


def against_contest(t: Table, c: Plain) -> Reasons:
    if not t.contest or t.debts or c["seat"] not in t.contest["rivals"]:
        yield "not-now"
        return
    yield from against_lot(t, c["seat"], c["square"])
    if t.book.takes_buildings(c["square"]) and is_hotel_next(t, c["square"]) != t.contest["hotel"]:
        yield "no-stock"


def contest(t: Table, c: Plain) -> None:
    assert t.contest
    t.contest["rivals"].remove(c["seat"])
    t.contest["sites"].append((c["seat"], c["square"]))
    close_contest_if_answered(t)


def close_contest_if_answered(t: Table) -> None:
    if t.contest and not t.contest["rivals"]:
        close_contest(t)


def close_contest(t: Table) -> None:
    """S0-51: nobody else: the printed price; otherwise the highest bid."""
    assert t.contest
    sites, t.contest = t.contest["sites"], None
    if len(sites) == 1:
        erect(t, sites[0][0], sites[0][1], step_price(t, sites[0][1]))
    elif sites:
        open_building_auction(t, sites)


def auction_next_of_estate(t: Table) -> None:
    """S4-58: one by one, from GO."""
    open_auction(t, t.estate.pop(0), playing(t))
