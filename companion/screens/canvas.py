"""The display as a sheet of one-bit pixels: a title on top, lines below it, what the buttons do at the bottom.

Nothing is drawn outside its box: texts are fitted to it. `texts` lists what was written, in order, for those who cannot
see it; `shortened` lists the texts of which letters had to be left out. The same calls serve 128x64, 128x128 and
256x64; only the number and the width of the lines differ.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PIL import Image, ImageChops, ImageDraw

from companion.rules.dice import Dice, Face
from companion.screens import fonts
from companion.screens.fitting import ELLIPSIS, block, fit, wrap
from companion.screens.fonts import INK, Font
from companion.screens.pictures import Key, picture

LINE = 13  # height of a line of the body font
GAP = 3  # between two texts on a line
ARROW = "\u2192"

Row = tuple[str, str]  # a text, and something short at its right end


class Canvas:
    """A sheet of `width` x `height` pixels; `image` is in mode "1"."""

    def __init__(self, width: int = 128, height: int = 64) -> None:
        self.width = width
        self.height = height
        self.image = Image.new("1", (width, height))
        self.texts: list[str] = []
        self.shortened: list[str] = []
        self._pen = ImageDraw.Draw(self.image)
        self._foot = height

    # the frame: title and keys

    def title(self, text: str, right: str = "", *, name: str = "") -> None:
        """The head line in reverse, with something short at its right end, or a `name` that gives way to the text."""
        self._pen.rectangle((0, 0, self.width - 1, LINE - 1), fill=INK)
        if name:
            room = self.width - 3 - GAP
            right = self._fitted(fonts.body(), name, max(room // 3, room - fonts.body().width(text)))
        self._ends(0, 1, self.width - 2, text, right, ink=0)

    def keys(self, keys: Sequence[tuple[Key, str]]) -> None:
        """The bottom line: each key's picture and what it does now; closer together where the line is full."""
        font, x, self._foot = fonts.body(), 0, self.height - LINE
        wide = sum(picture(key).width + 2 + font.width(label) + GAP for key, label in keys) - GAP
        gap = GAP if wide <= self.width else GAP - 1
        for key, label in keys:
            self._pen.bitmap((x, self._foot + 3), picture(key), fill=INK)
            x += picture(key).width + 2
            x += self._put(font, x, self._foot, self._fitted(font, label, self.width - x)) + gap

    # lines

    @property
    def lines(self) -> int:
        """How many lines there are between title and keys."""
        return round((self._foot - LINE) / LINE)

    def top_of(self, line: int) -> int:
        """Where a line begins: the lines share the height evenly, each with a pixel more or less."""
        return LINE + line * (self._foot - LINE) // self.lines

    def line(self, line: int, text: str, right: str = "", *, center: bool = False) -> None:
        """A line of text, with something at its right end, which is never shortened."""
        y = self.top_of(line)
        if center:
            fitted = self._fitted(fonts.body(), text, self.width)
            self._put(fonts.body(), (self.width - fonts.body().width(fitted)) // 2, y, fitted)
        else:
            self._ends(y, 0, self.width, text, right)

    def paragraph(self, text: str, first: int = 0, lines: int | None = None) -> int:
        """A text over as many lines as it needs, at most `lines`; the number it took."""
        most = self.lines - first if lines is None else lines
        rows = block(fonts.body(), text, self.width, most)
        if rows and rows[-1].endswith(ELLIPSIS) and not text.endswith(ELLIPSIS):
            self.shortened.append(text)
        for index, row in enumerate(rows):
            self.line(first + index, row)
        return len(rows)

    def message(self, text: str) -> None:
        """A text in the middle of the page, large where it fits."""
        for font in (fonts.bold(), fonts.body()):
            rows = wrap(font, text, self.width - 2)
            if len(rows) * (font.height + 1) <= self._foot - LINE:
                break
        else:
            font = fonts.body()
            rows = block(font, text, self.width, self.lines)
            self.shortened += [text] if rows[-1].endswith(ELLIPSIS) else []
        pitch = min(font.height + 1, (self._foot - LINE) // len(rows))
        y = LINE + (self._foot - LINE - pitch * len(rows)) // 2
        for index, row in enumerate(rows):
            self._put(font, (self.width - font.width(row)) // 2, y + index * pitch, row)

    def big(self, text: str, line: int = 1, lines: int = 2) -> None:
        """An amount in the middle of `lines` lines, as large as it goes."""
        top = self.top_of(line)
        room = (self.top_of(line + lines) if line + lines < self.lines else self._foot) - top
        sizes = (font for font in (fonts.big(), fonts.bold()) if font.width(text) < self.width)
        font = next((font for font in sizes if font.height <= room + 2), fonts.body())
        fitted = self._fitted(font, text, self.width)
        x = (self.width - font.width(fitted)) // 2
        self._put(font, x, top + (room - font.height) // 2, fitted)
        if font is fonts.big():
            self._pen.bitmap((x + 1, top + (room - font.height) // 2), font.mask(fitted), fill=INK)

    def flow(self, payer: str, payee: str, line: int = 0) -> None:
        """Who pays whom, in the middle of a line."""
        text = self.pair(payer, payee, self.width)
        self._put(fonts.body(), (self.width - fonts.body().width(text)) // 2, self.top_of(line), text)

    def flow_line(self, payer: str, payee: str, amount: str, line: int = 0) -> None:
        """Who pays whom how much, on one line."""
        text = self.pair(payer, payee, self.width - fonts.body().width(amount) - GAP)
        self._ends(self.top_of(line), 0, self.width, text, amount)

    def strong(self, text: str, line: int) -> None:
        """A line in the bold font, in the middle, if it fits; else in the body font."""
        font = fonts.bold() if fonts.bold().width(text) <= self.width else fonts.body()
        fitted = self._fitted(font, text, self.width)
        self._put(font, (self.width - font.width(fitted)) // 2, self.top_of(line) - (font.height - LINE) // 2, fitted)

    def reverse(self, line: int, lines: int = 1) -> None:
        """Turn black and white about on some lines."""
        last = self._foot if line + lines >= self.lines else self.top_of(line + lines)
        self._reverse_box((0, self.top_of(line), self.width, last))

    def rows(self, rows: Sequence[Row], selected: int | None, first: int = 0, start: int | None = None) -> None:
        """A list from line `first` on, with scroll marks: the part around the selected row, which is shown in reverse.

        Without a selection the list begins with row `start`, or its last page.
        """
        room = self.lines - first
        start = _window(len(rows), selected or 0, room) if start is None else max(0, min(start, len(rows) - room))
        bar = 4 if len(rows) > room else 0
        for index, (text, right) in enumerate(rows[start : start + room]):
            y = self.top_of(first + index)
            self._ends(y, 1, self.width - bar - 2, text, right)
            if selected == start + index:
                top = y + (first + index == 0)  # apart from the title, which is in reverse, too
                self._reverse_box((0, top, self.width - bar, min(y + LINE, self._foot)))
        if bar:
            self._scrollbar(self.top_of(first), start, room, len(rows))

    def choice(self, line: int, options: Sequence[str], selected: int) -> None:
        """Two or three choices side by side, the selected one in reverse."""
        y, cell = self.top_of(line), self.width // len(options)
        for index, option in enumerate(options):
            text = self._fitted(fonts.body(), option, cell - 3)
            self._put(fonts.body(), index * cell + (cell - fonts.body().width(text)) // 2, y, text)
            if index == selected:
                self._reverse_box((index * cell, y, (index + 1) * cell, min(y + LINE, self._foot)))

    def progress(self, line: int, done: int, whole: int) -> None:
        """A bar that is full when `done` is `whole`."""
        y = self.top_of(line) + 3
        self._pen.rectangle((0, y, self.width - 1, y + 6), outline=INK)
        filled = (self.width - 4) * done // max(1, whole)
        if filled:
            self._pen.rectangle((2, y + 2, 1 + filled, y + 4), fill=INK)

    def dice(self, dice: Dice, line: int = 0, lines: int = 2, chosen: int | None = None) -> None:
        """Dice side by side; 0 shows an empty face, a line stands under the `chosen` one, counted from 0."""
        top = self.top_of(line)
        bottom = self.top_of(line + lines) if line + lines < self.lines else self._foot
        size = min(bottom - top - (2 if chosen is None else 5), 29)
        x = (self.width - len(dice) * size - (len(dice) - 1) * 8) // 2
        for index, face in enumerate(dice):
            self._die(x, top + 1, size, face)
            if index == chosen:
                self._pen.rectangle((x, top + size + 2, x + size - 1, top + size + 3), fill=INK)
            x += size + 8

    @property
    def code_side(self) -> int:
        """How large a code can be that leaves room for texts beside it."""
        return min(self.height, self.width // 2)

    def code(self, modules: Sequence[Sequence[int]], texts: Sequence[str]) -> None:
        """A square code on white paper, as large as the sheet allows, and texts beside it."""
        side = self.code_side
        scale = max(1, (side - 4) // len(modules))
        margin = (side - scale * len(modules)) // 2
        self._pen.rectangle((0, 0, side - 1, side - 1), fill=INK)
        for y, row in enumerate(modules):
            for x, dark in enumerate(row):
                if dark:
                    left, top = margin + x * scale, margin + y * scale
                    self._pen.rectangle((left, top, left + scale - 1, top + scale - 1), fill=0)
        x = side + GAP
        for line, text in enumerate(texts):
            self._put(fonts.body(), x, 1 + line * LINE, self._fitted(fonts.body(), text, self.width - x))

    def wander(self, text: str, step: int) -> None:
        """A short text alone on the sheet, at a place that changes with every step (burn-in guard)."""
        font = fonts.body()
        fitted = self._fitted(font, text, self.width)
        across, down = self.width - font.width(fitted) + 1, self.height - font.height + 1
        self._put(font, step * 37 % across, step * 23 % down, fitted)

    # pieces

    def holds(self, text: str, lines: int) -> bool:
        """Whether a text fits whole on so many lines."""
        return len(wrap(fonts.body(), text, self.width)) <= lines

    def invert(self) -> None:
        """Turn black and white about on the whole sheet."""
        self._reverse_box((0, 0, self.width, self.height))

    def longest(self, texts: Sequence[str], end: str = "") -> str:
        """The first of the texts that fits whole on a line, beside something at its right end; else the last one."""
        font = fonts.body()
        room = self.width - 8 - (font.width(end) + GAP if end else 0)
        return next((text for text in texts if font.width(text) <= room), texts[-1])

    def squeezed(self, text: Callable[[str], str], name: str, end: str = "") -> str:
        """A line with a name in it, of which only the name is shortened to make it fit beside something at its end."""
        font = fonts.body()
        room = self.width - 8 - (font.width(end) + GAP if end else 0)
        return text(self._fitted(font, name, room - font.width(text(""))))

    def pair(self, payer: str, payee: str, width: int) -> str:
        """Payer and payee with an arrow between them; of two that do not fit the shorter one stays whole, if it can."""
        font = fonts.body()
        room = width - font.width(f"{ARROW}  ") - 2
        shorter = min(font.width(payer), font.width(payee))
        share = shorter if font.width(payer) == shorter else room - shorter
        left = self._fitted(font, payer, share if shorter <= room * 2 // 3 else room // 2)
        return f"{left} {ARROW} {self._fitted(font, payee, room - font.width(left))}"

    def _put(self, font: Font, x: int, y: int, text: str, ink: int = INK) -> int:
        if text:
            self._pen.bitmap((x, y), font.mask(text), fill=ink)
            self.texts.append(text)
        return font.width(text)

    def _fitted(self, font: Font, text: str, width: int) -> str:
        fitted = fit(font, text, width)
        if fitted.endswith(ELLIPSIS) and not text.endswith(ELLIPSIS):
            self.shortened.append(text)
        return fitted

    def _ends(self, y: int, left: int, right: int, text: str, end: str, ink: int = INK) -> None:
        font = fonts.body()
        room = right - left - (font.width(end) + GAP if end else 0)
        self._put(font, left, y, self._fitted(font, text, room), ink)
        if end:
            self._put(font, right - font.width(end), y, end, ink)

    def _reverse_box(self, box: tuple[int, int, int, int]) -> None:
        self.image.paste(ImageChops.invert(self.image.crop(box)), box)

    def _scrollbar(self, top: int, start: int, shown: int, count: int) -> None:
        x, height = self.width - 2, self._foot - top
        self._pen.line((x + 1, top, x + 1, self._foot - 1), fill=0)
        for y in range(top, self._foot, 3):
            self._pen.point((x, y), fill=INK)
        first = top + height * start // count
        self._pen.rectangle((x - 1, first, x + 1, first + max(3, height * shown // count) - 1), fill=INK)

    def _die(self, x: int, y: int, size: int, face: Face) -> None:
        self._pen.rounded_rectangle((x, y, x + size - 1, y + size - 1), radius=3, outline=INK)
        near, middle, far = size // 4, size // 2, size - 1 - size // 4
        spots = {
            "a": (near, near), "b": (far, far), "c": (far, near), "d": (near, far),
            "e": (near, middle), "f": (far, middle), "g": (middle, middle),
        }  # fmt: skip
        if not isinstance(face, int):
            self._figure(x, y, size, face)
            return
        for spot in ("", "g", "ab", "abg", "abcd", "abcdg", "abcdef")[face]:
            cx, cy = spots[spot]
            self._pen.rectangle((x + cx - 1, y + cy - 1, x + cx + 1, y + cy + 1), fill=INK)

    def _figure(self, x: int, y: int, size: int, face: str) -> None:
        """What the Speed Die has besides numbers: a bus, or a man with a hat."""
        for shape, box in FIGURES[face]:
            left, top, right, bottom = (round(part * (size - 1)) for part in box)
            draw = self._pen.ellipse if shape == "round" else self._pen.rectangle
            draw((x + left, y + top, x + right, y + bottom), fill=INK)


FIGURES: dict[str, tuple[tuple[str, tuple[float, float, float, float]], ...]] = {
    "bus": (
        ("box", (0.15, 0.25, 0.85, 0.33)),
        ("box", (0.15, 0.25, 0.22, 0.65)),
        ("box", (0.36, 0.25, 0.43, 0.5)),
        ("box", (0.58, 0.25, 0.64, 0.5)),
        ("box", (0.78, 0.25, 0.85, 0.65)),
        ("box", (0.15, 0.48, 0.85, 0.65)),
        ("round", (0.23, 0.6, 0.4, 0.77)),
        ("round", (0.6, 0.6, 0.77, 0.77)),
    ),
    "mr": (
        ("box", (0.36, 0.14, 0.64, 0.34)),
        ("box", (0.24, 0.34, 0.76, 0.4)),
        ("round", (0.36, 0.42, 0.64, 0.66)),
        ("box", (0.26, 0.7, 0.74, 0.86)),
    ),
}


def _window(count: int, selected: int, room: int) -> int:
    return max(0, min(selected - room // 2, count - room))
