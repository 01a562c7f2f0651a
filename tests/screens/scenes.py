"""A sample of every page, as a table would show it: with usual names, or with the longest there are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from companion.editions import registry
from companion.rules.board import Deed, Street, Tax
from companion.rules.cards import Advance, Return
from companion.rules.edition import Edition
from companion.rules.events import Paid, RentLapsed, TokenSet, TradeDropped
from companion.rules.state import BANK, POT
from companion.table.parts import (
    Bundle,
    CardLine,
    DeedRow,
    Do,
    Item,
    Line,
    Lot,
    Party,
    Payment,
    Piece,
    Row,
    Step,
    Title,
    Trouble,
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
    Notice,
    Paused,
    PaymentShown,
    PhoneAsk,
    PutBack,
    Refused,
    Standings,
    Statement,
    TakenBackShown,
    TitleShown,
    TradeShown,
    UndoPick,
    WhoOwns,
    Why,
)
from companion.table.views import (
    AnyScreen,
    AuctionScreen,
    CardPick,
    Choice,
    Confirm,
    ContestScreen,
    ContinueAsk,
    DebtScreen,
    DeedList,
    DeedMenu,
    Destination,
    Dial,
    DiceEntry,
    EndScreen,
    EnrolDeed,
    EnrolOther,
    EnrolPlayer,
    FreshThrow,
    JailScreen,
    Menu,
    Offer,
    Spelling,
    StartThrow,
    TradeScreen,
    TradeSign,
    TurnScreen,
)

DICE = ("serial", "buttons", "bank")
CARDS = ("pick", "tag", "bank")
USUAL = {
    "en": ("Red", "Blue", "Green", "Yellow", "Purple", "Orange", "White", "Brown"),
    "vi": ("Đỏ", "Xanh", "Lục", "Vàng", "Tím", "Cam", "Trắng", "Nâu"),
}
LONG = (
    "Nguyễn Thị Minh Khai",
    "Trần Hưng Đạo Vương",
    "Maximilian Featherstone",
    "Công Tằng Tôn Nữ Phượng",
    "Wilhelmina Abernathy",
    "Huỳnh Thúc Kháng",
    "Phạm Ngũ Lão tướng quân",
    "Bartholomew Montgomery",
)


class Scene(NamedTuple):
    """A page and the name of its picture."""

    name: str
    screen: AnyScreen


class Table:
    """An edition and the names of those who sit at it."""

    def __init__(self, edition: Edition, names: tuple[str, ...], longest: bool = False) -> None:
        self.edition = edition
        self.board = edition.board
        self.parties = [Party(seat, name) for seat, name in enumerate(names)]
        self.bank, self.pot = Party(BANK), Party(POT)
        self.red, self.blue, self.green = self.parties[:3]
        streets = [at for at, square in enumerate(self.board.squares) if isinstance(square, Street)]
        if longest:
            streets.sort(key=lambda at: -len(self.board.squares[at].name))
        self.streets = [self.lot(at) for at in (streets if longest else streets[::-1])]

    def lot(self, at: int) -> Lot:
        square = self.board.squares[at]
        group = square.group if isinstance(square, Deed) else ""
        return Lot(at, square.name, group, self.board.groups[group].color if group else "")

    def row(self, index: int, **rest: object) -> DeedRow:
        lot = self.streets[index]
        street = self.board.squares[lot.square]
        assert isinstance(street, Street)
        return DeedRow(lot, top=street.top, **rest)  # type: ignore[arg-type]

    def balances(self, *, ranked: bool = False) -> tuple[Row, ...]:
        return tuple(
            Row(
                who,
                cash=0 if seat == 3 else 1500 - 137 * seat,
                worth=0 if seat == 3 else 4210 - 350 * seat,
                deeds=7 - seat,
                jailed=seat == 1,
                out=seat == 3,
                place=seat + 1 if ranked else 0,
            )
            for seat, who in enumerate(self.parties)
        )

    def card(self, deck: str, card: str) -> CardLine:
        effect = next(each.effect for each in self.edition.decks[deck] if each.id == card)
        lot = self.lot(effect.square) if isinstance(effect, Advance | Return) else None
        return CardLine(card, deck, effect, lot)

    def cards(self) -> Iterator[CardLine]:
        for deck, cards in self.edition.decks.items():
            for card in cards:
                yield self.card(deck, card.id)

    def kinds_of_cards(self) -> Iterator[CardLine]:
        """One card for each kind of effect: the others of its kind look alike."""
        kinds = {type(card.effect): card for card in self.cards()}
        yield from kinds.values()

    def payment(self, amount: int = 1400, cause: str = "rent", **rest: object) -> Payment:
        return Payment(self.red, self.blue, amount, cause, self.streets[0], **rest)  # type: ignore[arg-type]

    def to_bank(self, amount: int, cause: str, **rest: object) -> Payment:
        return Payment(self.red, self.bank, amount, cause, **rest)  # type: ignore[arg-type]


def scenes(table: Table) -> Iterator[Scene]:
    """Every page at least once, in every state that looks different."""
    for part in (_beginning, _turn, _money, _deals, _lists, _referee, _told):
        yield from (Scene(name, screen) for name, screen in part(table))


def _beginning(t: Table) -> Iterator[tuple[str, AnyScreen]]:
    names = tuple(party.name for party in t.parties)
    yield (
        "continue",
        ContinueAsk(
            game="g1", started="20:14", day="2026-11-30", edition=t.edition.title, players=names[:4], entries=212
        ),
    )
    yield (
        "continue-new",
        ContinueAsk(
            game="g1", started="20:14", day="2026-11-30", edition=t.edition.title, players=names, entries=212, yes=False
        ),
    )
    yield (
        "menu-language",
        Menu(
            title=Title.LANGUAGE,
            items=(Item(Do.LANGUAGE, "English", checked=True), Item(Do.LANGUAGE, "Tiếng Việt", checked=False)),
            selected=1,
        ),
    )
    yield (
        "menu-edition",
        Menu(
            title=Title.EDITION,
            items=tuple(Item(Do.EDITION, name) for name in ("Classic", "UK, London", "Sài Gòn")),
            selected=2,
        ),
    )
    titles = [entry.title for entry in registry.available_profiles()]
    rules = tuple(Item(Do.PROFILE, name, checked=index == 3) for index, name in enumerate(titles))
    yield "menu-profiles", Menu(title=Title.PROFILES, items=rules, selected=3)
    colors = [Item(Do.COLOR, name, seat + 1, checked=True) for seat, name in enumerate(("red", "blue"))]
    yield (
        "menu-players",
        Menu(title=Title.PLAYERS, items=(*colors, Item(Do.COLOR, "green", checked=False)), selected=1, names=True),
    )
    free = (Item(Do.SPELL), Item(Do.COLOR, "Lan"), Item(Do.COLOR, "white"))
    yield "menu-names", Menu(title=Title.NAME, items=free, selected=1, who=t.red)
    yield "spelling-first", Spelling(who=t.red, text="", wheel=tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ "), at=0)
    vowels = ("a", "ă", "â", "b", "c", "d", "đ", "e", "ê", "g", "h", "'", "`", "?", "~", ".", " ")
    yield "spelling", Spelling(who=t.red, text="Hù", wheel=vowels, at=12)
    yield "spelling-long", Spelling(who=t.red, text="Wwwwwwwwwwww", wheel=vowels, at=3)
    yield (
        "menu-dice",
        Menu(title=Title.DICE, items=tuple(Item(Do.DICE, name, checked=name == "bank") for name in DICE), selected=0),
    )
    yield (
        "menu-cards",
        Menu(
            title=Title.CARDS, items=tuple(Item(Do.CARDS, name, checked=name == "pick") for name in CARDS), selected=0
        ),
    )
    evening = (
        Item(Do.LANGUAGE, "English"),
        Item(Do.EDITION, t.edition.title),
        Item(Do.PROFILE, amount=2),
        Item(Do.PLAYERS, amount=4),
        Item(Do.DICE, "serial"),
        Item(Do.CARDS, "pick"),
        Item(Do.START),
    )
    yield "menu-ready", Menu(title=Title.READY, items=evening, selected=3)
    welcome = (
        Item(Do.SAME_AGAIN, t.edition.title, 4),
        Item(Do.NEW_GAME),
        Item(Do.CONTINUE),
        Item(Do.ENROL),
    )
    yield "menu-welcome", Menu(title=Title.WELCOME, items=welcome, selected=0, back=False)
    yield (
        "menu-games",
        Menu(
            title=Title.GAMES, items=(Item(Do.CONTINUE, "29.11. 20:14"), Item(Do.CONTINUE, "28.11. 19:03")), selected=1
        ),
    )
    yield "enrol-player", EnrolPlayer(name=t.blue.name, number=2, of=4)
    yield "enrol-deed", EnrolDeed(lot=t.streets[0], number=7, of=28, known=6)
    yield "enrol-deed-taken", EnrolDeed(lot=t.streets[-1], number=8, of=28, known=8, taken=True)
    yield "enrol-referee", EnrolOther(referee=True)
    yield "enrol-card", EnrolOther(card=next(t.cards()), number=3, of=32)
    yield "phone-ask", PhoneAsk(code="4071")
    yield "start-throw", StartThrow(who=t.green, waits=Waits.DIE, thrown=((t.red, 7), (t.blue, 11)))


def _turn(t: Table) -> Iterator[tuple[str, AnyScreen]]:
    yield "turn-die", TurnScreen(who=t.red, at=t.streets[0], cash=1500, waits=Waits.DIE, next=t.blue)
    yield "turn-enter", TurnScreen(who=t.red, at=t.lot(0), cash=1500, waits=Waits.ENTER, doubles=1, next=t.blue)
    yield "turn-bank", TurnScreen(who=t.red, at=t.lot(10), cash=1500, waits=Waits.BANK, doubles=2, next=t.blue)
    yield "turn-end", TurnScreen(who=t.red, at=t.streets[1], cash=12345, waits=Waits.END, next=t.blue)
    yield "turn-jailed", TurnScreen(who=t.red, at=t.lot(10), cash=930, waits=Waits.END, next=t.blue, tries=1, of=3)
    yield "turn-secret", TurnScreen(who=t.red, at=t.streets[1], cash=None, waits=Waits.DIE, next=t.blue)
    yield (
        "turn-first-lap",
        TurnScreen(who=t.red, at=t.streets[0], cash=1500, waits=Waits.END, next=t.blue, waits_for_lap=True),
    )
    yield "turn-time-up", TurnScreen(who=t.red, at=t.streets[1], cash=80, waits=Waits.DIE, next=t.blue, time_up=True)
    yield "dice-entry", DiceEntry(who=t.red, first=5, second=3, place=1)
    yield "dice-entry-start", DiceEntry(who=t.red, first=1, second=0, place=0, purpose="start")
    yield "dice-entry-misread", DiceEntry(who=t.red, first=4, second=3, place=1, purpose="misread")
    yield "fresh-throw", FreshThrow(who=t.red, lot=t.streets[0], owner=t.blue, times=10, waits=Waits.DIE)
    ways = (Item(Do.ENTER_DICE), Item(Do.PAY_BAIL, amount=50), Item(Do.USE_CARD), Item(Do.WAIT, enabled=False))
    yield "jail-throw", JailScreen(who=t.red, cash=320, tries=1, of=3, items=ways, selected=0)
    yield (
        "jail-bail",
        JailScreen(
            who=t.red, cash=320, tries=2, of=3, items=ways, selected=1, payment=t.to_bank(50, "bail", payer_cash=270)
        ),
    )
    deck = next(iter(t.edition.decks))
    cards = [card for card in t.cards() if card.deck == deck]
    yield "card-pick", CardPick(who=t.red, deck=deck, cards=tuple(cards), selected=10)
    yield "choice-tax", Choice(who=t.red, between=("flat", "percent"), amount=200, percent=10, lot=t.lot(4))
    yield "choice-card", Choice(who=t.red, between=("fine", "chance"), amount=10, deck=deck, selected=1)
    yield "destination", Destination(who=t.red, lots=tuple(t.lot(at) for at in range(40)), selected=24)


def _money(t: Table) -> Iterator[tuple[str, AnyScreen]]:
    lot = t.streets[0]
    price = Payment(t.red, t.bank, 400, "price", lot)
    yield "offer", Offer(payment=price, lot=lot, cash=1500, after=1100, affordable=True, raisable=1700)
    yield (
        "offer-auction",
        Offer(payment=price, lot=lot, cash=1500, after=1100, affordable=True, raisable=1700, buy=False),
    )
    yield (
        "offer-leave",
        Offer(payment=price, lot=lot, cash=1500, after=1100, affordable=True, raisable=1700, buy=False, auction=False),
    )
    secret = Payment(t.red, t.bank, 400, "price", lot)
    yield (
        "offer-secret",
        Offer(payment=secret, lot=lot, cash=None, after=None, affordable=True, raisable=None),
    )
    yield "offer-raise", Offer(payment=price, lot=lot, cash=120, after=-280, affordable=False, raisable=560)
    yield "offer-poor", Offer(payment=price, lot=lot, cash=120, after=-280, affordable=False, raisable=130)
    everybody = tuple(t.parties)
    yield (
        "auction-open",
        AuctionScreen(lot=lot, leader=None, bid=0, ask=10, step=10, bidders=everybody, seconds=15, price=400),
    )
    yield (
        "auction-bid",
        AuctionScreen(
            lot=lot, leader=t.blue, bid=1230, ask=1330, step=100, bidders=everybody[:3], seconds=7, price=400
        ),
    )
    yield (
        "auction-passing",
        AuctionScreen(
            lot=lot, leader=t.blue, bid=120, ask=130, step=10, bidders=everybody[:3], seconds=7, passing=True, price=400
        ),
    )
    yield (
        "auction-building",
        AuctionScreen(
            lot=lot, leader=t.blue, bid=120, ask=130, step=10, bidders=everybody[:2], seconds=None, building=True
        ),
    )
    debts = (Item(Do.PAY, amount=750), Item(Do.RAISE), Item(Do.GIVE_UP))
    yield "debt-raise", DebtScreen(payment=t.payment(1750), cash=1086, raisable=3315, more=2, items=debts, selected=1)
    yield (
        "debt-pay",
        DebtScreen(payment=t.payment(750, payer_cash=90), cash=840, raisable=840, more=0, items=debts, selected=0),
    )
    yield (
        "debt-bank",
        DebtScreen(payment=t.to_bank(200, "tax", lot=t.lot(4)), cash=50, raisable=60, more=0, items=debts, selected=2),
    )
    yield (
        "debt-secret",
        DebtScreen(payment=t.payment(750), cash=None, raisable=None, more=0, items=debts, selected=0),
    )
    yield "confirm-give-up", Confirm(do=Do.GIVE_UP, who=t.red, hold=True)
    yield "confirm-payment", Confirm(do=Do.REDEEM, who=t.red, payment=t.to_bank(220, "redemption", lot=lot))
    yield (
        "dial-secret",
        Dial(title=Title.TRADE_MONEY, value=350, low=0, high=None, step=10, money=True, who=t.red),
    )
    yield "dial-money", Dial(title=Title.TRADE_MONEY, value=350, low=0, high=1500, step=10, money=True, who=t.red)


def _deals(t: Table) -> Iterator[tuple[str, AnyScreen]]:
    lots = (t.row(0), t.row(1, mortgaged=True))
    kept = next(card for card in t.cards() if type(card.effect).__name__ == "Keep")
    gives = Bundle(t.red, lots, 350)
    takes = Bundle(t.blue, (t.row(2),), 0, (kept,), interest=8)
    items = (
        Item(Do.TRADE_DONE),
        Item(Do.TRADE_GIVE_MONEY, amount=350),
        Item(Do.TRADE_TAKE_MONEY),
        Item(Do.TRADE_DEED),
        Item(Do.TRADE_CARD),
    )
    yield "trade-empty", TradeScreen(gives=Bundle(t.red), takes=Bundle(t.blue), items=items, selected=3)
    yield "trade", TradeScreen(gives=gives, takes=takes, items=items, selected=1)
    yield "trade-sign", TradeSign(gives=gives, takes=takes, waits_for=t.red)
    signed = Bundle(t.red, lots, 350, signed=True)
    yield "trade-done", TradeShown(gives=gives, takes=takes)
    yield "trade-done-much", TradeShown(gives=Bundle(t.red, (t.row(0), t.row(1), t.row(2)), 350), takes=Bundle(t.blue))
    deed = t.streets[0].square
    told = (TradeDropped(0, 1), RentLapsed(1, 0, deed), TokenSet("planning", BANK, 1))
    yield from ((f"told-{type(event).__name__.lower()}", EventShown(event=event)) for event in told)
    yield "trade-sign-end", TradeSign(gives=signed, takes=takes, waits_for=t.blue, selected=9)
    yield "trade-refuse", TradeSign(gives=signed, takes=Bundle(t.blue), waits_for=t.blue, refusing=True)
    site = (t.red, t.streets[0])
    yield "contest", ContestScreen(sites=(site,), rivals=(t.blue, t.green), left=1, seconds=12)
    yield (
        "contest-pass",
        ContestScreen(
            sites=(site, (t.blue, t.streets[1])), rivals=(t.green,), left=1, seconds=None, hotel=True, passing=True
        ),
    )


def _lists(t: Table) -> Iterator[tuple[str, AnyScreen]]:
    mine = (
        Item(Do.ANSWER_OFFER, t.blue.name),
        Item(Do.CLAIM, amount=-20, lot=t.streets[0]),
        Item(Do.BUILD),
        Item(Do.SELL, enabled=False),
        Item(Do.TRADE),
        Item(Do.STATEMENT),
    )
    yield "menu-mine", Menu(title=Title.MINE, items=mine, selected=1, who=t.red)
    yield (
        "menu-look-up",
        Menu(title=Title.LOOK_UP, items=tuple(map(Item, (Do.BALANCES, Do.STANDINGS, Do.WHO_OWNS, Do.WHY)))),
    )
    wishes = (
        Item(Do.BUILD, amount=200),
        Item(Do.SELL, amount=-100),
        Item(Do.CLEAR, amount=-1875),
        Item(Do.MORTGAGE, enabled=False),
    )
    yield (
        "deed-menu",
        DeedMenu(
            row=t.row(0, level=2), who=t.red, cash=1500, items=wishes, selected=0, payment=t.to_bank(200, "building")
        ),
    )
    back = Payment(t.bank, t.red, 100, "refund", t.streets[0])
    yield (
        "deed-menu-sell",
        DeedMenu(row=t.row(0, level=2), who=t.red, cash=1500, items=wishes, selected=1, payment=back),
    )
    rows = (
        t.row(0, level=2, amount=200),
        t.row(1, level=3, amount=200),
        t.row(2, level=5, enabled=False),
        t.row(3, amount=50),
    )
    yield (
        "deed-list-build",
        DeedList(
            title=Title.BUILD,
            who=t.red,
            rows=rows,
            cash=1500,
            houses=12,
            hotels=3,
            selected=1,
            payment=t.to_bank(200, "building"),
        ),
    )
    yield (
        "deed-list-redeem",
        DeedList(
            title=Title.REDEEM, who=t.red, rows=(t.row(0, mortgaged=True, amount=220),), cash=1500, houses=12, hotels=3
        ),
    )
    yield "deed-list-empty", DeedList(title=Title.SELL, who=t.red, rows=(), cash=1500, houses=12, hotels=3)
    yield (
        "deed-list-trade",
        DeedList(title=Title.TRADE_DEEDS, who=t.red, rows=rows, cash=1500, houses=12, hotels=3, selected=2),
    )
    yield "balances", Standings(rows=t.balances(), houses=21, hotels=9, pot=245, selected=1)
    yield "standings", Standings(rows=t.balances(ranked=True), ranked=True, houses=32, hotels=12, selected=4)
    hidden = tuple(Row(who, None, None) for who in t.parties[:3])
    yield "balances-secret", Standings(rows=hidden, houses=32, hotels=12)
    owned = tuple(t.row(index, owner=t.parties[index % 3] if index % 4 else t.bank) for index in range(12))
    yield "who-owns", WhoOwns(rows=owned, selected=5)
    yield "address", Address(url="http://192.168.178.123:8080/")
    lot = t.row(0, level=3, owner=t.blue)
    street = t.board.squares[lot.lot.square]
    assert isinstance(street, Street)
    info = DeedInfo(
        row=lot,
        kind="street",
        price=street.price,
        mortgage=street.mortgage,
        rents=street.rents,
        house=street.house,
        hotel=street.hotel_price,
        rent=street.rents[3],
    )
    yield "deed-info", info
    yield "deed-info-free", DeedInfo(row=t.row(1), kind="utility", price=150, mortgage=75, rents=(4, 10))
    lines = (
        Line(9, -1400, t.blue, "rent", 100, t.streets[0]),
        Line(7, 200, t.bank, "salary", 1500),
        Line(5, -75, t.pot, "card", 1300),
        Line(2, 50, t.green, "each", 1375),
    )
    yield "statement", Statement(who=t.red, cash=100, lines=lines, selected=0)
    yield "statement-secret", Statement(who=t.red, cash=None, lines=())
    yield "statement-empty", Statement(who=t.red, cash=1500, lines=())


def _referee(t: Table) -> Iterator[tuple[str, AnyScreen]]:
    menu = (Do.MISREAD, Do.UNDO, Do.CORRECT, Do.PAUSE, Do.CALL_TIME, Do.FINISH, Do.WHO_OWNS, Do.STANDINGS)
    yield "menu-referee", Menu(title=Title.REFEREE, items=tuple(map(Item, menu)), selected=3)
    steps = (
        Step(9, "Buy", t.red, t.streets[0]),
        Step(8, "Roll", t.red),
        Step(7, "Bid", t.blue, amount=120),
        Step(6, "Gavel"),
    )
    yield "undo-pick", UndoPick(steps=steps, count=2)
    reasons = ("misread-dice", "wrong-tap", "wrong-card", "wrong-amount", "agreed", "ruling")
    yield (
        "menu-reason",
        Menu(title=Title.UNDO_REASON, items=tuple(Item(Do.REASON, name) for name in reasons), selected=0),
    )
    yield (
        "menu-subject",
        Menu(
            title=Title.CORRECT_SUBJECT,
            items=tuple(Item(Do.SUBJECT, name) for name in ("cash", "at", "jailed")),
            selected=0,
        ),
    )
    values = tuple(Item(Do.VALUE, "jailed", amount) for amount in (-1, 0, 1, 2))
    yield "menu-value", Menu(title=Title.CORRECT_VALUE, items=values, selected=0)
    pieces = (
        Piece("token", {"seat": 0, "square": t.streets[0].square}),
        Piece("deed", {"square": t.streets[0].square, "account": BANK}),
        Piece("buildings", {"square": t.streets[1].square, "level": 3}),
        Piece("up", {"square": t.streets[2].square}),
        Piece("jailed", {"seat": 1}),
        Piece("cash", {"account": 0, "amount": 1500}),
    )
    yield "put-back-ask", PutBack(pieces=pieces, count=3, reason="misread-dice", asks=True)
    yield "put-back-none", PutBack(pieces=(), count=1, reason="wrong-tap", asks=True)
    yield "put-back", PutBack(pieces=pieces[:5], count=3, reason="misread-dice", selected=2)
    yield (
        "confirm-correct",
        Confirm(do=Do.CORRECT, payment=t.to_bank(30, "correction"), hold=True, reason="wrong-amount"),
    )
    yield (
        "consent-undo",
        Consent(do=Do.UNDO, agreed=tuple(t.parties[:1]), waits_for=tuple(t.parties[1:4]), note="wrong-tap"),
    )
    yield (
        "consent-correct",
        Consent(do=Do.CORRECT, agreed=(), waits_for=(t.red, t.blue), payment=t.to_bank(30, "correction")),
    )
    yield "consent-dice", Consent(do=Do.MISREAD, waits_for=(t.red, t.blue), note="4-3 \u2192 4-5")
    yield "consent-referee", Consent(do=Do.MISREAD, note="4-3 \u2192 4-5")
    yield "confirm-finish", Confirm(do=Do.FINISH, hold=True, reason="agreed")
    yield "paused", Paused(seconds=754)
    yield "idle", Idle(who=t.red, shift=3)
    yield "idle-nobody", Idle(who=None, shift=8)


def _told(t: Table) -> Iterator[tuple[str, AnyScreen]]:
    yield "dice-shown", DiceShown(who=t.red, first=4, second=3, to=t.streets[0])
    yield "dice-shown-doubtful", DiceShown(who=t.red, first=4, second=3, to=t.streets[0], doubtful=True)
    yield "dice-shown-again", DiceShown(who=t.red, first=4, second=4, again=True)
    for card in t.kinds_of_cards():
        yield f"card-{card.card}", CardShown(who=t.red, card=card)
    yield "payment", PaymentShown(payment=t.payment(payer_cash=100, payee_cash=2900))
    yield "payment-more", PaymentShown(payment=Payment(t.bank, t.red, 200, "salary", payee_cash=1700), more=2)
    yield "title", TitleShown(lot=t.streets[0], to=t.red)
    yield "title-won", TitleShown(lot=t.streets[0], to=t.red, bid=120)
    yield "title-bank", TitleShown(lot=t.streets[0], to=t.bank)
    yield "jailed", JailedShown(who=t.red, lot=t.lot(10))
    yield "freed", JailedShown(who=t.red, lot=t.lot(10), freed=True)
    yield "bankrupt", BankruptShown(who=t.red, creditor=t.blue, left=2)
    yield "bankrupt-bank", BankruptShown(who=t.red, creditor=t.bank, left=3)
    yield "taken-back", TakenBackShown(count=3, reason="misread-dice", rows=t.balances())
    yield (
        "refused-poor",
        Refused(
            tried="Buy",
            reason="too-poor",
            rules=("S0-19",),
            figures={"needed": 400, "cash": 120},
            who=t.red,
            lot=t.streets[0],
        ),
    )
    yield (
        "refused-uneven",
        Refused(tried="Build", reason="uneven", rules=("S0-42",), figures={}, who=t.red, lot=t.streets[0]),
    )
    yield "refused-turn", Refused(tried="Roll", reason="not-your-turn", rules=("S0-11",), figures={}, who=t.blue)
    for trouble in Trouble:
        yield f"notice-{trouble.value}", _notice(t, trouble)
    paid = Paid(0, 1, 1400, "rent", t.streets[0].square)  # type: ignore[arg-type]
    yield "why-event", Why(rules=("S0-29", "S3-20"), figures={}, event=paid)
    yield "why-rule", Why(rules=("S0-29", "S3-20"), figures={}, event=paid, part=1)
    yield "why-reason", Why(rules=("S0-42",), figures={"needed": 400, "cash": 120}, reason="too-poor")
    lot = t.streets[0]
    yield (
        "why-rent",
        Why(rules=("S0-26", "S3-20"), figures={"amount": 100, "site": 50, "doubled": 2}, reason="rent", lot=lot),
    )
    yield "why-rent-houses", Why(rules=("S0-29",), figures={"amount": 1400, "level": 3}, reason="rent", lot=lot)
    yield (
        "why-rent-card",
        Why(rules=("S0-29", "C-08"), figures={"amount": 200, "count": 2, "times": 2}, reason="rent", lot=lot),
    )
    yield (
        "why-rent-throw",
        Why(rules=("S2-17",), figures={"amount": 80, "factor": 10, "throw": 8}, reason="rent", lot=lot),
    )
    yield "why-salary", Why(rules=("S0-15",), figures={"amount": 200}, reason="salary")
    tax = t.lot(next(at for at, square in enumerate(t.board.squares) if isinstance(square, Tax)))
    yield "why-share", Why(rules=("S0-22",), figures={"amount": 184, "base": 1834, "rate": 10}, reason="tax", lot=tax)
    yield "why-auction", Why(rules=("S0-20",), figures={"low": 130}, reason="auction")
    yield "why-nothing", Why(rules=())
    yield "end", EndScreen(winner=t.red, rows=t.balances(ranked=True), reason="last")
    equals = tuple(replace(row, worth=4210) for row in t.balances(ranked=True)[:3])
    yield "end-cash", EndScreen(winner=t.red, rows=equals, reason="time", tie="cash")
    yield "end-seat", EndScreen(winner=t.red, rows=equals, reason="time", tie="seat", selected=2)
    yield "end-nobody", EndScreen(winner=None, rows=t.balances(ranked=True)[:2], reason="time", selected=1)


def _notice(t: Table, trouble: Trouble) -> Notice:
    names = {
        Trouble.NAME_TAKEN: "Mai",
        Trouble.DEVICE_BACK: "reader",
        Trouble.DEVICE_GONE: "buttons",
        Trouble.DISK_FAILED: "database or disk is full",
        Trouble.UNSUITABLE: "saigon, quick-gold",
    }
    return Notice(trouble=trouble, who=t.red, lot=t.streets[0], name=names.get(trouble, ""), uid="04a1b2c3")
