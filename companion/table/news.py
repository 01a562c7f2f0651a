"""What has just happened, as pages and as a sound; the game does not wait for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from companion.ledger.commitment import who_threw
from companion.rules import events as facts
from companion.rules.commands import AnyCommand, Draw, SeatCommand
from companion.rules.events import (
    AnyEvent,
    AuctionClosed,
    Bankrupted,
    BidMade,
    Bought,
    CardConveyed,
    Cause,
    Conveyed,
    Departed,
    Drawn,
    Ended,
    Freed,
    GoalReached,
    HandedOver,
    Jailed,
    Joined,
    LoanEnded,
    LoanGiven,
    Moved,
    NothingDue,
    Paid,
    PromiseForgiven,
    PromiseGiven,
    RentLapsed,
    Rolled,
    SetOff,
    StartThrown,
    TakenBack,
    Thrown,
    TokenSet,
    TradeAccepted,
    TradeDropped,
    TurnBegan,
)
from companion.table.flows.undo import doubtful
from companion.table.parts import Bundle, CardLine, DeedRow, Sound, Term
from companion.table.scene import Scene
from companion.table.shown import (
    BankruptShown,
    CardShown,
    DiceShown,
    EventShown,
    JailedShown,
    PaymentShown,
    TakenBackShown,
    TitleShown,
    TradeShown,
)
from companion.table.views import AnyScreen

MOST = 6
NoFate = (  # what the page of the moment shows anyhow, or a page made of several events
    facts.AuctionClosed | facts.AuctionOpened | facts.Began | facts.BidMade | facts.BidderPassed | facts.Bought |
    facts.CardConveyed | facts.CardGiven | facts.CardReturned | facts.ChoiceAsked | facts.Chosen | facts.ClaimsAsked |
    facts.Committed | facts.ContestClosed | facts.ContestOpened | facts.ContestPassed | facts.Contested |
    facts.Conveyed | facts.Corrected | facts.Declined | facts.DestinationAsked | facts.DestinationChosen |
    facts.DrawAsked | facts.Drawn | facts.Ended | facts.EstateAdvanced | facts.EstateOpened | facts.GraceGiven |
    facts.Leveled | facts.LoanEnded | facts.LoanGiven | facts.Mortgaged | facts.Moved | facts.OfferMade | facts.Owed |
    facts.Paid | facts.PromiseCounted | facts.PromiseGiven | facts.Redeemed | facts.RentClaimed | facts.RentDue |
    facts.Rolled | facts.SatOut | facts.SecondMoveBegan | facts.SecondMovePlanned | facts.SetOff | facts.StartAsked |
    facts.StartThrown | facts.ThrowAsked | facts.ThrowGranted | facts.Thrown | facts.TimeCalled | facts.TokenSet |
    facts.TradeAccepted | facts.TradeDropped | facts.TradeOffered | facts.TravelPlanned | facts.TravelResumed |
    facts.TryFailed | facts.TurnBegan
)  # fmt: skip


def pages(scene: Scene, events: tuple[AnyEvent, ...]) -> list[AnyScreen]:
    """The pages that tell an entry, in the order of its facts; a long list is cut, the statement has it all."""
    return list(_pages(scene, events))[:MOST]


def _pages(scene: Scene, events: tuple[AnyEvent, ...]) -> Iterator[AnyScreen]:
    trade = next((event for event in events if isinstance(event, TradeAccepted)), None)
    if trade is not None:
        yield _trade(scene, trade, events)
        events = tuple(event for event in events if not _is_handed_over(event))
    paid = sum(isinstance(event, Paid) for event in events)
    moved = next((event.square for event in events if isinstance(event, Moved)), -1)
    told = any(isinstance(event, Bought | Bankrupted) for event in events)
    for event in events:
        match event:
            case Rolled() | Thrown() | StartThrown():
                yield _dice(scene, event, moved)
            case Paid():
                paid -= 1
                yield PaymentShown(payment=scene.payment(event, scene.state), more=paid)
            case Drawn():
                yield CardShown(who=scene.party(event.seat), card=scene.card(event.deck, event.card), kept=event.kept)
            case Conveyed() if not told:
                yield TitleShown(lot=scene.lot(event.square), to=scene.party(event.to), bid=_bid(events, event.square))
            case _:
                yield from _fates(scene, event)
    if any(isinstance(event, TradeDropped) for event in events[:1]):  # by somebody's wish, not because it was stale
        yield EventShown(event=events[0])


def _fates(scene: Scene, event: AnyEvent) -> Iterator[AnyScreen]:
    match event:
        case AuctionClosed() if event.winner < 0:
            yield TitleShown(lot=scene.lot(event.square), to=scene.party(event.winner), bid=0)
        case Jailed():
            yield JailedShown(who=scene.party(event.seat), lot=scene.lot(event.square))
        case Freed():
            yield JailedShown(who=scene.party(event.seat), lot=scene.lot(scene.rules.jail), freed=True)
        case Bankrupted():
            left = len(scene.state.playing())
            yield BankruptShown(who=scene.party(event.seat), creditor=scene.party(event.creditor), left=left)
        case RentLapsed() | NothingDue() | PromiseForgiven() | LoanEnded(how="forgiven"):
            yield EventShown(event=event)
        case TokenSet(name="planning") | GoalReached() | Departed() | HandedOver() | Joined():
            yield EventShown(event=event)
        case TakenBack():
            yield TakenBackShown(count=event.count, reason=event.reason, rows=scene.rows())
        case _ if not isinstance(event, NoFate):
            assert_never(event)


def _dice(scene: Scene, event: Rolled | Thrown | StartThrown, moved: int) -> DiceShown:
    return DiceShown(
        who=scene.party(event.seat),
        dice=event.dice,
        to=scene.lot_or_none(moved) if isinstance(event, Rolled) else None,
        again=isinstance(event, Rolled) and event.again,
        source=who_threw(event.source),
        doubtful=doubtful(scene) is not None,
    )


def _trade(scene: Scene, trade: TradeAccepted, events: tuple[AnyEvent, ...]) -> TradeShown:
    """What has changed hands, all of it between the two."""
    lots: dict[int, list[DeedRow]] = {trade.of: [], trade.seat: []}
    cards: dict[int, list[CardLine]] = {trade.of: [], trade.seat: []}
    terms: dict[int, list[Term]] = {trade.of: [], trade.seat: []}
    money = {trade.of: 0, trade.seat: 0}
    lent = 0
    other = {trade.of: trade.seat, trade.seat: trade.of}
    for event in events:
        match event:
            case Paid(cause=Cause.TRADE):
                money[event.payer] += event.amount
            case Paid() if _is_lent(event):
                lent = event.amount
            case PromiseGiven():
                terms[other[event.holder]].append(Term(event.visits, scene.lot(event.square)))
            case LoanGiven():
                terms[event.lender].append(Term(event.turns, amount=event.amount, money=lent))
                lent = 0
            case SetOff():
                money[event.creditor] += event.amount
            case Conveyed():
                lots[other[event.to]].append(scene.deed(event.square))
            case CardConveyed():
                cards[event.seat].append(scene.card(event.deck, event.card))
    gives, takes = (
        Bundle(scene.party(seat), tuple(lots[seat]), money[seat], tuple(cards[seat]), tuple(terms[seat]), signed=True)
        for seat in other
    )
    return TradeShown(gives=gives, takes=takes)


def _is_handed_over(event: AnyEvent) -> bool:
    if isinstance(event, Paid):
        return event.cause is Cause.TRADE or _is_lent(event)
    return isinstance(event, Conveyed | CardConveyed)


def _is_lent(paid: Paid) -> bool:
    return paid.ground is not None and paid.ground.kind == "loan.given"


def _bid(events: tuple[AnyEvent, ...], square: int) -> int | None:
    found = (event.bid for event in events if isinstance(event, AuctionClosed) and event.square == square)
    return next(found, None)


def is_told_always(page: AnyScreen, command: AnyCommand) -> bool:
    """Whether a page shows a throw or a card of the bank's, which nobody has seen on the table, or a trade's end."""
    match page:
        case TradeShown() | EventShown(event=TradeDropped()):
            return True
        case DiceShown():
            return page.source == "bank"
        case CardShown():
            return not isinstance(command, Draw)
    return False


def sound(command: AnyCommand, events: tuple[AnyEvent, ...]) -> Sound:
    """The one sound of an entry: what matters most in it."""
    kinds = {type(event) for event in events}
    for kind, pattern in ((Ended, Sound.END), (BidMade, Sound.GOING), (AuctionClosed, Sound.GONE)):
        if kind in kinds:
            return pattern
    seat = command.seat if isinstance(command, SeatCommand) else -1
    gain = sum(_gain(event, seat) for event in events if isinstance(event, Paid))
    if gain:
        return Sound.MONEY_IN if gain > 0 else Sound.MONEY_OUT
    return Sound.YOUR_TURN if TurnBegan in kinds else Sound.ACCEPTED


def _gain(paid: Paid, seat: int) -> int:
    return paid.amount * ((paid.payee == seat) - (paid.payer == seat))
