"""From a page to a picture: the words of its language and game, a canvas of the panel's size, and the right page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.screens.canvas import Canvas
from companion.screens.pages import draw
from companion.screens.words import Words
from companion.table.views import AnyScreen

if TYPE_CHECKING:
    from PIL.Image import Image

    from companion.rules.edition import Edition


class Painter:
    """Draws pages for a panel of one size; the words are kept until language, edition or players change."""

    def __init__(self, width: int = 128, height: int = 64) -> None:
        self.size = (width, height)
        self._words = Words("en")

    def words(self, language: str, edition: Edition | None = None, players: Sequence[str] = ()) -> Words:
        """The words of a language for the game on the table."""
        kept, names = self._words, tuple(players)
        if (kept.language, kept.names) != (language, names) or kept.edition is not edition:
            self._words = Words(language, edition, names)
        return self._words

    def paint(
        self, screen: AnyScreen, language: str, edition: Edition | None = None, players: Sequence[str] = ()
    ) -> Image:
        """The picture of a page, in mode "1" and of the panel's size."""
        canvas = Canvas(*self.size)
        draw(screen, canvas, self.words(language, edition, players))
        return canvas.image
