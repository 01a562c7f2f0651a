"""The panels of `luma.oled`, told only what has changed.

luma sends whole frames and works each byte out in Python (0.29 ms); here Pillow makes the bytes (0.02 ms) and only the
changed bands go over the wire. luma still knows the chips: how to start, dim and hide them.
"""

from abc import ABC, abstractmethod
from typing import Any

from luma.core.interface.serial import i2c, spi
from luma.oled.device import sh1106, sh1107, ssd1306, ssd1322
from PIL import Image

from companion.devices.bands import aligned, changed_bands, changed_rows, cut, nibble_bytes, page_bytes
from companion.devices.gpio import choose_chip, line_faults
from companion.devices.settings import PanelSettings

_WINDOW_COST = 10  # address and control byte twice, six bytes of command
_SPI_WINDOW_COST = 60  # seven bytes in five transfers, with the D/C line moved in between
_COLUMNS, _PAGES = 0x21, 0x22  # set the window (SSD1306 data sheet 10.1.4, 10.1.5)
_SH1106_LEFT = 2  # of its 132 columns, the first that the glass has
_COLUMN = 2  # bytes of one column address of an SSD1322
_SSD1322_COLUMNS, _SSD1322_ROWS, _SSD1322_WRITE = 0x15, 0x75, 0x5C  # its data sheet, 10.1.1, 10.1.8, 10.1.2
_SSD1322_LEFT = 28  # of its 120 column addresses, the first that the glass has
_OFF = 0x40
_NOP = 0xE3


class Wire(i2c):
    """The I2C interface of luma that can also be asked for the panel's status."""

    def status(self) -> int:
        """Read the status byte: bit 6 is set while the picture is off (SSD1306 data sheet 8.1, SH1106 the same)."""
        status: int = self._bus.read_byte(self._addr)
        return status

    def probe(self) -> None:
        """Raise luma's DeviceNotFoundError when nobody acknowledges; the command does nothing."""
        self.command(_NOP)


class SpiWire(spi):
    """The SPI interface of luma, on lines that are ours; there is nothing on it that could be asked."""

    def __init__(self, settings: PanelSettings) -> None:
        choose_chip()
        dc, reset = settings.dc_pin, settings.reset_pin
        with line_faults("panel", dc, reset):
            super().__init__(device=settings.spi_device, bus_speed_hz=settings.spi_hz, gpio_DC=dc, gpio_RST=reset)

    def status(self) -> int:
        """Say that the picture is on: nobody can know better."""
        return 0


class Banded(ABC):
    """Mixed into a panel of luma: `put` sends the difference to what the panel is known to hold."""

    _held = b""
    width: int
    command: Any
    data: Any

    def display(self, image: Image.Image) -> None:
        """Show a picture; luma calls this to clear the panel."""
        self.put(self.memory_of(image))

    @staticmethod
    def memory_of(image: Image.Image) -> bytes:
        """Turn a picture into the bytes of this panel's memory."""
        return page_bytes(image)

    def put(self, memory: bytes) -> None:
        """Bring the panel's memory to these bytes; nothing is sent when nothing has changed."""
        if memory != self._held:
            held, self._held = self._held or bytes(byte ^ 0xFF for byte in memory), b""
            self._send(held, memory)
            self._held = memory

    @abstractmethod
    def _send(self, held: bytes, memory: bytes) -> None:
        """Send what differs between what the panel holds and what it is to show."""


class Ssd1306(Banded, ssd1306):
    """128x64 with a window: one band is two messages."""

    def _send(self, held: bytes, memory: bytes) -> None:
        for band in changed_bands(held, memory, self.width, _WINDOW_COST):
            self.command(_COLUMNS, band.left, band.right, _PAGES, band.top, band.bottom)
            self.data(cut(memory, band, self.width))


class Sh1106(Banded, sh1106):
    """128x64 of 132 columns, page by page."""

    def _send(self, held: bytes, memory: bytes) -> None:
        for band in changed_rows(held, memory, self.width):
            column = band.left + _SH1106_LEFT
            self.command(0xB0 | band.top, column & 0x0F, 0x10 | column >> 4)
            self.data(cut(memory, band, self.width))


class Sh1107(Banded, sh1107):
    """128x128 in sixteen pages."""

    def _send(self, held: bytes, memory: bytes) -> None:
        for band in changed_rows(held, memory, self.width):
            self.command(0xB0 | band.top, band.left & 0x0F, 0x10 | band.left >> 4)
            self.data(cut(memory, band, self.width))


class Ssd1322(Banded, ssd1322):
    """256x64 on SPI, in windows of whole column addresses: four pixels each."""

    def __init__(self, wire: SpiWire, width: int, height: int) -> None:
        super().__init__(wire, width, height, mode="1")

    @staticmethod
    def memory_of(image: Image.Image) -> bytes:
        """Turn a picture into two pixels a byte."""
        return nibble_bytes(image)

    def _send(self, held: bytes, memory: bytes) -> None:
        row = self.width // 2
        for band in changed_bands(held, memory, row, _SPI_WINDOW_COST):
            band = aligned(band, _COLUMN)
            left, right = (_SSD1322_LEFT + each // _COLUMN for each in (band.left, band.right))
            self.command(_SSD1322_COLUMNS, left, right)
            self.command(_SSD1322_ROWS, band.top, band.bottom)
            self.command(_SSD1322_WRITE)
            self.data(list(cut(memory, band, row)))


Chip = Ssd1306 | Sh1106 | Sh1107 | Ssd1322

_CHIPS: dict[str, type[Ssd1306 | Sh1106 | Sh1107]] = {"ssd1306": Ssd1306, "sh1106": Sh1106, "sh1107": Sh1107}


def open_panel(settings: PanelSettings) -> tuple[Wire | SpiWire, Chip]:
    """Open and initialise the panel, dark memory and picture on; raises luma.core.error.Error when it is not there."""
    if settings.is_on_spi:
        spi_wire = SpiWire(settings)
        return spi_wire, Ssd1322(spi_wire, settings.width, settings.height)
    wire = Wire(port=settings.bus, address=settings.address)
    try:
        wire.probe()  # before luma makes the device: each of those stays registered until the process ends
        chip: Chip = _CHIPS[settings.chip](wire, width=settings.width, height=settings.height)
    except BaseException:
        wire.cleanup()
        raise
    return wire, chip


def is_off(status: int) -> bool:
    """Say whether the panel reports its picture as switched off."""
    return bool(status & _OFF)
