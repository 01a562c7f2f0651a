"""All events, and the one fold that turns them into state."""

from __future__ import annotations

from companion.rules.events.base import Cause, Event
from companion.rules.events.deals import (
    AuctionClosed,
    AuctionOpened,
    BidderPassed,
    BidMade,
    CardConveyed,
    ContestClosed,
    Contested,
    ContestOpened,
    ContestPassed,
    EstateAdvanced,
    EstateOpened,
    TradeAccepted,
    TradeDropped,
    TradeOffered,
)
from companion.rules.events.game import (
    Bankrupted,
    Began,
    Corrected,
    Ended,
    StartAsked,
    StartThrown,
    TakenBack,
    TimeCalled,
    TokenSet,
)
from companion.rules.events.money import (
    Bought,
    Conveyed,
    Declined,
    GraceGiven,
    Leveled,
    Mortgaged,
    OfferMade,
    Owed,
    Paid,
    Redeemed,
    RentClaimed,
    RentDue,
    RentLapsed,
)
from companion.rules.events.turn import (
    CardReturned,
    ChoiceAsked,
    Chosen,
    DestinationAsked,
    DestinationChosen,
    DrawAsked,
    Drawn,
    Freed,
    Jailed,
    Moved,
    Rolled,
    SatOut,
    ThrowAsked,
    ThrowGranted,
    Thrown,
    TravelPlanned,
    TravelResumed,
    TryFailed,
    TurnBegan,
)
from companion.rules.state import State

AnyEvent = (
    AuctionClosed
    | AuctionOpened
    | Bankrupted
    | Began
    | BidMade
    | BidderPassed
    | Bought
    | CardConveyed
    | CardReturned
    | ChoiceAsked
    | Chosen
    | ContestClosed
    | ContestOpened
    | ContestPassed
    | Contested
    | Conveyed
    | Corrected
    | Declined
    | DestinationAsked
    | DestinationChosen
    | DrawAsked
    | Drawn
    | Ended
    | EstateAdvanced
    | EstateOpened
    | Freed
    | GraceGiven
    | Jailed
    | Leveled
    | Mortgaged
    | Moved
    | OfferMade
    | Owed
    | Paid
    | Redeemed
    | RentClaimed
    | RentDue
    | RentLapsed
    | Rolled
    | SatOut
    | StartAsked
    | StartThrown
    | TakenBack
    | ThrowAsked
    | ThrowGranted
    | Thrown
    | TimeCalled
    | TokenSet
    | TradeAccepted
    | TradeDropped
    | TradeOffered
    | TravelPlanned
    | TravelResumed
    | TryFailed
    | TurnBegan
)


def evolve(state: State, event: AnyEvent) -> None:
    """Fold one event into the state: dumb and total; a member of `AnyEvent` without `fold` does not type-check (design
    2).

    Each event folds itself, so that fact and effect stand together and one attribute look-up dispatches it.
    """
    event.fold(state)


__all__ = [
    "AnyEvent",
    "AuctionClosed",
    "AuctionOpened",
    "Bankrupted",
    "Began",
    "BidMade",
    "BidderPassed",
    "Bought",
    "CardConveyed",
    "CardReturned",
    "Cause",
    "ChoiceAsked",
    "Chosen",
    "ContestClosed",
    "ContestOpened",
    "ContestPassed",
    "Contested",
    "Conveyed",
    "Corrected",
    "Declined",
    "DestinationAsked",
    "DestinationChosen",
    "DrawAsked",
    "Drawn",
    "Ended",
    "EstateAdvanced",
    "EstateOpened",
    "Event",
    "Freed",
    "GraceGiven",
    "Jailed",
    "Leveled",
    "Mortgaged",
    "Moved",
    "OfferMade",
    "Owed",
    "Paid",
    "Redeemed",
    "RentClaimed",
    "RentDue",
    "RentLapsed",
    "Rolled",
    "SatOut",
    "StartAsked",
    "StartThrown",
    "TakenBack",
    "ThrowAsked",
    "ThrowGranted",
    "Thrown",
    "TimeCalled",
    "TokenSet",
    "TradeAccepted",
    "TradeDropped",
    "TradeOffered",
    "TravelPlanned",
    "TravelResumed",
    "TryFailed",
    "TurnBegan",
    "evolve",
]
