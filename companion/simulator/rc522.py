"""The RC522 as its registers show it on SPI (NXP MFRC522 data sheet, sections 8 and 9).

Time is virtual and moves with the traffic on the bus: eight clocks a byte and a fixed cost for each transfer. What the
chip will do after a frame is sent is worked out at once and put on a small agenda of (time, deed); each register access
first does what is due. So a test never sleeps, and the count of transfers is that of a real chip.
"""

import threading
from collections.abc import Callable, Sequence
from typing import Final

from companion.simulator.card import Field, Frame, crc_a

COMMAND, COMM_IRQ, DIV_IRQ, ERROR = 0x01, 0x04, 0x05, 0x06
FIFO_DATA, FIFO_LEVEL, CONTROL, BIT_FRAMING, COLL = 0x09, 0x0A, 0x0C, 0x0D, 0x0E
MODE, TX_MODE, RX_MODE, TX_CONTROL = 0x11, 0x12, 0x13, 0x14
CRC_HIGH, CRC_LOW = 0x21, 0x22
T_MODE, T_PRESCALER, T_RELOAD_HIGH, T_RELOAD_LOW, T_COUNT_HIGH, T_COUNT_LOW = 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F
VERSION = 0x37

_IDLE, _CALC_CRC, _TRANSMIT, _RECEIVE, _TRANSCEIVE, _SOFT_RESET = 0x00, 0x03, 0x04, 0x08, 0x0C, 0x0F
_TX, _RX, _IDLE_IRQ, _ERR, _TIMER = 0x40, 0x20, 0x10, 0x02, 0x01
_CRC_IRQ = 0x04
_PARITY, _CRC_ERROR, _COLLISION, _OVERFLOW = 0x02, 0x04, 0x08, 0x10
_ANTENNA = 0x03
_SET = 0x80
_FIFO_SIZE = 64
_READ_ONLY = frozenset({ERROR, 0x07, COLL, CRC_HIGH, CRC_LOW, T_COUNT_HIGH, T_COUNT_LOW, VERSION})

_BIT_US: Final = 128 / 13.56  # 106 kbit/s
_ANSWER_US: Final = 91.2  # frame delay time, ISO/IEC 14443-3 clause 6.2.1.1
_CRC_BYTE_US: Final = 0.6
_NEVER: Final = float("inf")
_AFTER_RESET = {
    COMMAND: 0x20, COMM_IRQ: 0x14, 0x02: 0x80, 0x0B: 0x08, CONTROL: 0x10, COLL: 0x80, MODE: 0x3F, TX_CONTROL: 0x80,
    0x16: 0x10, 0x17: 0x84, 0x18: 0x84, 0x19: 0x4D, 0x1C: 0x62, 0x1F: 0xEB, CRC_HIGH: 0xFF, CRC_LOW: 0xFF, 0x24: 0x26,
    0x26: 0x48, 0x27: 0x88, 0x28: 0x20, 0x29: 0x20,
}  # fmt: skip


