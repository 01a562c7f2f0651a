"""Buying from the bank: the offer, and the auction of what was declined or left behind."""

from __future__ import annotations

from companion.rules.commands import Bid, Buy, Decline, Pass, Reason, Refusal
from companion.rules.draft import Draft
from companion.rules.events import (
    AuctionClosed,
    AuctionOpened,
    BidderPassed,
    BidMade,
    Bought,
    Cause,
    Declined,
    EstateAdvanced,
)
from companion.rules.frames import BANK, Auction, Estate, Offered
from companion.rules.grounds import AUCTION, OFFER, SCARCE
from companion.rules.rules import Rules
from companion.rules.state import State
from companion.rules.waiting import missing, off_unit

# The offer


def _is_offered(rules: Rules, state: State, seat: int) -> Refusal | None:
    """Refuse unless the deed where the seat stands is offered to it; say so if only its first lap forbids (S0-19,
    S3-12)."""
    top = state.agenda[-1]
    if type(top) is Offered:
        return None if top.seat == seat else Refusal(Reason.NOT_YOUR_TURN, *OFFER)
    barred = state.turn == seat and state.thrown and not rules.may_buy(state, seat)
    if barred and state.at[seat] in rules.deeds and state.owner[state.at[seat]] == BANK:
        return Refusal(Reason.FIRST_LAP, "S3-12")
    return missing(state, Offered, seat, Reason.NO_DEED, *OFFER)


def check_buy(rules: Rules, state: State, command: Buy) -> Refusal | None:
    """Whether the seat may take the offer: it is his, and his cash covers the price (S0-19, C-41)."""
    refusal = _is_offered(rules, state, command.seat)
    if refusal is None:
        price, cash = rules.deed(state.top(Offered).square).price, state.accounts[command.seat]
        if cash < price:
            return Refusal(Reason.TOO_POOR, *OFFER, needed=price, cash=cash)
    return refusal


def buy(draft: Draft, command: Buy) -> None:
    """The deed for its printed price (S0-19)."""
    seat = command.seat
    square = draft.state.top(Offered).square
    draft.emit(Bought(seat, square))
    draft.pay(seat, BANK, draft.rules.deed(square).price, Cause.PRICE, draft.ground("price.offer"), square)
    draft.convey(square, seat)


def check_decline(rules: Rules, state: State, command: Decline) -> Refusal | None:
    """Whether the seat has an offer to leave (S0-20)."""
    return _is_offered(rules, state, command.seat)


def decline(draft: Draft, command: Decline) -> None:
    """Leave the deed: it is auctioned among all, or stays with the bank where there are no auctions (S0-20, S3-13)."""
    square = draft.state.top(Offered).square
    draft.emit(Declined(command.seat, square))
    if draft.rules.options.auction:
        open_auction(draft, square)


# The auction


def open_auction(draft: Draft, square: int) -> None:
    """Offer a deed to all who may buy, jailed or not, from the lowest opening bid or a share of its price on; where
    nobody may yet, it stays with the bank (S0-20, S1-05, S2-10, S3-12)."""
    state, rules = draft.state, draft.rules
    bidders = tuple(seat for seat in state.playing() if rules.may_buy(state, seat))
    if bidders:
        least, rate = rules.options.auction_min, rules.options.auction_min_percent
        if rate:
            least = max(least, rules.percent(rules.deed(square).price, rate))
        draft.emit(AuctionOpened(square, bidders, least))


def open_estate(draft: Draft, estate: Estate) -> None:
    """Bring the next deed of a bankrupt's estate under the hammer, in board order (S4-58, C-76)."""
    square = estate.squares[0]
    draft.emit(EstateAdvanced(square))
    open_auction(draft, square)


def bid_limit(rules: Rules, state: State, seat: int) -> int:
    """The most that the seat may bid: its cash, or what it could raise (S4-18, C-34)."""
    return rules.raisable(state, seat) if rules.options.bid_limit == "worth" else state.accounts[seat]


def lowest_bid(rules: Rules, auction: Auction) -> int:
    """The lowest bid that is one: the minimum, or one unit above the highest (S0-21, S2-10)."""
    return max(auction.minimum, auction.bid + rules.unit)


