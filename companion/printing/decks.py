"""The cards of a deck, worded as the display words them, as cards of 63 x 88 mm."""

from __future__ import annotations

from collections.abc import Iterator

from reportlab.lib.colors import HexColor, black

from companion.printing.codes import CardCode
from companion.printing.ink import BOLD, GREY, LINE, PLAIN, POINT, Ink, fitted, readable_on
from companion.rules.cards import Card
from companion.rules.edition import Edition
from companion.words.words import Words

CARD = (63.0, 88.0)
COLORS = ("#f2994a", "#6fb7e9", "#9ccf6d", "#d9a6d6")  # of the decks in their order

_MARGIN = 3.0
_BAND = 12.0
_CODE = 21.0


class DeckPrinter:
    """Prints the decks of one edition, in the language of `words`."""

    def __init__(self, edition: Edition, words: Words) -> None:
        self._edition = edition
        self._words = words

    @property
    def cards(self) -> Iterator[tuple[str, Card]]:
        """Every card with its deck, as often as it is in it."""
        for deck, cards in self._edition.decks.items():
            for card in cards:
                yield from [(deck, card)] * card.copies

    def card(self, ink: Ink, deck: str, card: Card) -> None:
        """Draw a card with its top left corner where the ink stands."""
        color = HexColor(COLORS[list(self._edition.decks).index(deck) % len(COLORS)])
        ink.rectangle(_MARGIN, _MARGIN, CARD[0] - 2 * _MARGIN, _BAND, color, black)
        self._lines(ink, _MARGIN + _BAND / 2 + 1.7, self._words.deck(deck), 13, 1, readable_on(color).hexval())
        self._lines(ink, _MARGIN + _BAND + 9, self._words.title(card.id), 12, 2)
        self._lines(ink, _MARGIN + _BAND + 23, self._words.card(card), 10, 6, font=PLAIN)
        code = str(CardCode(self._edition.id, deck, card.id))
        foot = CARD[1] - _MARGIN
        ink.code(CARD[0] - _MARGIN - _CODE + 1, foot - _CODE, _CODE, code)
        size, lines = fitted(code, CARD[0] - 2 * _MARGIN - _CODE, 5.5, PLAIN, 2)
        for count, line in enumerate(lines):
            ink.text(_MARGIN + 1, foot - 0.5 - size * LINE * POINT * (len(lines) - 1 - count), line, size, color=GREY)

    def _lines(
        self, ink: Ink, y: float, words: str, largest: float, most: int, color: str = "0x000000", font: str = BOLD
    ) -> None:
        size, lines = fitted(words, CARD[0] - 2 * _MARGIN - 4, largest, font, most)
        for count, line in enumerate(lines):
            ink.middle(CARD[0] / 2, y + count * size * LINE * POINT, line, size, font, HexColor(color))
