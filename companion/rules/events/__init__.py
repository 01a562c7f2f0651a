"""All events; each folds itself into the state, so that fact and effect stand together (design: Engine)."""

from __future__ import annotations

from companion.rules.events.base import Cause, Event
from companion.rules.events.deals import (
    AuctionClosed,
    AuctionOpened,
    BidderPassed,
    BidMade,
    CardConveyed,
    CardGiven,
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
    ClaimsAsked,
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
    NothingDue,
    OfferMade,
    Owed,
    Paid,
    Redeemed,
    RentClaimed,
    RentDue,
    RentLapsed,
    SetOff,
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

AnyEvent = (
    AuctionClosed
    | AuctionOpened
    | Bankrupted
    | Began
    | BidMade
    | BidderPassed
    | Bought
    | CardConveyed
    | CardGiven
    | CardReturned
    | ChoiceAsked
    | Chosen
    | ClaimsAsked
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
    | NothingDue
    | OfferMade
    | Owed
    | Paid
    | Redeemed
    | RentClaimed
    | RentDue
    | RentLapsed
    | Rolled
    | SatOut
    | SetOff
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
    "CardGiven",
    "CardReturned",
    "Cause",
    "ChoiceAsked",
    "Chosen",
    "ClaimsAsked",
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
    "NothingDue",
    "OfferMade",
    "Owed",
    "Paid",
    "Redeemed",
    "RentClaimed",
    "RentDue",
    "RentLapsed",
    "Rolled",
    "SatOut",
    "SetOff",
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
]
