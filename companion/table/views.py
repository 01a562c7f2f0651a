"""Every page that the display can show, as the data on it: no sentence, no pixel, no language.

One struct is one page; those that tell what has happened stand in `shown`. Whatever moves money names payer, payee and
amount before it is confirmed. Times are in seconds, money in the edition's unit, names as printed or given;
what a player need not say is None.
"""

from __future__ import annotations

import msgspec

from companion.rules.dice import Dice
from companion.table.parts import (
    Bundle,
    CardLine,
    DeedRow,
    Do,
    Lot,
    MenuItem,
    Party,
    Payment,
    Row,
    StepLine,
    Title,
    Waits,
)
from companion.table.shown import (
    Address,
    BankruptShown,
    CardShown,
    Consent,
    DeedInfo,
    DiceShown,
    EventShown,
    Idle,
    JailedShown,
    Listed,
    Notice,
    Paused,
    PaymentShown,
    PhoneAsk,
    PutBack,
    RefusedShown,
    Screen,
    Standings,
    Statement,
    TakenBackShown,
    Terms,
    TitleShown,
    TradeShown,
    UndoPick,
    WhoOwns,
    Why,
)
from companion.words.languages import DEFAULT


class Choosing(Listed, frozen=True, kw_only=True):
    """A page with a menu, or a part of it that is one."""

    items: tuple[MenuItem, ...]


class ContinueAsk(Screen, frozen=True, tag="continue-ask"):
    """An interrupted game was found: continue it after its last move?

    `started` is local, `HH:MM`; `day` as `YYYY-MM-DD`; `moved` is when the move was, with its day if on another.
    """

    game: str
    started: str
    day: str
    edition: str
    players: tuple[str, ...]
    move: StepLine
    moved: str
    yes: bool = True


class Menu(Choosing, frozen=True, kw_only=True, tag="menu"):
    """A list to choose from with up, down and ok; `who` is whose menu it is; `seconds` None: no countdown."""

    title: Title
    who: Party | None = None
    seconds: int | None = None
    back: bool = True  # there is a page below
    names: bool = False  # info gives the line under the cursor another name


class Spelling(Screen, frozen=True, tag="spelling"):
    """A name spelt by a wheel of letters, of which the `at`-th is in front; `who` is to be called so."""

    who: Party
    text: str
    wheel: tuple[str, ...]
    at: int


class Dial(Screen, frozen=True, tag="dial"):
    """A number set with up and down (`step` is what one press adds now) and taken with ok; `money`: it is an amount."""

    title: Title
    value: int
    low: int
    high: int | None
    step: int = 1
    money: bool = False
    who: Party | None = None
    lot: Lot | None = None


class EnrolPlayer(Screen, frozen=True, tag="enrol-player"):
    """Waits for the card of a player: the `number`-th of `of`; `taken`: he has one already."""

    name: str
    number: int
    of: int
    taken: bool = False


class EnrolDeed(Screen, frozen=True, tag="enrol-deed"):
    """Waits for the tag of a deed, the `number`-th of `of` in board order; ok skips it, back redoes the last one."""

    lot: Lot
    number: int
    of: int
    known: int
    taken: bool = False


class EnrolOther(Screen, frozen=True, tag="enrol-other"):
    """Waits for the referee's card (`referee`), or the tag of a card of a deck; ok skips it."""

    referee: bool = False
    card: CardLine | None = None
    number: int = 1
    of: int = 1


class TurnScreen(Screen, frozen=True, tag="turn"):
    """Whose turn it is, where he stands, his cash, and what the table waits for; `doubles` thrown in a row so far.

    `last`: why this round is the last one, "" if it is not (`Rules.last_round`).
    `tries` failed of `of` when he is in jail (None: he is not); `waits_for_lap`: too early to buy where he stands.
    """

    who: Party
    at: Lot
    cash: int | None
    waits: Waits
    doubles: int = 0
    next: Party | None = None
    last: str = ""
    tries: int | None = None
    of: int = 0
    waits_for_lap: bool = False


class DiceEntry(Screen, frozen=True, tag="dice-entry"):
    """Dice set by buttons: as dialled (0: not yet), that in `place` is being set."""

    who: Party
    dice: Dice
    place: int = 0
    purpose: str = "roll"  # roll, throw, start


class StartThrow(Screen, frozen=True, tag="start-throw"):
    """The throw for the first turn: who throws now, and what the others have thrown."""

    who: Party
    waits: Waits
    thrown: tuple[tuple[Party, int], ...] = ()


class FreshThrow(Screen, frozen=True, tag="fresh-throw"):
    """A card asks for a fresh throw that multiplies the rent of a square."""

    who: Party
    lot: Lot
    owner: Party
    times: int
    waits: Waits


class OfferScreen(Screen, frozen=True, tag="offer"):
    """A deed for sale to whoever stands on it: the payment, cash before and after, and the choice under the cursor."""

    payment: Payment
    lot: Lot
    cash: int | None
    after: int | None
    affordable: bool
    raisable: int | None
    buy: bool = True
    auction: bool = True


