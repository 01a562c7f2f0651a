"""The display's thread: the newest picture goes to the panel, and a panel that was unplugged is started anew.

A replugged panel acknowledges everything and stays dark, so a quiet one is asked now and then whether
its picture is still on. Copies of the chip that give no such status are recognised right after the start, when it must
say "on", and are then only asked whether they are there.
"""

from typing import TYPE_CHECKING

from PIL import Image

from companion.devices.bands import nibble_bytes, page_bytes
from companion.devices.device import DeviceFault, ThreadedDevice
from companion.devices.ports import FaultKind, FaultListener
from companion.devices.settings import PanelSettings
from companion.errors import message

if TYPE_CHECKING:
    from companion.devices.oled import Chip, SpiWire, Wire


class OledPanel(ThreadedDevice):
    """Shows pictures from any thread; the panel is touched by its own thread only (faults.md #45)."""

    def __init__(self, settings: PanelSettings, listener: FaultListener) -> None:
        super().__init__("panel", listener, settings.retry_ms)
        self.size = (settings.width, settings.height)
        self._settings = settings
        self._picture: bytes | None = None
        self._shown: bytes | None = None
        self._power = (settings.contrast, False)
        self._gives_status = False

    def show(self, image: Image.Image) -> None:
        """Show a picture of mode "1" and of `size`, else ValueError; what was not yet sent is dropped."""
        if image.mode != "1" or image.size != self.size:
            raise ValueError(f"the panel takes {self.size} in mode '1', not {image.size} in {image.mode!r}")
        turned = image.transpose(Image.Transpose.ROTATE_180) if self._settings.rotate else image
        self._picture = nibble_bytes(turned) if self._settings.is_on_spi else page_bytes(turned)
        self.wake()

    def power(self, contrast: int, *, hidden: bool = False) -> None:
        """Set the contrast (0 to 255) and hide or show the picture; saves the panel from burning in."""
        self._power = (contrast, hidden)
        self.wake()

    def wait_shown(self, timeout: float) -> bool:
        """Wait until the panel holds the newest picture; `timeout` in seconds, False when it ran out."""
        with self._bell:
            return self._bell.wait_for(lambda: self._shown is self._picture, timeout)

    def _serve(self) -> None:
        import luma.core.error

        try:
            self._work()
        except luma.core.error.Error as error:
            raise DeviceFault(FaultKind.MISSING, message("device.fault.panel", error=str(error))) from error

    def _work(self) -> None:
        from companion.devices.oled import is_off, open_panel

        wire, chip = open_panel(self._settings)
        try:
            self._gives_status = self._settings.watch_ms > 0 and not is_off(wire.status())
            self._well()
            self._keep_showing(wire, chip)
            chip.cleanup()
        finally:
            chip.persist = True  # luma's own hook at exit has nothing left to do
            wire.cleanup()
            self._shown = None

    def _keep_showing(self, wire: "Wire | SpiWire", chip: "Chip") -> None:
        power = None
        while not self._closing:
            if power != self._power:
                power = self._power
                chip.contrast(power[0])
                (chip.hide if power[1] else chip.show)()
            self._send(chip)
            if not self._rest(self._settings.watch_ms / 1000 or None):
                self._check(wire, hidden=power[1])

    def _send(self, chip: "Chip") -> None:
        picture = self._picture
        if picture is not None:
            chip.put(picture)
        with self._bell:
            self._shown = picture
            self._bell.notify_all()

    def _check(self, wire: "Wire | SpiWire", *, hidden: bool) -> None:
        from companion.devices.oled import is_off

        if is_off(wire.status()) and self._gives_status and not hidden:
            raise DeviceFault(FaultKind.MISSING, message("device.fault.panel-reset"))
