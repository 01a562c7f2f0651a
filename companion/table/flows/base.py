"""The page at the bottom follows from the top frame of the agenda."""

from __future__ import annotations

from companion.rules.frames import (
    AnyFrame,
    Auction,
    AwaitChoice,
    AwaitDestination,
    AwaitDraw,
    AwaitEnd,
    AwaitRoll,
    AwaitThrow,
    Contest,
    LastClaims,
    Offered,
    Owing,
    StartingThrow,
)
from companion.rules.state import State
from companion.table.flows.debt import DebtPage, LastRentPage
from companion.table.flows.luck import ChoicePage, DestinationPage, DrawPage
from companion.table.flows.purchase import AuctionPage, ContestPage, OfferPage
from companion.table.flows.turn import EndPage, FreshThrowPage, JailPage, RollPage, StartPage
from companion.table.page import Host, Page


def base_page(host: Host, state: State) -> Page:
    """The page for what the table is waiting for.

    :raises LookupError: a frame that goes on by itself was left on top.
    """
    top = state.agenda[-1]
    if isinstance(top, AwaitRoll) and state.jailed[top.seat] >= 0:
        return JailPage(host, top.seat)
    return _of_turn(host, top) or _of_money(host, top) or _of_luck(host, top)


def _of_turn(host: Host, top: AnyFrame) -> Page | None:
    match top:
        case AwaitRoll(seat):
            return RollPage(host, seat)
        case AwaitEnd(seat):
            return EndPage(host, seat)
        case StartingThrow(seats, thrown):
            return StartPage(host, seats[len(thrown)])
        case AwaitThrow(seat):
            return FreshThrowPage(host, seat)
    return None


def _of_money(host: Host, top: AnyFrame) -> Page | None:
    match top:
        case Offered():
            return OfferPage(host, top)
        case Auction(square):
            return AuctionPage(host, square)
        case Owing():
            return DebtPage(host)
        case Contest():
            return ContestPage(host)
        case LastClaims():
            return LastRentPage(host)
    return None


def _of_luck(host: Host, top: AnyFrame) -> Page:
    match top:
        case AwaitDraw():
            return DrawPage(host, top)
        case AwaitChoice():
            return ChoicePage(host, top)
        case AwaitDestination(seat):
            return DestinationPage(host, seat)
    raise LookupError(f"nothing waits for anybody: {top}")
