"""The turn: throwing, moving, drawing, choosing, ending; and jail with all its ways out."""

from __future__ import annotations

from companion.rules.board import Parking, Tram
from companion.rules.commands import (
    Choose,
    Draw,
    End,
    GoTo,
    PayBail,
    Reason,
    Refusal,
    Roll,
    Throw,
    UseCard,
    Wait,
)
from companion.rules.draft import Draft
from companion.rules.events import (
    BEGINNINGS,
    Cause,
    ChoiceAsked,
    Chosen,
    DestinationChosen,
    Freed,
    RentLapsed,
    Rolled,
    SatOut,
    StartAsked,
    StartThrown,
    Thrown,
    TravelPlanned,
    TryFailed,
    TurnBegan,
)
from companion.rules.frames import (
    BANK,
    FREE,
    NO_CARD,
    AwaitChoice,
    AwaitDestination,
    AwaitDraw,
    AwaitEnd,
    AwaitRoll,
    AwaitThrow,
    StartingThrow,
)
from companion.rules.grounds import BAIL, START, TURN
from companion.rules.landing import advance, demand, draw, follow, ride
from companion.rules.rules import Rules
from companion.rules.state import State
from companion.rules.waiting import busy, missing


def _waits_for(rules: Rules, state: State, seat: int) -> Refusal | None:
    """Refuse unless the seat is to throw, or the previous turn waits for nothing but its end (plays: End of a turn)."""
    kind, turn = type(state.agenda[-1]), state.turn
    if turn == seat:
        return None if kind is AwaitRoll else busy(state, seat, *TURN)
    if kind is not AwaitEnd or state.left[turn] != seat:
        return Refusal(Reason.NOT_YOUR_TURN, *TURN)
    return Refusal(Reason.LAST_TURN, "C-96") if rules.closing(state) else None


def _enter(draft: Draft, seat: int) -> None:
    """End the previous turn if that is all it was waiting for (plays: End of a turn)."""
    if draft.state.turn != seat:
        draft.note_goal()
        draft.emit(BEGINNINGS[seat])


# The movement throw


def check_roll(rules: Rules, state: State, command: Roll) -> Refusal | None:
    """Whether the seat may throw: in turn, and from Court only after a turn sat out (S0-11, S3-30)."""
    seat = command.seat
    refusal = _waits_for(rules, state, seat)
    if refusal is None:
        waits = state.jailed[seat] == 0 and rules.options.jail_tries == 0
        return Refusal(Reason.IN_COURT, "S3-30") if waits else None
    top = state.agenda[-1]
    if type(top) is StartingThrow:
        its_turn = top.seats[len(top.thrown)] == seat
        return None if its_turn else Refusal(Reason.NOT_YOUR_TURN, *START)
    return refusal


def roll(draft: Draft, command: Roll) -> None:
    """Throw: for the first turn, out of jail, into jail by the third double, or ahead (S0-10 to S0-15)."""
    state = draft.state
    seat, first, second = command.seat, command.first, command.second
    if not state.turns[seat] and type(state.agenda[-1]) is StartingThrow:
        _throw_for_start(draft, command)
        return
    if state.turn != seat:
        _enter(draft, seat)
    if state.claims:
        _lapse_claims(draft, seat)
    if state.jailed[seat] != FREE:
        if draft.rules.options.jail_tries:
            _try_to_leave(draft, command, first == second)
            return
        draft.emit(Freed(seat))
    if first == second:
        _throw_doubles(draft, command)
        return
    draft.emit(Rolled(seat, first, second, False, command.source, command.misread))
    advance(draft, seat, first + second)


def _throw_doubles(draft: Draft, command: Roll) -> None:
    """Doubles move and are followed by another throw, unless they are the third in a row (S0-13, S0-14)."""
    seat, again = command.seat, draft.state.doubles < 2
    draft.emit(Rolled(seat, command.first, command.second, again, command.source, command.misread))
    if command.first == 1:
        _reward(draft, seat)
    if again:
        advance(draft, seat, command.first + command.second)
    else:
        _third_double(draft, seat)


def _reward(draft: Draft, seat: int) -> None:
    """The bank pays for two ones where a house rule says so (C-91)."""
    bonus = draft.rules.options.two_ones_bonus
    if bonus:
        draft.pay(BANK, seat, bonus, Cause.BONUS, draft.ground("bonus"))


def _third_double(draft: Draft, seat: int) -> None:
    """The third double in a row is not moved: jail, or a fine (S0-14, S3-10, S4-60)."""
    options = draft.rules.options
    if options.third_double == "jail":
        draft.spare("no-move", seat)
        draft.arrest(seat)
    else:
        draft.charge_fee(seat, options.third_double_fine, Cause.FINE, "fine")


