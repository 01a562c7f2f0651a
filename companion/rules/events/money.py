"""Events of money and of deeds: payments, debts, titles, mortgages, buildings, rent to be claimed."""

from __future__ import annotations

import msgspec

from companion.rules.events.base import Cause, Event
from companion.rules.frames import BANK, Claim, Debt, Offered, Owing
from companion.rules.grounds import Ground
from companion.rules.state import State


class Paid(Event, frozen=True, gc=False):
    """Money went from one account to another, and why; with `debt` it settles the debtor's oldest debt to the payee."""

    payer: int
    payee: int
    amount: int
    cause: Cause
    square: int = -1
    debt: bool = False
    ground: Ground | None = None

    def fold(self, state: State) -> None:
        accounts, amount = state.accounts, self.amount
        accounts[self.payer] -= amount
        accounts[self.payee] += amount
        if self.debt:
            _strike(state, self.payer, self.payee)


def _strike(state: State, debtor: int, creditor: int) -> None:
    owing = state.top(Owing)
    state.agenda.pop()
    debts = list(owing.debts)
    debts.remove(next(debt for debt in debts if debt.debtor == debtor and debt.creditor == creditor))
    if debts:
        owes = any(debt.debtor == debtor for debt in debts)
        pledged = owing.pledged if owes else without_deeds_of(state, debtor, owing.pledged)
        state.agenda.append(Owing(tuple(debts), pledged))


def without_deeds_of(state: State, seat: int, squares: tuple[int, ...]) -> tuple[int, ...]:
    """The squares without those that the seat owns."""
    return tuple(square for square in squares if state.owner[square] != seat)


class Owed(Event, frozen=True, gc=False):
    """A charge that the payer's cash does not cover has become a debt, after all that are open (plays: Paying)."""

    debtor: int
    creditor: int
    amount: int
    cause: Cause
    square: int = -1
    ground: Ground | None = None

    def fold(self, state: State) -> None:
        debt = Debt(self.debtor, self.creditor, self.amount, self.cause, self.square, self.ground)
        top = state.agenda[-1] if state.agenda else None
        if type(top) is Owing:
            state.agenda[-1] = Owing((*top.debts, debt), top.pledged)
        else:
            state.agenda.append(Owing((debt,)))


class SetOff(Event, frozen=True, gc=False):
    """The price of a trade was booked against the oldest debt of the seller to the buyer; no money moved (C-67)."""

    debtor: int
    creditor: int
    amount: int

    def fold(self, state: State) -> None:
        owing = state.top(Owing)
        pair = (self.debtor, self.creditor)
        at = next(at for at, debt in enumerate(owing.debts) if (debt.debtor, debt.creditor) == pair)
        debt = owing.debts[at]
        if debt.amount == self.amount:
            _strike(state, *pair)
        else:
            rest, ground = debt.amount - self.amount, self._less(debt.ground)
            less = Debt(debt.debtor, debt.creditor, rest, debt.cause, debt.square, ground)
            state.agenda[-1] = Owing((*owing.debts[:at], less, *owing.debts[at + 1 :]), owing.pledged)

    def _less(self, ground: Ground | None) -> Ground | None:
        """The ground of a debt of which this much is paid."""
        if ground is None:
            return None
        figures = {**ground.figures, "paid": ground.figures.get("paid", 0) + self.amount}
        return msgspec.structs.replace(ground, figures=figures)


class OfferMade(Event, frozen=True, gc=False):
    """An unowned deed is offered to the seat that stands on it (S0-19)."""

    seat: int
    square: int

    def fold(self, state: State) -> None:
        state.agenda.append(Offered(self.seat, self.square))


class Bought(Event, frozen=True, gc=False):
    """The seat has taken the offer; payment and title are events of their own (S0-19)."""

    seat: int
    square: int

    def fold(self, state: State) -> None:
        state.agenda.pop()


class Declined(Event, frozen=True, gc=False):
    """The seat has left the deed on offer (S0-20)."""

    seat: int
    square: int

    def fold(self, state: State) -> None:
        state.agenda.pop()


