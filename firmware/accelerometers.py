"""Two accelerometers on I2C: each reads (x, y, z) in thousandths of g, within 8 g, and raises OSError when it is gone.

Each reading tests first that the chip is set up, since one that was unplugged for a moment has forgotten it.
"""

import struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Bus(Protocol):
        """As much of MicroPython's `machine.I2C` as is used."""

        def readfrom_mem(self, address: int, register: int, count: int) -> bytes: ...

        def writeto_mem(self, address: int, register: int, data: bytes) -> None: ...


class Lis3dh:
    """ST's LIS3DH at 0x18 or 0x19, 100 readings/s (data sheet DocID17530, 8)."""

    _WHO_AM_I, _ME = 0x0F, 0x33
    _CTRL_REG1, _HZ_100_ALL_AXES = 0x20, 0x57
    _CTRL_REG4, _WHOLE_8G_HIGH = 0x23, 0xA8
    _OUT, _NEXT_TOO = 0x28, 0x80

    def __init__(self, bus: "Bus", address: int) -> None:
        self._bus = bus
        self._address = address

    def __call__(self) -> "tuple[int, int, int]":
        """Read once: 4 thousandths of g a step of 12 bits, which stand on the left of 16."""
        read = self._bus.readfrom_mem
        if read(self._address, self._CTRL_REG1, 1)[0] != self._HZ_100_ALL_AXES:
            self._set_up()
        x, y, z = struct.unpack("<hhh", read(self._address, self._OUT | self._NEXT_TOO, 6))
        return (x >> 4) * 4, (y >> 4) * 4, (z >> 4) * 4

    def _set_up(self) -> None:
        if self._bus.readfrom_mem(self._address, self._WHO_AM_I, 1)[0] != self._ME:
            raise OSError("not an LIS3DH")
        self._bus.writeto_mem(self._address, self._CTRL_REG4, bytes((self._WHOLE_8G_HIGH,)))
        self._bus.writeto_mem(self._address, self._CTRL_REG1, bytes((self._HZ_100_ALL_AXES,)))


class Mpu6050:
    """InvenSense's MPU-6050 at 0x68 or 0x69 (register map RM-MPU-6000A, 4); its gyroscope is not used.

    Many boards sold under this name carry a younger relative with another identity and the same registers.
    """

    _WHO_AM_I, _KIN = 0x75, (0x68, 0x70, 0x72, 0x98)
    _PWR_MGMT_1, _AWAKE = 0x6B, 0x01
    _CONFIG, _LOW_PASS_44_HZ = 0x1A, 0x03
    _ACCEL_CONFIG, _WITHIN_8G = 0x1C, 0x10
    _OUT = 0x3B

    def __init__(self, bus: "Bus", address: int) -> None:
        self._bus = bus
        self._address = address

    def __call__(self) -> "tuple[int, int, int]":
        """Read once: 4096 steps a g."""
        read = self._bus.readfrom_mem
        if read(self._address, self._ACCEL_CONFIG, 1)[0] != self._WITHIN_8G:
            self._set_up()
        x, y, z = struct.unpack(">hhh", read(self._address, self._OUT, 6))
        return x * 1000 // 4096, y * 1000 // 4096, z * 1000 // 4096

    def _set_up(self) -> None:
        if self._bus.readfrom_mem(self._address, self._WHO_AM_I, 1)[0] not in self._KIN:
            raise OSError("not an MPU-6050")
        for register, value in (
            (self._PWR_MGMT_1, self._AWAKE),
            (self._CONFIG, self._LOW_PASS_44_HZ),
            (self._ACCEL_CONFIG, self._WITHIN_8G),
        ):
            self._bus.writeto_mem(self._address, register, bytes((value,)))