def highest_bid(rules: Rules, state: State, auction: Auction, seat: int) -> int:
    """The highest bid that the seat may make, by its means and by the largest step (S2-11, S4-18)."""
    limit = bid_limit(rules, state, seat)
    step = rules.options.auction_step_max
    return min(limit, auction.bid + step) if step and auction.bid else limit


def _is_bidding(rules: Rules, state: State, seat: int) -> Refusal | None:
    top = state.agenda[-1]
    if type(top) is Auction:
        if seat in top.bidders:
            return None
        if not top.sites and not rules.may_buy(state, seat):
            return Refusal(Reason.FIRST_LAP, "S3-12")
        stranger = bool(top.sites) and all(site.seat != seat for site in top.sites)
        return Refusal(Reason.NO_RIVAL if stranger else Reason.PASSED, *_grounds(top))
    return Refusal(Reason.NO_AUCTION, *AUCTION)


def _grounds(auction: Auction) -> tuple[str, ...]:
    return SCARCE if auction.sites else AUCTION


def check_bid(rules: Rules, state: State, command: Bid) -> Refusal | None:
    """Whether the bid is one: in whole units, higher, within the step and the bidder's means (S0-21, S2-11, S4-18)."""
    refusal = _is_bidding(rules, state, command.seat) or off_unit(rules.unit, command.amount)
    if refusal is not None:
        return refusal
    auction = state.top(Auction)
    lowest = lowest_bid(rules, auction)
    if command.amount < lowest:
        return Refusal(Reason.BID_TOO_LOW, "S0-21", "S1-06", "S2-10", "S4-19", needed=lowest)
    if command.amount > bid_limit(rules, state, command.seat):
        return Refusal(Reason.TOO_POOR, "S4-18", needed=command.amount, cash=bid_limit(rules, state, command.seat))
    highest = highest_bid(rules, state, auction, command.seat)
    if command.amount > highest:
        return Refusal(Reason.BID_STEP, "S2-11", limit=highest)
    return None


def bid(draft: Draft, command: Bid) -> None:
    """Lead the auction; alone in it, win it (plays: Auction)."""
    draft.emit(BidMade(command.seat, command.amount))
    _close_if_decided(draft)


def check_leave_auction(rules: Rules, state: State, command: Pass) -> Refusal | None:
    """Whether the seat can leave the auction: it is in it and does not lead (plays: Auction)."""
    refusal = _is_bidding(rules, state, command.seat)
    top = state.agenda[-1]
    if refusal is None and isinstance(top, Auction) and top.leader == command.seat:
        return Refusal(Reason.LEADING, *_grounds(top))
    return refusal


def leave_auction(draft: Draft, command: Pass) -> None:
    """Leave the auction for good (plays: Auction)."""
    draft.emit(BidderPassed(command.seat))
    _close_if_decided(draft)


def _close_if_decided(draft: Draft) -> None:
    auction = draft.state.top(Auction)
    if not auction.bidders or auction.bidders == (auction.leader,):
        close_auction(draft, auction)


def close_auction(draft: Draft, auction: Auction) -> None:
    """The highest bidder pays at once and gets the deed, or builds on the lot he named; no bid, no sale (S0-20,
    C-37)."""
    winner = auction.leader
    site = next((site for site in auction.sites if site.seat == winner), None)
    square = site.square if site else auction.square
    draft.emit(AuctionClosed(square, winner, auction.bid))
    if winner == BANK:
        return
    if site:
        street = draft.rules.street(square)
        assert street is not None
        draft.charge(winner, BANK, auction.bid, Cause.BUILDING, draft.ground("building.auction"), square)
        draft.settle_fee(winner)
        draft.level(street, square, draft.rules.level_above(street, draft.state.level[square]))
    else:
        draft.convey(square, winner)
        draft.charge(winner, BANK, auction.bid, Cause.BID, draft.ground("bid"), square)


def coin(rules: Rules) -> int:
    """The coin that people of a board reckon by, in units of money: the unit times the power of ten of which the
    dearest deed costs less than a thousand; a dollar on the classic board, 10,000 where its prices are ten thousand
    times as high, whatever the unit is there."""
    dearest, size = max((rules.deed(square).price for square in rules.deeds), default=0), rules.unit
    while dearest >= 1000 * size:
        size *= 10
    return size
