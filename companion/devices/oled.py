"""The panels of `luma.oled` on I2C, told only what has changed.

luma sends whole frames and works each byte out in Python (0.29 ms); here Pillow makes the bytes (0.02 ms) and only the
changed bands go over the wire. luma still knows the chips: how to start, dim and hide them.
"""

from typing import Any

from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306
from PIL import Image

from companion.devices.bands import changed_bands, changed_rows, cut, page_bytes
from companion.devices.settings import PanelSettings

_WINDOW_COST = 10  # address and control byte twice, six bytes of command
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


class Banded:
    """Mixed into a panel of luma: `put` sends the difference to what the panel is known to hold."""

    _held = b""
    _width: int
    command: Any
    data: Any

    def display(self, image: Image.Image) -> None:
        """Show a picture; luma calls this to clear the panel."""
        self.put(page_bytes(image))

    def put(self, memory: bytes) -> None:
        """Bring the panel's memory to these page bytes; nothing is sent when nothing has changed."""
        if memory != self._held:
            held, self._held = self._held or bytes(byte ^ 0xFF for byte in memory), b""
            self._send(held, memory)
            self._held = memory

    def _send(self, held: bytes, memory: bytes) -> None:
        raise NotImplementedError


class Ssd1306(Banded, ssd1306):
    """128x64 with a window: one band is two messages."""

    def _send(self, held: bytes, memory: bytes) -> None:
        for band in changed_bands(held, memory, self._w, _WINDOW_COST):
            self.command(self._const.COLUMNADDR, band.left, band.right, self._const.PAGEADDR, band.top, band.bottom)
            self.data(cut(memory, band, self._w))


class Sh1106(Banded, sh1106):
    """128x64 of 132 columns, page by page."""

    def _send(self, held: bytes, memory: bytes) -> None:
        for band in changed_rows(held, memory, self._w):
            column = band.left + self._page_address_offset
            self.command(0xB0 | band.top, column & 0x0F, 0x10 | column >> 4)
            self.data(cut(memory, band, self._w))


Chip = Ssd1306 | Sh1106

_CHIPS: dict[str, type[Chip]] = {"ssd1306": Ssd1306, "sh1106": Sh1106}


def open_panel(settings: PanelSettings) -> tuple[Wire, Chip]:
    """Open and initialise the panel, dark memory and picture on; raises luma.core.error.Error when it is not there."""
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
