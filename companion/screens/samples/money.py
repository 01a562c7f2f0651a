"""Before money moves: offers, auctions, debts, confirmations."""

from __future__ import annotations

from collections.abc import Iterator

from companion.screens.samples.table import SampleTable
from companion.table.parts import Do, MenuItem, Payment, Title
from companion.table.views import AnyScreen, AuctionScreen, Confirm, DebtScreen, Dial, OfferScreen


def pages(t: SampleTable) -> Iterator[tuple[str, AnyScreen]]:
    """Name and page, in their order."""
    yield from _offers(t)
    yield from _auctions(t)
    yield from _debts(t)


def _offers(t: SampleTable) -> Iterator[tuple[str, AnyScreen]]:
    lot = t.streets[0]
    price = Payment(t.red, t.bank, 400, "price", lot)
    yield "offer", OfferScreen(payment=price, lot=lot, cash=1500, after=1100, affordable=True, raisable=1700)
    yield (
        "offer-auction",
        OfferScreen(payment=price, lot=lot, cash=1500, after=1100, affordable=True, raisable=1700, buy=False),
    )
    yield (
        "offer-leave",
        OfferScreen(
            payment=price, lot=lot, cash=1500, after=1100, affordable=True, raisable=1700, buy=False, auction=False
        ),
    )
    secret = Payment(t.red, t.bank, 400, "price", lot)
    yield (
        "offer-secret",
        OfferScreen(payment=secret, lot=lot, cash=None, after=None, affordable=True, raisable=None),
    )
    yield "offer-raise", OfferScreen(payment=price, lot=lot, cash=120, after=-280, affordable=False, raisable=560)
    yield "offer-poor", OfferScreen(payment=price, lot=lot, cash=120, after=-280, affordable=False, raisable=130)


def _auctions(t: SampleTable) -> Iterator[tuple[str, AnyScreen]]:
    lot = t.streets[0]
    everybody = tuple(t.parties)
    yield (
        "auction-open",
        AuctionScreen(lot=lot, leader=None, bid=0, ask=10, step=10, bidders=everybody, seconds=15, price=400),
    )
    yield (
        "auction-bid",
        AuctionScreen(
            lot=lot, leader=t.blue, bid=1230, ask=1330, step=100, bidders=everybody[:3], seconds=7, price=400
        ),
    )
    yield (
        "auction-passing",
        AuctionScreen(
            lot=lot, leader=t.blue, bid=120, ask=130, step=10, bidders=everybody[:3], seconds=7, passing=True, price=400
        ),
    )
    yield (
        "auction-building",
        AuctionScreen(
            lot=lot, leader=t.blue, bid=120, ask=130, step=10, bidders=everybody[:2], seconds=None, building=True
        ),
    )


def _debts(t: SampleTable) -> Iterator[tuple[str, AnyScreen]]:
    lot = t.streets[0]
    debts = (MenuItem(Do.PAY, amount=750), MenuItem(Do.RAISE), MenuItem(Do.GIVE_UP))
    yield "debt-raise", DebtScreen(payment=t.payment(1750), cash=1086, raisable=3315, more=2, items=debts, selected=1)
    yield (
        "debt-pay",
        DebtScreen(payment=t.payment(750, payer_cash=90), cash=840, raisable=840, more=0, items=debts, selected=0),
    )
    yield (
        "debt-bank",
        DebtScreen(payment=t.to_bank(200, "tax", lot=t.lot(4)), cash=50, raisable=60, more=0, items=debts, selected=2),
    )
    yield (
        "debt-secret",
        DebtScreen(payment=t.payment(750), cash=None, raisable=None, more=0, items=debts, selected=0),
    )
    yield "confirm-leave", Confirm(do=Do.LEAVE, who=t.red, hold=True)
    yield "confirm-hand-over", Confirm(do=Do.HAND_OVER, who=t.red, hold=True, name="blue")
    yield "confirm-join", Confirm(do=Do.JOIN, who=None, hold=True, name="blue")
    yield "confirm-give-up", Confirm(do=Do.GIVE_UP, who=t.red, hold=True)
    yield "confirm-payment", Confirm(do=Do.REDEEM, who=t.red, payment=t.to_bank(220, "redemption", lot=lot))
    yield (
        "dial-secret",
        Dial(title=Title.TRADE_MONEY, value=350, low=0, high=None, step=10, money=True, who=t.red),
    )
    yield "dial-money", Dial(title=Title.TRADE_MONEY, value=350, low=0, high=1500, step=10, money=True, who=t.red)
