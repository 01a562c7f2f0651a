"""The kernel's side of the simulated nodes: answers what `devshim.c` sends with the chips of a bench.

Structures and numbers are those of <linux/gpio.h> (uAPI version 2), <linux/i2c-dev.h> and <linux/spi/spidev.h>.
"""

import array
import contextlib
import errno
import os
import re
import socket
import struct
import threading
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final, Protocol

from companion.simulator import nodes
from companion.simulator.gpiochip import GpioChip, Mode

_OPEN, _CLOSE, _IOCTL = 1, 2, 3
_NUMBER = 0xFFFF  # type and number of an ioctl, without direction and size
_SPI_MESSAGE, _SPI_SPEED = 0x6B00, 0x6B04
_I2C_SLAVE, _I2C_SLAVE_FORCE, _I2C_FUNCS, _I2C_RDWR, _I2C_SMBUS = 0x0703, 0x0706, 0x0705, 0x0707, 0x0720
_BYTE, _BYTE_DATA, _BLOCK_DATA = 1, 2, 8
_I2C_FUNCTIONS: Final = 0x0EFF0009
_CHIP_INFO, _LINE_INFO, _GET_LINE = 0xB401, 0xB405, 0xB407
_SET_CONFIG, _GET_VALUES, _SET_VALUES = 0xB40D, 0xB40E, 0xB40F
_LINE_REQUEST: Final = struct.Struct("64I32s272sII20xi")
_LINE_CONFIG: Final = struct.Struct("QI20x240s")
_ATTRIBUTE: Final = struct.Struct("I4xQQ")
_OUTPUT_VALUES, _DEBOUNCE = 2, 3
_USED, _OUTPUT, _RISING, _FALLING, _PULL_UP, _PULL_DOWN, _PULL_NONE = (1 << bit for bit in (0, 3, 4, 5, 8, 9, 10))
_NODE: Final = re.compile(r"/dev/(spidev|i2c-|gpiochip)(\d+)(?:\.(\d+))?")

Reply = tuple[int, bytes, int | None]  # result, bytes, a descriptor to hand over


class Node(Protocol):
    """Something open."""

    def ioctl(self, number: int, data: bytes) -> Reply: ...

    def close(self) -> None: ...


class SpiNode:
    """/dev/spidevB.D."""

    def __init__(self, slave: nodes.SpiSlave) -> None:
        self._slave = slave
        self._settings: dict[int, bytes] = {_SPI_SPEED: struct.pack("I", 125_000_000)}

    def ioctl(self, number: int, data: bytes) -> Reply:
        kind = number & _NUMBER
        if kind == _SPI_MESSAGE:
            return self._transfer(data)
        if number >> 30 == 1:
            self._settings[kind] = data
            return 0, b"", None
        return 0, self._settings.get(kind, bytes(len(data))), None

    def close(self) -> None:
        """Nothing is left behind."""

    def _transfer(self, data: bytes) -> Reply:
        (default,) = struct.unpack("I", self._settings[_SPI_SPEED])
        taken, at = b"", 4
        while at < len(data):
            length, hz = struct.unpack_from("II", data, at)
            taken += bytes(self._slave.transfer(data[at + 8 : at + 8 + length], hz or default))
            at += 8 + length
        return len(taken), taken, None


