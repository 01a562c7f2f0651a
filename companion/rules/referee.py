"""The referee: setting figures right with a reason, calling time, ending the game (C-88, C-97)."""

from __future__ import annotations

from companion.rules.building import houses_at_stake
from companion.rules.commands import CallTime, Correct, Finish, Reason, Refusal, Subject
from companion.rules.draft import Draft
from companion.rules.events import Cause, Corrected, Mortgaged, Redeemed, TimeCalled
from companion.rules.frames import BANK, FREE, Auction, AwaitThrow, Estate, Offered
from companion.rules.lending import is_contested
from companion.rules.rules import Rules
from companion.rules.state import State


def check_correct(rules: Rules, state: State, command: Correct) -> Refusal | None:
    """Whether the figure exists and the new value is possible (C-88)."""
    seats, where, value = len(state.out), command.where, command.value
    of_seat = command.subject in (Subject.CASH, Subject.AT, Subject.JAILED)
    if of_seat and (not 0 <= where < seats or state.out[where]):
        return Refusal(Reason.OUT, "C-88")
    if not of_seat and where not in rules.deeds:
        return Refusal(Reason.NOT_BUILDABLE, "C-88")
    if not of_seat and (where in at_stake(state) or is_contested(rules, state, where)):
        return Refusal(Reason.NOT_NOW, "C-88")
    return None if value in _possible(rules, state, command) else Refusal(Reason.AT_LIMIT, "C-88")


def at_stake(state: State) -> set[int]:
    """The deeds that the table is busy with: on offer, under the hammer, or left behind."""
    found: set[int] = set()
    for frame in state.agenda:
        match frame:
            case Offered() | AwaitThrow() | Auction():
                found.add(frame.square)
            case Estate():
                found.update(frame.squares)
    return found


def _possible(rules: Rules, state: State, command: Correct) -> range | list[int]:
    """The values that a subject may be set to."""
    match command.subject:
        case Subject.CASH:
            return range(1_000_000_000)
        case Subject.AT:
            return range(rules.size)
        case Subject.JAILED:
            return range(FREE, max(1, rules.options.jail_tries) if rules.jail != BANK else 0)
        case Subject.OWNER:
            bare = not state.level[command.where] and not state.mortgaged[command.where]
            return [BANK, *state.playing()] if bare else state.playing()
        case Subject.MORTGAGED:
            return range(2 if state.owner[command.where] != BANK else 1)
        case Subject.BUILDINGS:
            return _possible_levels(rules, state, command.where)


def _possible_levels(rules: Rules, state: State, square: int) -> list[int]:
    """The levels of a lot that the bank's stock allows; none on a lot that the bank owns."""
    street = rules.street(square)
    if street is None or state.owner[square] == BANK:
        return [0] if street else []
    levels = [*range(rules.options.hotel_needs + 1), street.top]
    stocks = {level: rules.stock(street, state.level[square], level) for level in levels}
    least = houses_at_stake(rules, state)
    return [
        level
        for level, (houses, hotels) in stocks.items()
        if state.houses + houses >= least and state.hotels + hotels >= 0
    ]


def correct(draft: Draft, command: Correct) -> None:
    """Set the figure right: money comes from the bank or goes there; who is jailed stands in jail, and only there
    (C-88)."""
    state, where, value = draft.state, command.where, command.value
    draft.emit(Corrected(command.subject, where, value, command.reason))
    match command.subject:
        case Subject.CASH:
            difference = value - state.accounts[where]
            payer, payee = (BANK, where) if difference > 0 else (where, BANK)
            draft.pay(payer, payee, abs(difference), Cause.CORRECTION)
        case Subject.JAILED if value != FREE and state.at[where] != draft.rules.jail:
            draft.emit(Corrected(Subject.AT, where, draft.rules.jail, command.reason))
        case Subject.AT if value != draft.rules.jail and state.jailed[where] != FREE:
            draft.emit(Corrected(Subject.JAILED, where, FREE, command.reason))
        case Subject.OWNER:
            draft.convey(where, value)
        case Subject.BUILDINGS:
            street = draft.rules.street(where)
            assert street is not None
            draft.level(street, where, value)
        case Subject.MORTGAGED if state.mortgaged[where] != bool(value):
            draft.emit(Mortgaged(where) if value else Redeemed(where))


def check_time(_rules: Rules, state: State, _command: CallTime) -> Refusal | None:
    """Whether the clock can run out: it has not yet (S3-02, C-97)."""
    return Refusal(Reason.NOT_NOW, "S3-02") if state.time_up else None


def call_time(draft: Draft, _command: CallTime) -> None:
    """Play goes on until all have had the same number of turns, or ends here where the table does not wait (C-97)."""
    draft.emit(TimeCalled())
    if not draft.rules.options.equal_turns:
        draft.finish("time")


def check_finish(_rules: Rules, _state: State, _command: Finish) -> Refusal | None:
    """The referee may always end a game that is not over."""
    return None


def finish(draft: Draft, _command: Finish) -> None:
    """End the game; worth decides (S0-01)."""
    draft.finish("referee")
