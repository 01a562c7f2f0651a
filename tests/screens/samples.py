"""One of everything that the words and pages have to show."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.board import Board
from companion.rules.cards import Keep
from companion.rules.edition import Edition
from companion.rules.events import (
    AnyEvent,
    AuctionClosed,
    AuctionOpened,
    Bankrupted,
    Began,
    BidderPassed,
    BidMade,
    Bought,
    CardConveyed,
    CardReturned,
    Cause,
    ChoiceAsked,
    Chosen,
    ContestClosed,
    Contested,
    ContestOpened,
    ContestPassed,
    Conveyed,
    Corrected,
    Declined,
    Departed,
    DestinationAsked,
    DestinationChosen,
    DrawAsked,
    Drawn,
    Ended,
    EstateAdvanced,
    EstateOpened,
    Freed,
    GoalReached,
    GraceGiven,
    HandedOver,
    Jailed,
    Joined,
    Leveled,
    Mortgaged,
    Moved,
    OfferMade,
    Owed,
    Paid,
    Redeemed,
    RentClaimed,
    RentDue,
    RentLapsed,
    Rolled,
    SatOut,
    SecondMoveBegan,
    SecondMovePlanned,
    StartAsked,
    StartThrown,
    TakenBack,
    ThrowAsked,
    ThrowGranted,
    Thrown,
    TimeCalled,
    TokenSet,
    TradeAccepted,
    TradeDropped,
    TradeOffered,
    TravelPlanned,
    TravelResumed,
    TryFailed,
    TurnBegan,
)
from companion.rules.frames import BANK, POT, Side, Site

ENDS = ("last", "first-bankruptcy", "second-bankruptcy", "time", "goal", "rounds", "late")
NAMES = ("Red", "Blue", "Green")


def events(board: Board, edition: Edition) -> Iterator[AnyEvent]:
    """Every event in every variant that is told differently."""
    first, second, *_, last = board.deeds()
    deck = next(iter(edition.decks))
    card = edition.decks[deck][0].id
    kept = next(card.id for card in edition.decks[deck] if isinstance(card.effect, Keep))
    yield Began(edition, 1, NAMES, {})
    yield StartAsked((0, 1, 2))
    yield StartAsked(())
    yield StartThrown(1, 3, 4, misread="3-1")
    yield TurnBegan(0)
    yield Rolled(0, 3, 4, again=False, misread="7-4")
    yield Rolled(0, 4, 4, again=True)
    yield Moved(0, last, 0)
    yield Moved(0, first, 1)
    yield Moved(0, 0, 1)
    yield TravelPlanned(0, 7)
    yield TravelResumed(0)
    yield Thrown(0, 2, 6)
    yield ThrowAsked(0, last, 10)
    yield ThrowGranted(0)
    yield DrawAsked(0, deck)
    yield from (Drawn(0, name, card.id) for name, cards in edition.decks.items() for card in cards)
    yield Drawn(0, deck, kept, True)
    yield CardReturned(0, deck, kept)
    yield ChoiceAsked(0, ("flat", "percent"), 200, 10)
    yield ChoiceAsked(0, ("fine", "chance"), 10, deck=deck)
    yield ChoiceAsked(0, ("fee", "card"), 50)
    yield ChoiceAsked(0, ("first", "second", "sum"), 0)
    yield SecondMovePlanned(0)
    yield SecondMoveBegan(0)
    yield Rolled(0, 3, 4, "mr")
    yield from (
        Chosen(0, choice) for choice in ("flat", "percent", "fine", "chance", "fee", "card", "first", "second", "sum")
    )
    yield DestinationAsked(0)
    yield DestinationChosen(0, last)
    yield Jailed(0, 10)
    yield TryFailed(0, 2)
    yield SatOut(0, 1)
    yield Freed(0)
    for cause in Cause:
        yield from (Paid(BANK, 0, 200, cause, square) for square in (-1, first))
        yield from (Paid(0, POT, 75, cause, square) for square in (-1, first))
        yield from (Owed(0, BANK, 75, cause, square) for square in (-1, first))
    yield OfferMade(0, first)
    yield Bought(0, first)
    yield Declined(0, first)
    yield Conveyed(first, 1)
    yield Conveyed(first, BANK)
    yield Mortgaged(first)
    yield Redeemed(first)
    yield GraceGiven(first, 3)
    yield from (Leveled(first, level, -1, 0) for level in range(5))
    yield RentDue(0, 1, first, 20)
    yield RentClaimed(0, 1, first)
    yield RentLapsed(0, 1, first)
    yield AuctionOpened(first, (0, 1, 2), 1)
    yield AuctionOpened(first, (0, 1), 1, (Site(0, first), Site(1, second)))
    yield BidMade(1, 120)
    yield BidderPassed(1)
    yield AuctionClosed(first, 1, 120)
    yield AuctionClosed(first, BANK, 0)
    yield EstateOpened((first, second, last))
    yield EstateAdvanced(second)
    yield ContestOpened(Site(0, first), (1, 2))
    yield Contested(Site(1, second))
    yield ContestPassed(2)
    yield ContestClosed(first)
    yield TradeOffered(0, 1, Side((first,), 350, ()), Side((second, last), 0, (card,)))
    yield TradeOffered(0, 1, Side(), Side(money=1))
    yield TradeAccepted(1, 0)
    yield TradeDropped(0, 1)
    yield CardConveyed(0, 1, deck, kept)
    yield Bankrupted(2, 0)
    yield Bankrupted(2, BANK)
    yield from (TokenSet(name, 0, 1) for name in ("developer", "planning", "round"))
    yield Departed(1)
    yield HandedOver(1, "Green", "Blue")
    yield Joined("Green", 3)
    yield TimeCalled()
    yield GoalReached(0)
    yield Corrected("cash", 0, 300, "wrong change")
    yield Corrected("at", 0, last, "token fell")
    yield Corrected("jailed", 0, 1, "card missed")
    yield Corrected("owner", first, 1, "tag mixed up")
    yield Corrected("owner", first, BANK, "tag mixed up")
    yield Corrected("buildings", first, 2, "house lost")
    yield Corrected("mortgaged", first, 1, "not turned")
    yield from (Ended(0, reason) for reason in ENDS)
    yield Ended(BANK, "time")
    yield TakenBack(2, "wrong card")