class AuctionScreen(Screen, frozen=True, tag="auction"):
    """A lot under the hammer: a tapped card bids `ask`, or while `passing` leaves; `seconds` None: no countdown."""

    lot: Lot
    leader: Party | None
    bid: int
    ask: int
    step: int
    bidders: tuple[Party, ...]
    seconds: int | None
    passing: bool = False
    building: bool = False
    price: int = 0


class DebtScreen(Choosing, frozen=True, kw_only=True, tag="debt"):
    """A debt to be settled: the payment, the debtor's cash, what he could raise at most, how many more debts wait."""

    payment: Payment
    cash: int | None
    raisable: int | None
    more: int


class JailScreen(Choosing, frozen=True, kw_only=True, tag="jail"):
    """A player in jail (or Court) before his throw: tries that failed, and the ways out with their price."""

    who: Party
    cash: int | None
    tries: int
    of: int
    payment: Payment | None = None


class CardPick(Listed, frozen=True, kw_only=True, tag="card-pick"):
    """A card of a physical deck was taken: which one? Chosen from the list, or its tag is laid on the reader."""

    who: Party
    deck: str
    cards: tuple[CardLine, ...]


class ChoiceScreen(Listed, frozen=True, kw_only=True, tag="choice"):
    """A choice: `flat` or `percent` of a tax (not worked out before, S0-23), `fine` or `chance` of a card, `fee` or
    `card` in jail; on the bus the dice by which one may go (SD-04)."""

    who: Party
    between: tuple[str, ...]
    amount: int
    percent: int = 0
    deck: str = ""
    lot: Lot | None = None
    dice: Dice = ()


class Destination(Listed, frozen=True, kw_only=True, tag="destination"):
    """The squares to ride to; the cursor stands on one, a tapped deed chooses its square."""

    who: Party
    lots: tuple[Lot, ...]


class DeedMenu(Choosing, frozen=True, kw_only=True, tag="deed-menu"):
    """What the owner can do with a deed; `payment` is what the line under the cursor would move."""

    row: DeedRow
    who: Party
    cash: int | None
    payment: Payment | None = None


class DeedList(Listed, frozen=True, kw_only=True, tag="deed-list"):
    """Deeds of a player to build on, sell from, mortgage or redeem, each with its price, and the bank's stock."""

    title: Title
    who: Party
    rows: tuple[DeedRow, ...]
    cash: int | None
    houses: int
    hotels: int
    payment: Payment | None = None


class TradeScreen(Choosing, frozen=True, kw_only=True, tag="trade"):
    """A trade being put together: both sides so far; `items` can be changed, a tapped deed goes in or out."""

    gives: Bundle
    takes: Bundle


class TradeSign(Listed, frozen=True, kw_only=True, tag="trade-sign"):
    """A trade in full before it is signed: each side signs by its own card; `refusing`: the next card refuses it.

    `selected` is the first line shown of the list of things, where they do not fit at once.
    """

    gives: Bundle
    takes: Bundle
    waits_for: Party
    refusing: bool = False


class ContestScreen(Screen, frozen=True, tag="contest"):
    """A scarce building: who asked and for which lot, who may still ask, and the seconds left."""

    sites: tuple[tuple[Party, Lot], ...]
    rivals: tuple[Party, ...]
    left: int
    seconds: int | None
    hotel: bool = False
    passing: bool = False


class Confirm(Screen, frozen=True, tag="confirm"):
    """Asks before something that moves money or cannot be taken back; `hold`: ok must be held, not just pressed; `name`
    is that of somebody who comes."""

    do: Do
    who: Party | None = None
    lot: Lot | None = None
    payment: Payment | None = None
    hold: bool = False
    amount: int | None = None
    reason: str = ""
    name: str = ""


class EndScreen(Listed, frozen=True, kw_only=True, tag="end"):
    """The game is over: the winner and the final standing; `tie`: `cash` or `seat` decided between equals. Four `words`
    stand for the whole game, in two lines below."""

    winner: Party | None
    rows: tuple[Row, ...]
    reason: str = ""
    tie: str = ""
    words: str = ""


AnyScreen = (
    Address
    | AuctionScreen
    | BankruptShown
    | CardPick
    | CardShown
    | ChoiceScreen
    | Confirm
    | Consent
    | ContestScreen
    | ContinueAsk
    | DebtScreen
    | DeedInfo
    | DeedList
    | DeedMenu
    | Destination
    | Dial
    | DiceEntry
    | DiceShown
    | EndScreen
    | EnrolDeed
    | EnrolOther
    | EnrolPlayer
    | EventShown
    | FreshThrow
    | Idle
    | JailScreen
    | JailedShown
    | Menu
    | Notice
    | OfferScreen
    | Paused
    | PaymentShown
    | PhoneAsk
    | PutBack
    | RefusedShown
    | Spelling
    | Standings
    | StartThrow
    | Statement
    | TakenBackShown
    | Terms
    | TitleShown
    | TradeScreen
    | TradeShown
    | TradeSign
    | TurnScreen
    | UndoPick
    | WhoOwns
    | Why
)


class Display(msgspec.Struct, frozen=True):
    """What the panel is to show now: the page, the language of the words, and how the edition writes money (`${}`)."""

    screen: AnyScreen
    language: str = DEFAULT
    money: str = "{}"
    dim: bool = False
