"""What stands in for the module `spidev`: the kernel's SPI nodes, on simulated chips."""

import errno
from collections.abc import Sequence

from companion.simulator import nodes

_MOST_BYTES = 4096


class SpiDev:
    """An SPI node; transfers to a closed one and longer ones than the kernel's buffer are errors as in spidev."""

    def __init__(self, bus: int | None = None, client: int = 0) -> None:
        self.max_speed_hz = 125_000_000  # its true default, too fast for the RC522 (faults.md #19)
        self.mode = 0
        self.bits_per_word = 8
        self._slave: nodes.SpiSlave | None = None
        if bus is not None:
            self.open(bus, client)

    def open(self, bus: int, device: int) -> None:
        """Open /dev/spidev{bus}.{device}; the error names no path, as in spidev (faults.md #16)."""
        slave = nodes.spi.get((bus, device))
        if slave is None:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        self._slave = slave

    def close(self) -> None:
        """Close the node."""
        self._slave = None

    def writebytes(self, values: Sequence[int]) -> None:
        """Clock bytes out and forget what comes in."""
        self.xfer2(tuple(values))

    def xfer2(self, values: Sequence[int]) -> list[int]:
        """Clock bytes out and in, the chip selected all the time; as in spidev a list is overwritten with what came."""
        if self._slave is None:
            raise OSError(errno.EBADF, "Bad file descriptor")
        if len(values) > _MOST_BYTES:
            raise OverflowError(f"Argument list size exceeds {_MOST_BYTES} bytes.")
        taken = self._slave.transfer(values, self.max_speed_hz)
        if not isinstance(values, list):
            return taken
        values[:] = taken
        return values
