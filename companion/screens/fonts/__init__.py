"""The fonts of the display: bitmaps at their own size, set with the space that each letter needs.

The letters of a fixed-width font stand in cells of equal width; here each is cut to its ink and followed by one blank
column, which fits a tenth more on a line of 128 pixels. Figures and their signs keep the cell, so that columns of money
stay straight.
"""

from __future__ import annotations

import gzip
import unicodedata
from functools import cache, lru_cache
from importlib import resources
from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

INK = 255
_TABULAR = frozenset("0123456789+\u2212")
_SPACE = 2 / 3  # of a cell
_NARROW = dict.fromkeys("\u2009\u202f", 1 / 3)  # thin spaces, that not every font has
_CORRECTED = {  # rows drawn anew: square dots for the crosses of 6x13, the grave that 9x15B has as an acute
    ("6x13", "."): {9: "..##..", 10: "..##..", 11: "......"},
    ("6x13", ":"): {4: "......", 5: "..##..", 6: "..##..", 9: "..##..", 10: "..##..", 11: "......"},
    ("9x15B", "\u1eea"): {0: "...#.....", 1: "...##..#.", 2: "....#..#."},
}


class Glyph(NamedTuple):
    """The ink of a letter from the top of the line, and how far it is to the next letter; in pixels."""

    ink: Image.Image | None
    advance: int


class Font:
    """A font of X11, by the name of its file, at the one size it has."""

    def __init__(self, name: str, cell: int, height: int) -> None:
        self.name = name
        self.height = height
        self._cell = cell
        packed = resources.files(__package__).joinpath(f"{name}.pcf.gz").read_bytes()
        self._face = ImageFont.truetype(BytesIO(gzip.decompress(packed)), height, layout_engine=ImageFont.Layout.BASIC)
        self._glyphs: dict[str, Glyph] = {}
        self._missing = self._drawn("\uffff").tobytes()

    def has(self, letter: str) -> bool:
        """Whether the font can draw a letter."""
        return letter.isspace() or self._drawn(letter).tobytes() != self._missing

    @lru_cache(maxsize=512)  # noqa: B019 - fonts live as long as the program
    def width(self, text: str) -> int:
        """How wide a text is, in pixels, the blank column after its last letter not counted."""
        return max(0, sum(self._glyph(letter).advance for letter in composed(text)) - 1)

    @lru_cache(maxsize=256)  # noqa: B019 - fonts live as long as the program
    def mask(self, text: str) -> Image.Image:
        """The ink of a whole text, one line high."""
        image = Image.new("1", (max(1, self.width(text)), self.height))
        pen, x = ImageDraw.Draw(image), 0
        for letter in composed(text):
            ink, advance = self._glyph(letter)
            if ink is not None:
                pen.bitmap((x, 0), ink, fill=INK)
            x += advance
        return image

    def _glyph(self, letter: str) -> Glyph:
        if letter not in self._glyphs:
            self._glyphs[letter] = self._cut(letter)
        return self._glyphs[letter]

    def _cut(self, letter: str) -> Glyph:
        if letter.isspace():
            return Glyph(None, round(self._cell * _NARROW.get(letter, _SPACE)))
        cell = self._drawn(letter)
        box = cell.getbbox()
        if box is None:
            return Glyph(None, 0 if unicodedata.combining(letter) else round(self._cell * _SPACE))
        if letter in _TABULAR:
            return Glyph(cell, self._cell)
        return Glyph(cell.crop((box[0], 0, box[2], self.height)), box[2] - box[0] + 1)

    def _drawn(self, letter: str) -> Image.Image:
        cell = Image.new("1", (self._cell + 2, self.height))
        pen = ImageDraw.Draw(cell)
        pen.fontmode = "1"
        pen.text((0, 0), letter, fill=INK, font=self._face)
        for y, dots in _CORRECTED.get((self.name, letter), {}).items():
            for x, dot in enumerate(dots):
                cell.putpixel((x, y), INK if dot == "#" else 0)
        return cell


def composed(text: str) -> str:
    """The text with each letter and its marks as one character (NFC), as the fonts have them."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


@cache
def body() -> Font:
    """For lines, titles and buttons: 6x13."""
    return Font("6x13", 6, 13)


@cache
def bold() -> Font:
    """For what must catch the eye: 9x15 bold."""
    return Font("9x15B", 9, 15)


@cache
def big() -> Font:
    """For amounts: 10x20."""
    return Font("10x20", 10, 20)
