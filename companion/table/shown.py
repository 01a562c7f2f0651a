"""The pages that tell: what has happened, why something did not, what was looked up, and where to watch."""

from __future__ import annotations

import msgspec

from companion.errors import Message
from companion.rules.dice import Dice
from companion.rules.events import AnyEvent
from companion.table.parts import (
    Bundle,
    CardLine,
    DeedRow,
    Do,
    Lot,
    Party,
    Payment,
    Piece,
    Row,
    StatementLine,
    StepLine,
    TermRow,
    Trouble,
)


class Screen(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A page and the data on it."""


class Listed(Screen, frozen=True, kw_only=True):
    """A page with a cursor on one of its lines."""

    selected: int = 0


class DiceShown(Screen, frozen=True, tag="dice-shown"):
    """A throw that counted, and the square it led to (None: no move); `doubtful`: it can still be set right."""

    who: Party
    dice: Dice
    to: Lot | None = None
    again: bool = False
    source: str = ""
    doubtful: bool = False


class CardShown(Screen, frozen=True, tag="card-shown"):
    """The card that was drawn, and whether it is kept."""

    who: Party
    card: CardLine
    kept: bool = False


class PaymentShown(Screen, frozen=True, tag="payment-shown"):
    """Money that has moved; `more` payments of the same entry follow."""

    payment: Payment
    more: int = 0


class TitleShown(Screen, frozen=True, tag="title-shown"):
    """A deed has changed hands: its new owner (BANK: unsold or returned); `bid`: it was won in an auction."""

    lot: Lot
    to: Party
    bid: int | None = None


class TradeShown(Screen, frozen=True, tag="trade-shown"):
    """A trade is concluded: what each side has handed over."""

    gives: Bundle
    takes: Bundle


class EventShown(Screen, frozen=True, tag="event-shown"):
    """Something that no other page shows and nobody sees on the board, told by its sentence."""

    event: AnyEvent


class JailedShown(Screen, frozen=True, tag="jailed-shown"):
    """A player goes to jail (or Court); `freed`: he has left it."""

    who: Party
    lot: Lot
    freed: bool = False


class BankruptShown(Screen, frozen=True, tag="bankrupt-shown"):
    """A player is out of the game; what he had goes to the creditor or to the bank."""

    who: Party
    creditor: Party
    left: int


class UndoPick(Screen, frozen=True, tag="undo-pick"):
    """How many of the last accepted commands are to be taken back: the first `count` of `steps`, latest first."""

    steps: tuple[StepLine, ...]
    count: int = 1


class PutBack(Listed, frozen=True, kw_only=True, tag="put-back"):
    """What must be put right on the board when `count` commands are taken back: before it (`asks`), or after it.

    `selected` is the first thing shown of the list.
    """

    pieces: tuple[Piece, ...]
    count: int
    reason: str = ""
    asks: bool = False


class Consent(Screen, frozen=True, tag="consent"):
    """A change of the record waits for the cards of these players; for nobody's: for the referee's.

    `note` is the reason (a key or as it was typed), or what would be set right in figures.
    """

    do: Do
    agreed: tuple[Party, ...] = ()
    waits_for: tuple[Party, ...] = ()
    payment: Payment | None = None
    note: str = ""


class TakenBackShown(Screen, frozen=True, tag="taken-back-shown"):
    """So many commands were taken back and why; `balances` after it, for the pieces to be set right on the board."""

    count: int
    reason: str
    rows: tuple[Row, ...]


class RefusedShown(Screen, frozen=True, tag="refused"):
    """A wish the rules refuse: what was tried, by whom, about which square, the reason, the rules, the figures."""

    tried: str
    reason: str
    rules: tuple[str, ...] = ()
    figures: dict[str, int] = {}
    who: Party | None = None
    lot: Lot | None = None


class Notice(Screen, frozen=True, tag="notice"):
    """A message about a tag, a device or a wrong moment: what it is about is in the fields that are set."""

    trouble: Trouble
    who: Party | None = None
    lot: Lot | None = None
    name: str | Message = ""
    uid: str = ""


class Why(Screen, frozen=True, tag="why"):
    """Why the last entry or refusal came out as it did: the event or reason, the rules and the figures that decided,
    and the card that led there; `motive`: why a bot did it.

    `part` 0 shows the event or reason, then comes what the card says, then what the rules say, round and round.
    """

    rules: tuple[str, ...]
    figures: dict[str, int] = {}
    reason: str = ""
    event: AnyEvent | None = None
    lot: Lot | None = None
    card: CardLine | None = None
    motive: Message | None = None
    part: int = 0


class Standings(Listed, frozen=True, kw_only=True, tag="standings"):
    """Balances (in seat order) or standings (richest first, `ranked`)."""

    rows: tuple[Row, ...]
    ranked: bool = False
    houses: int = 0
    hotels: int = 0
    pot: int = 0


class WhoOwns(Listed, frozen=True, kw_only=True, tag="who-owns"):
    """All deeds in board order with their owners."""

    rows: tuple[DeedRow, ...]


class Terms(Listed, frozen=True, kw_only=True, tag="terms"):
    """The promises and loans that are open, of one player (`who`) or of all."""

    rows: tuple[TermRow, ...]
    who: Party | None = None


class DeedInfo(Screen, frozen=True, tag="deed-info"):
    """A deed looked up: what is printed on it, and what it costs a visitor now (`rent` None: nobody owns it)."""

    row: DeedRow
    kind: str
    price: int
    mortgage: int
    rents: tuple[int, ...]
    house: int = 0
    hotel: int = 0
    rent: int | None = None


class Statement(Listed, frozen=True, kw_only=True, tag="statement"):
    """A player's account, the latest line first."""

    who: Party
    cash: int | None
    lines: tuple[StatementLine, ...]


class Paused(Screen, frozen=True, tag="paused"):
    """The clock stands still; the referee's card or ok goes on. Four `words` stand for the game up to here."""

    seconds: int = 0
    words: str = ""


class Address(Screen, frozen=True, kw_only=True, tag="address"):
    """Where the pages of the table are, to be scanned by a phone."""

    url: str


class PhoneAsk(Screen, frozen=True, tag="phone-ask"):
    """A phone that shows this code waits for the card of its player."""

    code: str


class Idle(Screen, frozen=True, tag="idle"):
    """Nothing has happened for a while; `shift` moves with time, so that no pixel burns in."""

    who: Party | None
    rows: tuple[Row, ...] = ()
    shift: int = 0
