"""Jail: the try for doubles, what follows the last failure, and the way out that was held up."""

from __future__ import annotations

from companion.rules.commands import Roll
from companion.rules.dice import total
from companion.rules.draft import Draft
from companion.rules.events import Cause, ChoiceAsked, Freed, Rolled, TravelPlanned, TryFailed
from companion.rules.frames import BANK, Travel
from companion.rules.landing import advance


def reward(draft: Draft, seat: int) -> None:
    """The bank pays for two ones where a house rule says so (C-91)."""
    bonus = draft.rules.options.two_ones_bonus
    if bonus:
        draft.pay(BANK, seat, bonus, Cause.BONUS, draft.ground("bonus"))


def rolled(command: Roll, again: bool) -> Rolled:
    """The movement throw as a fact."""
    seat, source, misread = command.seat, command.source, command.misread
    return Rolled(seat, command.first, command.second, command.third, again, source, misread)


def try_to_leave(draft: Draft, command: Roll) -> None:
    """Doubles lead out and move, without another throw; the last failure has its price (S0-34, S0-38)."""
    seat = command.seat
    state, options = draft.state, draft.rules.options
    draft.emit(rolled(command, again=False))
    steps = total(command.dice)
    tries = state.jailed[seat] + 1
    if steps == 2:
        reward(draft, seat)
    if command.first == command.second:
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
    charge_bail(draft, seat, fee, steps, "bail.move" if steps else "bail.stay", options.jail_tries)


def charge_bail(draft: Draft, seat: int, fee: int, steps: int, kind: str, *figures: int) -> None:
    """The fee, then freedom and a move by so many squares; a fee that is owed holds both up (C-23)."""
    covered = draft.state.accounts[seat] >= fee
    if not covered:
        draft.emit(TravelPlanned(seat, steps))
    draft.charge_fee(seat, fee, Cause.BAIL, kind, *figures)
    if covered:
        leave(draft, seat, steps)


def leave_at_last(draft: Draft, seat: int, choice: str) -> None:
    """Pay the fee after the last failure, or use the card; the move that waits below then goes on (C-25)."""
    rules = draft.rules
    if choice == "fee":
        kind = "bail.move" if draft.state.top(Travel).steps else "bail.stay"
        draft.charge_fee(seat, rules.options.jail_fee, Cause.BAIL, kind, rules.options.jail_tries)
        return
    kept = rules.kept_for(draft.state, seat, "release")
    assert kept is not None
    draft.return_card(seat, kept)


def leave(draft: Draft, seat: int, steps: int) -> None:
    """Go free, and on by so many squares; 0: the next throw moves (S0-38, C-23)."""
    draft.emit(Freed(seat))
    if steps:
        advance(draft, seat, steps)
