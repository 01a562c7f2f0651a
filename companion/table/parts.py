"""The small parts that screens are made of: parties, deeds, payments, rows and menu items. Data only, no sentences."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from companion.rules.cards import AnyEffect


class Party(msgspec.Struct, frozen=True):
    """An end of a payment: a seat and its player's name, or BANK (-1) or POT (-2), which the words name."""

    account: int
    name: str = ""


class Lot(msgspec.Struct, frozen=True):
    """A square as it is printed: its number, its name, and of a deed the group and its color (`#rrggbb`)."""

    square: int
    name: str
    group: str = ""
    color: str = ""


class Payment(msgspec.Struct, frozen=True):
    """Who pays whom how much and why (a `Cause` of the rules), and the cash of both ends after it, where known."""

    payer: Party
    payee: Party
    amount: int
    cause: str
    lot: Lot | None = None
    payer_cash: int | None = None
    payee_cash: int | None = None


class Do(StrEnum):
    """What a line of a menu does when it is chosen; the words for it are made elsewhere."""

    # turn and money
    ROLL = "roll"
    ENTER_DICE = "enter-dice"
    BUY = "buy"
    DECLINE = "decline"
    PAY = "pay"
    RAISE = "raise"
    GIVE_UP = "give-up"
    CHAIR = "chair"
    LEAVE = "leave"
    HAND_OVER = "hand-over"
    JOIN = "join"
    CHOOSE = "choose"
    PAY_BAIL = "pay-bail"
    USE_CARD = "use-card"
    WAIT = "wait"
    CLAIM = "claim"
    LET_GO = "let-go"
    MENU = "menu"
    # property
    BUILD = "build"
    SELL = "sell"
    CLEAR = "clear"
    MORTGAGE = "mortgage"
    REDEEM = "redeem"
    # trade
    TRADE = "trade"
    PARTNER = "partner"
    TRADE_DEED = "trade-deed"
    TRADE_CARD = "trade-card"
    TRADE_GIVE_MONEY = "trade-give-money"
    TRADE_TAKE_MONEY = "trade-take-money"
    TRADE_DONE = "trade-done"
    ANSWER_OFFER = "answer-offer"
    WITHDRAW = "withdraw"
    TRADE_PROMISE = "trade-promise"
    TRADE_LEND = "trade-lend"
    TRADE_BORROW = "trade-borrow"
    # promises and loans
    TERMS = "terms"
    FORGIVE = "forgive"
    REPAY = "repay"
    # look up
    BALANCES = "balances"
    STANDINGS = "standings"
    WHO_OWNS = "who-owns"
    PAGES = "pages"
    PHONE = "phone"
    STATEMENT = "statement"
    WHY = "why"
    REFEREE = "referee"
    # referee
    MISREAD = "misread"
    UNDO = "undo"
    CORRECT = "correct"
    PAUSE = "pause"
    CALL_TIME = "call-time"
    FINISH = "finish"
    SUBJECT = "subject"
    REASON = "reason"
    WHOM = "whom"
    VALUE = "value"
    # evening
    CONTINUE = "continue"
    SAME_AGAIN = "same-again"
    NEW_GAME = "new-game"
    ENROL = "enrol"
    LANGUAGE = "language"
    EDITION = "edition"
    PROFILE = "profile"
    PLAYERS = "players"
    COLOR = "color"
    BOT = "bot"
    SPELL = "spell"
    DICE = "dice"
    CARDS = "cards"
    START = "start"


class Title(StrEnum):
    """The head line of a menu, a list or a dial."""

    WELCOME = "welcome"
    LANGUAGE = "language"
    EDITION = "edition"
    PROFILES = "profiles"
    PLAYERS = "players"
    BOTS = "bots"
    NAME = "name"
    GAMES = "games"
    DICE = "dice"
    CARDS = "cards"
    READY = "ready"
    MINE = "mine"
    CHAIR = "chair"
    REFEREE = "referee"
    LOOK_UP = "look-up"
    BUILD = "build"
    SELL = "sell"
    MORTGAGE = "mortgage"
    REDEEM = "redeem"
    CONTEST = "contest"
    LAST_RENT = "last-rent"
    PARTNER = "partner"
    TRADE_DEEDS = "trade-deeds"
    TRADE_CARDS = "trade-cards"
    TRADE_MONEY = "trade-money"
    TRADE_PROMISES = "trade-promises"
    VISITS = "visits"
    LENDS = "lends"
    BACK = "back"
    TURNS = "turns"
    UNDO_REASON = "undo-reason"
    CORRECT_SUBJECT = "correct-subject"
    CORRECT_WHERE = "correct-where"
    CORRECT_CARD = "correct-card"
    CORRECT_VALUE = "correct-value"
    CORRECT_REASON = "correct-reason"
    FINISH_REASON = "finish-reason"


class MenuItem(msgspec.Struct, frozen=True):
    """A line of a menu: what it does, what it is about (a printed or given name, or a key for the words), its price.

    `who` holds what the line is about, where that is not plain: a kept card in a trade.
    """

    do: Do
    name: str = ""
    amount: int | None = None
    enabled: bool = True
    checked: bool | None = None
    lot: Lot | None = None
    who: Party | None = None


class DeedRow(msgspec.Struct, frozen=True):
    """A deed in a list: its buildings (`top` is the level that means a hotel), its price, and if it can be chosen."""

    lot: Lot
    level: int = 0
    top: int = 0
    mortgaged: bool = False
    amount: int | None = None
    enabled: bool = True
    owner: Party | None = None


