"""SSD1322 as its memory shows it on SPI (Solomon Systech SSD1322 rev 1.2): 64 rows of 480 columns, four bits a pixel.

A byte is a command while the D/C line is low; while it is high it is an argument of the last command or, after 5C, goes
into the memory, two bytes for each column address. A panel of 256 columns is wired to the middle of the 480. Nobody can
read it: whether it is there, no driver knows.
"""

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageChops

from companion.simulator.oled import SimulatedPanel

_ROWS, _ADDRESSES = 64, 120
_SET_COLUMNS, _SET_ROWS, _WRITE, _REMAP, _CONTRAST = 0x15, 0x75, 0x5C, 0xA0, 0xC1
_ALL_OFF, _ALL_ON, _NORMAL, _INVERSE, _OFF, _ON = 0xA4, 0xA5, 0xA6, 0xA7, 0xAE, 0xAF
_COLUMNS_MIRRORED, _NIBBLES_SWAPPED, _ROWS_MIRRORED = 0x02, 0x04, 0x10
_SWAP: Final = bytes(byte >> 4 | (byte & 0x0F) << 4 for byte in range(256))


class SimulatedSsd1322(SimulatedPanel):
    """The panel; `bytes` counts what came over SPI. Unplugged it takes nothing in and is dark."""

    def __init__(self, width: int = 256, height: int = 64) -> None:
        self.bytes = 0
        self.plugged = True
        self._data = False
        super().__init__(width, height)

    def power_cycle(self) -> None:
        self.memory = [bytearray(self._noise.randbytes(2 * _ADDRESSES)) for _ in range(_ROWS)]
        self._reset()

    def set_reset_pin(self, level: int) -> None:
        """Follow RES#: low resets the settings and keeps the memory (10.1)."""
        if not level:
            self._reset()

    def set_data_pin(self, level: int) -> None:
        """Follow D/C#."""
        self._data = bool(level)

    def transfer(self, out: Sequence[int], hz: int) -> list[int]:  # noqa: ARG002
        """Take bytes in; the data line back is not connected."""
        self.bytes += len(out)
        if self.plugged:
            if self._data:
                self._take(bytes(out))
            else:
                self._obey(out)
        return [0] * len(out)

    def picture(self) -> Image.Image:
        """What the glass shows, as a picture of mode "1": lit whatever its grey."""
        size = (self.width, self.height)
        if not (self.on and self.plugged) or self._mode == _ALL_OFF:
            return Image.new("1", size)
        if self._mode == _ALL_ON:
            return Image.new("1", size, 1)
        image = self._memory_picture()
        if self._remap & _COLUMNS_MIRRORED:
            image = image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        if not self._remap & _ROWS_MIRRORED:
            image = image.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        return ImageChops.invert(image) if self._mode == _INVERSE else image

    def _reset(self) -> None:
        self.on = False
        self.contrast = 0x7F
        self._mode = _NORMAL
        self._remap = 0
        self._command = 0
        self._arguments: list[int] = []
        self._window = (0, _ADDRESSES - 1, 0, _ROWS - 1)
        self._column = self._row = 0
        self.touch()

    def _memory_picture(self) -> Image.Image:
        first = (2 * _ADDRESSES - self.width // 2) // 2
        rows = b"".join(row[first : first + self.width // 2] for row in self.memory[: self.height])
        if not self._remap & _NIBBLES_SWAPPED:
            rows = rows.translate(_SWAP)
        grey = rows.hex().translate({ord(digit): 0xFF for digit in "123456789abcdef"} | {ord("0"): 0})
        return Image.frombytes("L", (self.width, self.height), grey.encode("latin-1")).convert("1")

    def _obey(self, commands: Sequence[int]) -> None:
        for command in commands:
            self._command, self._arguments = command, []
            if command in {_ALL_OFF, _ALL_ON, _NORMAL, _INVERSE}:
                self._mode = command
                self.touch()
            elif command in {_OFF, _ON}:
                self.on = command == _ON
                self.touch()

    def _take(self, data: bytes) -> None:
        if self._command == _WRITE:
            self._store(data)
            return
        self._arguments += data
        match self._command, self._arguments:
            case (_, [left, right]) if self._command == _SET_COLUMNS:
                self._window = (left, right, *self._window[2:])
                self._column = 2 * left
            case (_, [top, bottom]) if self._command == _SET_ROWS:
                self._window = (*self._window[:2], top, bottom)
                self._row = top
            case (_, [remap, *_]) if self._command == _REMAP:
                self._remap = remap
                self.touch()
            case (_, [contrast]) if self._command == _CONTRAST:
                self.contrast = contrast
                self.touch()

    def _store(self, data: bytes) -> None:
        left, right, top, bottom = self._window
        end = 2 * right + 2
        while data:
            part, data = data[: end - self._column], data[end - self._column :]
            self.memory[self._row][self._column : self._column + len(part)] = part
            self._column += len(part)
            if self._column == end:
                self._column = 2 * left
                self._row = top if self._row == bottom else self._row + 1
        self.touch()
