"""An I2C bus: who is on it, what went over it, and how long that would have taken."""

import errno
import time
from typing import Protocol

_BITS_A_BYTE = 9  # with the acknowledge
_BITS_A_MESSAGE = 2  # start and stop


class I2cSlave(Protocol):
    """A chip on the bus."""

    def write(self, data: bytes) -> None:
        """Take the bytes of one message, the address not counted."""
        ...

    def read(self, count: int) -> bytes:
        """Give so many bytes."""
        ...


class I2cBus:
    """`bytes` counts what went over the wire, addresses too; `pace_hz` makes messages take real time (slow bus)."""

    def __init__(self, hz: int = 400_000) -> None:
        self.hz = hz
        self.pace_hz: int | None = None
        self.slaves: dict[int, I2cSlave] = {}
        self.bytes = 0
        self.messages = 0
        self.bus_us = 0.0

    def write(self, address: int, data: bytes) -> None:
        """Send one message; OSError(EREMOTEIO) when nobody acknowledges the address."""
        slave = self._address(address, len(data))
        slave.write(data)

    def read(self, address: int, count: int) -> bytes:
        """Fetch one message; OSError(EREMOTEIO) when nobody acknowledges the address."""
        return self._address(address, count).read(count)

    def _address(self, address: int, count: int) -> I2cSlave:
        slave = self.slaves.get(address)
        if slave is None:
            self._pass_time(1)
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        self._pass_time(1 + count)
        return slave

    def _pass_time(self, count: int) -> None:
        bits = _BITS_A_BYTE * count + _BITS_A_MESSAGE
        self.bytes += count
        self.messages += 1
        self.bus_us += bits * 1e6 / self.hz
        if self.pace_hz:
            time.sleep(bits / self.pace_hz)
