"""SSD1306, SH1106 and SH1107 as their memory shows it (Solomon Systech SSD1306 rev 1.5, Sino Wealth SH1106 and SH1107).

A message is a control byte and then commands (0x00) or data (0x40); with bit 7 set it governs one byte only and another
control byte follows. The memory has one byte for eight pixels of a column, the top one lowest. What the glass shows is
worked out when somebody looks, with off, inverted, all-on, start line, offset and the two mirrorings; the usual modules
are upright with both mirrorings set. After power-on the memory holds noise and the picture is off: a driver that does
not initialise a replugged panel shows a dark one.
"""

import random
import threading
from abc import ABC, abstractmethod
from typing import Final

from PIL import Image, ImageChops


class SimulatedPanel(ABC):
    """`version` counts visible changes, and `changed` is notified with each."""

    contrast = 0

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.version = 0
        self.changed = threading.Condition()
        self._noise = random.Random(0)
        self.power_cycle()

    @abstractmethod
    def power_cycle(self) -> None:
        """Lose the supply: the memory holds noise, the settings are those after reset, the picture is off."""

    @abstractmethod
    def picture(self) -> Image.Image:
        """What the glass shows, as a picture of mode "1"."""

    def bits(self) -> bytes:
        """What the glass shows, row by row, eight pixels a byte with the left one highest; 1 is lit."""
        return self.picture().tobytes()

    def dark(self) -> bytes:
        """A glass on which nothing is lit."""
        return bytes(self.width * self.height // 8)

    def touch(self) -> None:
        """Count a change."""
        with self.changed:
            self.version += 1
            self.changed.notify_all()


_PAGE = 8
_DATA = 0x40
_ONE_BYTE = 0x80
_STATUS_OFF = 0x40
_ARGUMENTS = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x81: 1, 0x8D: 1, 0xA3: 2, 0xA8: 1, 0xAD: 1,
    0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
}  # fmt: skip
_PAGED_ARGUMENTS = {command: count for command, count in _ARGUMENTS.items() if command not in {0x20, 0x21, 0x22}}
_HORIZONTAL, _PAGE_MODE = 0, 2


