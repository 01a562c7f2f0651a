"""Pages before money moves: offer, auction, debt, confirmation, trade; each names payer, payee, amount."""

from __future__ import annotations

from companion.rules.frames import BANK
from companion.screens.canvas import Canvas
from companion.screens.pages.kit import (
    CHECKED,
    bundle_rows,
    by,
    capital,
    cause,
    draw,
    flow_line,
    from_to,
    item_row,
    label,
    line,
    money_block,
    named,
    things,
    who,
)
from companion.screens.pictures import Key
from companion.table.parts import Bundle, Party
from companion.table.shown import Consent
from companion.table.views import (
    AuctionScreen,
    Confirm,
    ContestScreen,
    DebtScreen,
    Dial,
    OfferScreen,
    TradeScreen,
    TradeSign,
)
from companion.words.words import Words


@draw.register
def _(screen: OfferScreen, canvas: Canvas, words: Words) -> None:
    other = "auction" if screen.auction else "leave"
    canvas.title(screen.lot.name, words.group(screen.lot.group) if canvas.width > 128 else "")
    chosen, beside = ("buy", other) if screen.buy else (other, "buy")
    deed = ((Key.CARD, ""),) if screen.buy and screen.affordable else ()
    canvas.keys((*deed, (Key.OK, line(words, f"key.{chosen}")), (Key.TURN, line(words, f"key.or-{beside}"))))
    if screen.buy:
        money_block(canvas, words, screen.payment, canvas.longest(_offer_notes(screen, words)))
    else:
        canvas.message(line(words, f"offer.{other}", name=who(words, screen.payment.payer)))


def _offer_notes(screen: OfferScreen, words: Words) -> tuple[str, ...]:
    if screen.cash is None or screen.raisable is None:
        return ("",)
    if screen.affordable:
        return (line(words, "cash-after", cash=screen.cash, after=screen.after),)
    if screen.raisable >= screen.payment.amount:
        return _raising(words, screen.cash, screen.raisable)
    return (line(words, "offer.too-poor", cash=screen.cash),)


def _raising(words: Words, cash: int, most: int) -> tuple[str, ...]:
    """What somebody has and could have, or where that is too long what he could have."""
    return line(words, "debt.raise", cash=cash, most=most), line(words, "debt.most", most=most)


@draw.register
def _(screen: AuctionScreen, canvas: Canvas, words: Words) -> None:
    seconds = "" if screen.seconds is None else line(words, "seconds", n=screen.seconds)
    canvas.title(line(words, "auction.building") if screen.building else screen.lot.name, seconds)
    leave = (Key.BACK, line(words, "key.bid" if screen.passing else "key.pass"))
    canvas.keys(((Key.TURN, f"+{words.sum(screen.step)}"), leave, (Key.HOLD, line(words, "key.gavel"))))
    if screen.leader is None:
        canvas.line(0, line(words, "auction.none"), line(words, "auction.left", n=len(screen.bidders)))
    else:
        bid = words.money(screen.bid)
        canvas.line(0, named(canvas, words, "auction.leads", screen.leader, bid), bid)
    if screen.passing:
        canvas.strong(line(words, "auction.passing"), 1)
        canvas.line(2, line(words, "auction.out"), center=True)
        canvas.reverse(1, 2)
    else:
        canvas.strong(line(words, "auction.tap", amount=screen.ask), 1)
        canvas.line(2, _bidders(screen, words), center=True)


def _bidders(screen: AuctionScreen, words: Words) -> str:
    if screen.price:
        return line(words, "auction.price", price=screen.price, n=len(screen.bidders))
    return line(words, "auction.left", n=len(screen.bidders))


@draw.register
def _(screen: DebtScreen, canvas: Canvas, words: Words) -> None:
    more = line(words, "debt.more", n=screen.more) if screen.more else ""
    canvas.title(canvas.longest(cause(words, screen.payment), more), more)
    chosen = screen.items[screen.selected]
    canvas.keys(((Key.OK, label(words, chosen)), (Key.TURN, line(words, "key.choose"))))
    money_block(canvas, words, screen.payment, canvas.longest(_debt_notes(screen, words)))


def _debt_notes(screen: DebtScreen, words: Words) -> tuple[str, ...]:
    if screen.cash is None or screen.raisable is None:
        return ("",)
    if screen.cash >= screen.payment.amount:
        return (line(words, "cash-after", cash=screen.cash, after=screen.cash - screen.payment.amount),)
    return _raising(words, screen.cash, screen.raisable)


