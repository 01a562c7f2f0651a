"""Promises and loans that a trade has brought about: letting them go, paying back, what falls due (P-01 to P-07).

How a trade makes them stands with trades, how a visit counts where rent is collected, and what becomes of them when
somebody is out or a deed changes hands where these facts are folded.
"""

from __future__ import annotations

from typing import Literal

from companion.rules.commands import ForgiveLoan, ForgivePromise, Reason, Refusal, Repay
from companion.rules.draft import Draft
from companion.rules.events import Cause, LoanEnded, LoanGiven, PromiseForgiven, PromiseGiven
from companion.rules.frames import Credit, Loan, Side, Waiver
from companion.rules.grounds import DEBT, LOAN, PROMISE
from companion.rules.lending import promised
from companion.rules.rules import Rules
from companion.rules.state import State
from companion.rules.waiting import off_unit

MOST = 1_000  # visits, or turns

# As parts of a trade


def not_possible(rules: Rules, side: Side) -> Refusal | None:
    """Refuse promises and loans where none are made, and figures that mean nothing (P-01, P-04)."""
    if not (side.promises or side.loans):
        return None
    if not rules.options.promises:
        return Refusal(Reason.NO_PROMISES, *PROMISE, *LOAN)
    if all(map(_is_waiver, side.promises)) and all(map(_is_credit, side.loans)):
        return off_unit(rules.unit, *(sum_ for credit in side.loans for sum_ in (credit.money, credit.back)))
    return Refusal(Reason.NO_SUCH_FIGURE, *PROMISE, *LOAN)


def _is_waiver(waiver: Waiver) -> bool:
    return 1 <= waiver.visits <= MOST


def _is_credit(credit: Credit) -> bool:
    return credit.money >= 0 and credit.back >= 1 and 1 <= credit.turns <= MOST


def not_bound(rules: Rules, state: State, seat: int, gives: Side, takes: Side) -> Refusal | None:
    """Refuse unless the seat will own, after the trade, the deeds of which it promises the rent (P-01, P-02)."""
    for waiver in gives.promises:
        is_own = waiver.square in rules.deeds and state.owner[waiver.square] == seat
        if waiver.square in gives.deeds or not (is_own or waiver.square in takes.deeds):
            return Refusal(Reason.NOT_YOURS, *PROMISE)
    return None


def make(draft: Draft, giver: int, taker: int, side: Side) -> None:
    """Record what one side has promised, and hand over what it lends (P-01, P-04)."""
    for waiver in side.promises:
        draft.emit(PromiseGiven(taker, waiver.square, waiver.visits))
    for credit in side.loans:
        ground = draft.ground("loan.given", credit.back, credit.turns)
        draft.pay(giver, taker, credit.money, Cause.LOAN, ground)
        draft.emit(LoanGiven(taker, giver, credit.back, credit.turns))


# Letting go, paying back


def _none(rules: Rules, is_others: bool, *ids: str) -> Refusal:
    if is_others:
        return Refusal(Reason.NOT_YOURS, "P-03")
    return Refusal(Reason.NO_SUCH_PROMISE if rules.options.promises else Reason.NO_PROMISES, *ids)


def check_forgive_promise(rules: Rules, state: State, command: ForgivePromise) -> Refusal | None:
    """Whether the seat holds a promise by which `of` takes no rent there (P-03)."""
    on_it = [promise.holder for promise in state.promises if promise.square == command.square]
    is_bound = bool(on_it) and state.owner[command.square] == command.of
    return None if is_bound and command.seat in on_it else _none(rules, is_bound, *PROMISE)


def forgive_promise(draft: Draft, command: ForgivePromise) -> None:
    """The promise is over (P-03)."""
    draft.emit(PromiseForgiven(command.seat, command.square))


def oldest_loan(state: State, borrower: int, lender: int) -> Loan | None:
    """The first that is still open of the loans from one to the other."""
    return next((loan for loan in state.loans if (loan.borrower, loan.lender) == (borrower, lender)), None)


def check_forgive_loan(rules: Rules, state: State, command: ForgiveLoan) -> Refusal | None:
    """Whether the seat has a loan with `of` to let go (P-03)."""
    if oldest_loan(state, command.of, command.seat):
        return None
    return _none(rules, any(loan.borrower == command.of for loan in state.loans), *LOAN)


def forgive_loan(draft: Draft, command: ForgiveLoan) -> None:
    """The loan is over (P-03)."""
    _end(draft, oldest_loan(draft.state, command.of, command.seat), "forgiven")


def check_repay(rules: Rules, state: State, command: Repay) -> Refusal | None:
    """Whether the seat owes `to` a loan that its cash covers whole, with nothing that is bid or owed elsewhere (P-04,
    C-68)."""
    seat = command.seat
    loan = oldest_loan(state, seat, command.to)
    if loan is None:
        return _none(rules, False, *LOAN)
    cash = max(0, state.accounts[seat] - promised(rules, state, seat))
    if cash < loan.amount:
        return Refusal(Reason.TOO_POOR, *LOAN, needed=loan.amount, cash=cash)
    due = sum(debt.amount for debt in state.debts_of(seat))
    rest = rules.raisable(state, seat) - loan.amount
    return Refusal(Reason.IN_DEBT, *DEBT, "C-68", needed=due, cash=rest) if due and rest < due else None


def repay(draft: Draft, command: Repay) -> None:
    """Pay the loan back in full before its time (P-04)."""
    loan = _end(draft, oldest_loan(draft.state, command.seat, command.to), "repaid")
    draft.pay(loan.borrower, loan.lender, loan.amount, Cause.LOAN, draft.ground("loan.repaid"))


# What falls due


def due_from(state: State, seat: int) -> list[Loan]:
    """The seat's loans that fall due with the end of its turn (P-04)."""
    return [loan for loan in state.loans if loan.borrower == seat and loan.due <= state.turns[seat]]


def call_in(draft: Draft, due: list[Loan]) -> None:
    """Charge what falls due, each loan by itself; what is not covered becomes a debt to the lender (P-04, P-05)."""
    for loan in due:
        _end(draft, loan, "due")
        draft.charge(loan.borrower, loan.lender, loan.amount, Cause.LOAN, draft.ground("loan.due"))


def _end(draft: Draft, loan: Loan | None, how: Literal["due", "repaid", "forgiven"]) -> Loan:
    assert loan is not None
    draft.emit(LoanEnded(loan.borrower, loan.lender, loan.amount, loan.due, how))
    return loan
