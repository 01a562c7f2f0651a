"""The serial die on pyserial: one thread owns the port, finds it by its stable name, and survives its unplugging.

DTR stays as the kernel sets it: off silences a Pico, and an Arduino resets at open whatever one does (faults.md #52,
#53), so the port is opened once and the hello may take a while.
"""

import secrets
import time
from pathlib import Path
from typing import TYPE_CHECKING

from companion.devices.device import DeviceFault, ThreadedDevice
from companion.devices.die_link import Ailing, Happening, Healthy, HostEnd, Recalled, RollFrame
from companion.devices.ports import DieListener, FaultKind
from companion.devices.settings import DieSettings
from companion.errors import message

if TYPE_CHECKING:
    from collections.abc import Iterable

    from serial import Serial

_TICK_S = 0.1
_WRITE_TIMEOUT_S = 1.0


class SerialDie(ThreadedDevice):
    """Tells a DieListener of rolls, each once, whatever the line does."""

    def __init__(self, settings: DieSettings, listener: DieListener) -> None:
        super().__init__("die", listener, settings.retry_ms)
        self._settings = settings
        self._listener = listener
        self._end = HostEnd(settings, secrets.token_hex(4))
        self._port: Serial | None = None

    @property
    def identity(self) -> str:
        """The id the die gave in its hello, empty before."""
        return self._end.identity

    def ask_for(self, dice: int) -> None:
        """Let a roll have so many dice from now on; the third is the Speed Die."""
        self._end.dice = dice

    def keep(self, words: tuple[str, ...]) -> None:
        """Give the die words to keep, of 150 characters at most; one of version 1 keeps nothing."""
        self._end.keep = words

    def close(self) -> None:
        """Stop at once, also while waiting for bytes."""
        self._closing = True
        if port := self._port:
            port.cancel_read()
        super().close()

    def _serve(self) -> None:
        from serial import Serial

        path = find_port(self._settings.port)
        with Serial(path, self._settings.baud, timeout=_TICK_S, write_timeout=_WRITE_TIMEOUT_S, exclusive=True) as port:
            self._port = port
            try:
                self._end.connect()
                self._talk(port)
            finally:
                self._port = None

    def _talk(self, port: "Serial") -> None:
        then = time.monotonic()
        while not self._closing:
            self._send(port)
            data = port.read(port.in_waiting or 1)
            self._take(self._end.receive(data))
            now = time.monotonic()
            if (passed := int((now - then) * 1000)) >= 1:
                self._take(self._end.passed(passed))
                then += passed / 1000

    def _send(self, port: "Serial") -> None:
        if self._end.out:
            out, self._end.out = self._end.out, b""
            port.write(out)

    def _take(self, happenings: "Iterable[Happening]") -> None:
        for happening in happenings:
            match happening:
                case RollFrame(dice, speed, source, sequence):
                    self._well()
                    self._tell(self._listener.rolled, dice, speed, source, sequence)
                case Recalled(words, source):
                    self._tell(self._listener.remembered, words, source)
                case Ailing(kind, detail):
                    self._ill(kind, detail)
                case Healthy():
                    self._well()


def find_port(pattern: str) -> str:
    """Find the one port that matches a path or glob (by-id, never ttyACM0, faults.md #56); DeviceFault otherwise."""
    path = Path(pattern)
    found = sorted(str(port) for port in path.parent.glob(path.name))
    if not found:
        raise DeviceFault(FaultKind.MISSING, message("device.fault.no-port", port=pattern))
    if len(found) > 1:
        raise DeviceFault(FaultKind.SEVERAL, message("device.fault.ports", pattern=pattern, ports=found))
    return found[0]
