"""The buzzer: patterns of tones by pulses on a pin, played in its own thread."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.devices.device import ThreadedDevice
from companion.devices.gpio import Header, line_faults
from companion.devices.ports import FaultListener
from companion.devices.settings import BuzzerSettings

if TYPE_CHECKING:
    from gpiozero import PWMOutputDevice

Pattern = tuple[tuple[int, int], ...]

_LOUDEST_DUTY = 0.5  # of the period; more is not louder
_LOWEST_HZ, _HIGHEST_HZ = 20, 10_000  # lgpio's pulses end at 10 kHz


class PinBuzzer(ThreadedDevice):
    """Plays the newest pattern; `play` never waits."""

    def __init__(self, settings: BuzzerSettings, listener: FaultListener, header: Header) -> None:
        super().__init__("buzzer", listener, settings.retry_ms)
        self._settings = settings
        self._header = header
        self._pattern: Pattern = ()

    def play(self, pattern: Sequence[tuple[int, int]]) -> None:
        """Play (Hz, ms) one after the other; 0 Hz is a pause; ValueError for a tone that cannot be made."""
        for hz, ms in pattern:
            if (hz and not _LOWEST_HZ <= hz <= _HIGHEST_HZ) or ms <= 0:
                raise ValueError(f"no tone of {hz} Hz for {ms} ms")
        if self._settings.volume:
            self._pattern = tuple(pattern)
            self.wake()

    def _serve(self) -> None:
        from gpiozero import PWMOutputDevice

        pin = self._settings.pin
        factory = self._header.claim("buzzer.pin", pin)
        with line_faults("buzzer.pin", pin), PWMOutputDevice(pin, frequency=None, pin_factory=factory) as pulses:
            self._well()
            while not self._closing:
                pattern, self._pattern = self._pattern, ()
                if not pattern:
                    self._rest(None)
                self._play(pulses, pattern)

    def _play(self, pulses: "PWMOutputDevice", pattern: Pattern) -> None:
        for hz, ms in pattern:
            self._sound(pulses, hz)
            if self._rest(ms / 1000):  # a newer pattern, or the end
                break
        if pattern:
            self._sound(pulses, 0)

    def _sound(self, pulses: "PWMOutputDevice", hz: int) -> None:
        if hz:
            pulses.frequency = hz
            pulses.value = _LOUDEST_DUTY * self._settings.volume / 100
        else:
            pulses.frequency = None  # pulses of no width would keep lgpio's thread at work
            pulses.off()
