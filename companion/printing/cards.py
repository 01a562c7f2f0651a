"""Cards of 85 x 54 mm, the size of an RFID card, for the players and the referee."""

from __future__ import annotations

from collections.abc import Mapping

from reportlab.lib.colors import Color, HexColor, black, white

from companion.printing.codes import PlayerCode, RefereeCode
from companion.printing.ink import BOLD, GREY, LINE, POINT, Ink, fitted, readable_on
from companion.words.words import Words

CARD = (85.0, 54.0)
COLORS: Mapping[str, str] = {
    "red": "#d32f2f", "blue": "#1f6fd0", "green": "#2e9e4f", "yellow": "#f6d32d", "black": "#222222",
    "white": "#ffffff", "orange": "#f07f13", "purple": "#7e3fa6", "pink": "#ec7fb4", "brown": "#8a5a33",
    "gray": "#9aa3ab",
}  # fmt: skip
REFEREE = "#222222"

_MARGIN = 3.0
_BAND = 14.0
_CODE = 27.0


class CardPrinter:
    """Prints cards in the language of `words`."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def player(self, ink: Ink, color: str) -> None:
        """Draw a player's card with its top left corner where the ink stands."""
        self._card(ink, HexColor(COLORS[color]), self.name(color), str(PlayerCode(color)), "player")

    def referee(self, ink: Ink) -> None:
        """Draw the referee's card with its top left corner where the ink stands."""
        self._card(ink, HexColor(REFEREE), self._words.raw("print.referee"), str(RefereeCode()), "referee")

    def name(self, color: str) -> str:
        """Name a color in the language of the cards."""
        return self._words.raw(f"color.{color}")

    def _card(self, ink: Ink, color: Color, title: str, code: str, kind: str) -> None:
        letters = readable_on(color)
        ink.rectangle(_MARGIN, _MARGIN, CARD[0] - 2 * _MARGIN, _BAND, color, black)
        ink.text(_MARGIN + 4, _MARGIN + 9.6, title, 24, BOLD, letters)
        top = _MARGIN + _BAND
        if kind == "player":
            ink.line(_MARGIN + 1, top + 9, CARD[0] - _MARGIN - _CODE - 3, top + 9)
            ink.text(_MARGIN + 1, top + 11.6, self._words.raw("print.name"), 5.5, color=GREY)
        self._uses(ink, top + (15.5 if kind == "player" else 6), self._words.raw(f"print.uses.{kind}"))
        foot = CARD[1] - _MARGIN
        ink.code(CARD[0] - _MARGIN - _CODE + 2, foot - _CODE - 1, _CODE, code)
        ink.text(_MARGIN + 1, foot - 0.5, code, 5.5, color=GREY)

    def _uses(self, ink: Ink, y: float, uses: str) -> None:
        size, lines = fitted(uses, CARD[0] - 2 * _MARGIN - _CODE - 1, 9, "RobotoCondensed-Regular", 5)
        for count, line in enumerate(lines):
            ink.text(_MARGIN + 1, y + count * size * LINE * POINT, line, size)


def sticker_color(color: str | None) -> Color:
    """Give the ring of a player's sticker, or the referee's for None."""
    return HexColor(COLORS[color] if color else REFEREE) if color != "white" else white
