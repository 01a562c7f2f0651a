"""Drawing on top of reportlab: millimetres from the top left, text that fits, codes, colors that can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import IO

import segno
from reportlab.lib.colors import Color, HexColor, black, white
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # mm

PLAIN, BOLD = "RobotoCondensed-Regular", "RobotoCondensed-Bold"
POINT = 25.4 / 72  # mm
LINE = 1.15  # of a font's size
GREY = HexColor("#999999")


class Ink:
    """A PDF under way, on paper of a size in mm; sizes of letters are in points, everything else in mm."""

    def __init__(self, out: str | Path | IO[bytes], paper: str, title: str) -> None:
        self.width, self.height = PAPERS[paper]
        self.pages = 0
        self._canvas = Canvas(
            out if not isinstance(out, Path) else str(out), (self.width * mm, self.height * mm), invariant=1
        )
        self._canvas.setTitle(title)
        _load_fonts()

    def end_page(self) -> None:
        """Begin a new page with the next stroke."""
        self._canvas.showPage()
        self.pages += 1

    def save(self) -> None:
        """Write the file."""
        self._canvas.save()

    @contextmanager
    def at(self, x: float, y: float) -> Iterator[None]:
        """Draw from another top left corner."""
        self._canvas.saveState()
        self._canvas.translate(x * mm, -y * mm)
        self._canvas.setLineWidth(0.2 * mm)
        yield
        self._canvas.restoreState()

    def rectangle(
        self, x: float, y: float, width: float, height: float, fill: Color, edge: Color | None = None
    ) -> None:
        """Draw a filled rectangle."""
        self._canvas.setFillColor(fill)
        self._canvas.setStrokeColor(edge or fill)
        self._canvas.rect(x * mm, self._up(y + height), width * mm, height * mm, stroke=int(edge is not None), fill=1)

    def line(self, x: float, y: float, to_x: float, to_y: float, color: Color = GREY) -> None:
        """Draw a thin line."""
        self._canvas.setStrokeColor(color)
        self._canvas.line(x * mm, self._up(y), to_x * mm, self._up(to_y))

    def circle(self, x: float, y: float, radius: float, fill: Color, edge: Color | None = None) -> None:
        """Draw a filled circle around a point."""
        self._canvas.setFillColor(fill)
        self._canvas.setStrokeColor(edge or fill)
        self._canvas.circle(x * mm, self._up(y), radius * mm, stroke=int(edge is not None), fill=1)

    def text(self, x: float, y: float, words: str, size: float, font: str = PLAIN, color: Color = black) -> None:
        """Write one line, `y` being its baseline."""
        self._canvas.setFillColor(color)
        self._canvas.setFont(font, size)
        self._canvas.drawString(x * mm, self._up(y), words)

    def right(self, x: float, y: float, words: str, size: float, font: str = PLAIN, color: Color = black) -> None:
        """Write one line that ends at `x`."""
        self.text(x - width_of(words, size, font), y, words, size, font, color)

    def middle(self, x: float, y: float, words: str, size: float, font: str = PLAIN, color: Color = black) -> None:
        """Write one line around `x`."""
        self.text(x - width_of(words, size, font) / 2, y, words, size, font, color)

    def code(self, x: float, y: float, side: float, content: str) -> None:
        """Draw a QR code on what is white; `side` includes the four quiet modules that its standard asks for."""
        modules = [list(row) for row in segno.make_qr(content, error="m").matrix_iter(border=4)]
        step = side / len(modules)
        path = self._canvas.beginPath()
        for down, row in enumerate(modules):
            for start, end in _runs(row):
                bottom = self._up(y + (down + 1) * step)
                path.rect((x + start * step) * mm, bottom, (end - start) * step * mm, step * mm)
        self._canvas.setFillColor(black)
        self._canvas.drawPath(path, stroke=0, fill=1)

    def _up(self, y: float) -> float:
        return (self.height - y) * mm


def width_of(words: str, size: float, font: str = PLAIN) -> float:
    """Measure a line in mm."""
    return pdfmetrics.stringWidth(words, font, size) / mm


def fitted(words: str, width: float, largest: float, font: str, lines: int) -> tuple[float, list[str]]:
    """Choose the largest size, in half points down to 4, at which the words fit in so many lines."""
    size = largest
    while size > 4:
        wrapped = _wrapped(words, width, size, font)
        if len(wrapped) <= lines and all(width_of(line, size, font) <= width for line in wrapped):
            return size, wrapped
        size -= 0.5
    return size, _wrapped(words, width, size, font)


def readable_on(color: Color) -> Color:
    """Choose black or white letters, whichever stands out more (WCAG 2, relative luminance)."""
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in color.rgb()]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return black if luminance > 0.179 else white


def _wrapped(words: str, width: float, size: float, font: str) -> list[str]:
    lines = [""]
    for word in re.findall(r" ?[^ -]*-|[ ]?[^ -]+", words):
        if lines[-1] and width_of(lines[-1] + word, size, font) > width:
            lines.append(word.strip())
        else:
            lines[-1] += word
    return lines


def _runs(row: Sequence[int]) -> Iterator[tuple[int, int]]:
    start = None
    for at, dark in enumerate([*row, 0]):
        if dark and start is None:
            start = at
        elif not dark and start is not None:
            yield start, at
            start = None


def _load_fonts() -> None:
    folder = resources.files(__package__).joinpath("fonts")
    for name in (PLAIN, BOLD):
        if name not in pdfmetrics.getRegisteredFontNames():
            with resources.as_file(folder.joinpath(f"{name}.ttf")) as path:
                pdfmetrics.registerFont(TTFont(name, str(path)))
