"""What the pages share: the one function that draws them all, names, prices and the blocks that move money."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from companion.screens.canvas import Canvas
from companion.screens.pictures import Key
from companion.table.parts import Bundle, DeedRow, Do, MenuItem, Party, Payment, Row, Term
from companion.table.views import AnyScreen
from companion.words.words import Words

FAMILIES = {
    Do.REASON: "because",
    Do.SUBJECT: "subject",
    Do.PROFILE: "profile",
    Do.DICE: "setting.dice",
    Do.CARDS: "setting.cards",
    Do.BOT: "setting.bot",
    Do.TRADE_CARD: "title",
}
# their amount is no money
COUNTS = frozenset({Do.PROFILE, Do.PLAYERS, Do.BOT, Do.COLOR, Do.SAME_AGAIN, Do.TRADE_PROMISE})
Keys = Sequence[tuple[Key, str]]
MARGIN = 18  # of a row: the scroll bar and a mark
HOUSE, HOTEL, CHECKED, UNCHECKED = "\u2302", "\u25a0", "\u25cf", "\u25cb"


@singledispatch
def draw(screen: AnyScreen, canvas: Canvas, words: Words) -> None:
    """Draw a page on an empty canvas; pure: the same page, size and words always give the same pixels."""
    raise TypeError(f"no page for {type(screen).__name__} ({canvas.width}x{canvas.height}, {words.language})")


# names and figures


def who(words: Words, party: Party) -> str:
    """A party by name: the player's, or the word for bank or pot."""
    return words.person(party.name) or words.raw(f"term.{'bank' if party.account == -1 else 'pot'}.name")


def by(words: Words, party: Party | None) -> str:
    """The name of whoever a page is about, if it is about anybody."""
    return who(words, party) if party else ""


def line(words: Words, key: str, **figures: object) -> str:
    """A text of the pages."""
    return words.text(f"page.{key}", **figures)


def signed(words: Words, amount: int) -> str:
    """Money that comes in or goes out, with its sign."""
    return words.money(amount) if amount < 0 else f"+{words.money(amount)}"


def price(words: Words, amount: int | None) -> str:
    """The price of a wish: what it costs, or with a plus what it brings in (negative)."""
    if amount is None:
        return ""
    return words.money(amount) if amount >= 0 else signed(words, -amount)


def cash(words: Words, amount: int | None) -> str:
    """What a player has; nothing where he need not say."""
    return "" if amount is None else words.money(amount)


def capital(text: str) -> str:
    """The text with a capital first letter, as a title."""
    return text[:1].upper() + text[1:]


def cause(words: Words, payment: Payment) -> tuple[str, str]:
    """What a payment is for, as a title: whole, and in brief."""
    square = payment.lot.name if payment.lot else -1
    return capital(words.why(payment.cause, square)), capital(words.why_in_brief(payment.cause, square))


def standing(words: Words, row: DeedRow) -> str:
    """What stands on a deed in a few signs: houses, a hotel, or that it is mortgaged."""
    if row.mortgaged:
        return line(words, "mortgaged")
    if row.level == 0:
        return ""
    return HOTEL if row.level == row.top else f"{HOUSE}{row.level}"


def label(words: Words, item: MenuItem) -> str:
    """A line of a menu in words: by what it does, and what it is about."""
    name = _name(words, item)
    key = f"do.{item.do.value}"
    if item.checked is not None:
        return f"{CHECKED if item.checked else UNCHECKED} {name}"
    return words.text(f"{key}.about", name=name) if name and words.has(f"{key}.about") else words.raw(f"{key}.plain")


def _name(words: Words, item: MenuItem) -> str:
    """What a line is about: a square, a figure, a name that the catalogue may know, or as it was given."""
    if item.lot is not None:
        return item.lot.name
    if item.do is Do.VALUE:
        return value(words, item.name, item.amount or 0)
    if item.do in FAMILIES:
        key = f"{FAMILIES[item.do]}.{item.name}"
        name = words.raw(key) if words.has(key) else item.name
        return words.about(who(words, item.who), name) if item.who else name
    return words.person(item.name)


def value(words: Words, subject: str, figure: int) -> str:
    """A figure that the referee can set, in words."""
    key = words.either(f"value.{subject}.{figure}".replace("-", "minus"), f"value.{subject}.more")
    return words.text(key, n=figure)


