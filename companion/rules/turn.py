"""The turn: whose it is, the throw, the ways out of jail before it, and the end."""

from __future__ import annotations

from msgspec import UNSET

from companion.rules import speed
from companion.rules.commands import (
    End,
    PayBail,
    Reason,
    Refusal,
    Roll,
    UseCard,
    Wait,
)
from companion.rules.dice import total
from companion.rules.draft import Draft
from companion.rules.events import (
    BEGINNINGS,
    Cause,
    Freed,
    RentLapsed,
    SatOut,
    StartAsked,
    StartThrown,
    TurnBegan,
)
from companion.rules.frames import (
    FREE,
    AwaitEnd,
    AwaitRoll,
    StartingThrow,
)
from companion.rules.grounds import BAIL, START, TURN
from companion.rules.jail import charge_bail, reward, rolled, try_to_leave
from companion.rules.landing import advance
from companion.rules.rules import Rules
from companion.rules.state import State
from companion.rules.waiting import busy, wrong_dice


def _waits_for(rules: Rules, state: State, seat: int) -> Refusal | None:
    """Refuse unless the seat is to throw, or the previous turn waits for nothing but its end (plays: End of a turn)."""
    kind, turn = type(state.agenda[-1]), state.turn
    if turn == seat:
        return None if kind is AwaitRoll else busy(state, seat, *TURN)
    if kind is not AwaitEnd or state.left[turn] != seat:
        return Refusal(Reason.NOT_YOUR_TURN, *TURN)
    ends = (state.time_up or rules.is_limited) and rules.closing(state)
    return Refusal(Reason.LAST_TURN, "C-96") if ends else None


def _enter(draft: Draft, seat: int) -> None:
    """End the previous turn if that is all it was waiting for (plays: End of a turn)."""
    if draft.state.turn != seat:
        if draft.rules.is_limited:
            draft.note_goal()
        draft.emit(BEGINNINGS[seat])


# The movement throw


def check_roll(rules: Rules, state: State, command: Roll) -> Refusal | None:
    """Whether the seat may throw: in turn, and from Court only after a turn sat out (S0-11, S3-30)."""
    seat = command.seat
    refusal = _waits_for(rules, state, seat)
    if refusal is None:
        if state.jailed[seat] != FREE and not rules.tries:
            refusal = _held(rules, state, seat)
        if refusal is None and not (rules.is_plain and command.third is UNSET and command.second is not UNSET):
            refusal = wrong_dice(rules, state, command)
        return refusal
    top = state.agenda[-1]
    if type(top) is StartingThrow:
        its_turn = top.seats[len(top.thrown)] == seat
        return wrong_dice(rules, state, command) if its_turn else Refusal(Reason.NOT_YOUR_TURN, *START)
    return refusal


def _held(rules: Rules, state: State, seat: int) -> Refusal | None:
    """Where no throw leads out: one pays or uses a card, or in Court sits out a turn (S3-30)."""
    if rules.options.jail_tries:
        return Refusal(Reason.PAY_OR_CARD, *BAIL)
    return None if state.jailed[seat] else Refusal(Reason.IN_COURT, "S3-30")


def roll(draft: Draft, command: Roll) -> None:
    """Throw: for the first turn, out of jail, into jail by the third double, or ahead (S0-10 to S0-15)."""
    state = draft.state
    seat = command.seat
    if not state.turns[seat] and type(state.agenda[-1]) is StartingThrow:
        _throw_for_start(draft, command)
        return
    if state.turn != seat:
        _enter(draft, seat)
    if state.claims:
        _lapse_claims(draft, seat)
    if state.jailed[seat] != FREE:
        if draft.rules.tries:
            try_to_leave(draft, command)
            return
        draft.emit(Freed(seat))
    if command.first == command.second and command.first != command.third:
        _throw_doubles(draft, command)
        return
    draft.emit(rolled(command, again=False))
    if command.third is UNSET:
        advance(draft, seat, total(state.dice))
    else:
        speed.move(draft, command)


def _throw_doubles(draft: Draft, command: Roll) -> None:
    """Doubles move and are followed by another throw, unless they are the third in a row (S0-13, S0-14, SD-07)."""
    state, seat = draft.state, command.seat
    again = state.doubles < 2
    draft.emit(rolled(command, again))
    if command.first == 1:
        reward(draft, seat)
    if not again:
        _third_double(draft, seat)
    elif command.third is UNSET:
        advance(draft, seat, total(state.dice))
    else:
        speed.move(draft, command)


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
    seat, source, misread = command.seat, command.source, command.misread
    draft.emit(StartThrown(seat, command.first, command.second, command.third, source, misread))
    top = draft.state.top(StartingThrow)
    if len(top.thrown) < len(top.seats):
        return
    best = [seat for seat, sum_ in zip(top.seats, top.thrown, strict=True) if sum_ == max(top.thrown)]
    draft.emit(StartAsked(tuple(best) if len(best) > 1 else ()))
    if len(best) == 1:
        draft.emit(TurnBegan(best[0]))


# Jail


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
    """Whether the seat may leave for the fee: before throwing, with the cash for it unless it has to pay (S0-37,
    S1-16, S2-24, S3-30)."""
    refusal = _in_jail(rules, state, command.seat)
    fee, cash = rules.options.jail_fee, state.accounts[command.seat]
    if refusal is None and cash < fee and not rules.must_pay_bail:
        return Refusal(Reason.TOO_POOR, *BAIL, needed=fee, cash=cash)
    return refusal


def pay_bail(draft: Draft, command: PayBail) -> None:
    """The fee goes to the bank or the pot; then the turn is an ordinary one (S0-37, S4-60)."""
    _enter(draft, command.seat)
    charge_bail(draft, command.seat, draft.rules.options.jail_fee, 0, "bail.ahead")


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
    if refusal is None and rules.options.jail_tries:
        return Refusal(Reason.NO_SITTING_OUT, "S0-34") if rules.tries else Refusal(Reason.PAY_OR_CARD, *BAIL)
    return refusal


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
