"""Pages that list: menus, deeds, balances, statements, and what is looked up. None of these moves money by itself."""

from __future__ import annotations

import re

from companion.screens import fonts
from companion.screens.canvas import GAP, Canvas
from companion.screens.pages.kit import (
    CHECKED,
    MARGIN,
    UNCHECKED,
    balance_row,
    by,
    capital,
    cash,
    deed_row,
    draw,
    flow_line,
    item_row,
    line,
    named,
    price,
    signed,
    standing,
    times,
    who,
)
from companion.screens.pictures import Key
from companion.table.parts import DeedRow, StatementLine, StepLine, TermRow, Title
from companion.table.shown import Address, DeedInfo, PutBack, Standings, Statement, Terms, UndoPick, WhoOwns
from companion.table.views import DeedList, DeedMenu, Menu
from companion.words.words import Words


@draw.register
def _(screen: Menu, canvas: Canvas, words: Words) -> None:
    canvas.title(words.raw(f"heading.{screen.title.value}"), name=by(words, screen.who))
    back = ((Key.BACK, line(words, "key.back")),) if screen.back else ()
    other = (Key.INFO, line(words, "key.name")) if screen.names else (Key.TURN, line(words, "key.choose"))
    canvas.keys(((Key.OK, line(words, "key.ok")), other, *back))
    canvas.rows([item_row(words, item) for item in screen.items], screen.selected)
    if screen.seconds is not None:
        canvas.line(canvas.lines - 1, "", line(words, "seconds", n=screen.seconds))


@draw.register
def _(screen: DeedMenu, canvas: Canvas, words: Words) -> None:
    canvas.title(screen.row.lot.name, standing(words, screen.row))
    canvas.keys(
        (
            (Key.OK, line(words, "key.ok")),
            (Key.BACK, line(words, "key.back")),
            *([(Key.CASH, words.money(screen.cash))] if screen.cash is not None else ()),
        )
    )
    first = int(flow_line(canvas, words, screen.payment))
    canvas.rows([item_row(words, item) for item in screen.items], screen.selected, first)


@draw.register
def _(screen: DeedList, canvas: Canvas, words: Words) -> None:
    canvas.title(words.raw(f"heading.{screen.title.value}"), cash(words, screen.cash))
    stock = (Key.HOUSE, str(screen.houses)), (Key.HOTEL, str(screen.hotels))
    keys = [(Key.OK, line(words, "key.ok")), (Key.BACK, line(words, "key.back"))]
    canvas.keys([*keys, *(stock if screen.title in (Title.BUILD, Title.SELL, Title.CONTEST) else ())])
    first = int(flow_line(canvas, words, screen.payment))
    if not screen.rows:
        canvas.message(line(words, "no-deeds"))
    canvas.rows([_choosable(words, screen.title, row) for row in screen.rows], screen.selected, first)


def _choosable(words: Words, title: Title, row: DeedRow) -> tuple[str, str]:
    if title is Title.TRADE_DEEDS:
        return f"{CHECKED if row.enabled else UNCHECKED} {row.lot.name}", standing(words, row)
    if not row.enabled:
        return row.lot.name, f"{standing(words, row)} {words.raw('page.barred')}".strip()
    return (row.lot.name, price(words, row.amount)) if title is Title.REDEEM else deed_row(words, row)


@draw.register
def _(screen: Standings, canvas: Canvas, words: Words) -> None:
    canvas.title(line(words, "standings" if screen.ranked else "balances"))
    keys = [(Key.BACK, line(words, "key.back")), (Key.HOUSE, str(screen.houses)), (Key.HOTEL, str(screen.hotels))]
    if screen.pot:
        keys.append((Key.CASH, words.money(screen.pot)))
    canvas.keys(keys)
    canvas.rows([balance_row(words, row, ranked=screen.ranked) for row in screen.rows], screen.selected)


@draw.register
def _(screen: WhoOwns, canvas: Canvas, words: Words) -> None:
    canvas.title(line(words, "who-owns"))
    canvas.keys(((Key.OK, line(words, "key.more")), (Key.BACK, line(words, "key.back"))))
    rows = [(row.lot.name, _owner(words, row)) for row in screen.rows]
    canvas.rows(rows, screen.selected)


def _owner(words: Words, row: DeedRow) -> str:
    return who(words, row.owner) if row.owner and row.owner.account >= 0 else "\u2013"


@draw.register
def _(screen: Terms, canvas: Canvas, words: Words) -> None:
    canvas.title(line(words, "terms.title"), name=by(words, screen.who))
    own = ((Key.OK, line(words, "key.ok")),) if screen.who else ()
    canvas.keys((*own, (Key.TURN, line(words, "key.scroll")), (Key.BACK, line(words, "key.back"))))
    if screen.rows:
        canvas.line(0, _detail(canvas, words, screen.rows[screen.selected]))
    else:
        canvas.message(line(words, "terms.none"))
    canvas.rows([_term(canvas, words, row) for row in screen.rows], screen.selected, 1)


def _detail(canvas: Canvas, words: Words, row: TermRow) -> str:
    """What is said of the line under the cursor: who is bound, or when it is due."""
    if row.term.lot:
        return named(canvas, words, "terms.bound", row.other)
    return line(words, "terms.due", n=row.term.count)


