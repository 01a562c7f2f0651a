"""What pages are told, as JSON; `static/messages.d.ts`, which a test compares, says the same to their scripts."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class PageLink(Struct, frozen=True):
    """A page that is served: its address and the name by which the catalogue has its title."""

    path: str
    name: str


class PageLinks(Struct, frozen=True):
    """The pages that are served, in the order in which they are offered."""

    pages: list[PageLink]


class PageWords(Struct, frozen=True):
    """The texts that pages say in one language, by key; how the language writes numbers, lists and counts
    (`Manner`); what each language there is calls itself, by its code."""

    languages: dict[str, str]
    digits: str
    thousands: str
    decimal: str
    comma: str
    thousand: str
    million: str
    plural: dict[str, str]
    texts: dict[str, str]


class RefusalData(Struct, frozen=True, omit_defaults=True):
    """Why something was refused, in a sentence; `detail` says to programmers where their JSON is wrong."""

    error: str
    detail: str = ""


# a game, as everybody may see it


class SumData(Struct, frozen=True):
    """How a sum that was typed is read."""

    amount: int


class SquareData(Struct, frozen=True, omit_defaults=True):
    """A square as it is printed; `of` is the name of its group, `rents` the factors of a utility."""

    kind: str
    name: str
    group: str = ""
    of: str = ""
    color: str = ""
    price: int = 0
    mortgage: int = 0
    rents: tuple[int, ...] = ()
    house: int = 0
    hotel: int = 0
    amount: int = 0


class BoardData(Struct, frozen=True):
    """The board in order of play, and who plays: `names` as they were given, `players` as they are called; whether
    there is a pot, each card that can be kept, id and title, whether trades may hold promises and loans, if the Speed
    Die is thrown, and how many other dice."""

    title: str
    money: str
    unit: int
    players: tuple[str, ...]
    names: tuple[str, ...]
    squares: list[SquareData]
    pot: bool
    keeps: list[tuple[str, str]]
    promises: bool
    speed_die: bool
    dice: int


class LotData(Struct, frozen=True, array_like=True):
    """A deed: whose it is (-1: the bank's), and what stands on it; level `top` is the hotel."""

    square: int
    owner: int
    level: int
    top: int
    mortgaged: bool


class SeatData(Struct, frozen=True):
    """How a player stands; cash and worth are None while they are secret, `kept` are the ids of his cards."""

    cash: int | None
    worth: int | None
    at: int
    jailed: bool
    laps: int
    kept: list[str]
    out: bool


class StandingData(Struct, frozen=True):
    """What stands after entry `seq`, and what the table waits for; `offered` and `winner` are -1 for none, `terms` the
    promises and loans that are open."""

    seq: int
    rows: list[SeatData]
    lots: list[LotData]
    turn: int
    dice: tuple[int | str, ...]
    pot: int
    houses: int
    hotels: int
    offered: int
    over: bool
    winner: int
    rules: list[str]
    waiting: list[str]
    terms: list[str]


class ChartData(Struct, frozen=True):
    """What each seat was worth at the start of every turn, from the point `start` of the curve on (those before it are
    known), and how often each sum of the dice was thrown, from one on each die on."""

    wealth: list[tuple[int, ...]]
    throws: list[int]
    start: int


class ChancesData(Struct, frozen=True):
    """The chance of each seat to win in per cent, and by how much the last throw has changed it; empty: not told. After
    the game also by how many points luck, and trades, have changed it in all."""

    percent: list[int]
    swings: list[int]
    luck: list[int] = []
    trades: list[int] = []


class WhyData(Struct, frozen=True, array_like=True):
    """A ruling in a sentence, and the rules that it rests on: id and text of each."""

    ruling: str
    rules: list[tuple[str, str]]


class HeadData(Struct, frozen=True):
    """An entry of a game and the hash that it has in the ledger; without a hash: there is no such entry."""

    game: str
    seq: int
    hash: str


class LineData(Struct, frozen=True):
    """A line of the history; `seat` -1 is nobody's, `back` are the lines that it strikes out."""

    seq: int
    seat: int
    texts: list[str]
    why: list[WhyData]
    back: tuple[int, ...]
    turn: bool


class ClockData(Struct, frozen=True):
    """What the clock of the game shows: seconds `left` (None: no clock was set), and whether it runs."""

    left: int | None
    runs: bool


class CountdownData(Struct, frozen=True):
    """The seconds left for those who may still speak; None: nothing is counted."""

    seconds: int | None


class HealthData(Struct, frozen=True):
    """How the table is: device and kind of each fault; `unknown` is the last tag that nobody knew."""

    paused: bool
    faults: tuple[tuple[str, str], ...]
    unknown: str


class TopicData(Struct, frozen=True):
    """The rules of a topic: ids and text of each."""

    topic: str
    rules: list[tuple[list[str], str]]


class RulesData(Struct, frozen=True):
    """The rules in force, the figures that were chosen, and the options that no rule tells: key, sentence, source."""

    title: str
    figures: list[tuple[str, str]]
    topics: list[TopicData]
    options: list[tuple[str, str, str]]


# the virtual table


class ThingData(Struct, frozen=True, omit_defaults=True):
    """A tag as it looks: `key` is a player's name as it was given, `seat` his seat, `color` that of a deed's group."""

    uid: str
    kind: Literal["player", "deed", "card", "referee", "unknown"]
    name: str = ""
    key: str = ""
    seat: int = -1
    square: int = -1
    group: str = ""
    color: str = ""


class PanelData(Struct, frozen=True):
    """The display: its bits row by row, the left one of eight highest, in base 64."""

    width: int
    height: int
    bits: str


class ToneData(Struct, frozen=True):
    """The pitch of the buzzer; 0 is silence."""

    hz: int


class ReaderData(Struct, frozen=True):
    """The tags on the reader."""

    uids: list[str]


class DieData(Struct, frozen=True):
    """What the dice show, nothing before the first roll."""

    faces: tuple[int | str, ...]
    plugged: bool


# a player's phone


class PairingData(Struct, frozen=True):
    """The code by which a phone is found at the table, and how long it waits there."""

    code: str
    seconds: float


class PhoneData(Struct, frozen=True):
    """Whether a phone is paired, by the proof that it then has; `waits`: for a card."""

    proof: str
    waits: bool


class PaymentData(Struct, frozen=True):
    """A line of a statement: what for, with whom, how much, and the balance after it."""

    text: str
    other: str
    amount: int
    balance: int


class AccountData(Struct, frozen=True):
    """What a player may see; `kept` are the cards of all seats, id and title of each, `limits` the most money that he
    and that each other seat can give in a trade between the two (None: secret)."""

    seat: int
    cash: int
    limits: dict[int, tuple[int, int | None]]
    lines: list[PaymentData]
    rents: dict[int, int]
    kept: list[list[tuple[str, str]]]
    waiting: list[str]
    playing: list[int]


# behind a PIN


class SessionData(Struct, frozen=True):
    """The proof of who is signed in; "": nobody is."""

    proof: str


class UndoData(Struct, frozen=True):
    """How many entries would be taken back, which is the latest, and what people would put back by hand."""

    count: int
    latest: int
    things: list[str]


class ThrowData(Struct, frozen=True):
    """The throw that can be set right, as it was read, and what each of the dice can show; `seat` -1: none can."""

    seat: int = -1
    dice: tuple[int | str, ...] = ()
    faces: tuple[tuple[int | str, ...], ...] = ()
