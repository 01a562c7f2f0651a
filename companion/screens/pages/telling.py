"""Pages that tell what has happened, and those that say why something did not."""

from __future__ import annotations

from companion.errors import Message
from companion.rules.dice import total
from companion.screens.canvas import Canvas
from companion.screens.pages.kit import balance_row, by, cause, draw, line, money_block, named, things, who
from companion.screens.pictures import Key
from companion.table.parts import CardLine, Party, Trouble
from companion.table.shown import (
    BankruptShown,
    CardShown,
    DiceShown,
    EventShown,
    Idle,
    JailedShown,
    Notice,
    Paused,
    PaymentShown,
    RefusedShown,
    TakenBackShown,
    TitleShown,
    TradeShown,
    Why,
)
from companion.table.views import EndScreen
from companion.words.words import Words


@draw.register
def _(screen: DiceShown, canvas: Canvas, words: Words) -> None:
    added = words.dice(screen.dice)
    canvas.title(who(words, screen.who), f"{added} = {total(screen.dice)}" if len(screen.dice) > 1 else added)
    if screen.doubtful:
        canvas.keys(((Key.INFO, line(words, "key.misread")),))
    canvas.dice(screen.dice, 0, canvas.lines - 1)
    if screen.to:
        canvas.line(
            canvas.lines - 1, canvas.longest((line(words, "to", square=screen.to.name), screen.to.name)), center=True
        )
    elif screen.again:
        canvas.line(canvas.lines - 1, line(words, "dice.doubles"), center=True)


@draw.register
def _(screen: CardShown, canvas: Canvas, words: Words) -> None:
    canvas.title(words.title(screen.card.card), name=who(words, screen.who))
    canvas.message(_says(words, screen.card))


def _says(words: Words, card: CardLine) -> str:
    return words.effect(card.effect, card.lot.name if card.lot else None)


@draw.register
def _(screen: PaymentShown, canvas: Canvas, words: Words) -> None:
    payment = screen.payment
    more = line(words, "more", n=screen.more) if screen.more else ""
    canvas.title(canvas.longest(cause(words, payment), more), more)
    money_block(canvas, words, payment)
    left, right = _after(words, payment.payer, payment.payer_cash), _after(words, payment.payee, payment.payee_cash)
    end = canvas.longest(right, left[0])
    canvas.line(canvas.lines - 1, canvas.longest(left, end), end)


def _after(words: Words, party: Party, cash: int | None) -> tuple[str, ...]:
    """What somebody has after a payment, with his name where there is room."""
    if cash is None:
        return ("",)
    return f"{who(words, party)} {words.money(cash)}", words.money(cash)


@draw.register
def _(screen: TitleShown, canvas: Canvas, words: Words) -> None:
    canvas.title(screen.lot.name, words.money(screen.bid) if screen.bid else "")
    if screen.to.account >= 0:
        canvas.message(line(words, "title.owner", name=who(words, screen.to)))
    else:
        canvas.message(line(words, "title.bank"))


@draw.register
def _(screen: TradeShown, canvas: Canvas, words: Words) -> None:
    canvas.title(line(words, "trade.done"))
    for first, (giver, taker) in ((0, (screen.gives, screen.takes)), (2, (screen.takes, screen.gives))):
        canvas.flow(who(words, giver.who), who(words, taker.who), first)
        canvas.line(first + 1, canvas.longest(things(words, giver)), center=True)


@draw.register
def _(screen: EventShown, canvas: Canvas, words: Words) -> None:
    canvas.title(line(words, f"told.{type(screen.event).__name__}"))
    canvas.message(words.sentence(screen.event))


@draw.register
def _(screen: JailedShown, canvas: Canvas, words: Words) -> None:
    canvas.title(screen.lot.name)
    canvas.message(line(words, "jailed-out" if screen.freed else "jailed-in", name=who(words, screen.who)))


@draw.register
def _(screen: BankruptShown, canvas: Canvas, words: Words) -> None:
    canvas.title(line(words, "bankrupt-title"), line(words, "left", n=screen.left))
    key = "bankrupt-bank" if screen.creditor.account < 0 else "bankrupt-player"
    canvas.message(line(words, key, name=who(words, screen.who), creditor=who(words, screen.creditor)))


