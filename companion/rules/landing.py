"""What a square does to whoever arrives there, and what a card does to whoever drew it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.dispatch import complete
from companion.rules.board import (
    AnySquare,
    Court,
    Go,
    Jail,
    Luck,
    Parking,
    Planning,
    Railroad,
    Street,
    Tax,
    ToJail,
    Tram,
    Utility,
)
from companion.rules.cards import (
    Advance,
    AnyEffect,
    Arrest,
    Collect,
    DeedTax,
    Grant,
    Keep,
    Levy,
    Nearest,
    Pay,
    PayOrDraw,
    Receive,
    Repairs,
    Return,
    Step,
    ThrowAgain,
    Treat,
    Yield,
)
from companion.rules.draft import Draft
from companion.rules.events import (
    Cause,
    ChoiceAsked,
    DestinationAsked,
    DrawAsked,
    Drawn,
    Owed,
    ThrowGranted,
    TokenSet,
)
from companion.rules.frames import BANK, POT
from companion.rules.rules import DEVELOPER, PLANNING
from companion.rules.visiting import visit

# Moving


def advance(draft: Draft, seat: int, steps: int) -> None:
    """Move forward, draw the salary on the way, then settle the square in full (S0-12, S0-15)."""
    rules = draft.rules
    square = draft.state.at[seat] + steps
    if square < rules.size:
        draft.emit(rules.moves[seat][square])
    else:
        laps, square = divmod(square, rules.size)
        draft.move(seat, square, laps)
    if rules.is_deed[square]:
        visit(draft, seat, square)
    else:
        LANDINGS[rules.kinds[square]](draft, seat, square)


def ride(draft: Draft, seat: int, square: int) -> None:
    """Move forward to a named square, at least one step, and settle it."""
    _go(draft, seat, square)
    settle(draft, seat, square)


def _go(draft: Draft, seat: int, square: int) -> None:
    draft.move(seat, square, int(square <= draft.state.at[seat]))


def step_back(draft: Draft, seat: int, square: int) -> None:
    """Move backwards, which never pays a salary, and settle the square (C-13)."""
    draft.move(seat, square, 0)
    settle(draft, seat, square)


# Other squares


def _nothing(_draft: Draft, _seat: int, _square: int) -> None:
    """GO has paid on the way; a visit to jail costs nothing (S0-33)."""


def _tax(draft: Draft, seat: int, square: int) -> None:
    """A fixed tax, or the choice between it and a share of everything (S0-22)."""
    rules = draft.rules
    tax = rules.square(square, Tax)
    if tax.percent and rules.options.income_tax == "choose":
        draft.emit(ChoiceAsked(seat, ("flat", "percent"), tax.amount, tax.percent, asked_by=draft.card))
    else:
        draft.charge_fee(seat, tax.amount, Cause.TAX, "tax.fixed" if tax.percent else "tax.printed", square=square)


def _luck(draft: Draft, seat: int, square: int) -> None:
    """Take the top card: the bank draws where it knows the order, else the player names the card (S0-17)."""
    draw(draft, seat, draft.rules.square(square, Luck).deck)


def _to_jail(draft: Draft, seat: int, _square: int) -> None:
    draft.arrest(seat)


def _parking(draft: Draft, seat: int, _square: int) -> None:
    """The pot, if one is played, goes to the visitor, and is seeded anew (S4-60, S3-25, B-22)."""
    if draft.rules.options.parking == "pot":
        money = draft.state.accounts[POT]
        if money:
            draft.pay(POT, seat, money, Cause.POT, draft.ground("pot"))
        else:
            draft.spare("no-pot", seat)
        draft.seed_pot()


def _tram(draft: Draft, seat: int, square: int) -> None:
    """The fare goes to the bank; the ride waits until it is paid (S3-26)."""
    draft.emit(DestinationAsked(seat))
    draft.charge(seat, BANK, draft.rules.square(square, Tram).fare, Cause.FARE, draft.ground("fare"))


def _planning(draft: Draft, seat: int, _square: int) -> None:
    """The first to arrive once every deed is sold puts the Planning Act in force, and owes no fee (S3-33, S3-34)."""
    state = draft.state
    if not state.token(PLANNING) and all(state.owner[square] != BANK for square in draft.rules.deeds):
        draft.emit(TokenSet(PLANNING, BANK, 1))
        draft.emit(TokenSet(DEVELOPER, seat, 1))


def settle(draft: Draft, seat: int, square: int) -> None:
    """Do what a square does to whoever has arrived there (S0-12)."""
    if draft.rules.is_deed[square]:
        visit(draft, seat, square)
    else:
        LANDINGS[draft.rules.kinds[square]](draft, seat, square)


LANDINGS: dict[type, Callable[[Draft, int, int], None]] = complete(
    AnySquare,
    {
        Go: _nothing,
        Jail: _nothing,
        Court: _to_jail,
        ToJail: _to_jail,
        Tax: _tax,
        Luck: _luck,
        Parking: _parking,
        Tram: _tram,
        Planning: _planning,
    },
    besides=(Street, Railroad, Utility),
)


# Cards


def draw(draft: Draft, seat: int, deck: str) -> None:
    """Draw from a deck; one whose cards are all in players' hands gives nothing (3.6)."""
    cards = draft.state.decks[deck]
    if not cards:
        draft.spare("no-card", seat)
    elif deck in draft.state.stacked:
        follow(draft, seat, deck, cards[0])
    else:
        draft.emit(DrawAsked(seat, deck))


def follow(draft: Draft, seat: int, deck: str, card: str) -> None:
    """Do what a card says and put it under its deck, unless it is one to keep (S0-17, S0-18)."""
    effect = draft.rules.effect(deck, card)
    draft.emit(Drawn(seat, deck, card, type(effect) is Keep))
    outer, draft.card = draft.card, (deck, card)
    EFFECTS[type(effect)](draft, seat, effect)
    draft.card = outer