class I2cNode:
    """/dev/i2c-N."""

    def __init__(self, number: int, kernels: set[int]) -> None:
        self._bus = nodes.i2c[number]
        self._kernels = kernels
        self._address = 0

    def ioctl(self, number: int, data: bytes) -> Reply:
        if number in {_I2C_SLAVE, _I2C_SLAVE_FORCE}:
            self._address = int.from_bytes(data, "little")
            if self._address in self._kernels and number == _I2C_SLAVE:
                raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        elif number == _I2C_FUNCS:
            return 0, struct.pack("Q", _I2C_FUNCTIONS), None
        elif number == _I2C_RDWR:
            return self._messages(data)
        elif number == _I2C_SMBUS:
            return self._smbus(data)
        else:
            raise OSError(errno.ENOTTY, "Inappropriate ioctl for device")
        return 0, b"", None

    def close(self) -> None:
        """Nothing is left behind."""

    def _messages(self, data: bytes) -> Reply:
        (messages,), at, taken = struct.unpack_from("I", data), 4, b""
        for _ in range(messages):
            address, flags, length = struct.unpack_from("HHH", data, at)
            if flags & 1:
                taken += self._bus.read(address, length)
            else:
                self._bus.write(address, data[at + 6 : at + 6 + length])
            at += 6 + length
        return messages, taken, None

    def _smbus(self, data: bytes) -> Reply:
        reading, command, size = struct.unpack_from("III", data)
        block = data[12:]
        if reading:
            if size != _BYTE:
                self._bus.write(self._address, bytes((command,)))
            return 0, self._bus.read(self._address, 1) + block[1:], None
        tail = {_BYTE_DATA: block[:1], _BLOCK_DATA: block[1 : 1 + block[0]]}.get(size, b"")
        self._bus.write(self._address, bytes((command,)) + tail if size else b"")
        return 0, block, None


class ChipNode:
    """/dev/gpiochipN."""

    def __init__(self, number: int, handles: Iterator[int], opened: dict[int, Node]) -> None:
        self._number = number
        self._chip = nodes.gpiochips[number]
        self._handles = handles
        self._opened = opened

    def ioctl(self, number: int, data: bytes) -> Reply:
        kind = number & _NUMBER
        if kind == _CHIP_INFO:
            name = f"gpiochip{self._number}".encode()
            return 0, struct.pack("32s32sI", name, self._chip.label.encode(), len(self._chip.lines)), None
        if kind == _LINE_INFO:
            return 0, self._describe(*struct.unpack_from("64xI", data)), None
        if kind == _GET_LINE:
            return self._request(data)
        raise OSError(errno.ENOTTY, "Inappropriate ioctl for device")

    def close(self) -> None:
        """Lines that were asked for live on."""

    def _describe(self, offset: int) -> bytes:
        line = self._chip.lines[offset]
        flags = (_OUTPUT if line.mode & Mode.OUT else 1 << 2) | (_USED if line.owner is not None else 0)
        flags |= _PULL_UP if line.mode & Mode.PULL_UP else 0
        holder = b"lg" if line.owner is not None else b""  # what lgpio calls itself
        return struct.pack("32s32sIIQ176x", f"GPIO{offset}".encode(), holder, offset, 0, flags)

    def _request(self, data: bytes) -> Reply:
        *offsets, _consumer, config, lines, _buffer, _fd = _LINE_REQUEST.unpack(data)
        if lines != 1:
            raise OSError(errno.EOPNOTSUPP, "one line a request here")
        handle = next(self._handles)
        ours, theirs = socket.socketpair()
        line = LineNode(self._chip, offsets[0], handle, ours)
        try:
            line.configure(config)
        except OSError:
            theirs.close()
            raise
        self._opened[handle] = line
        return handle, data, theirs.detach()


class LineNode:
    """A line that was asked for; its events go down `pipe`."""

    def __init__(self, chip: GpioChip, offset: int, handle: int, pipe: socket.socket) -> None:
        self._chip = chip
        self._offset = offset
        self._handle = handle
        self._pipe = pipe
        self._count = count(1)

    def ioctl(self, number: int, data: bytes) -> Reply:
        kind = number & _NUMBER
        if kind == _SET_CONFIG:
            self.configure(data)
            return 0, data, None
        bits, mask = struct.unpack("QQ", data)
        if kind == _GET_VALUES:
            return 0, struct.pack("QQ", self._chip.lines[self._offset].level & mask, mask), None
        if kind == _SET_VALUES:
            if self._chip.write(self._handle, self._offset, bits & mask & 1):
                raise OSError(errno.EPERM, "not an output")
            return 0, data, None
        raise OSError(errno.ENOTTY, "Inappropriate ioctl for device")

    def close(self) -> None:
        self._chip.free(self._handle, self._offset)
        self._pipe.close()

    def configure(self, config: bytes) -> None:
        """Claim the line, or claim it anew for something else."""
        flags, attributes, rest = _LINE_CONFIG.unpack(config)
        given = {key: value for key, value, _ in _ATTRIBUTE.iter_unpack(rest[: attributes * _ATTRIBUTE.size])}
        self._chip.free(self._handle, self._offset)
        if self._chip.claim(self._handle, self._offset, _mode(flags), self._report):
            self._pipe.close()
            raise OSError(errno.EBUSY, "Device or resource busy")
        self._chip.lines[self._offset].debounce_us = given.get(_DEBOUNCE, 0) & 0xFFFFFFFF
        if flags & _OUTPUT:
            self._chip.write(self._handle, self._offset, given.get(_OUTPUT_VALUES, 0) & 1)

    def _report(self, offset: int, level: int, time_ns: int) -> None:
        number = next(self._count)
        self._pipe.sendall(struct.pack("QIIII24x", time_ns, 1 if level else 2, offset, number, number))


