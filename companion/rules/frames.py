"""What the table can be waiting for: the frames of a game's agenda, and the debts, claims and offers of its seats.

Theory of operation
-------------------
The `agenda` of a state is a stack of frames, the top one last. Each frame is plain data and says what must happen
before what lies under it may go on, so a game can be written down, read back and continued at any moment, also in the
middle of an auction or of a debt:

    bottom   AwaitRoll | AwaitEnd     whose turn it is, and whether there is a throw left in it
             Travel, Estate, ...      work that goes on by itself as soon as it is on top
             Offered, AwaitDraw, AwaitChoice, AwaitThrow, AwaitDestination, Auction, Contest
             LastClaims               the game is over but for rents that may still be claimed
    top      Owing                    unpaid debts, oldest first; pushed above whatever must wait for them

A movement throw first replaces the bottom frame by what follows it (`AwaitRoll` after doubles, else `AwaitEnd`), then
pushes what the square asks for. When a frame is done it is taken off and the one under it is awaited or goes on.
Arrest replaces the bottom by `AwaitEnd`; a bankruptcy takes the bankrupt's frames out wherever they lie.
`StartingThrow` is on top before the first turn, over unpaid deeds at most. Standing rights (mortgage, redeem, sell,
trade, claim, corrections) are no frames: they work whatever is on top, unless a `may_*` question says no.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from companion.rules.grounds import Ground

BANK = -1
POT = -2
FREE = -1  # in `jailed`: not in jail
MOST_SEATS = 8  # S4-02
NO_CARD = ("", "")  # where deck and card are named and none is meant


class Frame(msgspec.Struct, frozen=True, tag=True, gc=False):
    """One thing that the table is waiting for, or that goes on by itself."""


class AwaitRoll(Frame, frozen=True, tag="roll", gc=False):
    """The seat is to throw, from jail too (S0-11, S0-34)."""

    seat: int


class AwaitEnd(Frame, frozen=True, tag="end", gc=False):
    """The seat has no throw left and ends the turn, or the next player's first act does (plays: End of a turn)."""

    seat: int


# A frame is a value: one for each seat serves all games.
ROLLS = tuple(AwaitRoll(seat) for seat in range(MOST_SEATS))
ENDS = tuple(AwaitEnd(seat) for seat in range(MOST_SEATS))


class Offered(Frame, frozen=True, tag="buy", gc=False):
    """The unowned deed of the square where the seat stands is for sale (S0-19)."""

    seat: int
    square: int


class Site(msgspec.Struct, frozen=True, gc=False):
    """The lot that a seat named for a scarce building (S0-51)."""

    seat: int
    square: int


class Auction(Frame, frozen=True, tag="auction"):
    """A deed (`square`), or a scarce building for one of `sites`, goes to the highest bidder among `bidders` (S0-20,
    S0-51)."""

    square: int
    bidders: tuple[int, ...]
    minimum: int
    leader: int = BANK
    bid: int = 0
    sites: tuple[Site, ...] = ()

    def led_by(self, seat: int, bid: int) -> Auction:
        """The auction with another highest bid."""
        return Auction(self.square, self.bidders, self.minimum, seat, bid, self.sites)

    def without(self, seat: int) -> Auction:
        """The auction without one of its bidders."""
        bidders = tuple([bidder for bidder in self.bidders if bidder != seat])
        return Auction(self.square, bidders, self.minimum, self.leader, self.bid, self.sites)


class AwaitDraw(Frame, frozen=True, tag="draw", gc=False):
    """The seat takes the top card of a physical deck and names it (S0-17)."""

    seat: int
    deck: str


class AwaitChoice(Frame, frozen=True, tag="choose", gc=False):
    """A choice: `flat` or `percent` of a tax, `fine` or `chance` of a card, which `asked_by` names by deck and id;
    `fee` or `card` in jail; `first`, `second` or `sum` of the dice on the bus (S0-22, C-25, SD-04)."""

    seat: int
    between: tuple[str, ...]
    amount: int
    percent: int = 0
    deck: str = ""
    asked_by: tuple[str, str] = NO_CARD


class AwaitThrow(Frame, frozen=True, tag="throw", gc=False):
    """A card, by deck and id, asks for a fresh throw that multiplies the rent of a square (C-10)."""

    seat: int
    square: int
    times: int
    asked_by: tuple[str, str] = NO_CARD


class AwaitDestination(Frame, frozen=True, tag="goto", gc=False):
    """The seat chooses the square to ride to; after triples `anywhere` (S3-26, SD-06)."""

    seat: int
    anywhere: bool = False


