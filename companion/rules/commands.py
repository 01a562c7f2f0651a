"""What can be asked of the rules, and the reasons for which they refuse."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from companion.rules.edition import Edition
from companion.rules.frames import Side


class Reason(StrEnum):
    """Why a command was refused (plays: Reasons); those from `THROWN` on say more exactly what `NOT_NOW` says."""

    NOT_YOUR_TURN = "not-your-turn"
    NOT_NOW = "not-now"
    TOO_POOR = "too-poor"
    NOT_YOURS = "not-yours"
    NOT_A_GROUP = "not-a-group"
    UNEVEN = "uneven"
    HAS_BUILDINGS = "has-buildings"
    MORTGAGED = "mortgaged"
    NOT_MORTGAGED = "not-mortgaged"
    NO_STOCK = "no-stock"
    AT_LIMIT = "at-limit"
    BID_TOO_LOW = "bid-too-low"
    BID_STEP = "bid-step"
    NO_SUCH_CARD = "no-such-card"
    FIRST_LAP = "first-lap"
    IN_DEBT = "in-debt"
    STALE = "stale"
    NOT_BUILDABLE = "not-buildable"
    OUT = "out"
    GAME_OVER = "game-over"
    PLAYERS = "players"
    SOLVENT = "solvent"
    NO_PROMISES = "no-promises"
    LEAVE_NO = "leave-no"
    TAKES_NO = "takes-no"
    JOIN_NO = "join-no"
    UNIT = "unit"

    THROWN = "thrown"
    ROLL_FIRST = "roll-first"
    START_FIRST = "start-first"
    DEED_FIRST = "deed-first"
    AUCTION_FIRST = "auction-first"
    CONTEST_FIRST = "contest-first"
    DRAW_FIRST = "draw-first"
    CHOICE_FIRST = "choice-first"
    THROW_FIRST = "throw-first"
    RIDE_FIRST = "ride-first"
    DEBT_FIRST = "debt-first"
    CLAIMS_FIRST = "claims-first"
    LAST_TURN = "last-turn"
    IN_COURT = "in-court"
    NOT_JAILED = "not-jailed"
    SAT_OUT = "sat-out"
    NO_SITTING_OUT = "no-sitting-out"
    NO_DEED = "no-deed"
    NO_AUCTION = "no-auction"
    PASSED = "passed"
    LEADING = "leading"
    NO_CONTEST = "no-contest"
    NO_RIVAL = "no-rival"
    NO_DRAW = "no-draw"
    NO_CHOICE = "no-choice"
    NO_SUCH_CHOICE = "no-such-choice"
    NO_THROW = "no-throw"
    NO_RIDE = "no-ride"
    NO_STOP = "no-stop"
    NO_CLAIM = "no-claim"
    OWNER_JAILED = "owner-jailed"
    NO_DEBT = "no-debt"
    NO_SUCH_PROMISE = "no-such-promise"
    BEFORE_THROW = "before-throw"
    ONESELF = "oneself"
    EMPTY_OFFER = "empty-offer"
    AT_STAKE = "at-stake"
    NO_MORTGAGE = "no-mortgage"
    TIME_CALLED = "time-called"
    NOTHING_DONE = "nothing-done"
    NO_GAME = "no-game"
    NO_MISREADING = "no-misreading"

    NOTHING_BUILT = "nothing-built"
    NOT_IN_DECK = "not-in-deck"
    OTHER_BUILDING = "other-building"
    NO_SUCH_FIGURE = "no-such-figure"
    NO_DEED_THERE = "no-deed-there"

    @property
    def general(self) -> Reason:
        """The reason that this one says more exactly; itself where none is more general."""
        return _GENERAL.get(self, self)


_EXACT = list(Reason)[list(Reason).index(Reason.THROWN) :]
_GENERAL = {
    **dict.fromkeys(_EXACT, Reason.NOT_NOW),
    Reason.IN_DEBT: Reason.NOT_NOW,
    Reason.NOTHING_BUILT: Reason.AT_LIMIT,
    Reason.NOT_IN_DECK: Reason.NO_SUCH_CARD,
    Reason.OTHER_BUILDING: Reason.NO_STOCK,
    Reason.NO_SUCH_FIGURE: Reason.AT_LIMIT,
    Reason.NO_DEED_THERE: Reason.NOT_BUILDABLE,
}


class Refusal(Exception):
    """A command that the rules refuse: the reason, the rule ids it rests on, and the figures that decided."""

    def __init__(self, reason: Reason, *rules: str, **figures: int) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.rules = rules
        self.figures = figures


class Command(msgspec.Struct, frozen=True, tag=True, gc=False):
    """A wish at the table, in the imperative."""


class SeatCommand(Command, frozen=True, gc=False):
    """A wish of one seat."""

    seat: int


class Begin(Command, frozen=True, gc=True):
    """Set up a game: `first` -1 lets the highest throw start; stacked decks and dealt deeds are chances from
    outside."""

    edition: Edition
    players: tuple[str, ...]
    first: int = 0
    decks: dict[str, tuple[str, ...]] = {}
    deal: tuple[tuple[int, ...], ...] = ()


class Roll(SeatCommand, frozen=True, gc=False):
    """The movement throw, the try to leave jail, or the throw for the first turn; `source` says where it was read."""

    first: int
    second: int
    source: str = ""
    misread: str = ""  # a first reading that was corrected before it counted, as `3-4`


class Throw(SeatCommand, frozen=True, gc=False):
    """The fresh throw that a card demands."""

    first: int
    second: int
    source: str = ""
    misread: str = ""


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
    """Name the card just taken from the physical deck."""

    card: str


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
)
