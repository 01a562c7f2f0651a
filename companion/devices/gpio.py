"""The header's gpiochip, found by its label, and one pin factory of gpiozero on it for everything with a pin.

The number of the chip is no guide: on the Pi 5 it was 4, then 0, then 11 to 15 (faults.md #24, #25).
"""

import contextlib
import importlib
import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Final

from companion.devices.device import DeviceFault
from companion.devices.ports import FaultKind
from companion.errors import message

if TYPE_CHECKING:
    from gpiozero import InputDevice
    from gpiozero.pins.lgpio import LGPIOFactory

LABELS: Final = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
_MOST_CHIPS = 32

_importing = threading.Lock()


def find_chip() -> int:
    """Find the number of the gpiochip with the header's pins; DeviceFault when there is none."""
    lgpio = load_lgpio()
    labels = {number: label for number in range(_MOST_CHIPS) if (label := _label(lgpio, number))}
    for number, label in labels.items():
        if label in LABELS:
            return number
    if not labels:
        raise DeviceFault(FaultKind.MISSING, message("device.fault.no-gpiochip"))
    seen = [f"gpiochip{number} {label}" for number, label in labels.items()]
    raise DeviceFault(FaultKind.MISSING, message("device.fault.other-gpiochip", seen=seen))


def load_lgpio() -> ModuleType:
    """Import lgpio, which leaves a pipe in the working directory (faults.md #28), in one that is thrown away."""
    with _importing:
        if loaded := sys.modules.get("lgpio"):
            return loaded
        try:
            with tempfile.TemporaryDirectory(prefix="lgpio-") as folder, contextlib.chdir(folder):
                return importlib.import_module("lgpio")
        except FileNotFoundError as error:
            place = os.environ.get("LG_WD", tempfile.gettempdir())
            raise DeviceFault(FaultKind.DENIED, message("device.fault.pipe", place=place)) from error


def _label(lgpio: ModuleType, number: int) -> str | None:
    try:
        handle = lgpio.gpiochip_open(number)
    except lgpio.error:
        return None
    try:
        return str(lgpio.gpio_get_chip_info(handle)[3])
    finally:
        lgpio.gpiochip_close(handle)


@contextmanager
def line_faults(use: str, *pins: int) -> Iterator[None]:
    """Turn a line that is taken into a fault that names the setting that wants it (faults.md #29)."""
    lgpio = load_lgpio()
    from gpiozero import GPIOPinInUse

    try:
        yield
    except (lgpio.error, GPIOPinInUse) as error:
        raise DeviceFault(FaultKind.BUSY, message("device.fault.line", use=use, pins=pins, error=str(error))) from error


def let_go(device: "InputDevice") -> None:
    """Close an input with its callback, which gpiozero would leave behind to hear, and fail on, later presses."""
    device.pin.when_changed = None
    device.close()


class Header:
    """The pins, shared by buttons, dial and buzzer; opened when the first of them needs it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._factory: LGPIOFactory | None = None

    def claim(self, use: str, *pins: int) -> "LGPIOFactory":
        """Claim lines for a use and give the factory to make a device of them; DeviceFault when one is taken.

        A device of gpiozero that cannot get its line keeps the pin reserved for as long as anything remembers the
        failure, so each line is ours before the device is made.
        """
        factory = self._open()
        with line_faults(use, *pins):
            for pin in pins:
                factory.pin(pin)
        return factory

    def _open(self) -> "LGPIOFactory":
        from gpiozero.pins.lgpio import LGPIOFactory

        with self._lock:
            if self._factory is None:
                self._factory = LGPIOFactory(chip=choose_chip())
            return self._factory

    def close(self) -> None:
        """Give the chip back; whoever has pins on it is closed before."""
        with self._lock:
            if self._factory is not None:
                self._factory.close()
                self._factory = None


def choose_chip() -> int:
    """Find the chip and tell rpi-lgpio, which mfrc522 drives its reset pin through, to use the same one."""
    number = find_chip()
    os.environ["RPI_LGPIO_CHIP"] = str(number)
    return number