def item_row(words: Words, item: MenuItem) -> tuple[str, str]:
    """A line of a menu and the price at its right end; a wish that the rules would refuse now is marked."""
    if not item.enabled:
        return label(words, item), words.raw("page.barred")
    if item.do in COUNTS:
        return label(words, item), "" if item.amount is None else str(item.amount)
    return label(words, item), "" if item.do is Do.VALUE else price(words, item.amount)


def deed_row(words: Words, row: DeedRow) -> tuple[str, str]:
    """A deed in a list: its name, what stands on it, its price."""
    right = f"{standing(words, row)} {price(words, row.amount)}".strip()
    return row.lot.name, right


def balance_row(words: Words, row: Row, *, ranked: bool) -> tuple[str, str]:
    """A player in a list with cash, or by rank with worth."""
    name = f"{row.place}. {who(words, row.who)}" if row.place else who(words, row.who)
    if row.out:
        return name, line(words, "bankrupt")
    figure = row.worth if ranked else row.cash
    text = line(words, "secret") if figure is None else words.money(figure)
    return name, text + (f" {line(words, 'jailed')}" if row.jailed and not ranked else "")


def bundle_rows(canvas: Canvas, words: Words, bundle: Bundle, to: Party) -> list[tuple[str, str]]:
    """One side of a trade, a line for each thing."""
    rows = [(from_to(canvas, words, bundle.who, to), CHECKED if bundle.signed else "")]
    rows += [(f" {row.lot.name}", standing(words, row)) for row in bundle.lots]
    rows += [(f" {words.title(card.card)}", "") for card in bundle.cards]
    if bundle.money:
        rows.append((f" {line(words, 'money')}", words.money(bundle.money)))
    rows += [row for term in bundle.terms for row in _term_rows(words, term)]
    if len(rows) == 1:
        rows.append((f" {words.raw('term.nothing')}", ""))
    return rows


def _term_rows(words: Words, term: Term) -> list[tuple[str, str]]:
    """A promise on one line, a loan on two."""
    if term.lot:
        return [(f" {line(words, 'trade.promise', name=term.lot.name)}", times(term.count))]
    return [
        (f" {line(words, 'trade.loan')}", words.money(term.money)),
        (f" {line(words, 'trade.back', n=term.count)}", words.money(term.amount)),
    ]


def times(count: int) -> str:
    """So many times."""
    return f"\u00d7{count}"


def from_to(canvas: Canvas, words: Words, giver: Party, taker: Party) -> str:
    """Who gives to whom, as a row of a list."""
    return canvas.pair(who(words, giver), who(words, taker), canvas.width - MARGIN)


def things(words: Words, bundle: Bundle) -> tuple[str, str]:
    """One side of a trade on one line: by name, and shorter by number."""
    money = [words.money(bundle.money)] if bundle.money else []
    names = [*money, *(row.lot.name for row in bundle.lots), *(words.title(card.card) for card in bundle.cards)]
    names += [" ".join(_term_rows(words, term)[0]).strip() for term in bundle.terms]
    promises = sum(term.lot is not None for term in bundle.terms)
    terms = (("promise", promises), ("loan", len(bundle.terms) - promises))
    counts = (("deed", len(bundle.lots)), ("card", len(bundle.cards)), *terms)
    numbers = [*money, *(words.counted(thing, count) for thing, count in counts if count)]
    return words.manner.comma.join(names) or words.raw("term.nothing"), words.manner.comma.join(numbers)


def named(canvas: Canvas, words: Words, key: str, party: Party, end: str = "") -> str:
    """A text of the pages about somebody, whose name gives way where there is no room beside `end`."""
    return canvas.squeezed(lambda name: line(words, key, name=name), who(words, party), end)


# blocks


def flow_line(canvas: Canvas, words: Words, payment: Payment | None, at: int = 0) -> bool:
    """Payer, payee and amount on one line, if there is anything to pay."""
    if payment is None:
        return False
    amount = words.money(payment.amount)
    canvas.flow_line(who(words, payment.payer), who(words, payment.payee), amount, at)
    return True


def money_block(canvas: Canvas, words: Words, payment: Payment, note: str = "") -> None:
    """Who pays whom, the amount as large as it goes, and on the last line a note."""
    canvas.flow(who(words, payment.payer), who(words, payment.payee))
    canvas.big(words.money(payment.amount), 1, canvas.lines - 2)
    canvas.line(canvas.lines - 1, note, center=True)
