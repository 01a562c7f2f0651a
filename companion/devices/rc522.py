"""The RC522's registers by the `mfrc522` library, and on them an exchange with ISO 14443-3 cards of our own.

One look at the field is
    WUPA                  every card wakes, also a halted one (REQA would see a still card on every second look only)
    anticollision, select level 1 to 3, as long as the answer says that the UID goes on
    HLTA                  the card sleeps until the next WUPA

The library's own loop is not used: it spins 2,013 transfers for an empty look (faults.md #2). Ours ends with the
chip's timer, which the chip starts when the last bit is sent: 0.5 ms is ample, a card answers after 91 us. While it
waits, each transfer of 0.2 ms looks at the interrupts again and again, which costs no more time on the wire than to ask
often, and fewer calls; it also reads two registers that tell a dead chip (VersionReg) and one that was reset behind our
back (TxControlReg: antenna off). FIFO bytes go and come in one transfer. Checksums are computed here.
"""

import logging
from typing import Final

import RPi.GPIO as GPIO
from mfrc522 import MFRC522

from companion.devices.device import DeviceFault, kind_of
from companion.devices.gpio import line_faults
from companion.devices.iso14443 import CASCADE_TAG, HLTA, LEVELS, NO_UID_BITS, UID_GOES_ON, WHOLE_UID, WUPA, checksum
from companion.devices.ports import FaultKind
from companion.devices.presence import Blank, Sighting
from companion.devices.settings import ReaderSettings
from companion.errors import message

DEAD: Final = (0x00, 0xFF)  # what a missing chip reads as: a data line stuck low or high (faults.md #17)

_TX_IRQ, _RX_IRQ, _TIMER_IRQ = 0x40, 0x20, 0x01
_COLLISION = 0x08
_ANY_ERROR = 0x1F
_ANTENNA = 0x03
_START_SEND = 0x80
_FLUSH = 0x80
_ALL_IRQS = 0x7F
_GAIN_48_DB = 0x70

_TIMER_AUTO = 0x80
_TICKS_OF_25_US = 0xA9  # 13.56 MHz / (2 * 169 + 1) = 40 kHz
_ANSWER_TICKS = 20  # 0.5 ms
_PATIENCE = 50  # status reads of about 200 us; the longest frame takes 8
_MOST_STUCK = 50

_STATUS_REGISTERS = (
    MFRC522.VersionReg,
    MFRC522.TxControlReg,
    *(MFRC522.CommIrqReg,) * 17,
    MFRC522.ErrorReg,
    MFRC522.FIFOLevelReg,
    MFRC522.ControlReg,
)
_STATUS = (*(register << 1 | 0x80 for register in _STATUS_REGISTERS), 0)  # a list spidev would overwrite


class _Garbled(Exception):
    """A card answered something that cannot be read; it counts as a miss."""


class _Collision(Exception):
    """Two cards answered at once and differed."""


def silent(node: str, version: int) -> DeviceFault:
    """The fault of a node behind which no chip answers: its version register is 00 or ff (faults.md #17)."""
    return DeviceFault(FaultKind.SILENT, message("device.fault.no-rc522", node=node, version=f"{version:02x}"))


