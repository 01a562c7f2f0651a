"""The contest for a scarce building: who else wants it, and how it and its auction are left and closed (S0-51)."""

from __future__ import annotations

from companion.rules.building import check_lot, check_means, construct, is_hotel_next
from companion.rules.commands import ContestFor, Gavel, Pass, Reason, Refusal
from companion.rules.debt import is_asked_last, let_claims_lapse
from companion.rules.draft import Draft
from companion.rules.events import AuctionOpened, ContestClosed, Contested, ContestPassed
from companion.rules.frames import Auction, Contest, LastClaims, Site
from companion.rules.grounds import AUCTION, SCARCE
from companion.rules.purchase import check_leave_auction, close_auction, leave_auction
from companion.rules.rules import Rules
from companion.rules.state import State


def _contest(state: State, seat: int) -> Contest | None:
    top = state.agenda[-1]
    return top if type(top) is Contest and seat in top.rivals else None


def check_join(rules: Rules, state: State, command: ContestFor) -> Refusal | None:
    """Whether the seat is asked, and could build the same kind of building on the lot it names (S0-51)."""
    contest = _contest(state, command.seat)
    if contest is None:
        is_open = type(state.agenda[-1]) is Contest
        return Refusal(Reason.NO_RIVAL if is_open else Reason.NO_CONTEST, *SCARCE)
    hotel = is_hotel_next(rules, state, contest.sites[0].square)
    refusal = check_lot(rules, state, command.seat, command.square)
    if refusal is None and is_hotel_next(rules, state, command.square) != hotel:
        return Refusal(Reason.OTHER_BUILDING, *SCARCE)
    return refusal or check_means(rules, state, command.seat, command.square)


def join(draft: Draft, command: ContestFor) -> None:
    """Ask for the building too; it will be auctioned (S0-51, C-47)."""
    draft.emit(Contested(Site(command.seat, command.square)))
    _close_if_asked(draft)


def check_leave(rules: Rules, state: State, command: Pass) -> Refusal | None:
    """Whether the seat has an auction, a contest or a last rent to leave (plays: Auction, Shortage; C-01)."""
    if type(state.agenda[-1]) is LastClaims:
        return is_asked_last(rules, state, command.seat)
    return None if _contest(state, command.seat) else check_leave_auction(rules, state, command)


def leave(draft: Draft, command: Pass) -> None:
    """Leave the contest or the auction for good, or the rent (plays: Auction, Shortage; C-01)."""
    kind = type(draft.state.agenda[-1])
    if kind is LastClaims:
        let_claims_lapse(draft, 1)
    elif kind is Contest:
        draft.emit(ContestPassed(command.seat))
        _close_if_asked(draft)
    else:
        leave_auction(draft, command)


def check_gavel(_rules: Rules, state: State, _command: Gavel) -> Refusal | None:
    """Whether there is a contest, an auction or a last rent whose countdown can run out (plays: Auction, Shortage)."""
    is_open = isinstance(state.agenda[-1], Contest | Auction | LastClaims)
    return None if is_open else Refusal(Reason.NO_AUCTION, *AUCTION)


def gavel(draft: Draft, _command: Gavel) -> None:
    """Close the contest, or the auction, or take the silent owners for content (plays: Auction, Shortage; C-01)."""
    state = draft.state
    if type(state.agenda[-1]) is LastClaims:
        let_claims_lapse(draft, len(state.claims))
    elif type(state.agenda[-1]) is Contest:
        _close_contest(draft, state.top(Contest))
    else:
        close_auction(draft, state.top(Auction))


def _close_if_asked(draft: Draft) -> None:
    top = draft.state.top(Contest)
    if not top.rivals:
        _close_contest(draft, top)


def _close_contest(draft: Draft, top: Contest) -> None:
    """Alone, the builder pays the printed price; else the building is auctioned among those who asked (S0-51,
    S2-32)."""
    first = top.sites[0]
    draft.emit(ContestClosed(first.square))
    if len(top.sites) == 1:
        construct(draft, first.seat, first.square)
    else:
        bidders = tuple(site.seat for site in top.sites)
        draft.emit(AuctionOpened(first.square, bidders, draft.rules.options.shortage_min, top.sites))