class SimulatedSsd1306(SimulatedPanel):
    """The panel on I2C."""

    identity = 0x03
    first_column = 0
    windowed = True
    arguments = _ARGUMENTS
    upright_when_mirrored = True  # so the usual modules are wired

    def __init__(self, width: int = 128, height: int = 64) -> None:
        self.pages = height // _PAGE
        self.columns = width + 2 * self.first_column
        self._memory_version = 0
        super().__init__(width, height)

    def power_cycle(self) -> None:
        self.memory = [bytearray(self._noise.randbytes(self.columns)) for _ in range(self.pages)]
        self.on = self.inverted = self.all_on = False
        self.pump = not self.windowed
        self.contrast = 0x7F
        self._mirrored_columns = self._mirrored_rows = False
        self._start_line = self._offset = 0
        self._mode = _PAGE_MODE
        self._page = self._column = 0
        self._window = (0, self.columns - 1, 0, self.pages - 1)
        self._command: int | None = None
        self._arguments: list[int] = []
        self.touch()

    def write(self, data: bytes) -> None:
        """Take one message of the bus."""
        before = self._look()
        rest = data
        while rest:
            control, rest = rest[0], rest[1:]
            body, rest = (rest[:1], rest[1:]) if control & _ONE_BYTE else (rest, b"")
            if control & _DATA:
                self._store(body)
            else:
                for byte in body:
                    self._take(byte)
        if self._look() != before:
            self.touch()

    def read(self, count: int) -> bytes:
        """Give the status: bit 6 says that the picture is off, the low bits which chip it is."""
        return bytes((self.identity | (0 if self.on else _STATUS_OFF),)) * count

    def picture(self) -> Image.Image:
        """What the glass shows, as a picture of mode "1"."""
        size = (self.width, self.height)
        if not self.on or not self.pump:
            return Image.new("1", size)
        if self.all_on:
            return Image.new("1", size, 1)
        image = self._memory_picture()
        if shift := (self._start_line - self._offset) % self.height:
            image = ImageChops.offset(image, 0, -shift)
        if self._mirrored_columns is not self.upright_when_mirrored:
            image = image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        if self._mirrored_rows is not self.upright_when_mirrored:
            image = image.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        return ImageChops.invert(image) if self.inverted else image

    def _memory_picture(self) -> Image.Image:
        first = self.first_column
        strips = zip(*(page[first : first + self.width] for page in self.memory), strict=True)
        columns = b"".join(map(bytes, strips))
        return Image.frombytes("1", (self.height, self.width), columns, "raw", "1;R").transpose(
            Image.Transpose.TRANSPOSE
        )

    def _look(self) -> tuple[object, ...]:
        seen = self.on, self.pump, self.all_on, self.inverted, self.contrast, self._start_line, self._offset
        return (*seen, self._mirrored_columns, self._mirrored_rows, self._memory_version)

    def _store(self, data: bytes) -> None:
        left, right, _, _ = self._limits()
        self._column = min(self._column, right)
        while data:
            end = min(self._column + len(data), right + 1)
            count = end - self._column
            row = self.memory[self._page]
            if row[self._column : end] != data[:count]:
                row[self._column : end] = data[:count]
                self._memory_version += 1
            data = data[count:]
            self._column = end
            if end > right:
                self._column = left
                self._next_page()

    def _limits(self) -> tuple[int, int, int, int]:
        return self._window if self._mode == _HORIZONTAL else (0, self.columns - 1, 0, self.pages - 1)

    def _next_page(self) -> None:
        if self._mode == _HORIZONTAL:
            _, _, top, bottom = self._window
            self._page = top if self._page >= bottom else self._page + 1

    def _take(self, byte: int) -> None:
        if self._command is None:
            if byte in self.arguments:
                self._command, self._arguments = byte, []
            else:
                self._simple(byte)
            return
        self._arguments.append(byte)
        if len(self._arguments) == self.arguments[self._command]:
            self._carry_out(self._command, self._arguments)
            self._command = None

    def _simple(self, byte: int) -> None:
        if byte <= 0x0F:
            self._column = self._column & 0xF0 | byte
        elif byte <= 0x1F:
            self._column = (byte & 0x0F) << 4 | self._column & 0x0F
        elif 0x40 <= byte <= 0x7F:
            self._start_line = byte & 0x3F
        elif byte & 0xF0 == 0xB0:
            self._page = (byte & 0x0F) % self.pages
        else:
            self._switch(byte)

    def _switch(self, byte: int) -> None:
        on = bool(byte & 1)
        if byte & 0xFE == 0xA0:
            self._mirrored_columns = on
        elif byte & 0xFE == 0xA4:
            self.all_on = on
        elif byte & 0xFE == 0xA6:
            self.inverted = on
        elif byte & 0xFE == 0xAE:
            self.on = on
        elif byte & 0xF0 == 0xC0:
            self._mirrored_rows = bool(byte & 0x08)

    def _carry_out(self, command: int, arguments: list[int]) -> None:
        if command == 0x20:
            self._mode = arguments[0] & 0x03
        elif command == 0x21:
            left, right = (argument & 0x7F for argument in arguments)
            self._window = (left, right, *self._window[2:])
            self._column = left
        elif command == 0x22:
            top, bottom = ((argument & 0x07) % self.pages for argument in arguments)
            self._window = (*self._window[:2], top, bottom)
            self._page = top
        elif command == 0x81:
            self.contrast = arguments[0]
        elif command == 0x8D:
            self.pump = bool(arguments[0] & 0x04)
        elif command == 0xD3:
            self._offset = arguments[0] & 0x7F
        elif command == 0xDC:
            self._start_line = arguments[0] & 0x7F


class SimulatedSh1106(SimulatedSsd1306):
    """132 columns of which the glass shows the middle 128, pages only; the pump runs from reset (faults.md #44)."""

    identity = 0x08
    first_column = 2
    windowed = False
    arguments = _PAGED_ARGUMENTS


class SimulatedSh1107(SimulatedSsd1306):
    """128 x 128 in sixteen pages; 20 and 21 choose how it is addressed, without an argument, and DC the start line."""

    identity = 0x07
    windowed = False
    arguments = {**_PAGED_ARGUMENTS, 0xDC: 1}
    upright_when_mirrored = False

    def __init__(self, width: int = 128, height: int = 128) -> None:
        super().__init__(width, height)


PANELS: Final[dict[str, type[SimulatedSsd1306]]] = {
    "ssd1306": SimulatedSsd1306,
    "sh1106": SimulatedSh1106,
    "sh1107": SimulatedSh1107,
}