def _lapse_claims(draft: Draft, seat: int) -> None:
    """Rent that nobody has asked for in time is lost by this throw (S0-30, S3-21, S4-23, C-01)."""
    state = draft.state
    mode = draft.rules.options.rent_claim
    limit = {"next-throw": 0, "second-throw": 1}.get(mode)
    for claim in list(state.claims):
        late = claim.visitor == seat if limit is None else not state.thrown and claim.throws >= limit
        if late:
            draft.emit(RentLapsed(claim.owner, claim.visitor, claim.square))


def _throw_for_start(draft: Draft, command: Roll) -> None:
    """The highest sum begins; those who tie throw again among themselves (S0-10, S4-10)."""
    draft.emit(StartThrown(command.seat, command.first, command.second, command.source, command.misread))
    top = draft.state.top(StartingThrow)
    if len(top.thrown) < len(top.seats):
        return
    best = [seat for seat, sum_ in zip(top.seats, top.thrown, strict=True) if sum_ == max(top.thrown)]
    draft.emit(StartAsked(tuple(best) if len(best) > 1 else ()))
    if len(best) == 1:
        draft.emit(TurnBegan(best[0]))


# Jail


def _try_to_leave(draft: Draft, command: Roll, double: bool) -> None:
    """Doubles lead out and move, without another throw; the last failure has its price (S0-34, S0-38)."""
    seat = command.seat
    state, options = draft.state, draft.rules.options
    draft.emit(Rolled(seat, command.first, command.second, False, command.source, command.misread))
    steps = command.first + command.second
    tries = state.jailed[seat] + 1
    if steps == 2:
        _reward(draft, seat)
    if double:
        draft.emit(Freed(seat))
        advance(draft, seat, steps)
    elif tries < options.jail_tries:
        draft.emit(TryFailed(seat, tries))
    else:
        _last_failure(draft, seat, steps)


def _last_failure(draft: Draft, seat: int, steps: int) -> None:
    """The fee, or where it still counts the card, then freedom by this throw (US) or from the next turn on (UK); what
    is chosen or owed holds both up (C-23, C-25)."""
    options = draft.rules.options
    if options.jail_after == "pay-then-next-turn":
        steps = 0
    fee = 0 if options.jail_after == "free" else options.jail_fee
    if options.jail_card_late and fee and draft.rules.kept_for(draft.state, seat, "release"):
        draft.emit(TravelPlanned(seat, steps))
        draft.emit(ChoiceAsked(seat, ("fee", "card"), fee))
        return
    covered = draft.state.accounts[seat] >= fee
    if not covered:
        draft.emit(TravelPlanned(seat, steps))
    draft.charge_fee(seat, fee, Cause.BAIL, "bail.move" if steps else "bail.stay", options.jail_tries)
    if covered:
        leave(draft, seat, steps)


<<<<<<< HEAD
def leave(draft: Draft, seat: int, steps: int) -> None:
    """Out of jail, and on by the throw that led there (S0-34, S0-38)."""
=======
def _leave_at_last(draft: Draft, seat: int, choice: str) -> None:
    """Pay the fee after the last failure, or use the card; the move that waits below then goes on (C-25)."""
    rules = draft.rules
    if choice == "fee":
        kind = "bail.move" if draft.state.top(Travel).steps else "bail.stay"
        draft.charge_fee(seat, rules.options.jail_fee, Cause.BAIL, kind, rules.options.jail_tries)
        return
    kept = rules.kept_for(draft.state, seat, "release")
    assert kept is not None
    draft.return_card(seat, kept)


def _leave(draft: Draft, seat: int, steps: int) -> None:
>>>>>>> deb35ee (rules: A game ends after rounds or at a goal; auctions start at a share, players with handicaps, the last failure with a card)
    draft.emit(Freed(seat))
    if steps:
        advance(draft, seat, steps)


def _in_jail(rules: Rules, state: State, seat: int) -> Refusal | None:
    """Refuse unless the seat sits in jail before its throw; a turn sat out in Court needs no key any more (S0-35,
    S3-30)."""
    refusal = _waits_for(rules, state, seat)
    if refusal is None and state.jailed[seat] == FREE:
        return Refusal(Reason.NOT_JAILED, *BAIL)
    if refusal is None and rules.options.jail_tries == 0 and state.jailed[seat]:
        return Refusal(Reason.SAT_OUT, "S3-30")
    return refusal


