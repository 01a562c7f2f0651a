"""A turn: throws, jail, cards, choices."""

from __future__ import annotations

from collections.abc import Iterator

from companion.screens.samples.table import SampleTable
from companion.table.parts import Do, MenuItem, Waits
from companion.table.views import (
    AnyScreen,
    CardPick,
    ChoiceScreen,
    Destination,
    DiceEntry,
    FreshThrow,
    JailScreen,
    TurnScreen,
)


def pages(t: SampleTable) -> Iterator[tuple[str, AnyScreen]]:
    """Name and page, in their order."""
    yield "turn-die", TurnScreen(who=t.red, at=t.streets[0], cash=1500, waits=Waits.DIE, next=t.blue)
    yield "turn-enter", TurnScreen(who=t.red, at=t.lot(0), cash=1500, waits=Waits.ENTER, doubles=1, next=t.blue)
    yield "turn-bank", TurnScreen(who=t.red, at=t.lot(10), cash=1500, waits=Waits.BANK, doubles=2, next=t.blue)
    yield "turn-end", TurnScreen(who=t.red, at=t.streets[1], cash=12345, waits=Waits.END, next=t.blue)
    yield "turn-jailed", TurnScreen(who=t.red, at=t.lot(10), cash=930, waits=Waits.END, next=t.blue, tries=1, of=3)
    yield "turn-secret", TurnScreen(who=t.red, at=t.streets[1], cash=None, waits=Waits.DIE, next=t.blue)
    yield (
        "turn-first-lap",
        TurnScreen(who=t.red, at=t.streets[0], cash=1500, waits=Waits.END, next=t.blue, waits_for_lap=True),
    )
    yield "turn-time-up", TurnScreen(who=t.red, at=t.streets[1], cash=80, waits=Waits.DIE, next=t.blue, last="time")
    yield "turn-last-round", TurnScreen(who=t.red, at=t.streets[1], cash=80, waits=Waits.DIE, last="rounds")
    yield "dice-entry", DiceEntry(who=t.red, dice=(5, 3), place=1)
    yield "dice-entry-speed", DiceEntry(who=t.red, dice=(5, 3, "mr"), place=2)
    yield "dice-entry-bus", DiceEntry(who=t.red, dice=(5, 3, "bus"), place=2)
    yield "dice-entry-start", DiceEntry(who=t.red, dice=(1, 0), place=0, purpose="start")
    yield "dice-entry-misread", DiceEntry(who=t.red, dice=(4, 3), place=1, purpose="misread")
    yield "fresh-throw", FreshThrow(who=t.red, lot=t.streets[0], owner=t.blue, times=10, waits=Waits.DIE)
    ways = (
        MenuItem(Do.ENTER_DICE),
        MenuItem(Do.PAY_BAIL, amount=50),
        MenuItem(Do.USE_CARD),
        MenuItem(Do.WAIT, enabled=False),
    )
    yield "jail-throw", JailScreen(who=t.red, cash=320, tries=1, of=3, items=ways, selected=0)
    yield (
        "jail-bail",
        JailScreen(
            who=t.red, cash=320, tries=2, of=3, items=ways, selected=1, payment=t.to_bank(50, "bail", payer_cash=270)
        ),
    )
    yield from _choices(t)


def _choices(t: SampleTable) -> Iterator[tuple[str, AnyScreen]]:
    """What a square, a card or the dice ask."""
    deck = next(iter(t.edition.decks))
    cards = [card for card in t.cards() if card.deck == deck]
    yield "card-pick", CardPick(who=t.red, deck=deck, cards=tuple(cards), selected=10)
    yield "choice-tax", ChoiceScreen(who=t.red, between=("flat", "percent"), amount=200, percent=10, lot=t.lot(4))
    bus = ("first", "second", "sum")
    yield "choice-bus", ChoiceScreen(who=t.red, between=bus, amount=0, dice=(5, 2), lot=t.lot(10), selected=1)
    yield "choice-jail", ChoiceScreen(who=t.red, between=("fee", "card"), amount=50, lot=t.lot(10))
    yield "choice-card", ChoiceScreen(who=t.red, between=("fine", "chance"), amount=10, deck=deck, selected=1)
    lots = tuple(t.lot(at) for at in range(len(t.board.squares)))
    yield "destination", Destination(who=t.red, lots=lots, selected=len(lots) * 3 // 5)
