"""The chips of a die as their data sheets describe them; runs in a MicroPython VM and under CPython."""

import struct

ENODEV = 19

# The pips of each face as a person sees them, LEDs of two rows and columns for each; from the dice of the game.
FACES = {
    0: "000 000 000",
    1: "000 010 000",
    2: "100 000 001",
    3: "100 010 001",
    4: "101 000 101",
    5: "101 010 101",
    6: "101 101 101",
}
UNREADABLE = -1
DASH, MR, BUS = 7, 8, 9
LETTERS = {  # as a person sees them: an M, a B
    MR: "##....## ###..### ######## ##.##.## ##....## ##....## ##....## ##....##",
    BUS: "######.. ##...##. ##...##. ######.. ##...##. ##...##. ##...##. ######..",
}


class Accelerometer:
    """Registers and a clock: `motion` is what it feels, as lists of ms, x, y, z in thousandths of g; the last lasts."""

    def __init__(self) -> None:
        self.registers = bytearray(128)
        self.motion = [[0, 0, 0, 1000]]

    def feel(self) -> "list[int]":
        """Say what it feels now."""
        return self.motion[0][1:]

    def passed(self, ms: int) -> None:
        """Go through the motion."""
        while len(self.motion) > 1 and ms >= self.motion[0][0]:
            ms -= self.motion.pop(0)[0]
        if len(self.motion) > 1:
            self.motion[0][0] -= ms


class Lis3dhChip(Accelerometer):
    """DocID17530: counts on only where the register's top bit is set, measures once a rate is chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.registers[0x0F] = 0x33
        self.registers[0x20] = 0x07

    def read(self, register: int, count: int) -> bytes:
        self._measure()
        if not register & 0x80:
            return bytes([self.registers[register]] * count)
        return bytes(self.registers[register & 0x7F : (register & 0x7F) + count])

    def write(self, register: int, data: bytes) -> None:
        self.registers[register & 0x7F] = data[0]

    def _measure(self) -> None:
        if self.registers[0x20] >> 4:
            step = (1, 2, 4, 12)[self.registers[0x23] >> 4 & 3]  # thousandths of g: table 4
            steps = [min(max(value // step, -2048), 2047) << 4 for value in self.feel()]
            self.registers[0x28:0x2E] = struct.pack("<hhh", *steps)


class Mpu6050Chip(Accelerometer):
    """RM-MPU-6000A: asleep after power-on, counts on by itself, high byte first."""

    def __init__(self) -> None:
        super().__init__()
        self.registers[0x75] = 0x68
        self.registers[0x6B] = 0x40

    def read(self, register: int, count: int) -> bytes:
        if not self.registers[0x6B] & 0x40:
            full = 2 << (self.registers[0x1C] >> 3 & 3)
            steps = [min(max(value * 32768 // (full * 1000), -32768), 32767) for value in self.feel()]
            self.registers[0x3B:0x41] = struct.pack(">hhh", *steps)
        return bytes(self.registers[register : register + count])

    def write(self, register: int, data: bytes) -> None:
        self.registers[register] = data[0]


class I2cBus:
    """Chips by their addresses; a missing one is an OSError."""

    def __init__(self, chips: "dict[int, Lis3dhChip | Mpu6050Chip]") -> None:
        self.chips = chips

    def readfrom_mem(self, address: int, register: int, count: int) -> bytes:
        return self._chip(address).read(register, count)

    def writeto_mem(self, address: int, register: int, data: bytes) -> None:
        self._chip(address).write(register, data)

    def _chip(self, address: int) -> "Lis3dhChip | Mpu6050Chip":
        if address not in self.chips:
            raise OSError(ENODEV)
        return self.chips[address]


class Max7219Chip:
    """19-4452: sixteen registers, dark until the shutdown register is 1."""

    def __init__(self) -> None:
        self.registers = bytearray(16)

    @property
    def is_lit(self) -> bool:
        return self.registers[0x0C] == 1 and self.registers[0x0F] == 0 and self.registers[0x0B] == 7

    def face(self) -> int:
        """Read the face off a matrix."""
        lines = ["".join(str(row >> 7 - column & 1) for column in range(8)) for row in self.registers[1:9]]
        if not self.is_lit or self.registers[0x09] != 0:
            return UNREADABLE
        if lines == ["0" * 8] * 3 + ["1" * 8] * 2 + ["0" * 8] * 3:
            return DASH
        for letter, drawn in LETTERS.items():
            if lines == drawn.replace("#", "1").replace(".", "0").split(" "):
                return letter
        for face, pips in FACES.items():
            if lines == self._drawn(pips.split(" ")):
                return face
        return UNREADABLE

    def _drawn(self, rows: "list[str]") -> "list[str]":
        top, middle, bottom = ["0".join(pip * 2 for pip in row) for row in rows]
        return [top, top, "0" * 8, middle, middle, "0" * 8, bottom, bottom]

    def digit(self, place: int) -> int:
        """Read a digit, `place` counted from the right."""
        if not self.is_lit or not self.registers[0x09] >> place & 1:
            return UNREADABLE
        code = self.registers[1 + place] & 0x0F
        return {0x0A: DASH, 0x0F: 0, 0x0C: MR, 0x0E: BUS}.get(code, code if 1 <= code <= 6 else UNREADABLE)


class Max7219Chain:
    """Chips one behind the other: what is shifted in is taken when the chip select rises."""

    def __init__(self, count: int) -> None:
        self.chips = [Max7219Chip() for _ in range(count)]
        self._shifted = bytes(2 * count)

    def shift(self, data: bytes) -> None:
        self._shifted = (self._shifted + data)[-2 * len(self.chips) :]

    def latch(self) -> bool:
        """Take what was shifted in; True when it was for the register that wakes the chip, written last."""
        for place, chip in enumerate(reversed(self.chips)):
            register, value = self._shifted[2 * place], self._shifted[2 * place + 1]
            if register & 0x0F:
                chip.registers[register & 0x0F] = value
        return self._shifted[0] & 0x0F == 0x0C

    def faces(self) -> "tuple[int, ...]":
        """Read the dice as a person does: matrices from the first on, or the digits that are lit, dark ones between."""
        if len(self.chips) > 1:
            return tuple([chip.face() for chip in self.chips])
        digits = [self.chips[0].digit(place) for place in range(7, -1, -1)]
        lit = [place for place, digit in enumerate(digits) if digit]
        apart = [place for place in lit if place + 1 in lit] == []
        return tuple([digits[place] for place in lit]) if apart else (UNREADABLE,)

    @property
    def brightness(self) -> int:
        return self.chips[0].registers[0x0A]
