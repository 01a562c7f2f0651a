"""The one way in: every command is checked by its question, then carried out; ask first, then emit (design: Engine)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.dispatch import complete
from companion.rules import (
    answers,
    building,
    contest,
    debt,
    lending,
    people,
    promises,
    purchase,
    referee,
    trading,
    turn,
)
from companion.rules import commands as ask
from companion.rules.commands import AnyCommand, Reason, Refusal, Roll, SeatCommand
from companion.rules.draft import Draft
from companion.rules.events import AnyEvent
from companion.rules.onward import BY_ITSELF, resume
from companion.rules.rules import Rules
from companion.rules.state import State

Check = Callable[[Rules, State, Any], Refusal | None]
Act = Callable[[Draft, Any], None]

TABLE: dict[type, tuple[Check, Act]] = complete(
    AnyCommand,
    {
        Roll: (turn.check_roll, turn.roll),
        ask.Throw: (answers.check_throw, answers.throw),
        ask.End: (turn.check_end, turn.end),
        ask.Buy: (purchase.check_buy, purchase.buy),
        ask.Decline: (purchase.check_decline, purchase.decline),
        ask.Bid: (purchase.check_bid, purchase.bid),
        ask.Pass: (contest.check_leave, contest.leave),
        ask.Gavel: (contest.check_gavel, contest.gavel),
        ask.Draw: (answers.check_draw, answers.take_card),
        ask.Choose: (answers.check_choose, answers.choose),
        ask.GoTo: (answers.check_goto, answers.go_to),
        ask.ClaimRent: (debt.check_claim, debt.claim_rent),
        ask.Pay: (debt.check_pay, debt.pay),
        ask.GiveUp: (debt.check_give_up, debt.give_up),
        ask.PayBail: (turn.check_bail, turn.pay_bail),
        ask.UseCard: (turn.check_card, turn.use_card),
        ask.Wait: (turn.check_wait, turn.wait),
        ask.Mortgage: (lending.check_mortgage, lending.mortgage),
        ask.Redeem: (lending.check_redeem, lending.redeem),
        ask.Build: (building.check_build, building.build),
        ask.Sell: (building.check_sell, building.sell),
        ask.Clear: (building.check_clear, building.clear),
        ask.ContestFor: (contest.check_join, contest.join),
        ask.Propose: (trading.check_propose, trading.propose),
        ask.Accept: (trading.check_accept, trading.accept),
        ask.Reject: (trading.check_reject, trading.reject),
        ask.Withdraw: (trading.check_withdraw, trading.withdraw),
        ask.ForgivePromise: (promises.check_forgive_promise, promises.forgive_promise),
        ask.ForgiveLoan: (promises.check_forgive_loan, promises.forgive_loan),
        ask.Repay: (promises.check_repay, promises.repay),
        ask.Leave: (people.check_leave_game, people.leave_game),
        ask.HandOver: (people.check_hand_over, people.hand_over),
        ask.Join: (people.check_join_game, people.join_game),
        ask.CallTime: (referee.check_time, referee.call_time),
        ask.Correct: (referee.check_correct, referee.correct),
        ask.Finish: (referee.check_finish, referee.finish),
        ask.Commit: (referee.check_commit, referee.commit),
    },
    besides=(ask.Begin, ask.TakeBack),
)

# ... and whether it is the wish of a seat
_SEATED = {kind: (check, act, issubclass(kind, SeatCommand)) for kind, (check, act) in TABLE.items()}


def refusal_of(rules: Rules, state: State, command: Any) -> Refusal | None:
    """Why the command would be refused now, or nothing if it would be carried out."""
    check, _, seated = _SEATED[type(command)]
    if state.over or (seated and command.seat not in state.left):
        return _barred(state)
    return check(rules, state, command)


def decide(rules: Rules, state: State, command: AnyCommand) -> list[AnyEvent]:
    """Carry a command out and fold its events into the state, or refuse it and change nothing.

    :raises Refusal: with the reason, the rule ids and the figures.
    """
    return carry_out(Draft(rules, state), command)


def carry_out(draft: Draft, command: AnyCommand) -> list[AnyEvent]:
    """Carry a command out as `decide` does, on a draft that a game keeps from command to command.

    :raises Refusal: with the reason, the rule ids and the figures; nothing has changed.
    """
    state = draft.state
    events: list[AnyEvent] = []
    draft.events = events
    if type(command) is Roll and command.seat in state.left and not state.over:  # most are, so without the table
        refusal = turn.check_roll(draft.rules, state, command)
        if refusal is None:
            turn.roll(draft, command)
    else:
        refusal = refusal_of(draft.rules, state, command)
        if refusal is None:
            TABLE[type(command)][1](draft, command)
    if refusal is not None:
        raise refusal
    agenda = state.agenda
    if agenda and (type(agenda[-1]) in BY_ITSELF or state.loans):
        resume(draft)
    if state.offers:
        trading.drop_stale(draft)
    return events


def _barred(state: State) -> Refusal:
    """Nothing can be asked any more after the end, nor by a seat that is out (S0-65)."""
    return Refusal(Reason.GAME_OVER) if state.over else Refusal(Reason.OUT, "S0-65")