class Rc522(MFRC522):
    """One RC522, reset and ready; raises DeviceFault when there is none, OSError when the SPI node will not open."""

    def __init__(self, settings: ReaderSettings) -> None:
        self._unsettled = False
        self._stuck = 0
        pin, node = settings.reset_pin, f"/dev/spidev{settings.bus}.{settings.device}"
        try:
            with line_faults("reader.reset_pin", pin):
                super().__init__(settings.bus, settings.device, settings.hz, pin_mode=GPIO.BCM, pin_rst=pin)
            self.version = self._prepare(node)
        except OSError as error:
            raise DeviceFault(kind_of(error), message("device.fault.node", node=node, error=error)) from error
        except BaseException:
            self.spi.close()
            raise
        finally:
            logging.getLogger("mfrc522Logger").handlers.clear()  # each instance of the library adds one more

    def close(self) -> None:
        """Switch the field off and give the SPI node back; the reset pin stays ours (no cleanup, faults.md #13)."""
        try:
            self.AntennaOff()
        finally:
            self.spi.close()

    def look(self) -> Sighting:
        """Look once for a card: its UID in hex, CLASH for two, NOTHING else; raises DeviceFault for a dead chip."""
        try:
            if self._unsettled:  # the cards stopped halfway through a dialogue take this one as an error and start over
                self._exchange(WUPA, last_bits=7)
                self._unsettled = False
            if self._exchange(WUPA, last_bits=7) is None:
                return Blank.NOTHING
            uid = self._select()
            self._transmit(HLTA)
            return uid.hex()
        except _Garbled:
            self._unsettled = True
            return Blank.NOTHING
        except _Collision:
            self._unsettled = True
            return Blank.CLASH

    def _prepare(self, node: str) -> int:
        version: int = self.Read_MFRC522(self.VersionReg)
        if version in DEAD:
            raise silent(node, version)
        self.Write_MFRC522(self.TModeReg, _TIMER_AUTO)
        self.Write_MFRC522(self.TPrescalerReg, _TICKS_OF_25_US)
        self.Write_MFRC522(self.TReloadRegH, 0)
        self.Write_MFRC522(self.TReloadRegL, _ANSWER_TICKS)
        self.Write_MFRC522(self.RFCfgReg, _GAIN_48_DB)
        return version

    def _select(self) -> bytes:
        uid = b""
        for level in LEVELS:
            part = self._answer(bytes((level, NO_UID_BITS)), 5)
            if part[0] ^ part[1] ^ part[2] ^ part[3] != part[4]:
                raise _Garbled
            request = bytes((level, WHOLE_UID)) + part
            acknowledge = self._answer(request + checksum(request), 3)
            if checksum(acknowledge[:1]) != acknowledge[1:]:
                raise _Garbled
            if not acknowledge[0] & UID_GOES_ON:
                return uid + part[:4]
            if part[0] != CASCADE_TAG:
                raise _Garbled
            uid += part[1:4]
        raise _Garbled

    def _answer(self, request: bytes, length: int) -> bytes:
        answer = self._exchange(request)
        if answer is None or len(answer) != length:
            raise _Garbled
        return answer

    def _exchange(self, request: bytes, last_bits: int = 0) -> bytes | None:
        """Send a frame and wait for the answer; None when the timer rang first (MFRC522 data sheet 9.3.1)."""
        self._load(request)
        self.Write_MFRC522(self.CommandReg, self.PCD_TRANSCEIVE)
        self.Write_MFRC522(self.BitFramingReg, _START_SEND | last_bits)
        error, level = self._wait(_RX_IRQ)
        if error is None:
            return None
        if error & _COLLISION and not last_bits:  # answers to WUPA differ between kinds of card, that is no clash yet
            raise _Collision
        if error & _ANY_ERROR & ~_COLLISION:
            raise _Garbled
        return self._read_fifo(level)

    def _transmit(self, frame: bytes) -> None:
        self._load(frame)
        self.Write_MFRC522(self.BitFramingReg, 0)
        self.Write_MFRC522(self.CommandReg, self.PCD_TRANSMIT)
        self._wait(_TX_IRQ)

    def _load(self, frame: bytes) -> None:
        self.Write_MFRC522(self.CommandReg, self.PCD_IDLE)
        self.Write_MFRC522(self.CommIrqReg, _ALL_IRQS)
        self.Write_MFRC522(self.FIFOLevelReg, _FLUSH)
        self.spi.xfer2([self.FIFODataReg << 1, *frame])

    def _wait(self, done: int) -> tuple[int | None, int]:
        """Read the status until an interrupt of `done` (error bits, FIFO level) or the timer (None, 0) is there."""
        for _ in range(_PATIENCE):
            _, version, transmitter, *irqs, error, level, _control = self.spi.xfer2(_STATUS)
            if version in DEAD:
                raise DeviceFault(FaultKind.SILENT, message("device.fault.rc522-stopped", version=f"{version:02x}"))
            if not transmitter & _ANTENNA:
                raise DeviceFault(FaultKind.SILENT, message("device.fault.rc522-reset"))
            if irqs[-1] & (done | _TIMER_IRQ):
                self._stuck = 0
                return (error, level) if irqs[-1] & done else (None, 0)
        self._stuck += 1  # an answer that began, which stops the timer, and never ended
        if self._stuck >= _MOST_STUCK:
            raise DeviceFault(FaultKind.SILENT, message("device.fault.rc522-stuck"))
        raise _Garbled

    def _read_fifo(self, level: int) -> bytes:
        if not level:
            return b""
        return bytes(self.spi.xfer2([self.FIFODataReg << 1 | 0x80] * level + [0])[1:])