class Conveyed(Event, frozen=True, gc=False):
    """A title has passed to another account; what its last owner paid as interest helps only him (S0-19, S0-61)."""

    square: int
    to: int

    def fold(self, state: State) -> None:
        square = self.square
        state.revise(state.owner[square])
        state.revise(self.to)
        state.owner[square] = self.to
        state.grace.pop(square, None)
        if state.promises:
            state.promises = [
                p for p in state.promises if p.square != square or self.to not in (BANK, p.holder)
            ]  # P-02


class Mortgaged(Event, frozen=True, gc=False):
    """A deed was turned face down (S0-55); by one who owes, for his debt (C-98)."""

    square: int

    def fold(self, state: State) -> None:
        square = self.square
        state.mortgaged[square] = True
        state.grace.pop(square, None)
        state.revise(state.owner[square])
        top = state.agenda[-1] if state.agenda else None
        if type(top) is Owing and any(debt.debtor == state.owner[square] for debt in top.debts):
            state.agenda[-1] = Owing(top.debts, (*top.pledged, square))


class Redeemed(Event, frozen=True, gc=False):
    """A mortgage was lifted, by payment or because the bank took the deed (S0-56, S2-43)."""

    square: int

    def fold(self, state: State) -> None:
        state.mortgaged[self.square] = False
        state.grace.pop(self.square, None)
        state.revise(state.owner[self.square])


class GraceGiven(Event, frozen=True, gc=False):
    """Transfer interest was charged; until the next throw it comes off the price of lifting the mortgage (S4-50)."""

    square: int
    interest: int

    def fold(self, state: State) -> None:
        state.grace[self.square] = self.interest
        state.revise(state.owner[self.square])


class Leveled(Event, frozen=True, gc=False):
    """The buildings on a lot have changed, and by how much the bank's stock of houses and hotels (S0-42, S0-43)."""

    square: int
    level: int
    houses: int
    hotels: int

    def fold(self, state: State) -> None:
        state.level[self.square] = self.level
        stock = bool(state.houses), bool(state.hotels)
        state.houses += self.houses
        state.hotels += self.hotels
        state.revise(state.owner[self.square])
        if stock != (bool(state.houses), bool(state.hotels)):
            state.revise_all()


class RentDue(Event, frozen=True, gc=False):
    """Rent waits for its owner to ask for it (S0-30)."""

    owner: int
    visitor: int
    square: int
    amount: int
    ground: Ground | None = None

    def fold(self, state: State) -> None:
        state.claims.append(Claim(self.owner, self.visitor, self.square, self.amount, ground=self.ground))


class NothingDue(Event, frozen=True, gc=False):
    """The seat has come to where money could have moved, and none moves, on this ground; `owner` gets no rent
    (S0-25, S3-12, S3-29)."""

    seat: int
    ground: Ground
    square: int = -1
    owner: int = BANK

    def fold(self, state: State) -> None:
        """Nothing has changed."""


class RentClaimed(Event, frozen=True, gc=False):
    """The owner has asked in time; the payment is an event of its own (C-01)."""

    owner: int
    visitor: int
    square: int

    def fold(self, state: State) -> None:
        _forget(state, self.owner, self.visitor, self.square)


class RentLapsed(Event, frozen=True, gc=False):
    """Nobody asked in time: the rent is lost (S0-30, S4-23)."""

    owner: int
    visitor: int
    square: int

    def fold(self, state: State) -> None:
        _forget(state, self.owner, self.visitor, self.square)


def _forget(state: State, owner: int, visitor: int, square: int) -> None:
    key = (owner, visitor, square)
    claim = next(claim for claim in state.claims if (claim.owner, claim.visitor, claim.square) == key)
    state.claims.remove(claim)


MoneyEvent = (
    Bought
    | Conveyed
    | Declined
    | GraceGiven
    | Leveled
    | Mortgaged
    | NothingDue
    | OfferMade
    | Owed
    | Paid
    | Redeemed
    | RentClaimed
    | RentDue
    | RentLapsed
    | SetOff
)