class SimulatedRc522:
    """One reader chip; `transfers` and `bus_us` count the traffic, `polls` the wake-up calls it has sent."""

    def __init__(self, field: Field, *, version: int = 0x92, overhead_us: float = 10.0) -> None:
        self.field = field
        self.version = version
        self.overhead_us = overhead_us
        self.stuck: int | None = None  # what a dead chip's data line reads as
        self.jammed = False  # answers begin and never end
        self.transfers = 0
        self.polls = 0
        self.bus_us = 0.0
        self.polled = threading.Condition()
        self._powered = True
        self._registers = bytearray(64)
        self._agenda: list[tuple[float, Callable[[], None]]] = []
        self._due = _NEVER
        self._fifo = bytearray()
        self._reset()

    def set_reset_pin(self, level: int) -> None:
        """Follow NRSTPD: low is power-down, the rising edge a reset (data sheet 8.8.1)."""
        if level and not self._powered:
            self._reset()
        elif not level:
            self.field.power_off()
        self._powered = bool(level)

    def power_cycle(self) -> None:
        """Lose the supply for a moment."""
        self._reset()

    def transfer(self, out: Sequence[int], hz: int) -> list[int]:
        """Clock bytes in and out (data sheet 8.1.2): one register written often, or one read for each address sent."""
        self.transfers += 1
        self.bus_us += self.overhead_us
        byte_us = 8e6 / hz
        if self.stuck is not None or not self._powered:
            self.bus_us += byte_us * len(out)
            return [self.stuck or 0] * len(out)
        address = out[0]
        self.bus_us += byte_us
        reply = [0]
        for byte in out[1:]:
            self.bus_us += byte_us
            if self.bus_us >= self._due:
                self._catch_up()
            if address & 0x80:
                reply.append(self._read(address >> 1 & 0x3F))
                address = byte
            else:
                self._write(address >> 1 & 0x3F, byte)
                reply.append(0)
        return reply

    def _reset(self) -> None:
        self._registers = bytearray(64)
        for register, value in _AFTER_RESET.items():
            self._registers[register] = value
        self._registers[VERSION] = self.version
        self._fifo.clear()
        self._cancel()
        self.field.power_off()

    def _read(self, register: int) -> int:
        if register == FIFO_DATA:
            return self._fifo.pop(0) if self._fifo else 0
        if register == FIFO_LEVEL:
            return len(self._fifo)
        return self._registers[register]

    def _write(self, register: int, value: int) -> None:
        if special := _WRITES.get(register):
            special(self, value)
        elif register not in _READ_ONLY:
            self._registers[register] = value

    def _write_command(self, value: int) -> None:
        command = value & 0x0F
        self._cancel()
        self._registers[COMMAND] = value & 0x3F
        if command == _SOFT_RESET:
            self._reset()
            self._raise(COMM_IRQ, _IDLE_IRQ)
        elif command == _CALC_CRC:
            self._registers[DIV_IRQ] &= ~_CRC_IRQ
            self._at(self.bus_us + _CRC_BYTE_US * len(self._fifo), self._finish_crc)
        elif command == _TRANSMIT:
            self._send(answered=False)

    def _write_comm_irq(self, value: int) -> None:
        self._set_or_clear(COMM_IRQ, value)

    def _write_div_irq(self, value: int) -> None:
        self._set_or_clear(DIV_IRQ, value)

    def _set_or_clear(self, register: int, value: int) -> None:
        marked = value & 0x7F
        if value & _SET:
            self._registers[register] |= marked
        else:
            self._registers[register] &= ~marked

    def _write_fifo(self, value: int) -> None:
        if len(self._fifo) < _FIFO_SIZE:
            self._fifo.append(value)
        else:
            self._error(_OVERFLOW)

    def _write_fifo_level(self, value: int) -> None:
        if value & _SET:
            self._fifo.clear()
            self._registers[ERROR] &= ~_OVERFLOW

    def _write_bit_framing(self, value: int) -> None:
        self._registers[BIT_FRAMING] = value & 0x77
        if value & _SET and self._registers[COMMAND] & 0x0F == _TRANSCEIVE:
            self._send(answered=True)

    def _write_tx_control(self, value: int) -> None:
        if not value & _ANTENNA:
            self.field.power_off()
        self._registers[TX_CONTROL] = value

    def _finish_crc(self) -> None:
        if self._registers[MODE] & 0x03 == 0x01:
            low, high = crc_a(bytes(self._fifo))
            self._registers[CRC_LOW], self._registers[CRC_HIGH] = low, high
        self._fifo.clear()
        self._raise(DIV_IRQ, _CRC_IRQ)

    def _send(self, *, answered: bool) -> None:
        frame = self._outgoing()
        self._registers[ERROR] &= _OVERFLOW
        sent = self.bus_us + (frame[1] * 9 / 8 + 2) * _BIT_US
        self._at(sent, lambda: self._sent(answered=answered))
        if frame[1] == 7:
            self._count_poll()
        reply = self.field.exchange(frame) if self._registers[TX_CONTROL] & _ANTENNA else None
        heard = sent + _ANSWER_US if reply and answered else _NEVER
        if self._registers[T_MODE] & 0x80 and sent + self._timer_us() < heard:
            self._at(sent + self._timer_us(), lambda: self._raise(COMM_IRQ, _TIMER))
        if reply and answered and not self.jammed:
            self._at(heard + reply[0][1] * 9 / 8 * _BIT_US, lambda: self._receive(*reply))

    def _outgoing(self) -> Frame:
        data = bytes(self._fifo)
        self._fifo.clear()
        if self._registers[TX_MODE] & 0x80:
            data += crc_a(data)
        bits = int.from_bytes(data, "little")
        last = self._registers[BIT_FRAMING] & 0x07
        count = 8 * len(data) - (8 - last if last and data else 0)
        return bits & (1 << count) - 1, count

    def _sent(self, *, answered: bool) -> None:
        self._raise(COMM_IRQ, _TX)
        if not answered:
            self._registers[COMMAND] &= 0xF0
            self._raise(COMM_IRQ, _IDLE_IRQ)

    def _receive(self, frame: Frame, collision: int | None, damaged: bool) -> None:
        bits, count = frame
        self._fifo += bits.to_bytes((count + 7) // 8, "little")
        self._registers[CONTROL] = self._registers[CONTROL] & 0xF8 | count & 0x07
        self._registers[COLL] = self._registers[COLL] & 0x80 | 0x20
        if collision is not None:
            self._registers[COLL] = self._registers[COLL] & 0x80 | collision + 1 & 0x1F
            self._error(_COLLISION)
        if damaged:
            self._error(_PARITY)
        if self._registers[RX_MODE] & 0x80:
            self._check_crc()
        self._raise(COMM_IRQ, _RX)

    def _check_crc(self) -> None:
        data = bytes(self._fifo)
        if crc_a(data[:-2]) != data[-2:]:
            self._error(_CRC_ERROR)
        del self._fifo[-2:]

    def _timer_us(self) -> float:
        registers = self._registers
        prescaler = (registers[T_MODE] & 0x0F) << 8 | registers[T_PRESCALER]
        reload = registers[T_RELOAD_HIGH] << 8 | registers[T_RELOAD_LOW]
        return (2 * prescaler + 1) * (reload + 1) / 13.56

    def _count_poll(self) -> None:
        with self.polled:
            self.polls += 1
            self.polled.notify_all()

    def _error(self, bit: int) -> None:
        self._registers[ERROR] |= bit
        self._raise(COMM_IRQ, _ERR)

    def _raise(self, register: int, bits: int) -> None:
        self._registers[register] |= bits

    def _at(self, time: float, deed: Callable[[], None]) -> None:
        self._agenda.append((time, deed))
        self._due = min(self._due, time)

    def _cancel(self) -> None:
        self._agenda.clear()
        self._due = _NEVER

    def _catch_up(self) -> None:
        while self._agenda and self.bus_us >= self._due:
            first = min(self._agenda, key=lambda entry: entry[0])
            self._agenda.remove(first)
            self._due = min((time for time, _ in self._agenda), default=_NEVER)
            first[1]()


_WRITES: Final[dict[int, Callable[[SimulatedRc522, int], None]]] = {
    COMMAND: SimulatedRc522._write_command,
    COMM_IRQ: SimulatedRc522._write_comm_irq,
    DIV_IRQ: SimulatedRc522._write_div_irq,
    FIFO_DATA: SimulatedRc522._write_fifo,
    FIFO_LEVEL: SimulatedRc522._write_fifo_level,
    BIT_FRAMING: SimulatedRc522._write_bit_framing,
    TX_CONTROL: SimulatedRc522._write_tx_control,
}
