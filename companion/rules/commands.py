"""What can be asked of the rules."""

from __future__ import annotations

from enum import StrEnum
from typing import Self

import msgspec
from msgspec import UNSET

from companion.rules.dice import Dice, Face, Lain, dice_of, laid
from companion.rules.edition import Edition
from companion.rules.frames import Side
from companion.rules.reasons import Reason as Reason  # noqa: PLC0414  # a part of this module for all who ask
from companion.rules.reasons import Refusal as Refusal  # noqa: PLC0414  # a part of this module for all who ask


class Command(msgspec.Struct, frozen=True, tag=True, gc=False):
    """A wish at the table, in the imperative."""


class SeatCommand(Command, frozen=True, gc=False):
    """A wish of one seat."""

    seat: int


class Begin(Command, frozen=True, gc=True):
    """Set up a game: `first` -1: the highest throw starts; stacked decks and dealt deeds are chances from outside."""

    edition: Edition
    players: tuple[str, ...]
    first: int = 0
    decks: dict[str, tuple[str, ...]] = {}
    deal: tuple[tuple[int, ...], ...] = ()
    commitments: dict[str, str] = {}  # to what falls by chance for the bank, by chain


class DiceCommand(SeatCommand, frozen=True, gc=False):
    """A throw, die by die; `source` says where it was read."""

    first: Face
    second: Lain = UNSET
    third: Lain = UNSET
    source: str = ""
    misread: str = ""  # a first reading that was corrected before it counted, as `3-4`

    @property
    def dice(self) -> Dice:
        """What was thrown."""
        return dice_of(self.first, self.second, self.third)

    @classmethod
    def of(cls, seat: int, dice: Dice, source: str = "", misread: str = "") -> Self:
        """The throw of one, two or three dice."""
        first, second, third = laid(dice)
        return cls(seat, first, second, third, source, misread)


class Roll(DiceCommand, frozen=True, gc=False):
    """The movement throw, the try to leave jail, or the throw for the first turn."""


class Throw(DiceCommand, frozen=True, gc=False):
    """The fresh throw that a card demands."""


class End(SeatCommand, frozen=True, gc=False):
    """End the turn."""


class Buy(SeatCommand, frozen=True, gc=False):
    """Buy the deed on offer."""


class Decline(SeatCommand, frozen=True, gc=False):
    """Leave the deed on offer to the auction."""


class Bid(SeatCommand, frozen=True, gc=False):
    """Bid in the auction."""

    amount: int


class Pass(SeatCommand, frozen=True, gc=False):
    """Leave the auction, or the contest for a scarce building, for good."""


class Gavel(Command, frozen=True, gc=False):
    """The bank's countdown of an auction or a contest has run out."""


class Draw(SeatCommand, frozen=True, gc=False):
    """Name the card just taken from the physical deck; `source` says whence the bank has it, if it draws."""

    card: str
    source: str = ""


class Choose(SeatCommand, frozen=True, gc=False):
    """Take one way of a two-way choice."""

    choice: str


class GoTo(SeatCommand, frozen=True, gc=False):
    """Choose the square to ride to."""

    square: int


class ClaimRent(SeatCommand, frozen=True, gc=False):
    """Ask for the oldest rent that waits for this owner."""


class Pay(SeatCommand, frozen=True, gc=False):
    """Settle the oldest debt in full."""


class GiveUp(SeatCommand, frozen=True, gc=False):
    """Declare bankruptcy."""


class PayBail(SeatCommand, frozen=True, gc=False):
    """Leave jail (or Court) for the fee, before throwing."""


class UseCard(SeatCommand, frozen=True, gc=False):
    """Leave jail (or Court) by a kept card, before throwing."""


class Wait(SeatCommand, frozen=True, gc=False):
    """Sit out a turn in Court."""


class Mortgage(SeatCommand, frozen=True, gc=False):
    """Mortgage a deed."""

    square: int


class Redeem(SeatCommand, frozen=True, gc=False):
    """Lift a mortgage."""

    square: int


class Build(SeatCommand, frozen=True, gc=False):
    """Build one level up."""

    square: int


class Sell(SeatCommand, frozen=True, gc=False):
    """Sell one level of building to the bank."""

    square: int


class Clear(SeatCommand, frozen=True, gc=False):
    """Sell every building of the square's group to the bank at once."""

    square: int


class ContestFor(SeatCommand, frozen=True, gc=False):
    """Want the scarce building too, for a lot of one's own."""

    square: int


class Propose(SeatCommand, frozen=True, gc=True):
    """Offer a trade."""

    to: int
    gives: Side
    takes: Side


class Accept(SeatCommand, frozen=True, gc=False):
    """Accept the trade that `of` offers to this seat."""

    of: int


class Reject(SeatCommand, frozen=True, gc=False):
    """Refuse the trade that `of` offers to this seat."""

    of: int


class Withdraw(SeatCommand, frozen=True, gc=False):
    """Take back one's own offer to `to`."""

    to: int


class ForgivePromise(SeatCommand, frozen=True, gc=False):
    """Let the promise go by which `of` takes no rent for a square from this seat."""

    of: int
    square: int


class ForgiveLoan(SeatCommand, frozen=True, gc=False):
    """Let the oldest loan go that this seat has given `of`."""

    of: int


class Repay(SeatCommand, frozen=True, gc=False):
    """Pay the oldest loan that `to` has given this seat back before its time, in full."""

    to: int


class Leave(SeatCommand, frozen=True, gc=False):
    """Leave the game without a debt."""


class HandOver(SeatCommand, frozen=True, gc=False):
    """Let somebody who is not in the game have the chair, with all that is its."""

    name: str


class Join(Command, frozen=True, gc=False):
    """Join the game late, on the last seat."""

    name: str


class CallTime(Command, frozen=True, gc=False):
    """The referee's clock has run out."""


class Subject(StrEnum):
    """What a referee can set right."""

    CASH = "cash"
    AT = "at"
    JAILED = "jailed"
    OWNER = "owner"
    BUILDINGS = "buildings"
    MORTGAGED = "mortgaged"
    LAPS = "laps"
    KEEPS = "keeps"
    POT = "pot"
    TURN = "turn"


class Correct(Command, frozen=True, gc=False):
    """The referee sets a figure right, with a reason: `where` is a seat, a square for deeds, `POT` for the pot, `BANK`
    for whose turn it is; `card` says of which kept card so many (C-88)."""

    subject: Subject
    where: int
    value: int
    reason: str
    card: str = ""


class TakeBack(Command, frozen=True, gc=False):
    """The referee takes back the last `count` accepted commands, with a reason (C-88)."""

    count: int
    reason: str


class Commit(Command, frozen=True, gc=True):
    """The bank commits itself anew to what falls by chance from here on, with a reason."""

    reason: str
    commitments: dict[str, str] = {}


class Finish(Command, frozen=True, gc=False):
    """The referee ends the game here; the richest wins (S0-01)."""

    reason: str


AnyCommand = (
    Begin
    | Roll
    | Throw
    | End
    | Buy
    | Decline
    | Bid
    | Pass
    | Gavel
    | Draw
    | Choose
    | GoTo
    | ClaimRent
    | Pay
    | GiveUp
    | PayBail
    | UseCard
    | Wait
    | Mortgage
    | Redeem
    | Build
    | Sell
    | Clear
    | ContestFor
    | Propose
    | Accept
    | Reject
    | Withdraw
    | ForgivePromise
    | ForgiveLoan
    | Repay
    | Leave
    | HandOver
    | Join
    | CallTime
    | Correct
    | TakeBack
    | Finish
    | Commit
)
