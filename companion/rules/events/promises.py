"""Events of promises and loans between players: made, counted, let go, due."""

from __future__ import annotations

from typing import Literal

from companion.rules.events.base import Event
from companion.rules.frames import Loan, Promise
from companion.rules.state import State


class PromiseGiven(Event, frozen=True, gc=False):
    """A trade lets the holder off the rent of a deed for so many visits, besides those that he has (P-01)."""

    holder: int
    square: int
    visits: int

    def fold(self, state: State) -> None:
        set_visits(state, self.holder, self.square, state.visits_left(self.holder, self.square) + self.visits)


class PromiseCounted(Event, frozen=True, gc=False):
    """The holder has come for a visit that counts: so many are left to him (P-01)."""

    holder: int
    square: int
    left: int

    def fold(self, state: State) -> None:
        set_visits(state, self.holder, self.square, self.left)


class PromiseForgiven(Event, frozen=True, gc=False):
    """The holder has let his promise go (P-03)."""

    holder: int
    square: int

    def fold(self, state: State) -> None:
        set_visits(state, self.holder, self.square, 0)


def set_visits(state: State, holder: int, square: int, visits: int) -> None:
    """Leave a holder so many visits to a deed; with none left the promise is over."""
    state.promises = [promise for promise in state.promises if (promise.holder, promise.square) != (holder, square)]
    if visits:
        state.promises.append(Promise(holder, square, visits))


class LoanGiven(Event, frozen=True, gc=False):
    """A trade makes the borrower owe an amount at the end of his turn so many turns after this one (P-04)."""

    borrower: int
    lender: int
    amount: int
    turns: int

    def fold(self, state: State) -> None:
        due = state.turns[self.borrower] + self.turns
        state.loans.append(Loan(self.borrower, self.lender, self.amount, due))


class LoanEnded(Event, frozen=True, gc=False):
    """The loan is `due`, `repaid` before its time or `forgiven`; money moves by a payment of its own (P-03, P-04)."""

    borrower: int
    lender: int
    amount: int
    due: int
    how: Literal["due", "repaid", "forgiven"]

    def fold(self, state: State) -> None:
        state.loans.remove(Loan(self.borrower, self.lender, self.amount, self.due))


def end_promises_of(state: State, seat: int, heir: int) -> None:
    """Who is out holds no promise and is bound by none; his loans are lost, those that he gave go to a player who
    inherits all, or are forgiven (P-02, P-07)."""
    state.promises = [p for p in state.promises if seat not in (p.holder, state.owner[p.square])]
    loans = (_inherited(loan, seat, heir) for loan in state.loans if loan.borrower != seat)
    state.loans = [loan for loan in loans if loan.lender >= 0 and loan.lender != loan.borrower]


def _inherited(loan: Loan, seat: int, heir: int) -> Loan:
    return loan if loan.lender != seat else Loan(loan.borrower, heir, loan.amount, loan.due)


PromiseEvent = LoanEnded | LoanGiven | PromiseCounted | PromiseForgiven | PromiseGiven
