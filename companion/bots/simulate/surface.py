"""Two sheets to draw charts on: SVG, and PNG by Pillow. Units are pixels from the upper left corner."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 720, 400
FONT = 12

Point = tuple[float, float]


class Surface(Protocol):
    """What a chart needs of a sheet."""

    def bar(self, left: float, top: float, right: float, bottom: float, color: str) -> None:
        """Fill a rectangle."""

    def line(self, points: Sequence[Point], color: str) -> None:
        """Draw a line through points."""

    def text(self, at: Point, text: str, anchor: str) -> None:
        """Write a line of text whose `start`, `middle` or `end` is here, on its base line."""

    def save(self, path: Path) -> None:
        """Write the sheet to a file."""


class Svg:
    """A sheet as scalable vector graphics."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    def bar(self, left: float, top: float, right: float, bottom: float, color: str) -> None:
        """Fill a rectangle."""
        size = f'width="{right - left:.1f}" height="{bottom - top:.1f}"'
        self._parts.append(f'<rect x="{left:.1f}" y="{top:.1f}" {size} fill="{color}"/>')

    def line(self, points: Sequence[Point], color: str) -> None:
        """Draw a line through points."""
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self._parts.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="1.5"/>')

    def text(self, at: Point, text: str, anchor: str) -> None:
        """Write a line of text."""
        self._parts.append(f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" text-anchor="{anchor}">{escape(text)}</text>')

    def save(self, path: Path) -> None:
        """Write the sheet to a file."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'font-family="sans-serif" font-size="{FONT}"><rect width="100%" height="100%" fill="white"/>'
        )
        path.write_text("\n".join([head, *self._parts, "</svg>", ""]), encoding="utf-8")


class Png:
    """A sheet as pixels."""

    ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}

    def __init__(self) -> None:
        from PIL import Image, ImageDraw, ImageFont  # heavy, and only for who wants pixels

        self._image = Image.new("RGB", (WIDTH, HEIGHT), "white")
        self._draw = ImageDraw.Draw(self._image)
        self._font = ImageFont.load_default(FONT)

    def bar(self, left: float, top: float, right: float, bottom: float, color: str) -> None:
        """Fill a rectangle."""
        self._draw.rectangle((left, min(top, bottom), right, max(top, bottom)), fill=color)

    def line(self, points: Sequence[Point], color: str) -> None:
        """Draw a line through points."""
        self._draw.line(list(points), fill=color, width=2)

    def text(self, at: Point, text: str, anchor: str) -> None:
        """Write a line of text."""
        self._draw.text(at, text, fill="black", font=self._font, anchor=self.ANCHORS[anchor])

    def save(self, path: Path) -> None:
        """Write the sheet to a file."""
        self._image.save(path)


SURFACES: dict[str, type[Svg | Png]] = {"svg": Svg, "png": Png}
