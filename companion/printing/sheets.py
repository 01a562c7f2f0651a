"""Sheets: things laid out in a grid with marks to cut along, and a scale at the foot to check the printer with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.printing.cards import CARD as PLAYER_CARD
from companion.printing.cards import CardPrinter, sticker_color
from companion.printing.codes import PlayerCode, RefereeCode
from companion.printing.decks import CARD as DECK_CARD
from companion.printing.decks import DeckPrinter
from companion.printing.deeds import CARD as DEED_CARD
from companion.printing.deeds import STICKER, DeedPrinter, round_sticker
from companion.printing.ink import GREY, Ink
from companion.rules.edition import Edition
from companion.words.words import Words

PARTS = ("deeds", "stickers", "cards", "decks")

_EDGE = 9.0  # what printers do not reach, left and right together
_FOOT = 7.5
_MARK = 3.0
_PITCH = STICKER + 2
_SCALE = 50.0

Drawing = Callable[[Ink], None]


def print_sheets(ink: Ink, edition: Edition, words: Words, players: Sequence[str], parts: Sequence[str]) -> None:
    """Print the parts that are asked for, each beginning a page."""
    deeds, cards = DeedPrinter(edition, words), CardPrinter(words)
    sheets = Sheets(ink, edition.title, words)
    if "deeds" in parts:
        sheets.cut(DEED_CARD, [partial(deeds.card, square=square) for square in deeds.squares])
    if "stickers" in parts:
        of_cards = [_sticker(cards.name(color), color) for color in players] + [_sticker(words.raw("print.referee"))]
        sheets.round([*(partial(deeds.sticker, square=square) for square in deeds.squares), *of_cards])
    if "cards" in parts:
        sheets.cut(PLAYER_CARD, [*(partial(cards.player, color=color) for color in players), cards.referee])
    if "decks" in parts:
        decks = DeckPrinter(edition, words)
        sheets.cut(DECK_CARD, [partial(decks.card, deck=deck, card=card) for deck, card in decks.cards])
    ink.save()


class Sheets:
    """Lays drawings out on as many pages as they need."""

    def __init__(self, ink: Ink, foot: str, words: Words) -> None:
        self._ink = ink
        self._foot = foot
        self._scale = words.text("print.scale", mm=int(_SCALE))

    def cut(self, size: tuple[float, float], drawings: Sequence[Drawing]) -> None:
        """Lay rectangles edge to edge, so that one cut serves two."""
        columns, rows = self._grid(*size)
        left, top = (self._ink.width - columns * size[0]) / 2, (self._ink.height - _FOOT - rows * size[1]) / 2
        for page in _pages(drawings, columns * rows):
            self._marks(left, top, size, columns, rows)
            for count, drawing in enumerate(page):
                with self._ink.at(left + count % columns * size[0], top + count // columns * size[1]):
                    drawing(self._ink)
            self._end_page()

    def round(self, drawings: Sequence[Drawing]) -> None:
        """Lay stickers beside each other, their middles where the drawing begins."""
        columns, rows = self._grid(_PITCH, _PITCH)
        left, top = (self._ink.width - columns * _PITCH) / 2, (self._ink.height - _FOOT - rows * _PITCH) / 2
        for page in _pages(drawings, columns * rows):
            for count, drawing in enumerate(page):
                x, y = left + (count % columns + 0.5) * _PITCH, top + (count // columns + 0.5) * _PITCH
                with self._ink.at(x, y):
                    drawing(self._ink)
            self._end_page()

    def _grid(self, width: float, height: float) -> tuple[int, int]:
        return int((self._ink.width - _EDGE) // width), int((self._ink.height - _EDGE / 2 - _FOOT) // height)

    def _marks(self, left: float, top: float, size: tuple[float, float], columns: int, rows: int) -> None:
        right, bottom = left + columns * size[0], top + rows * size[1]
        for column in range(columns + 1):
            x = left + column * size[0]
            self._ink.line(x, top - _MARK, x, top - 0.5)
            self._ink.line(x, bottom + 0.5, x, bottom + _MARK)
        for row in range(rows + 1):
            y = top + row * size[1]
            self._ink.line(left - _MARK, y, left - 0.5, y)
            self._ink.line(right + 0.5, y, right + _MARK, y)

    def _end_page(self) -> None:
        y = self._ink.height - _FOOT + 1
        self._ink.line(_EDGE, y, _EDGE + _SCALE, y)
        for x in (_EDGE, _EDGE + _SCALE):
            self._ink.line(x, y - 1, x, y + 1)
        self._ink.text(_EDGE + _SCALE + 2, y + 0.8, self._scale, 6, color=GREY)
        self._ink.right(self._ink.width - _EDGE, y + 0.8, self._foot, 6, color=GREY)
        self._ink.end_page()


def _sticker(name: str, color: str | None = None) -> Drawing:
    code = PlayerCode(color) if color else RefereeCode()
    return lambda ink: round_sticker(ink, sticker_color(color), name, str(code))


def _pages(drawings: Sequence[Drawing], size: int) -> list[Sequence[Drawing]]:
    return [drawings[start : start + size] for start in range(0, len(drawings), size)]