def _advance(draft: Draft, seat: int, card: Advance) -> None:
    ride(draft, seat, card.square)


def _return(draft: Draft, seat: int, card: Return) -> None:
    step_back(draft, seat, card.square)


def _step(draft: Draft, seat: int, card: Step) -> None:
    if card.steps > 0:
        advance(draft, seat, card.steps)
    else:
        step_back(draft, seat, (draft.state.at[seat] + card.steps) % draft.rules.size)


def _nearest(draft: Draft, seat: int, card: Nearest) -> None:
    square = draft.rules.next_of(card.group, draft.state.at[seat])
    _go(draft, seat, square)
    visit(draft, seat, square, card.times, card.throw_times)


def _grant(draft: Draft, seat: int, card: Grant) -> None:
    """Move on to the next deed of a group: the bank gives it for nothing; to its owner the rent is due (J-08)."""
    square = draft.rules.next_of(card.group, draft.state.at[seat])
    _go(draft, seat, square)
    if draft.state.owner[square] == BANK and draft.rules.may_buy(draft.state, seat):
        draft.convey(square, seat)
    else:
        visit(draft, seat, square)


def _arrest(draft: Draft, seat: int, _card: Arrest) -> None:
    draft.arrest(seat)


def _receive(draft: Draft, seat: int, card: Receive) -> None:
    draft.pay(BANK, seat, card.amount, Cause.CARD, draft.ground("card.fixed"))


def _pay(draft: Draft, seat: int, card: Pay) -> None:
    draft.charge_fee(seat, card.amount, Cause.CARD, "card.fixed")


def _collect(draft: Draft, seat: int, card: Collect) -> None:
    """Each other player pays the drawer; who cannot has a debt of his own (C-79)."""
    for other in draft.rules.from_left_of(draft.state, seat):
        draft.charge(other, seat, card.amount, Cause.EACH, draft.ground("each.collect", card.amount))


def _treat(draft: Draft, seat: int, card: Treat) -> None:
    """The drawer pays each other player, in seat order from his left (C-78)."""
    others = draft.rules.from_left_of(draft.state, seat)
    cash = draft.state.accounts[seat]
    mode, ground = draft.rules.options.pay_each_fail, draft.ground("each.treat", card.amount)
    if cash >= card.amount * len(others) or mode == "in-order":
        for other in others:
            draft.charge(seat, other, card.amount, Cause.EACH, ground)
        return
    share = draft.rules.share(cash, len(others)) if mode == "split" else 0
    for other in others:
        draft.pay(seat, other, share, Cause.EACH, ground)
    for other in others:
        draft.emit(Owed(seat, other, card.amount - share, Cause.EACH, ground=ground))


def _levy(draft: Draft, seat: int, card: Levy) -> None:
    for payer in (seat, *draft.rules.from_left_of(draft.state, seat)):
        draft.charge_fee(payer, card.amount, Cause.CARD, "card.fixed")


def _buildings(draft: Draft, seat: int) -> tuple[int, int]:
    """How many houses and hotels stand on the seat's deeds; hotels do not count as houses (C-85)."""
    houses = hotels = 0
    for square in draft.state.deeds_of(seat):
        street = draft.rules.street(square)
        level = draft.state.level[square]
        if street and level == street.top:
            hotels += 1
        else:
            houses += level
    return houses, hotels


def _repairs(draft: Draft, seat: int, card: Repairs) -> None:
    houses, hotels = _buildings(draft, seat)
    amount = houses * card.house + hotels * card.hotel
    if amount:
        draft.charge_fee(seat, amount, Cause.CARD, "card.buildings", houses, card.house, hotels, card.hotel)
    else:
        draft.spare("no-buildings", seat)


def _yield(draft: Draft, seat: int, card: Yield) -> None:
    houses, hotels = _buildings(draft, seat)
    amount = houses * card.house + hotels * card.hotel
    if amount:
        ground = draft.ground("card.buildings", houses, card.house, hotels, card.hotel)
        draft.pay(BANK, seat, amount, Cause.CARD, ground)
    else:
        draft.spare("no-buildings", seat)


def _deed_tax(draft: Draft, seat: int, card: DeedTax) -> None:
    deeds = len(draft.state.deeds_of(seat))
    if deeds:
        draft.charge_fee(seat, card.amount * deeds, Cause.CARD, "card.deeds", deeds, card.amount)
    else:
        draft.spare("no-deeds", seat)


def _keep(_draft: Draft, _seat: int, _card: Keep) -> None:
    """The card is in the player's hand; that is all (S0-18)."""


def _pay_or_draw(draft: Draft, seat: int, card: PayOrDraw) -> None:
    draft.emit(ChoiceAsked(seat, ("fine", "chance"), card.amount, deck=card.deck, asked_by=draft.card))


def _throw_again(draft: Draft, seat: int, _card: ThrowAgain) -> None:
    draft.emit(ThrowGranted(seat))


EFFECTS: dict[type, Callable[[Draft, int, Any], None]] = complete(
    AnyEffect,
    {
        Advance: _advance,
        Return: _return,
        Step: _step,
        Nearest: _nearest,
        Grant: _grant,
        Arrest: _arrest,
        Receive: _receive,
        Pay: _pay,
        Collect: _collect,
        Treat: _treat,
        Levy: _levy,
        Repairs: _repairs,
        Yield: _yield,
        DeedTax: _deed_tax,
        Keep: _keep,
        PayOrDraw: _pay_or_draw,
        ThrowAgain: _throw_again,
    },
)