def _mode(flags: int) -> Mode:
    mode = Mode.NONE
    for flag, meaning in ((_PULL_UP, Mode.PULL_UP), (_PULL_DOWN, Mode.PULL_DOWN), (_PULL_NONE, Mode.PULL_NONE)):
        mode |= meaning if flags & flag else Mode.NONE
    if flags & _OUTPUT:
        return mode | Mode.OUTPUT | Mode.OUT
    for flag, meaning in ((_RISING, Mode.RISING), (_FALLING, Mode.FALLING)):
        mode |= meaning if flags & flag else Mode.NONE
    return mode | Mode.IN | (Mode.ALERT if mode & (Mode.RISING | Mode.FALLING) else Mode.INPUT)


class DevServer:
    """Serves the nodes that a bench has plugged in; what a process left open is closed when it ends."""

    def __init__(self, path: Path) -> None:
        self.errors: dict[str, int] = {}  # errno with which a node refuses to be opened
        self.kernels: set[int] = set()  # addresses on I2C that a driver of the kernel has
        self._handles = count(1)
        self._lock = threading.Lock()
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()
        threading.Thread(target=self._accept, name="nodes", daemon=True).start()

    def close(self) -> None:
        """Take no more programs in."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                process, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(process,), name="process", daemon=True).start()

    def _serve(self, process: socket.socket) -> None:
        opened: dict[int, Node] = {}
        with process, process.makefile("rb") as stream:
            while head := stream.read(16):
                operation, handle, number, length = struct.unpack("IIII", head)
                data = stream.read(length)
                try:
                    with self._lock:
                        reply = self._answer(opened, operation, handle, number, data)
                except OSError as error:
                    reply = -(error.errno or errno.EIO), b"", None
                _send(process, *reply)
        with self._lock:
            for node in opened.values():
                node.close()

    def _answer(self, opened: dict[int, Node], operation: int, handle: int, number: int, data: bytes) -> Reply:
        if operation == _IOCTL:
            return opened[handle].ioctl(number, data)
        if operation == _CLOSE:
            opened.pop(handle).close()
            return 0, b"", None
        handle = next(self._handles)
        opened[handle] = self._open(data.decode(), opened)
        return handle, b"", None

    def _open(self, path: str, opened: dict[int, Node]) -> Node:
        if path in self.errors:
            raise OSError(self.errors[path], os.strerror(self.errors[path]))
        kind, number, device = _NODE.fullmatch(path).groups()  # type: ignore[union-attr]  # the shim asks for no other
        try:
            if kind == "spidev":
                return SpiNode(nodes.spi[int(number), int(device)])
            if kind == "gpiochip":
                return ChipNode(int(number), self._handles, opened)
            return I2cNode(int(number), self.kernels)
        except KeyError as error:
            raise OSError(errno.ENXIO, "No such device or address") from error


def _send(process: socket.socket, result: int, data: bytes, descriptor: int | None) -> None:
    rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [descriptor]))] if descriptor is not None else []
    with contextlib.suppress(BrokenPipeError):
        process.sendmsg([struct.pack("iI", result, len(data)) + data], rights)
    if descriptor is not None:
        os.close(descriptor)