class CardLine(msgspec.Struct, frozen=True):
    """A card by its id and its effect; the words are made from the effect. Squares in it are named by `lot`."""

    card: str
    deck: str
    effect: AnyEffect
    lot: Lot | None = None


class Term(msgspec.Struct, frozen=True):
    """A promise of no rent for `lot` on `count` visits; or without a lot a loan: `amount` back after `count` turns, for
    `money` now."""

    count: int
    lot: Lot | None = None
    amount: int = 0
    money: int = 0


class TermRow(msgspec.Struct, frozen=True):
    """A promise or loan that is open: who holds it or has borrowed, and who is bound or has lent."""

    term: Term
    who: Party
    other: Party


class Bundle(msgspec.Struct, frozen=True):
    """What one side of a trade hands over, and the interest (transfer of mortgaged deeds) it would pay to the bank."""

    who: Party
    lots: tuple[DeedRow, ...] = ()
    money: int = 0
    cards: tuple[CardLine, ...] = ()
    terms: tuple[Term, ...] = ()
    interest: int = 0
    signed: bool = False


class Row(msgspec.Struct, frozen=True):
    """A player in a list of balances or standings; `cash` and `worth` are None where they need not be disclosed."""

    who: Party
    cash: int | None
    worth: int | None
    deeds: int = 0
    at: Lot | None = None
    jailed: bool = False
    out: bool = False
    place: int = 0


class StatementLine(msgspec.Struct, frozen=True):
    """A line of a statement: money in (positive) or out, the other end, why, and the cash after it."""

    seq: int
    amount: int
    other: Party
    cause: str
    cash: int
    lot: Lot | None = None


class StepLine(msgspec.Struct, frozen=True):
    """An accepted command in short: its tag (`Roll`, `Buy`), who asked, the square it names."""

    seq: int
    command: str
    who: Party | None = None
    lot: Lot | None = None
    amount: int | None = None


class Piece(msgspec.Struct, frozen=True):
    """A thing to be put right on the real board: the key of its words (`ledger.back`) and the figures in them."""

    what: str
    figures: dict[str, int | str] = {}


class Waits(StrEnum):
    """What a turn screen waits for, and by which way of throwing."""

    DIE = "die"  # the serial die
    ENTER = "enter"  # two digits by buttons
    BANK = "bank"  # the bank throws when asked
    END = "end"


class Trouble(StrEnum):
    """A message about a tag, a device or a wrong moment; nothing was booked."""

    UNKNOWN_TAG = "unknown-tag"
    TWO_TAGS = "two-tags"
    FOREIGN_TAG = "foreign-tag"  # enrolled, but of another board
    TAG_TAKEN = "tag-taken"  # enrolling: it stands for something else already
    DEED_NOT_OFFERED = "deed-not-offered"
    DEED_NOT_IN_TRADE = "deed-not-in-trade"
    NOT_PLAYING = "not-playing"
    NOT_AGREED = "not-agreed"  # not all have agreed to a change of the record
    NOT_ADDRESSED = "not-addressed"  # this player's card means nothing here
    LEADS_ALREADY = "leads-already"
    CARD_NOT_IN_DECK = "card-not-in-deck"
    NO_CARD_NOW = "no-card-now"
    NO_DICE_NOW = "no-dice-now"
    BAD_DICE = "bad-dice"
    DIE_GONE = "die-gone"
    DIE_NOISE = "die-noise"
    READER_GONE = "reader-gone"
    PANEL_GONE = "panel-gone"
    DEVICE_GONE = "device-gone"
    DEVICE_BACK = "device-back"
    DISK_FAILED = "disk-failed"  # the move could not be written down: full, read-only
    NOT_SEALED = "not-sealed"  # all is written down, and no seal could be made
    WITNESS_LOST = "witness-lost"  # all is written down, and what says so beside the ledger could not be
    NOT_KEPT = "not-kept"  # a tag, or how the table plays, could not be written down
    GAME_UNREAD = "game-unread"  # the game to be continued does not hold; another one can be played
    GAME_DOUBTED = "game-doubted"  # from this entry on nothing vouches for the game that is continued
    CHECKING = "checking"  # a long game is being checked before it is continued
    SEED_LOST = "seed-lost"  # what falls by chance for the bank is fixed anew, and that is recorded
    DIE_REMEMBERS = "die-remembers"  # the die remembers an entry that the ledger lacks
    NOT_OPEN = "not-open"  # the start was refused
    PUT_ASIDE = "put-aside"  # a file beside the ledger could not be read, and is kept under another name
    READ_AGAIN = "read-again"  # the state was folded anew from the ledger after a fault
    PAUSED = "paused"
    BOT_PLAYS = "bot-plays"  # the program fills this player's chair
    NO_GAME = "no-game"
    UNSUITABLE = "unsuitable"  # an edition, profiles and players that do not go together
    TOO_FEW_PLAYERS = "too-few-players"
    TOO_MANY_PLAYERS = "too-many-players"
    NAME_TAKEN = "name-taken"


class Sound(StrEnum):
    """A pattern for the buzzer."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    MONEY_IN = "money-in"
    MONEY_OUT = "money-out"
    YOUR_TURN = "your-turn"
    GOING = "going"
    GONE = "gone"
    END = "end"