@draw.register
def _(screen: TakenBackShown, canvas: Canvas, words: Words) -> None:
    canvas.title(line(words, "undone"), words.counted("step", screen.count))
    canvas.line(0, words.said(screen.reason), center=True)
    canvas.rows([balance_row(words, row, ranked=False) for row in screen.rows], None, 1)


@draw.register
def _(screen: RefusedShown, canvas: Canvas, words: Words) -> None:
    tried = words.raw(f"label.{screen.tried}") if words.has(f"label.{screen.tried}") else screen.tried
    canvas.title(line(words, "refused", what=tried), name=by(words, screen.who))
    canvas.keys(((Key.INFO, line(words, "key.why")), (Key.BACK, line(words, "key.back"))))
    canvas.message(words.refused(screen.reason, screen.figures))
    canvas.invert()


@draw.register
def _(screen: Notice, canvas: Canvas, words: Words) -> None:
    heading = "not-open" if screen.trouble is Trouble.NOT_OPEN else "notice"
    canvas.title(line(words, heading), name=by(words, screen.who))
    lot = screen.lot.name if screen.lot else ""
    canvas.message(words.text(f"trouble.{screen.trouble.value}", name=_thing(screen, words) or lot, lot=lot))


def _thing(screen: Notice, words: Words) -> str:
    if isinstance(screen.name, Message):
        return words.message(screen.name)
    keys = (f"{family}.{screen.name}" for family in ("device", "color", "title"))
    return next((words.raw(key) for key in keys if words.has(key)), screen.name)


@draw.register
def _(screen: Why, canvas: Canvas, words: Words) -> None:
    told: dict[str, list[str]] = {}  # two sources that say the same are one page
    for rule in screen.rules:
        told.setdefault(words.rule(rule), []).append(rule)
    cards = [(words.title(screen.card.card), _says(words, screen.card))] if screen.card else []
    rules = [(" ".join(ids), text) for text, ids in told.items()]
    because = [(line(words, "why"), text) for text in _because(screen, words)]
    parts = [*because, *cards, *rules]
    part = screen.part % len(parts)
    heading, text = parts[part]
    canvas.title(heading, f"{part + 1}/{len(parts)}" if len(parts) > 1 else "")
    canvas.keys(((Key.TURN, line(words, "key.rules")), (Key.BACK, line(words, "key.back"))))
    canvas.message(text)


def _because(screen: Why, words: Words) -> list[str]:
    texts = [words.message(screen.motive)] if screen.motive else []
    if screen.reason:
        texts.append(words.ruled(screen.reason, screen.figures, screen.lot.square if screen.lot else -1))
    if screen.event is not None and words.edition:
        texts.append(words.sentence(screen.event))
    return texts or [line(words, "nothing-yet")]


@draw.register
def _(screen: EndScreen, canvas: Canvas, words: Words) -> None:
    canvas.title(named(canvas, words, "end.winner", screen.winner) if screen.winner else line(words, "end.none"))
    canvas.keys(((Key.OK, line(words, "key.new-game")), (Key.TURN, line(words, "key.scroll"))))
    note = _decided(screen, words)
    if note:
        canvas.line(0, note, center=True)
    rows = [balance_row(words, row, ranked=True) for row in screen.rows]
    first, second, *others = screen.words.split()
    rows += [(f"{first} {second}", ""), (" ".join(others), "")]
    canvas.rows(rows, screen.selected, int(bool(note)))


def _decided(screen: EndScreen, words: Words) -> str:
    """What decided between equals, else why the game is over, where the standing does not say so."""
    key = f"end.{screen.tie or screen.reason}"
    if screen.reason and words.has(f"page.{key}"):
        return line(words, key)
    return "" if screen.reason == "last" else words.said(screen.reason)


@draw.register
def _(screen: Paused, canvas: Canvas, words: Words) -> None:
    canvas.title(line(words, "paused"))
    canvas.keys(((Key.OK, line(words, "key.go-on")),))
    canvas.big(f"{screen.seconds // 60}:{screen.seconds % 60:02}", 0, canvas.lines - 1)
    canvas.line(canvas.lines - 1, screen.words, center=True)


@draw.register
def _(screen: Idle, canvas: Canvas, words: Words) -> None:
    text = words.text("prompt.idle", name=who(words, screen.who)) if screen.who else line(words, "idle")
    canvas.wander(text, screen.shift)
