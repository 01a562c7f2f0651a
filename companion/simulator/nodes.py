"""The simulated `/dev`: which chip is behind which node; a bench plugs its chips in, the replaced libraries look."""

from collections.abc import Sequence
from typing import Protocol

from companion.simulator.gpiochip import GpioChip
from companion.simulator.i2c import I2cBus


class SpiSlave(Protocol):
    """A chip with its own chip-select line."""

    def transfer(self, out: Sequence[int], hz: int) -> list[int]:
        """Clock `out` in and as many bytes out, at `hz`."""
        ...


spi: dict[tuple[int, int], SpiSlave] = {}  # (bus, device), as in /dev/spidev0.0
i2c: dict[int, I2cBus] = {}  # /dev/i2c-1
gpiochips: dict[int, GpioChip] = {}  # /dev/gpiochip0
