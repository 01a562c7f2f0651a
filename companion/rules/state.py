"""A game as it stands.

Money lies in `accounts`: one a seat, then the pot, then the bank. Python's negative indices make `BANK` and `POT`
ordinary account numbers, so that every payment is `accounts[payer] -= n; accounts[payee] += n`, and the sum never
changes. The `agenda` is explained where its frames are (`companion.rules.frames`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.rules.dice import Dice, total
from companion.rules.frames import BANK, AnyFrame, Claim, Debt, Kept, Kind, LastClaims, Loan, Offer, Owing, Promise


@dataclass(slots=True)
class State:
    """All that a game is at one moment; changed by events only. Square lists are indexed by square, seat
    lists by seat."""

    players: tuple[str, ...]  # by seat: the one who has the chair, or had it last
    accounts: list[int]
    at: list[int]
    laps: list[int]
    jailed: list[int]
    out: list[bool]
    left: list[int]  # the next seat to the left that is still in the game (S0-11, S0-65), kept up by events
    kept: list[list[Kept]]
    owner: list[int]
    level: list[int]
    mortgaged: list[bool]
    houses: int
    hotels: int
    decks: dict[str, list[str]]
    stacked: list[str]  # the decks whose order the bank knows: it draws from them by itself
    agenda: list[AnyFrame]
    turn: int = 0
    turns: list[int] = field(default_factory=list)
    thrown: bool = False
    doubles: int = 0
    dice: Dice = ()  # of the last movement throw
    claims: list[Claim] = field(default_factory=list)
    offers: list[Offer] = field(default_factory=list)
    promises: list[Promise] = field(default_factory=list)
    loans: list[Loan] = field(default_factory=list)  # in the order in which they were made
    grace: dict[int, int] = field(default_factory=dict)  # transfer interest since the last throw, by square (S4-50)
    tokens: dict[str, list[int]] = field(default_factory=dict)  # counters of an edition; the last one is the table's
    # by account: how often what it could do with its deeds has changed, but for its cash; events raise it for bots
    revisions: list[int] = field(default_factory=list, compare=False)
    time_up: bool = False
    reached: int = BANK  # the seat that has ended a turn with the worth that is the goal (C-97)
    former: tuple[str, ...] = ()  # those whose chair has gone to somebody else (C-105)
    departed: int = 0  # how many have left without being bankrupt (C-104)
    over: bool = False
    winner: int = BANK

    def revise(self, account: int) -> None:
        """Note that an account's deeds, their buildings, mortgages or prices have changed, or what it may build."""
        self.revisions[account] += 1

    def revise_all(self) -> None:
        """Note that what all could do with their deeds has changed."""
        self.revisions = [revision + 1 for revision in self.revisions]

    @property
    def last_throw(self) -> int:
        """The sum of the dice of the last movement throw."""
        return total(self.dice)

    @property
    def seats(self) -> range:
        """All seats, bankrupts included."""
        return range(len(self.players))

    def top(self, kind: type[Kind]) -> Kind:
        """The frame on top of the agenda, where only one of this kind can lie."""
        frame = self.agenda[-1]
        assert isinstance(frame, kind)
        return frame

    def seat_of(self, player: str) -> int:
        """The chair of a player, `BANK`: he has none; of two that were his the one in the game (C-105)."""
        seats = [seat for seat, name in enumerate(self.players) if name == player]
        return min(seats, key=lambda seat: self.out[seat], default=BANK)

    def playing(self) -> list[int]:
        """The seats still in the game, in seat order."""
        return [seat for seat, out in enumerate(self.out) if not out]

    def payable(self, seat: int, to: int) -> int:
        """The most that a seat can pay another in a trade: its cash, and what the other owes it (C-67)."""
        return self.accounts[seat] + sum(debt.amount for debt in self.debts_of(to) if debt.creditor == seat)

    def debts_of(self, seat: int) -> list[Debt]:
        """What the seat owes and could settle now, oldest first; empty unless debts are on top of the agenda."""
        top = self.agenda[-1] if self.agenda else None
        return [debt for debt in top.debts if debt.debtor == seat] if type(top) is Owing else []

    def visits_left(self, holder: int, square: int) -> int:
        """How many visits to a deed a promise still lets its holder off (P-01)."""
        found = (promise.visits for promise in self.promises if (promise.holder, promise.square) == (holder, square))
        return next(found, 0)

    def turns_left(self, loan: Loan) -> int:
        """At the end of which of the borrower's turns after this one the loan falls due; 0: of this one (P-04)."""
        return loan.due - self.turns[loan.borrower]

    def is_ending(self) -> bool:
        """Whether the game is over, or will be when the last rents are settled (C-01)."""
        return self.over or any(type(frame) is LastClaims for frame in self.agenda)

    def deeds_of(self, account: int) -> list[int]:
        """The squares that an account owns, in board order."""
        return [at for at, owner in enumerate(self.owner) if owner == account]

    def token(self, name: str, seat: int = -1) -> int:
        """An edition's counter, of a seat or (-1) of the table; 0 until it was set."""
        return self.tokens[name][seat] if name in self.tokens else 0
