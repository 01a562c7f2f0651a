"""What has happened, why something did not, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.errors import Message, message
from companion.rules.board import Tax
from companion.rules.cards import Keep
from companion.rules.charges import behind, by_rules
from companion.rules.events import Cause, Paid
from companion.rules.frames import NO_CARD
from companion.rules.grounds import BY_CARD
from companion.screens.samples.table import SampleTable
from companion.table.parts import CardLine, Lot, Payment, Trouble
from companion.table.shown import (
    BankruptShown,
    CardShown,
    DiceShown,
    JailedShown,
    Notice,
    PaymentShown,
    RefusedShown,
    TakenBackShown,
    TitleShown,
    Why,
)
from companion.table.views import AnyScreen, EndScreen

_WORDS = ("brass", "flute", "grape", "coral")  # as long as they are
WORDS = " ".join(_WORDS)


def pages(t: SampleTable) -> Iterator[tuple[str, AnyScreen]]:
    """Name and page, in their order."""
    yield from _moves(t)
    yield from _refusals(t)
    yield from _reasons(t)
    yield from _ends(t)


def _moves(t: SampleTable) -> Iterator[tuple[str, AnyScreen]]:
    yield "dice-shown", DiceShown(who=t.red, dice=(4, 3), to=t.streets[0])
    yield "dice-shown-doubtful", DiceShown(who=t.red, dice=(4, 3), to=t.streets[0], doubtful=True)
    yield "dice-shown-again", DiceShown(who=t.red, dice=(4, 4), again=True)
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


def _refusals(t: SampleTable) -> Iterator[tuple[str, AnyScreen]]:
    yield (
        "refused-poor",
        RefusedShown(
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
        RefusedShown(tried="Build", reason="uneven", rules=("S0-42",), figures={}, who=t.red, lot=t.streets[0]),
    )
    yield "refused-turn", RefusedShown(tried="Roll", reason="not-your-turn", rules=("S0-11",), figures={}, who=t.blue)
    for trouble in Trouble:
        yield f"notice-{trouble.value}", _notice(t, trouble)


def _reasons(t: SampleTable) -> Iterator[tuple[str, AnyScreen]]:
    lot, tax = (
        t.streets[0],
        t.lot(next((at for at, square in enumerate(t.board.squares) if isinstance(square, Tax)), 0)),
    )
    paid = Paid(0, 1, 1400, Cause.RENT, lot.square)
    yield "why-event", Why(rules=(), figures={}, event=paid)
    yield "why-reason", Why(rules=("S0-42",), figures={"needed": 400, "cash": 120}, reason="too-poor")
    yield "why-rent", _charged(t, "rent.doubled", 100, (50, 2), lot)
    yield "why-rent-houses", _charged(t, "rent.level", 1400, (1400, 3), lot)
    yield "why-rule", replace(_charged(t, "rent.level", 1400, (1400, 3), lot), part=1)
    led = _charged(
        t, "rent.count", 200, (100, 2, 2), lot, next(card for card in t.cards() if not isinstance(card.effect, Keep))
    )
    yield "why-rent-card", led
    yield "why-card", replace(led, part=1)
    yield "why-rent-throw", _charged(t, "rent.throw", 80, (10, 8), lot)
    yield "why-salary", _charged(t, "salary.lap", 200, (200, 1))
    yield "why-share", _charged(t, "tax.share", 184, (1834, 10), tax)
    yield "why-auction", Why(rules=("S0-20",), figures={"low": 130}, reason="auction")
    yield "why-nothing", Why(rules=())
    changes = (("more", 0, 12), ("less", 1, 97), ("less", 2, 4), ("more", 3, 89))
    each = tuple(message(f"page.luck.{way}", seat=seat, points=points) for way, seat, points in changes)
    yield "why-luck", Why(rules=(), motive=message("page.luck.all", each=each))
    yield "why-bot", Why(rules=(), motive=message("motive.likelier", best=34, other=29))


def _ends(t: SampleTable) -> Iterator[tuple[str, AnyScreen]]:
    yield "end", EndScreen(words=WORDS, winner=t.red, rows=t.balances(ranked=True), reason="last")
    equals = tuple(replace(row, worth=4210) for row in t.balances(ranked=True)[:3])
    for reason in ("time", "goal", "rounds", "first-bankruptcy", "second-bankruptcy", "ruling"):
        yield f"end-{reason}", EndScreen(words=WORDS, winner=t.red, rows=t.balances(ranked=True)[:3], reason=reason)
    yield "end-cash", EndScreen(words=WORDS, winner=t.red, rows=equals, reason="time", tie="cash")
    yield "end-seat", EndScreen(words=WORDS, winner=t.red, rows=equals, reason="time", tie="seat", selected=2)
    yield "end-nobody", EndScreen(words=WORDS, winner=None, rows=t.balances(ranked=True)[:2], selected=1)


def _charged(
    t: SampleTable,
    kind: str,
    amount: int,
    figures: tuple[int, ...],
    lot: Lot | None = None,
    card: CardLine | None = None,
) -> Why:
    """Why a charge came out as it did: its ground is made as the rules make it."""
    rules = behind(t.edition, kind, BY_CARD if card else ())
    made = by_rules(rules, kind, NO_CARD, figures)
    return Why(rules=made.rules, figures={"amount": amount, **made.figures}, reason=made.kind, lot=lot, card=card)


def _notice(t: SampleTable, trouble: Trouble) -> Notice:
    names: dict[Trouble, str | Message] = {
        Trouble.NAME_TAKEN: "Mai",
        Trouble.TOO_FEW_PLAYERS: "2",
        Trouble.TOO_MANY_PLAYERS: "8",
        Trouble.DEVICE_BACK: "reader",
        Trouble.DEVICE_GONE: "buttons",
        Trouble.DISK_FAILED: message("cause", what=message("ledger-file.full")),
        Trouble.NOT_SEALED: message("cause", what=message("ledger-file.read-only")),
        Trouble.WITNESS_LOST: message("cause", what=message("ledger-file.full")),
        Trouble.GAME_UNREAD: message("damage.misfit"),
        Trouble.NOT_OPEN: message("ledger-file.no-ledger"),
        Trouble.PUT_ASIDE: message("file.evening"),
        Trouble.GAME_DOUBTED: "1211",
        Trouble.CHECKING: "42 %",
        Trouble.DIE_REMEMBERS: "1211",
        Trouble.NOT_KEPT: message("cause", what=message("ledger-file.full")),
        Trouble.UNSUITABLE: message("edition.conflict", profile="quick-gold", others=("jma",), key="start_cash"),
    }
    who = None if trouble is Trouble.NOT_OPEN else t.red  # nobody plays yet
    return Notice(trouble=trouble, who=who, lot=t.streets[0], name=names.get(trouble, ""), uid="04a1b2c3")
