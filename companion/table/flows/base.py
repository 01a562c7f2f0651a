"""The page at the bottom follows from the top frame of the agenda."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.dispatch import complete
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
    Estate,
    LastClaims,
    Offered,
    Owing,
    SecondMove,
    StartingThrow,
    Travel,
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
    page_of = PAGES.get(type(top))
    if page_of is None:
        raise LookupError(f"nothing waits for anybody: {top}")
    return page_of(host, top)


PAGES: dict[type, Callable[[Host, Any], Page]] = complete(
    AnyFrame,
    {
        AwaitRoll: lambda host, top: RollPage(host, top.seat),
        AwaitEnd: lambda host, top: EndPage(host, top.seat),
        StartingThrow: lambda host, top: StartPage(host, top.seats[len(top.thrown)]),
        AwaitThrow: lambda host, top: FreshThrowPage(host, top.seat),
        Offered: OfferPage,
        Auction: lambda host, top: AuctionPage(host, top.square),
        Owing: lambda host, _: DebtPage(host),
        Contest: lambda host, _: ContestPage(host),
        LastClaims: lambda host, _: LastRentPage(host),
        AwaitDraw: DrawPage,
        AwaitChoice: ChoicePage,
        AwaitDestination: lambda host, top: DestinationPage(host, top.seat),
    },
    besides=(Travel, SecondMove, Estate),
)
