"""Events between players: auctions, contests for scarce buildings, trades."""

from __future__ import annotations

from companion.rules.events.base import Event
from companion.rules.frames import Auction, Contest, Estate, Kept, Offer, Owing, Side, Site
from companion.rules.state import State


class AuctionOpened(Event, frozen=True, gc=True):
    """The bank auctions a deed, or with `sites` a scarce building (S0-20, S0-51)."""

    square: int
    bidders: tuple[int, ...]
    minimum: int
    sites: tuple[Site, ...] = ()

    def fold(self, state: State) -> None:
        state.agenda.append(Auction(self.square, self.bidders, self.minimum, sites=self.sites))


class BidMade(Event, frozen=True, gc=False):
    """The seat leads the auction with its bid (S0-20)."""

    seat: int
    amount: int

    def fold(self, state: State) -> None:
        state.agenda[-1] = state.top(Auction).led_by(self.seat, self.amount)


class BidderPassed(Event, frozen=True, gc=False):
    """The seat has left the auction for good (plays: Auction)."""

    seat: int

    def fold(self, state: State) -> None:
        state.agenda[-1] = state.top(Auction).without(self.seat)


class AuctionClosed(Event, frozen=True, gc=False):
    """The auction is over: won by `winner` for `bid`, or (-1) without a bid (C-37)."""

    square: int
    winner: int
    bid: int

    def fold(self, state: State) -> None:
        state.agenda.pop()


class EstateOpened(Event, frozen=True, gc=True):
    """The bank will auction these deeds of a bankrupt, one by one, once all other debts are settled (S4-58, C-83)."""

    squares: tuple[int, ...]

    def fold(self, state: State) -> None:
        agenda = state.agenda
        above = bool(agenda) and type(agenda[-1]) is Owing
        agenda.insert(len(agenda) - above, Estate(self.squares))


class EstateAdvanced(Event, frozen=True, gc=False):
    """The next deed of the estate comes under the hammer; after the last one the estate is closed."""

    square: int

    def fold(self, state: State) -> None:
        estate = state.top(Estate)
        state.agenda.pop()
        rest = tuple(square for square in estate.squares if square != self.square)
        if rest:
            state.agenda.append(Estate(rest))


class ContestOpened(Event, frozen=True, gc=True):
    """A building is asked for that others could buy too, and the stock does not suffice for all (S0-51)."""

    site: Site
    rivals: tuple[int, ...]

    def fold(self, state: State) -> None:
        state.agenda.append(Contest(self.rivals, (self.site,)))


class Contested(Event, frozen=True, gc=False):
    """A rival has named a lot of his own (S0-51)."""

    site: Site

    def fold(self, state: State) -> None:
        contest = state.top(Contest)
        rivals = tuple(seat for seat in contest.rivals if seat != self.site.seat)
        state.agenda[-1] = Contest(rivals, (*contest.sites, self.site))


class ContestPassed(Event, frozen=True, gc=False):
    """A rival does not want the building (S0-51)."""

    seat: int

    def fold(self, state: State) -> None:
        contest = state.top(Contest)
        state.agenda[-1] = Contest(tuple(seat for seat in contest.rivals if seat != self.seat), contest.sites)


class ContestClosed(Event, frozen=True, gc=False):
    """Nobody else will ask: the building is sold or auctioned now (S0-51)."""

    square: int

    def fold(self, state: State) -> None:
        state.agenda.pop()


class TradeOffered(Event, frozen=True, gc=True):
    """A trade lies on the table; it replaces an earlier one between the same two (S0-52)."""

    seat: int
    to: int
    gives: Side
    takes: Side

    def fold(self, state: State) -> None:
        _drop(state, self.seat, self.to)
        state.offers.append(Offer(self.seat, self.to, self.gives, self.takes))


class TradeAccepted(Event, frozen=True, gc=False):
    """The trade is concluded; titles, money and cards pass by events of their own (S0-52)."""

    seat: int
    of: int

    def fold(self, state: State) -> None:
        _drop(state, self.of, self.seat)


class TradeDropped(Event, frozen=True, gc=False):
    """An offer is off the table: refused, withdrawn, or gone stale (S0-52)."""

    seat: int
    to: int

    def fold(self, state: State) -> None:
        _drop(state, self.seat, self.to)


class CardConveyed(Event, frozen=True, gc=False):
    """A kept card has passed to another player (S0-18, C-77)."""

    seat: int
    to: int
    deck: str
    card: str

    def fold(self, state: State) -> None:
        hand = state.kept[self.seat]
        kept = next(kept for kept in hand if kept.deck == self.deck and kept.card == self.card)
        hand.remove(kept)
        state.kept[self.to].append(kept)
        state.revise(self.seat)
        state.revise(self.to)


class CardGiven(Event, frozen=True, gc=False):
    """The referee has given a player a card to keep, out of its deck (C-88)."""

    seat: int
    deck: str
    card: str

    def fold(self, state: State) -> None:
        state.decks[self.deck].remove(self.card)
        state.kept[self.seat].append(Kept(self.deck, self.card))
        state.revise(self.seat)


def _drop(state: State, seat: int, to: int) -> None:
    state.offers = [offer for offer in state.offers if (offer.seat, offer.to) != (seat, to)]


DealEvent = (
    AuctionClosed
    | AuctionOpened
    | BidMade
    | BidderPassed
    | CardConveyed
    | CardGiven
    | ContestClosed
    | ContestOpened
    | ContestPassed
    | Contested
    | EstateAdvanced
    | EstateOpened
    | TradeAccepted
    | TradeDropped
    | TradeOffered
)
