"""Trades, and what is told of them."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.events import RentLapsed, TokenSet, TradeDropped
from companion.rules.frames import BANK
from companion.screens.samples.table import SampleTable
from companion.table.parts import Bundle, Do, MenuItem, Term
from companion.table.shown import EventShown, TradeShown
from companion.table.views import AnyScreen, ContestScreen, TradeScreen, TradeSign


def pages(t: SampleTable) -> Iterator[tuple[str, AnyScreen]]:
    """Name and page, in their order."""
    lots = (t.row(0), t.row(1, mortgaged=True))
    kept = next(card for card in t.cards() if type(card.effect).__name__ == "Keep")
    gives = Bundle(t.red, lots, 350)
    takes = Bundle(t.blue, (t.row(2),), 0, (kept,), interest=8)
    items = (
        MenuItem(Do.TRADE_DONE),
        MenuItem(Do.TRADE_GIVE_MONEY, amount=350),
        MenuItem(Do.TRADE_TAKE_MONEY),
        MenuItem(Do.TRADE_DEED),
        MenuItem(Do.TRADE_CARD),
    )
    yield "trade-empty", TradeScreen(gives=Bundle(t.red), takes=Bundle(t.blue), items=items, selected=3)
    yield "trade", TradeScreen(gives=gives, takes=takes, items=items, selected=1)
    yield "trade-sign", TradeSign(gives=gives, takes=takes, waits_for=t.red)
    lent = Bundle(t.red, (), 0, (), (Term(5, amount=600, money=500),), signed=True)
    bound = Bundle(t.blue, terms=(Term(3, t.streets[0]),))
    yield "trade-terms", TradeScreen(gives=lent, takes=bound, items=items[:3], selected=1)
    yield "trade-sign-terms", TradeSign(gives=lent, takes=bound, waits_for=t.blue)
    yield "trade-done-terms", TradeShown(gives=lent, takes=bound)
    signed = Bundle(t.red, lots, 350, signed=True)
    yield "trade-done", TradeShown(gives=gives, takes=takes)
    yield "trade-done-much", TradeShown(gives=Bundle(t.red, (t.row(0), t.row(1), t.row(2)), 350), takes=Bundle(t.blue))
    deed = t.streets[0].square
    told = (TradeDropped(0, 1), RentLapsed(1, 0, deed), TokenSet("planning", BANK, 1))
    yield from ((f"told-{type(event).__name__.lower()}", EventShown(event=event)) for event in told)
    yield "trade-sign-end", TradeSign(gives=signed, takes=takes, waits_for=t.blue, selected=9)
    yield "trade-refuse", TradeSign(gives=signed, takes=Bundle(t.blue), waits_for=t.blue, refusing=True)
    site = (t.red, t.streets[0])
    yield "contest", ContestScreen(sites=(site,), rivals=(t.blue, t.green), left=1, seconds=12)
    yield (
        "contest-pass",
        ContestScreen(
            sites=(site, (t.blue, t.streets[1])), rivals=(t.green,), left=1, seconds=None, hotel=True, passing=True
        ),
    )