class Travel(Frame, frozen=True, tag="travel", gc=False):
    """The seat moves by so many squares once what lies above is paid (S0-38)."""

    seat: int
    steps: int


class SecondMove(Frame, frozen=True, tag="second-move", gc=False):
    """After Mr. M. the seat goes on to the next deed once what lies above is settled (SD-05)."""

    seat: int


class Debt(msgspec.Struct, frozen=True, gc=False):
    """What one seat owes to an account, why, and for which square (-1: none)."""

    debtor: int
    creditor: int
    amount: int
    cause: str
    square: int = -1
    ground: Ground | None = None


class Owing(Frame, frozen=True, tag="pay"):
    """Unpaid debts, the oldest first; nobody throws or ends the turn until they are settled. `pledged` are
    the deeds that debtors have mortgaged meanwhile (C-98)."""

    debts: tuple[Debt, ...]
    pledged: tuple[int, ...] = ()


class Contest(Frame, frozen=True, tag="contest"):
    """A scarce building is asked for; each of `rivals` may still name a lot of his own (S0-51)."""

    rivals: tuple[int, ...]
    sites: tuple[Site, ...]


class Estate(Frame, frozen=True, tag="estate"):
    """Deeds of a bankrupt that the bank still has to auction, in board order (S4-58)."""

    squares: tuple[int, ...]


class LastClaims(Frame, frozen=True, tag="last-claims", gc=False):
    """The game ends, for `reason`, once every owner has asked for the rents that wait, or left them (C-01, C-96)."""

    reason: str


class StartingThrow(Frame, frozen=True, tag="start"):
    """The seats that throw for the first turn: `thrown` holds the sums so far, in the order of `seats` (S0-10)."""

    seats: tuple[int, ...]
    thrown: tuple[int, ...] = ()


AnyFrame = (
    AwaitRoll
    | AwaitEnd
    | Offered
    | Auction
    | AwaitDraw
    | AwaitChoice
    | AwaitThrow
    | AwaitDestination
    | Travel
    | SecondMove
    | Owing
    | Contest
    | Estate
    | LastClaims
    | StartingThrow
)


Kind = TypeVar("Kind", bound=Frame)


class Claim(msgspec.Struct, frozen=True, gc=False):
    """Rent that an owner has to ask for, and how many later turns have begun to throw since (S0-30, C-01)."""

    owner: int
    visitor: int
    square: int
    amount: int
    throws: int = 0
    ground: Ground | None = None

    def aged(self) -> Claim:
        """The claim after one more turn has begun to throw (C-01)."""
        return Claim(self.owner, self.visitor, self.square, self.amount, self.throws + 1, self.ground)


class Kept(msgspec.Struct, frozen=True, gc=False, order=True):
    """A card in somebody's hand and the deck it goes back to (S0-18)."""

    deck: str
    card: str


class Promise(msgspec.Struct, frozen=True, gc=False):
    """The holder owes no rent on a deed for so many visits more, whoever owns it (P-01, P-02)."""

    holder: int
    square: int
    visits: int


class Loan(msgspec.Struct, frozen=True, gc=False):
    """What a borrower owes a lender at the end of the borrower's turn of this number, as `State.turns` counts
    (P-04)."""

    borrower: int
    lender: int
    amount: int
    due: int


class Waiver(msgspec.Struct, frozen=True, gc=False):
    """A promise as a part of a trade: no rent on a deed of the giver's for so many visits (P-01)."""

    square: int
    visits: int


class Credit(msgspec.Struct, frozen=True, gc=False):
    """A loan as a part of a trade: money now from the giver, and what comes back at the end of the taker's turn so many
    turns after this one (P-04)."""

    money: int
    back: int
    turns: int


class Side(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one side of a trade hands over: deeds by square, an amount, kept cards by id (C-86), promises and loans."""

    deeds: tuple[int, ...] = ()
    money: int = 0
    cards: tuple[str, ...] = ()
    promises: tuple[Waiver, ...] = ()
    loans: tuple[Credit, ...] = ()

    @property
    def cash(self) -> int:
        """All the money that the side hands over now: as a price, and lent."""
        return self.money + sum(credit.money for credit in self.loans) if self.loans else self.money

    @property
    def is_money_alone(self) -> bool:
        """Whether nothing is sold by it: neither a deed nor a card nor a promise (C-67)."""
        return not (self.deeds or self.cards or self.promises)


class Offer(msgspec.Struct, frozen=True):
    """A trade on the table: at most one from a seat to another at a time (S0-52)."""

    seat: int
    to: int
    gives: Side
    takes: Side
