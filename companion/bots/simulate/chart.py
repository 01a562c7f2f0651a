"""Two kinds of charts, bars with intervals and curves, drawn on any surface; and which ones a simulation draws."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol
from xml.sax.saxutils import escape

import msgspec

from companion.bots.simulate.figures import Estimate
from companion.bots.simulate.pool import PlayedGame
from companion.bots.simulate.report import Summary
from companion.errors import Message, message

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


LEFT, RIGHT, TOP, BOTTOM = 60, WIDTH - 20, 40, HEIGHT - 50
INK, BAR, AXIS = "#1b4f72", "#5dade2", "#888888"
TICKS = 5


class Bar(msgspec.Struct, frozen=True):
    """A bar with its label, and the interval of its value if there is one."""

    label: str
    value: float
    interval: tuple[float, float] | None = None


def draw_bars(surface: Surface, title: str, bars: Sequence[Bar], unit: str) -> None:
    """Bars side by side from zero up, with whiskers for intervals."""
    most = max((max(bar.value, bar.interval[1] if bar.interval else 0.0) for bar in bars), default=0.0) or 1.0
    _frame(surface, title, most, unit)
    step = (RIGHT - LEFT) / max(1, len(bars))
    for at, bar in enumerate(bars):
        middle = LEFT + step * (at + 0.5)
        surface.bar(middle - step * 0.35, _height(bar.value, most), middle + step * 0.35, BOTTOM, BAR)
        if bar.interval:
            low, high = (_height(each, most) for each in bar.interval)
            surface.line(((middle, low), (middle, high)), INK)
        surface.text((middle, BOTTOM + 18), bar.label, "middle")


def draw_curve(surface: Surface, title: str, points: Sequence[Point], unit: str, below: str) -> None:
    """One rising or falling line over a horizontal axis that begins at zero."""
    most, last = max((y for _, y in points), default=0.0) or 1.0, max((x for x, _ in points), default=0.0) or 1.0
    _frame(surface, title, most, unit)
    surface.line([(LEFT + (RIGHT - LEFT) * x / last, _height(y, most)) for x, y in points], INK)
    for tick in range(TICKS + 1):
        surface.text((LEFT + (RIGHT - LEFT) * tick / TICKS, BOTTOM + 18), f"{last * tick / TICKS:.0f}", "middle")
    surface.text(((LEFT + RIGHT) / 2, BOTTOM + 40), below, "middle")


def draw_reliability(surface: Surface, title: str, points: Sequence[tuple[float, Estimate]], below: str) -> None:
    """How often what was given a chance (per cent) came about, with its interval; the diagonal is the truth."""
    _frame(surface, title, 100.0, "%")
    surface.line([(LEFT, BOTTOM), (RIGHT, TOP)], AXIS)
    for chance, seen in points:
        at = LEFT + (RIGHT - LEFT) * chance / 100
        surface.line([(at, _height(100 * seen.low, 100.0)), (at, _height(100 * seen.high, 100.0))], INK)
        surface.bar(at - 4, _height(100 * seen.value, 100.0) - 4, at + 4, _height(100 * seen.value, 100.0) + 4, BAR)
    for tick in range(TICKS + 1):
        surface.text((LEFT + (RIGHT - LEFT) * tick / TICKS, BOTTOM + 18), f"{100 * tick // TICKS}%", "middle")
    surface.text(((LEFT + RIGHT) / 2, BOTTOM + 40), below, "middle")


def _frame(surface: Surface, title: str, most: float, unit: str) -> None:
    surface.text((WIDTH / 2, 22), title, "middle")
    for tick in range(TICKS + 1):
        value = most * tick / TICKS
        surface.line(((LEFT, _height(value, most)), (RIGHT, _height(value, most))), AXIS if not tick else "#dddddd")
        surface.text((LEFT - 6, _height(value, most) + 4), f"{value:.3g}{unit}", "end")


def _height(value: float, most: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * value / most


def draw_all(
    folder: Path,
    kind: str,
    summary: Summary,
    records: Sequence[PlayedGame],
    turn_seconds: float,
    words: Callable[[Message], str],
) -> Iterator[Path]:
    """Draw the charts of one variant into a folder, as `svg` or `png`, and name each file."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = summary.variant.replace(" ", "-").replace("=", "-").replace("/", "-")
    for name in ("seats", "incomes", "ends"):
        surface: Surface = SURFACES[kind]()
        title = words(message(f"simulation.chart.{name}", variant=summary.variant))
        if name == "seats":
            bars = [
                Bar(
                    words(message("simulation.seat", seat=seat + 1)),
                    100 * each.value,
                    (100 * each.low, 100 * each.high),
                )
                for seat, each in enumerate(summary.seat_wins)
            ]
            draw_bars(surface, title, bars, "%")
        elif name == "incomes":
            incomes = [Bar(str(each.square), each.rent) for each in summary.incomes]
            draw_bars(surface, title, incomes, "")
        else:
            points = _ends(records, turn_seconds)
            draw_curve(surface, title, points, "%", words(message("simulation.minutes")))
        path = folder / f"{stem}-{name}.{kind}"
        surface.save(path)
        yield path


def _ends(records: Sequence[PlayedGame], turn_seconds: float) -> list[Point]:
    """By which minute which share (per cent) of the games was over."""
    ends = sorted(each.turns * turn_seconds / 60 for each in records if each.is_decided)
    return [(0.0, 0.0), *((minute, 100 * (at + 1) / len(records)) for at, minute in enumerate(ends))]
