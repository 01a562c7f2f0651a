"""What a square or a card asks of its visitor, and his answers: a fresh throw, a card, a choice, a ride."""

from __future__ import annotations

from companion.rules.board import Parking, Tram
from companion.rules.commands import Choose, Draw, GoTo, Reason, Refusal, Throw
from companion.rules.dice import total
from companion.rules.draft import Draft
from companion.rules.events import Cause, Chosen, DestinationChosen, Thrown
from companion.rules.frames import BANK, NO_CARD, AwaitChoice, AwaitDestination, AwaitDraw, AwaitThrow
from companion.rules.grounds import TURN
from companion.rules.jail import leave_at_last
from companion.rules.landing import draw, follow, ride
from companion.rules.rules import Rules
from companion.rules.speed import BUS, get_off
from companion.rules.state import State
from companion.rules.visiting import demand
from companion.rules.waiting import missing, wrong_dice


def _top_is(state: State, kind: type, seat: int, otherwise: Reason) -> Refusal | None:
    top = state.agenda[-1]
    if type(top) is not kind:
        return missing(state, kind, seat, otherwise)
    return None if getattr(top, "seat", seat) == seat else Refusal(Reason.NOT_YOUR_TURN, *TURN)


def check_throw(rules: Rules, state: State, command: Throw) -> Refusal | None:
    """Whether a card asks this seat for a fresh throw (C-10)."""
    refusal = _top_is(state, AwaitThrow, command.seat, Reason.NO_THROW)
    return refusal or wrong_dice(rules, state, command)


def throw(draft: Draft, command: Throw) -> None:
    """The fresh throw times the card's factor is the rent of whoever owns the deed by now; its doubles give nothing
    (C-10, S0-52)."""
    top = draft.state.top(AwaitThrow)
    seat, source, misread = command.seat, command.source, command.misread
    draft.emit(Thrown(seat, command.first, command.second, command.third, source, misread))
    factor, throw = top.times * draft.rules.unit, total(command.dice)
    draft.card = top.asked_by
    ground = draft.ground("rent.fresh", factor, throw)
    draft.card = NO_CARD
    if draft.state.owner[top.square] not in (BANK, seat):
        demand(draft, seat, top.square, factor * throw, ground)


def check_draw(_rules: Rules, state: State, command: Draw) -> Refusal | None:
    """Whether the seat is to draw, and the named card can lie on top of its deck (S0-17, C-87)."""
    refusal = _top_is(state, AwaitDraw, command.seat, Reason.NO_DRAW)
    top = state.agenda[-1]
    if refusal is None and isinstance(top, AwaitDraw) and command.card not in state.decks[top.deck]:
        return Refusal(Reason.NOT_IN_DECK, "S0-17", "S0-18")
    return refusal


def take_card(draft: Draft, command: Draw) -> None:
    """Do what the named card says (S0-17)."""
    top = draft.state.top(AwaitDraw)
    follow(draft, command.seat, top.deck, command.card)


def check_choose(rules: Rules, state: State, command: Choose) -> Refusal | None:
    """Whether the seat has a choice and this is one of its ways, the card still in its hand (S0-22, C-25)."""
    refusal = _top_is(state, AwaitChoice, command.seat, Reason.NO_CHOICE)
    top = state.agenda[-1]
    if refusal is None and isinstance(top, AwaitChoice):
        if command.choice not in top.between:
            return Refusal(Reason.NO_SUCH_CHOICE)
        if command.choice == "card" and rules.kept_for(state, command.seat, "release") is None:
            return Refusal(Reason.NO_SUCH_CARD, "C-25")
    return refusal


def choose(draft: Draft, command: Choose) -> None:
    """Pay the flat sum, a share of all one owns (decided before it is counted), or the fine; or draw; or leave jail
    (S0-22, S0-23, C-25)."""
    top = draft.state.top(AwaitChoice)
    seat = command.seat
    draft.emit(Chosen(seat, command.choice))
    if command.choice in BUS:
        get_off(draft, seat, command.choice)
        return
    if command.choice == "chance":
        draw(draft, seat, top.deck)
        return
    draft.card = top.asked_by
    if command.choice in ("fee", "card"):
        leave_at_last(draft, seat, command.choice)
    elif command.choice == "fine":
        draft.charge_fee(seat, top.amount, Cause.CARD, "card.fine")
    elif command.choice == "flat":
        draft.charge_fee(seat, top.amount, Cause.TAX, "tax.flat", square=draft.state.at[seat])
    else:
        base = draft.rules.tax_base(draft.state, seat)
        share = draft.rules.percent(base, top.percent)
        draft.charge_fee(seat, share, Cause.TAX, "tax.share", base, top.percent, square=draft.state.at[seat])
    draft.card = NO_CARD


def check_goto(rules: Rules, state: State, command: GoTo) -> Refusal | None:
    """Whether the seat may ride there: anywhere on the board but to the pot, not staying, not to ride on (S3-26)."""
    refusal = _top_is(state, AwaitDestination, command.seat, Reason.NO_RIDE)
    if refusal is None and command.square not in destinations(rules, state, command.seat):
        return Refusal(Reason.NO_STOP, "S3-26")
    return refusal


NO_STOPS = (Parking, Tram)


def destinations(rules: Rules, state: State, seat: int) -> list[int]:
    """The squares that a ride may lead to; from tram to tram one could draw the salary for ever; after triples all
    others (S3-26, SD-06)."""
    at, top = state.at[seat], state.agenda[-1]
    if isinstance(top, AwaitDestination) and top.anywhere:
        return [square for square in range(rules.size) if square != at]
    return [square for square in range(rules.size) if square != at and type(rules.squares[square]) not in NO_STOPS]


def go_to(draft: Draft, command: GoTo) -> None:
    """Ride to the chosen square and settle it like any landing (S3-26)."""
    draft.emit(DestinationChosen(command.seat, command.square))
    ride(draft, command.seat, command.square)
