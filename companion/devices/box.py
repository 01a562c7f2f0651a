"""All devices of one box, made from its settings and telling one listener."""

from typing import Self

from companion.devices.buzzer import PinBuzzer
from companion.devices.controls import Buttons, Encoder
from companion.devices.device import ThreadedDevice
from companion.devices.die import SerialDie
from companion.devices.gpio import Header
from companion.devices.panel import OledPanel
from companion.devices.ports import Listener
from companion.devices.reader import TagReader
from companion.devices.settings import BoxSettings


class Box:
    """The devices that the settings name, None for the others; a context manager starts and closes them."""

    def __init__(self, settings: BoxSettings, listener: Listener) -> None:
        self._header = Header()
        self.reader = TagReader(settings.reader, listener) if settings.reader else None
        self.panel = OledPanel(settings.panel, listener) if settings.panel else None
        self.buttons = Buttons(settings.buttons, listener, self._header) if settings.buttons else None
        self.encoder = Encoder(settings.encoder, listener, self._header) if settings.encoder else None
        self.buzzer = PinBuzzer(settings.buzzer, listener, self._header) if settings.buzzer else None
        self.die = SerialDie(settings.die, listener) if settings.die else None

    def devices(self) -> list[ThreadedDevice]:
        """List the devices there are, in the order they are started."""
        every = (self.reader, self.panel, self.buttons, self.encoder, self.buzzer, self.die)
        return [device for device in every if device]

    def start(self) -> None:
        """Start every device; what is missing is told to the listener."""
        for device in self.devices():
            device.start()

    def wait_ready(self, timeout: float) -> bool:
        """Wait until every device answers; `timeout` in seconds for each, False as soon as one does not."""
        return all(device.wait_ready(timeout) for device in self.devices())

    def close(self) -> None:
        """Close every device and give the pins back."""
        for device in reversed(self.devices()):
            device.close()
        self._header.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()