@draw.register
def _(screen: Confirm, canvas: Canvas, words: Words) -> None:
    canvas.title(words.asked(capital(words.raw(f"do.{screen.do.value}.plain"))), name=by(words, screen.who))
    yes = (Key.HOLD, line(words, "key.hold")) if screen.hold else (Key.OK, line(words, "key.yes"))
    canvas.keys((yes, (Key.BACK, line(words, "key.no"))))
    aside = words.said(screen.reason) if screen.reason else words.person(screen.name)
    if screen.payment:
        lot = screen.payment.lot or screen.lot
        money_block(canvas, words, screen.payment, aside or (lot.name if lot else cause(words, screen.payment)[0]))
    else:
        key = f"confirm.{screen.do.value}"
        text = line(words, key) if words.has(f"page.{key}") else line(words, "confirm.sure")
        told = f"{text.rstrip('.')} ({aside})" if aside else text
        canvas.message(words.about(screen.lot.name, told) if screen.lot else told)


@draw.register
def _(screen: Consent, canvas: Canvas, words: Words) -> None:
    asked = len(screen.agreed) + len(screen.waits_for)
    progress = f"{len(screen.agreed)}/{asked}" if asked else ""
    canvas.title(words.asked(capital(words.raw(f"do.{screen.do.value}.plain"))), progress)
    canvas.keys(((Key.CARD, line(words, "key.yes")), (Key.BACK, line(words, "key.no"))))
    if not flow_line(canvas, words, screen.payment):
        canvas.line(0, words.said(screen.note), center=True)
    canvas.strong(line(words, "consent.all" if asked else "enrol.referee"), 1)
    canvas.line(2, words.manner.comma.join(words.asked(who(words, party)) for party in screen.waits_for), center=True)


@draw.register
def _(screen: Dial, canvas: Canvas, words: Words) -> None:
    canvas.title(words.raw(f"heading.{screen.title.value}"), name=by(words, screen.who))
    step = words.sum(screen.step) if screen.money else str(screen.step)
    keys = [(Key.TURN, step), (Key.OK, line(words, "key.ok")), (Key.BACK, line(words, "key.back"))]
    if screen.money:
        keys.insert(1, (Key.INFO, line(words, "key.step")))
    canvas.keys(keys)
    show = words.money if screen.money else words.number
    canvas.big(show(screen.value), 0, canvas.lines - 1)
    bounds = "" if screen.high is None else f"{show(screen.low)} \u2013 {show(screen.high)}"
    canvas.line(canvas.lines - 1, screen.lot.name if screen.lot else bounds, center=True)


@draw.register
def _(screen: TradeScreen, canvas: Canvas, words: Words) -> None:
    canvas.title(line(words, "trade.title"), name=who(words, screen.takes.who))
    canvas.keys(((Key.OK, line(words, "key.choose")), (Key.CARD, line(words, "key.deed")), (Key.BACK, "")))
    for index, bundle in enumerate((screen.gives, screen.takes)):
        canvas.line(index, _side(canvas, words, bundle))
    canvas.rows([item_row(words, item) for item in screen.items], screen.selected, 2)


def _side(canvas: Canvas, words: Words, bundle: Bundle) -> str:
    (whole, short), name = things(words, bundle), who(words, bundle.who)
    squeezed = canvas.squeezed(lambda shown: words.about(shown, short or whole), name)
    return canvas.longest((words.about(name, whole), squeezed))


@draw.register
def _(screen: TradeSign, canvas: Canvas, words: Words) -> None:
    verb = "refuse" if screen.refusing else "sign"
    canvas.title(named(canvas, words, f"trade.{verb}", screen.waits_for))
    canvas.keys(((Key.CARD, line(words, f"key.{verb}")), (Key.BACK, line(words, f"key.back-{verb}")), (Key.TURN, "")))
    sides = ((screen.gives, screen.takes.who), (screen.takes, screen.gives.who))
    rows = [row for bundle, to in sides for row in bundle_rows(canvas, words, bundle, to)]
    for bundle in (screen.gives, screen.takes):
        if bundle.interest:
            rows.append((from_to(canvas, words, bundle.who, Party(BANK)), ""))
            rows.append((f" {line(words, 'trade.interest')}", words.money(bundle.interest)))
    canvas.rows(rows, None, start=screen.selected)


@draw.register
def _(screen: ContestScreen, canvas: Canvas, words: Words) -> None:
    seconds = "" if screen.seconds is None else line(words, "seconds", n=screen.seconds)
    canvas.title(line(words, "contest.title"), seconds)
    leave = (Key.BACK, line(words, "key.ask" if screen.passing else "key.pass"))
    canvas.keys((leave, (Key.HOLD, line(words, "key.close"))))
    left = words.counted("hotel" if screen.hotel else "house", screen.left)
    canvas.line(0, line(words, "contest.left", what=left))
    canvas.strong(line(words, "auction.passing" if screen.passing else "contest.tap"), 1)
    if screen.passing:
        canvas.reverse(1)
    asked = [f"{who(words, party)} {CHECKED}" for party, _ in screen.sites]
    canvas.line(2, words.manner.comma.join([*asked, *(words.asked(who(words, party)) for party in screen.rivals)]))
    if canvas.lines > 3:
        canvas.rows([(who(words, party), lot.name) for party, lot in screen.sites], None, 3)