def _term(canvas: Canvas, words: Words, row: TermRow) -> tuple[str, str]:
    if row.term.lot:
        right = times(row.term.count)
        return canvas.longest((words.about(who(words, row.who), row.term.lot.name), row.term.lot.name), right), right
    right = words.money(row.term.amount)
    return canvas.pair(
        who(words, row.who), who(words, row.other), canvas.width - fonts.body().width(right) - MARGIN - GAP
    ), right


@draw.register
def _(screen: Address, canvas: Canvas, words: Words) -> None:
    import segno

    modules = [list(row) for row in segno.make_qr(screen.url, error="l").matrix]
    host = screen.url.removeprefix("http://").removesuffix("/")
    room = canvas.width - canvas.code_side - GAP
    canvas.code(modules, [line(words, "address"), *_broken(host, room)])


def _broken(host: str, room: int) -> list[str]:
    """An address in pieces that fit beside the code, broken at its dots and before the port."""
    pieces = [""]
    for part in re.findall(r":?[^.:]+\.?", host):
        if fonts.body().width(pieces[-1] + part) > room:
            pieces.append("")
        pieces[-1] += part
    return pieces


@draw.register
def _(screen: DeedInfo, canvas: Canvas, words: Words) -> None:
    canvas.title(screen.row.lot.name, standing(words, screen.row))
    owner = screen.row.owner
    owned = owner is not None and owner.account >= 0
    canvas.line(0, who(words, owner) if owner and owned else line(words, "deed.free"), _rent_now(screen, words))
    mortgage = line(words, "deed.mortgage", mortgage=screen.mortgage) if screen.mortgage else ""
    canvas.line(1, line(words, "deed.price", price=screen.price), mortgage)
    show = words.factor if screen.kind == "utility" else words.sum
    prefix = "\u00d7" if screen.kind == "utility" else ""
    rents = " ".join(prefix + show(rent) for rent in screen.rents)
    used = canvas.paragraph(rents, 2)
    if screen.hotel and 2 + used < canvas.lines:
        house = line(words, "deed.house", house=screen.house) if screen.house else ""
        canvas.line(2 + used, house, line(words, "deed.hotel", hotel=screen.hotel))


def _rent_now(screen: DeedInfo, words: Words) -> str:
    if screen.rent is None:
        return ""
    return (
        line(words, "deed.factor", n=screen.rent)
        if screen.kind == "utility"
        else line(words, "deed.rent", rent=screen.rent)
    )


@draw.register
def _(screen: Statement, canvas: Canvas, words: Words) -> None:
    canvas.title(who(words, screen.who), line(words, "secret") if screen.cash is None else words.money(screen.cash))
    canvas.keys(((Key.TURN, line(words, "key.scroll")), (Key.BACK, line(words, "key.back"))))
    if not screen.lines:
        canvas.message(line(words, "secret-long" if screen.cash is None else "no-payments"))
    canvas.rows([_entry(canvas, words, entry) for entry in screen.lines], screen.selected)


def _entry(canvas: Canvas, words: Words, entry: StatementLine) -> tuple[str, str]:
    amount = signed(words, entry.amount)
    name = who(words, entry.other)
    square = entry.lot.name if entry.lot else -1
    reasons = words.why(entry.cause, square), words.why_in_brief(entry.cause, square), words.why(entry.cause)
    return canvas.longest([*(words.about(name, why) for why in reasons), name], amount), amount


@draw.register
def _(screen: UndoPick, canvas: Canvas, words: Words) -> None:
    canvas.title(line(words, "undo.title"), words.counted("step", screen.count))
    canvas.keys(
        ((Key.OK, line(words, "key.ok")), (Key.TURN, line(words, "key.how-many")), (Key.BACK, line(words, "key.back")))
    )
    rows = [_step(canvas, words, step, taken=index < screen.count) for index, step in enumerate(screen.steps)]
    canvas.rows(rows, screen.count - 1)


def _step(canvas: Canvas, words: Words, step: StepLine, *, taken: bool) -> tuple[str, str]:
    mark, label, right = CHECKED if taken else UNCHECKED, words.raw(f"label.{step.command}"), price(words, step.amount)
    text = f"{mark} {label}"
    if step.who:
        text = canvas.squeezed(lambda name: f"{mark} {words.about(name, label)}", who(words, step.who), right)
    return text + (f" {step.lot.name}" if step.lot else ""), right


@draw.register
def _(screen: PutBack, canvas: Canvas, words: Words) -> None:
    place = f"{screen.selected + 1}/{len(screen.pieces)}" if len(screen.pieces) > 1 else ""
    canvas.title(line(words, "confirm.undo" if screen.asks else "put-back"), place)
    yes = (Key.HOLD, line(words, "key.hold")) if screen.asks else (Key.OK, line(words, "key.ok"))
    turn = ((Key.TURN, line(words, "key.scroll")),) if place else ()
    canvas.keys((yes, *(((Key.BACK, line(words, "key.no")),) if screen.asks else ()), *turn))
    if not screen.pieces:
        canvas.message(words.raw("ledger.back.nothing"))
    used = 0
    for piece in screen.pieces[screen.selected :]:
        text = capital(words.put_back(piece.what, piece.figures))
        if used and not canvas.holds(text, canvas.lines - used):
            break
        used += canvas.paragraph(text, used)
