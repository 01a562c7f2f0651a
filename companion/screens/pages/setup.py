"""Pages of the evening's beginning: an interrupted game, tags to be made known."""

from __future__ import annotations

from companion.screens.canvas import Canvas
from companion.screens.pages.kit import draw, line, who
from companion.screens.pictures import Key
from companion.table.parts import StepLine
from companion.table.shown import PhoneAsk
from companion.table.views import ContinueAsk, EnrolDeed, EnrolOther, EnrolPlayer, Spelling
from companion.words.words import Words


@draw.register
def _(screen: ContinueAsk, canvas: Canvas, words: Words) -> None:
    canvas.title(line(words, "continue.title", time=screen.started))
    canvas.keys(((Key.OK, line(words, "key.ok")), (Key.TURN, line(words, "key.choose"))))
    names = words.manner.comma.join(map(words.person, screen.players))
    count = words.counted("player", len(screen.players))
    heads = (words.about(screen.edition, names), names, words.about(screen.edition, count), count)
    canvas.line(0, canvas.longest(heads, screen.day), screen.day)
    canvas.line(1, _move(canvas, words, screen.move, screen.moved), screen.moved)
    canvas.choice(2, (line(words, "continue.yes"), line(words, "continue.no")), 0 if screen.yes else 1)


def _move(canvas: Canvas, words: Words, move: StepLine, end: str) -> str:
    """Who did what, and where, as far as there is room for it."""
    what = words.raw(f"label.{move.command}")
    where = [f"{what} {move.lot.name}"] if move.lot else []
    if move.who is None:
        return canvas.longest([*where, what], end)
    name = who(words, move.who)
    told = [*(words.about(name, each) for each in where), words.about(name, what)]
    return canvas.longest([*told, canvas.squeezed(lambda short: words.about(short, what), name, end)], end)


@draw.register
def _(screen: Spelling, canvas: Canvas, words: Words) -> None:
    canvas.title(words.raw("heading.name"), name=who(words, screen.who))
    canvas.keys(
        ((Key.OK, line(words, "key.letter")), (Key.INFO, line(words, "key.done")), (Key.BACK, line(words, "key.erase")))
    )
    canvas.strong(f"{screen.text}_", 1)
    count, around = len(screen.wheel), 4
    letters = [screen.wheel[(screen.at + each) % count] for each in range(-around, around + 1)]
    canvas.choice(2, [letter if letter.strip() else "_" for letter in letters], around)


@draw.register
def _(screen: EnrolPlayer, canvas: Canvas, words: Words) -> None:
    canvas.title(line(words, "enrol.players"), f"{screen.number}/{screen.of}")
    canvas.keys(
        ((Key.CARD, line(words, "key.lay")), (Key.OK, line(words, "key.skip")), (Key.BACK, line(words, "key.back")))
    )
    key = "enrol.player-taken" if screen.taken else "enrol.player"
    canvas.message(line(words, key, name=words.person(screen.name)))


@draw.register
def _(screen: EnrolDeed, canvas: Canvas, words: Words) -> None:
    canvas.title(line(words, "enrol.deeds"), f"{screen.number}/{screen.of}")
    canvas.keys(
        ((Key.CARD, line(words, "key.lay")), (Key.OK, line(words, "key.skip")), (Key.BACK, line(words, "key.redo")))
    )
    used = canvas.paragraph(screen.lot.name, 0, 2)
    if used == 1:
        state = line(words, "enrol.taken") if screen.taken else words.group(screen.lot.group)
        canvas.line(1, state)
    canvas.progress(canvas.lines - 1, screen.known, screen.of)


@draw.register
def _(screen: EnrolOther, canvas: Canvas, words: Words) -> None:
    canvas.keys(
        ((Key.CARD, line(words, "key.lay")), (Key.OK, line(words, "key.skip")), (Key.BACK, line(words, "key.back")))
    )
    if screen.card is None:
        canvas.title(line(words, "enrol.referee"))
        canvas.message(line(words, "enrol.referee-long"))
        return
    canvas.title(words.deck(screen.card.deck), f"{screen.number}/{screen.of}")
    canvas.line(0, words.title(screen.card.card))
    name = screen.card.lot.name if screen.card.lot else None
    says = words.effect(screen.card.effect, name)
    if canvas.holds(says, canvas.lines - 1):
        canvas.paragraph(says, 1)


@draw.register
def _(screen: PhoneAsk, canvas: Canvas, words: Words) -> None:
    canvas.title(line(words, "phone.title", code=screen.code))
    canvas.keys(((Key.CARD, line(words, "key.lay")), (Key.BACK, line(words, "key.back"))))
    canvas.message(line(words, "phone.long"))
