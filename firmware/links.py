"""The way to the bank: the Pico's own USB port, or a serial port such as that of a Bluetooth module."""

import select
import sys

import machine
import micropython


class UsbLink:
    """Standard input and output, which MicroPython joins to USB.

    Ctrl-C stops the program, as `mpremote` needs it, until the bank has been answered for the first time; from then on
    a damaged byte must not.
    """

    def __init__(self) -> None:
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._is_guarded = False

    def read(self) -> bytes:
        """Give what has come, without waiting."""
        data = b""
        while self._poll.poll(0) and (byte := sys.stdin.buffer.read(1)):
            data += byte
        return data

    def write(self, data: bytes) -> None:
        """Send."""
        if not self._is_guarded:
            micropython.kbd_intr(-1)
            self._is_guarded = True
        sys.stdout.buffer.write(data)


class UartLink:
    """A `machine.UART`."""

    def __init__(self, uart: "machine.UART") -> None:
        self._uart = uart

    def read(self) -> bytes:
        """Give what has come, without waiting."""
        return self._uart.read() or b""

    def write(self, data: bytes) -> None:
        """Send."""
        self._uart.write(data)
