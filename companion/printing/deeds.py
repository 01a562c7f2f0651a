"""A deed as a card of 63 x 88 mm, the size of playing cards, and as a round sticker of 25 mm for its tag."""

from __future__ import annotations

from collections.abc import Iterator

from reportlab.lib.colors import Color, HexColor, black, white

from companion.printing.codes import DeedCode
from companion.printing.ink import BOLD, GREY, LINE, POINT, Ink, fitted, readable_on
from companion.rules.board import Board, Deed, Railroad, Street, Utility
from companion.rules.edition import Edition
from companion.words.words import Words

CARD = (63.0, 88.0)
STICKER = 25.0

_MARGIN = 3.0
_BAND = 17.0
_ROW = 4.1
_CODE = 21.0
_RING = 1.6

Row = tuple[str, str]


class DeedPrinter:
    """Prints the deeds of one edition, in the language of `words`."""

    def __init__(self, edition: Edition, words: Words) -> None:
        self._edition = edition
        self._words = words

    @property
    def squares(self) -> tuple[int, ...]:
        """The squares that have a deed, in the order of the board."""
        return self._edition.board.deeds()

    def card(self, ink: Ink, square: int) -> None:
        """Draw a deed card with its top left corner where the ink stands."""
        deed = deed_of(self._edition.board, square)
        self._band(ink, square, deed)
        y = _MARGIN + _BAND + 5.5
        ink.text(_MARGIN + 1, y, self._words.raw("print.price"), 9, BOLD)
        ink.right(CARD[0] - _MARGIN - 1, y, self._words.money(deed.price), 9, BOLD)
        ink.line(_MARGIN + 1, y + 1.4, CARD[0] - _MARGIN - 1, y + 1.4)
        self._rows(ink, y + 5.2, CARD[0] - _MARGIN - 1, list(self.rents(deed)))
        costs = list(self.costs(deed))
        foot = CARD[1] - _MARGIN
        self._rows(ink, foot - 5 - _ROW * (len(costs) - 1), CARD[0] - _MARGIN - _CODE, costs)
        ink.code(CARD[0] - _MARGIN - _CODE + 1, foot - _CODE, _CODE, str(DeedCode(self._edition.id, square)))
        ink.text(_MARGIN + 1, foot - 0.5, str(DeedCode(self._edition.id, square)), 5.5, color=GREY)

    def sticker(self, ink: Ink, square: int) -> None:
        """Draw a round sticker around the point where the ink stands."""
        deed = deed_of(self._edition.board, square)
        round_sticker(ink, self._color(deed), deed.name, str(DeedCode(self._edition.id, square)))

    def rents(self, deed: Deed) -> Iterator[Row]:
        """List what a visitor pays, from the bare lot to the hotel, or by how many the owner holds."""
        words = self._words
        match deed:
            case Street():
                yield words.raw("print.rent"), words.money(deed.rents[0])
                if self._edition.options.group_double:
                    yield words.raw("print.group"), words.money(2 * deed.rents[0])
                for level in range(1, deed.top + 1):
                    yield words.level(level, deed.top), words.money(deed.rents[level])
            case Railroad():
                yield from self._by_holding(deed, [words.money(rent) for rent in deed.rents])
            case Utility():
                yield from self._by_holding(deed, [words.text("print.throw", factor=each) for each in deed.factors])

    def costs(self, deed: Deed) -> Iterator[Row]:
        """List what building, mortgaging and redeeming cost."""
        words = self._words
        if isinstance(deed, Street) and deed.top > 1:
            yield words.raw("print.house"), words.money(deed.house)
        if isinstance(deed, Street) and deed.top:
            yield words.raw("print.hotel"), words.money(deed.hotel_price)
        if deed.mortgage:
            yield words.raw("print.mortgage"), words.money(deed.mortgage)
        if deed.lift is not None:
            yield words.raw("print.lift"), words.money(deed.lift)

    def _by_holding(self, deed: Deed, rents: list[str]) -> Iterator[Row]:
        for count, rent in enumerate(rents, 1):
            yield self._words.text("print.holding", count=count, group=self._words.group(deed.group)), rent

    def _band(self, ink: Ink, square: int, deed: Deed) -> None:
        color = self._color(deed)
        letters = readable_on(color)
        width = CARD[0] - 2 * _MARGIN
        ink.rectangle(_MARGIN, _MARGIN, width, _BAND, color, black)
        group = self._edition.board.members(deed.group)
        place = f"{self._words.group(deed.group)} · {group.index(square) + 1}/{len(group)}"
        ink.middle(CARD[0] / 2, _MARGIN + 3.4, place, 6.5, color=letters)
        size, lines = fitted(deed.name, width - 3, 14, BOLD, 2)
        height = size * LINE * POINT
        top = _MARGIN + 10.3 - height * len(lines) / 2
        for count, line in enumerate(lines):
            ink.middle(CARD[0] / 2, top + height * (count + 0.8), line, size, BOLD, letters)

    def _rows(self, ink: Ink, y: float, right: float, rows: list[Row]) -> None:
        for count, (left, value) in enumerate(rows):
            size, lines = fitted(left, right - _MARGIN - 12, 8, "RobotoCondensed-Regular", 1)
            ink.text(_MARGIN + 1, y + count * _ROW, lines[0], size)
            ink.right(right, y + count * _ROW, value, 8, BOLD)

    def _color(self, deed: Deed) -> Color:
        return HexColor(self._edition.board.groups[deed.group].color)


def deed_of(board: Board, square: int) -> Deed:
    """Take a deed from the board; ValueError for a square that cannot be owned."""
    deed = board.squares[square]
    if not isinstance(deed, Deed):
        raise ValueError(f"square {square} is no deed")
    return deed


def round_sticker(ink: Ink, color: Color, name: str, code: str) -> None:
    """Draw a sticker of 25 mm around the point where the ink stands: a ring of color, a name over a code."""
    radius = STICKER / 2
    ink.circle(0, 0, radius, color, black)
    ink.circle(0, 0, radius - _RING, white, black)
    size, lines = fitted(name, 12.5, 7, BOLD, 2)
    height = size * LINE * POINT
    for count, line in enumerate(lines):
        ink.middle(0, -3.9 + height * (count - len(lines) + 1), line, size, BOLD)
    ink.code(-6.6, -4.5, 13.2, code)
