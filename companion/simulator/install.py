"""Puts the simulated buses under the real libraries of this process; no file of theirs is changed.

| library            | what is replaced                                    | what stays real               |
|--------------------|-----------------------------------------------------|-------------------------------|
| spidev             | the module (it is nothing but the kernel's calls)   | mfrc522                       |
| lgpio              | `_lgpio`, its C part, and the opening of its pipe   | lgpio.py, rpi-lgpio, gpiozero |
| smbus2             | `os` and `ioctl` as it sees them                    | smbus2, luma.core, luma.oled  |
| RPi.GPIO, gpiozero | the answer to "which Pi is this?"                   | all else                      |
| pyserial           | nothing: the die is behind a pseudo-terminal        | pyserial                      |
"""

import ctypes
import errno
import importlib
import importlib.util
import os
import sys
from types import ModuleType, SimpleNamespace
from typing import Any, Final

from companion.simulator import lgpio_c, nodes
from companion.simulator.spidev import SpiDev

_PI_4B: Final = "c03111"
_FIRST_FD: Final = 1 << 20
_I2C_SLAVES: Final = frozenset({0x0703, 0x0706})
_I2C_FUNCS, _I2C_RDWR, _I2C_SMBUS = 0x0705, 0x0707, 0x0720
_I2C_AND_SMBUS: Final = 0x0EFF0009
_QUICK, _BYTE, _BYTE_DATA, _WORD_DATA, _BLOCK_DATA = 0, 1, 2, 3, 8

_descriptors: dict[int, int] = {}  # file descriptor: bus
_addresses: dict[int, int] = {}  # file descriptor: slave address


def install() -> None:
    """Replace the buses of this process once; RuntimeError when a library was loaded before, on the real ones."""
    if getattr(sys.modules.get("spidev"), "SpiDev", None) is SpiDev:
        return
    if early := sorted(name for name in ("spidev", "lgpio", "RPi.GPIO", "mfrc522") if name in sys.modules):
        raise RuntimeError(f"install the simulator before importing {', '.join(early)}")
    _install_spidev()
    _install_lgpio()
    _install_smbus()
    _install_board()


def _install_spidev() -> None:
    module = ModuleType("spidev")
    module.SpiDev = SpiDev  # type: ignore[attr-defined]
    sys.modules["spidev"] = module


def _install_lgpio() -> None:
    sys.modules["_lgpio"] = lgpio_c.module()
    spec = importlib.util.find_spec("lgpio")
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError("lgpio is not installed", name="lgpio")
    module = importlib.util.module_from_spec(spec)
    module.open = lgpio_c.open_notifications  # type: ignore[attr-defined]
    sys.modules["lgpio"] = module
    spec.loader.exec_module(module)


def _install_smbus() -> None:
    smbus: Any = importlib.import_module("smbus2.smbus2")
    smbus.os = SimpleNamespace(open=_open, close=_close, O_RDWR=os.O_RDWR)
    smbus.ioctl = _ioctl


def _install_board() -> None:
    os.environ.setdefault("RPI_LGPIO_REVISION", _PI_4B)
    local: Any = importlib.import_module("gpiozero.pins.local")
    local.get_pi_revision = lambda: int(os.environ["RPI_LGPIO_REVISION"], 16)


def _open(path: str, flags: int) -> int:  # noqa: ARG001
    bus = int(path.removeprefix("/dev/i2c-"))
    if bus not in nodes.i2c:
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", path)
    descriptor = max(_descriptors, default=_FIRST_FD) + 1
    _descriptors[descriptor] = bus
    return descriptor


def _close(descriptor: int) -> None:
    del _descriptors[descriptor]


def _ioctl(descriptor: int, request: int, argument: Any) -> int:
    if request == _I2C_FUNCS:
        argument.value = _I2C_AND_SMBUS
    elif request in _I2C_SLAVES:
        _addresses[descriptor] = argument
    elif request == _I2C_RDWR:
        for message in argument.msgs[: argument.nmsgs]:
            _combined(descriptor, message)
    elif request == _I2C_SMBUS:
        _smbus(descriptor, argument)
    else:
        raise OSError(errno.ENOTTY, "Inappropriate ioctl for device")
    return 0


def _combined(descriptor: int, message: Any) -> None:
    bus = nodes.i2c[_descriptors[descriptor]]
    if message.flags & 1:
        ctypes.memmove(message.buf, bus.read(message.addr, message.len), message.len)
    else:
        bus.write(message.addr, ctypes.string_at(message.buf, message.len))


def _smbus(descriptor: int, message: Any) -> None:
    bus, address = nodes.i2c[_descriptors[descriptor]], _addresses[descriptor]
    if message.read_write:
        if message.size != _BYTE:
            bus.write(address, bytes((message.command,)))
        message.data.contents.byte = bus.read(address, 1)[0]
    elif message.size == _QUICK:
        bus.write(address, b"")
    elif message.size == _BYTE:
        bus.write(address, bytes((message.command,)))
    elif message.size == _BYTE_DATA:
        bus.write(address, bytes((message.command, message.data.contents.byte)))
    elif message.size == _WORD_DATA:
        bus.write(address, bytes((message.command,)) + message.data.contents.word.to_bytes(2, "little"))
    elif message.size == _BLOCK_DATA:
        block = message.data.contents.block
        bus.write(address, bytes((message.command, *block[1 : block[0] + 1])))
    else:
        raise OSError(errno.EOPNOTSUPP, "Operation not supported")
