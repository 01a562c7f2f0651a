"""Pages of a turn: throw, jail, cards, choices."""

from __future__ import annotations

from companion.rules.cards import Pay, Receive
from companion.rules.dice import total
from companion.screens.canvas import Canvas
from companion.screens.pages.kit import Keys, cash, draw, flow_line, item_row, line, named, who
from companion.screens.pictures import Key
from companion.table.parts import CardLine, Waits
from companion.table.views import (
    CardPick,
    ChoiceScreen,
    Destination,
    DiceEntry,
    FreshThrow,
    JailScreen,
    StartThrow,
    TurnScreen,
)
from companion.words.words import Words


def _throw_keys(words: Words, waits: Waits) -> Keys:
    menu = (Key.TURN, line(words, "key.menu"))
    match waits:
        case Waits.DIE:
            return ((Key.DICE, line(words, "key.throw")), (Key.OK, line(words, "key.type")), menu)
        case Waits.ENTER:
            return ((Key.OK, line(words, "key.type-dice")), menu)
        case Waits.BANK:
            return ((Key.OK, line(words, "key.throw")), menu)
        case Waits.END:
            return ((Key.OK, line(words, "key.end")), menu)


@draw.register
def _(screen: TurnScreen, canvas: Canvas, words: Words) -> None:
    owns = cash(words, screen.cash)
    jailed = screen.tries is not None
    canvas.title(named(canvas, words, "jail.title", screen.who, owns) if jailed else who(words, screen.who), owns)
    canvas.keys(_throw_keys(words, screen.waits))
    canvas.line(0, _whereabouts(screen, canvas, words))
    canvas.strong(line(words, "turn.end" if screen.waits is Waits.END else "turn.throw"), 1)
    canvas.line(2, _turn_note(screen, words), center=True)


def _whereabouts(screen: TurnScreen, canvas: Canvas, words: Words) -> str:
    if screen.tries is not None and screen.of:
        return line(words, "jail.tries", left=screen.of - screen.tries, most=screen.of)
    return canvas.longest((line(words, "at", square=screen.at.name), screen.at.name))


def _turn_note(screen: TurnScreen, words: Words) -> str:
    if screen.last:
        return line(words, f"turn.last.{screen.last}")
    if screen.doubles and screen.waits is not Waits.END:
        return line(words, f"turn.doubles-{min(screen.doubles, 2)}")
    if screen.waits_for_lap:
        return line(words, "turn.first-lap")
    return line(words, "turn.next", name=who(words, screen.next)) if screen.next else ""


@draw.register
def _(screen: DiceEntry, canvas: Canvas, words: Words) -> None:
    canvas.title(who(words, screen.who), line(words, f"dice.{screen.purpose}"))
    canvas.keys(((Key.TURN, "1\u20136"), (Key.OK, line(words, "key.ok")), (Key.BACK, line(words, "key.back"))))
    canvas.dice(screen.dice, 0, canvas.lines, chosen=screen.place)


@draw.register
def _(screen: StartThrow, canvas: Canvas, words: Words) -> None:
    canvas.title(line(words, "start.title"), name=who(words, screen.who))
    canvas.keys(_throw_keys(words, screen.waits)[:2])
    canvas.strong(line(words, "turn.throw"), 0)
    rows = [(who(words, party), str(total)) for party, total in screen.thrown]
    canvas.rows(rows[-(canvas.lines - 1) :], None, 1)


@draw.register
def _(screen: FreshThrow, canvas: Canvas, words: Words) -> None:
    canvas.title(screen.lot.name, name=who(words, screen.who))
    canvas.keys(_throw_keys(words, screen.waits)[:2])
    canvas.flow(who(words, screen.who), who(words, screen.owner))
    canvas.strong(line(words, "fresh.formula", times=screen.times), 1)
    canvas.line(2, line(words, "turn.throw"), center=True)


@draw.register
def _(screen: JailScreen, canvas: Canvas, words: Words) -> None:
    owns = cash(words, screen.cash)
    canvas.title(named(canvas, words, "jail.title", screen.who, owns), owns)
    canvas.keys(((Key.OK, line(words, "key.ok")), (Key.TURN, line(words, "key.choose"))))
    first = int(flow_line(canvas, words, screen.payment))
    if not first and screen.of:
        canvas.line(0, line(words, "jail.tries", left=screen.of - screen.tries, most=screen.of), center=True)
        first = 1
    canvas.rows([item_row(words, item) for item in screen.items], screen.selected, first)


@draw.register
def _(screen: CardPick, canvas: Canvas, words: Words) -> None:
    canvas.title(words.deck(screen.deck), name=who(words, screen.who))
    canvas.keys(
        ((Key.OK, line(words, "key.this")), (Key.TURN, line(words, "key.choose")), (Key.CARD, line(words, "key.tag")))
    )
    canvas.rows([(words.title(card.card), _amount(words, card)) for card in screen.cards], screen.selected)


def _amount(words: Words, card: CardLine) -> str:
    match card.effect:
        case Receive(amount):
            return f"+{words.money(amount)}"
        case Pay(amount):
            return words.money(-amount)
    return ""


@draw.register
def _(screen: ChoiceScreen, canvas: Canvas, words: Words) -> None:
    canvas.title(screen.lot.name if screen.lot else line(words, "choice.title"), name=who(words, screen.who))
    canvas.keys(((Key.OK, line(words, "key.this")), (Key.TURN, line(words, "key.choose"))))
    first = 1 if screen.percent or canvas.lines > len(screen.between) + 1 else 0
    if first:
        canvas.line(0, line(words, "choice.before" if screen.percent else "choice.title"), center=True)
    one, two = total(screen.dice[:1]), total(screen.dice[1:])
    figures = {"amount": screen.amount, "percent": screen.percent, "deck": screen.deck}
    figures |= {"one": one, "two": two, "both": one + two}
    rows = [(words.text(f"choice.{way}.label", **figures), "") for way in screen.between]
    canvas.rows(rows, screen.selected, first)


@draw.register
def _(screen: Destination, canvas: Canvas, words: Words) -> None:
    canvas.title(line(words, "goto.title"), name=who(words, screen.who))
    canvas.keys(
        ((Key.OK, line(words, "key.go")), (Key.TURN, line(words, "key.choose")), (Key.CARD, line(words, "key.deed")))
    )
    canvas.rows([(lot.name, str(lot.square)) for lot in screen.lots], screen.selected)