def check_bail(rules: Rules, state: State, command: PayBail) -> Refusal | None:
    """Whether the seat may leave for the fee: before throwing, with the cash for it (S0-37, S1-16, S2-24, S3-30)."""
    refusal = _in_jail(rules, state, command.seat)
    fee, cash = rules.options.jail_fee, state.accounts[command.seat]
    if refusal is None and cash < fee:
        return Refusal(Reason.TOO_POOR, *BAIL, needed=fee, cash=cash)
    return refusal


def pay_bail(draft: Draft, command: PayBail) -> None:
    """The fee goes to the bank or the pot; then the turn is an ordinary one (S0-37, S4-60)."""
    seat = command.seat
    _enter(draft, seat)
    draft.charge_fee(seat, draft.rules.options.jail_fee, Cause.BAIL, "bail.ahead")
    draft.emit(Freed(seat))


def check_card(rules: Rules, state: State, command: UseCard) -> Refusal | None:
    """Whether the seat may leave by a kept card (S0-35, S2-25, S3-31)."""
    refusal = _in_jail(rules, state, command.seat)
    if refusal is None and rules.kept_for(state, command.seat, "release") is None:
        return Refusal(Reason.NO_SUCH_CARD, "S0-35", "S1-17", "S2-25", "S3-31", "S4-30")
    return refusal


def use_card(draft: Draft, command: UseCard) -> None:
    """One card goes under its own deck; then the turn is an ordinary one (S0-35, C-32)."""
    seat = command.seat
    _enter(draft, seat)
    kept = draft.rules.kept_for(draft.state, seat, "release")
    assert kept is not None
    draft.return_card(seat, kept)
    draft.emit(Freed(seat))


def check_wait(rules: Rules, state: State, command: Wait) -> Refusal | None:
    """Whether the seat may sit out its turn: in Court, where there is no try for doubles (S3-30)."""
    refusal = _in_jail(rules, state, command.seat)
    return Refusal(Reason.NO_SITTING_OUT, "S0-34") if refusal is None and rules.options.jail_tries else refusal


def wait(draft: Draft, command: Wait) -> None:
    """Sit out the turn; the next one is an ordinary one (S3-30)."""
    _enter(draft, command.seat)
    draft.emit(SatOut(command.seat, draft.state.jailed[command.seat] + 1))


# The end of a turn


def check_end(_rules: Rules, state: State, command: End) -> Refusal | None:
    """Whether the seat may end its turn: nothing else is waited for (S0-11, B-13)."""
    if state.turn != command.seat:
        return Refusal(Reason.NOT_YOUR_TURN, *TURN)
    if type(state.agenda[-1]) is not AwaitEnd:
        return busy(state, command.seat, *TURN)
    return None


def end(draft: Draft, command: End) -> None:
    """Pass the turn to the left (S0-11)."""
    draft.begin_turn(draft.state.left[command.seat])


# What a square or a card asks


def _top_is(state: State, kind: type, seat: int, otherwise: Reason) -> Refusal | None:
    top = state.agenda[-1]
    if type(top) is not kind:
        return missing(state, kind, seat, otherwise)
    return None if getattr(top, "seat", seat) == seat else Refusal(Reason.NOT_YOUR_TURN, *TURN)


def check_throw(_rules: Rules, state: State, command: Throw) -> Refusal | None:
    """Whether a card asks this seat for a fresh throw (C-10)."""
    return _top_is(state, AwaitThrow, command.seat, Reason.NO_THROW)


def throw(draft: Draft, command: Throw) -> None:
    """The fresh throw times the card's factor is the rent; its doubles give nothing (C-10)."""
    top = draft.state.top(AwaitThrow)
    draft.emit(Thrown(command.seat, command.first, command.second, command.source, command.misread))
    factor, throw = top.times * draft.rules.unit, command.first + command.second
    draft.card = top.asked_by
    ground = draft.ground("rent.fresh", factor, throw)
    draft.card = NO_CARD
    demand(draft, command.seat, top.square, factor * throw, ground)


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
    if command.choice == "chance":
        draw(draft, seat, top.deck)
        return
    draft.card = top.asked_by
    if command.choice in ("fee", "card"):
        _leave_at_last(draft, seat, command.choice)
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
    """The squares that a ride may lead to; from tram to tram one could draw the salary for ever (S3-26)."""
    at = state.at[seat]
    return [square for square in range(rules.size) if square != at and type(rules.squares[square]) not in NO_STOPS]


def go_to(draft: Draft, command: GoTo) -> None:
    """Ride to the chosen square and settle it like any landing (S3-26)."""
    draft.emit(DestinationChosen(command.seat, command.square))
    ride(draft, command.seat, command.square)
