"""As much of MicroPython's `machine` as a die uses, joined to simulated chips and to the hands of a test.

The test says `press`, `motion ADDRESS MS,X,Y,Z ...`, `gone ADDRESS` and `back ADDRESS`; the die says
`shown FACES BRIGHTNESS` and `lamp LEVEL`, each when it changes.
"""

import time

import settings
import wires
from chips import I2cBus, Lis3dhChip, Max7219Chain, Mpu6050Chip

levels = {}
chain = Max7219Chain(getattr(settings, "DICE", 2) if getattr(settings, "DISPLAY", "") == "matrix" else 1)
model = Mpu6050Chip if getattr(settings, "SENSOR", "") == "mpu6050" else Lis3dhChip
present = {address: model() for address in getattr(settings, "ADDRESSES", ())}
absent = {}
said = {}
rest = [""]
presses = []
PRESS = [(0, 0), (1, 0), (0, 0), (1, 0), (0, 40), (1, 0), (0, 0), (1, 40)]  # levels and their ms; a bounce is one look
begun_at, seen_at = [0], [0]
moved_at = [0]
LONGEST_STEP_MS = 10  # of a motion between two readings, however busy the machine is


def unique_id():
    return b"\xe6\x61\x41\x04\x03\xe7\x45\x2d"


def look():
    rest[0] += bytes.fromhex(wires.read("bench")).decode()
    *lines, rest[0] = rest[0].split("\n")
    for line in lines:
        heed(*line.split(" "))


def heed(word, *arguments):
    if word == "press":
        presses.extend(PRESS)
        return
    address = int(arguments[0])
    moved_at[0] = time.ticks_ms()
    if word == "motion":
        present[address].motion = [[int(number) for number in step.split(",")] for step in arguments[1:]]
    elif word == "gone":
        absent[address] = present.pop(address)
    elif word == "back":
        present[address] = type(absent.pop(address))()


def contact():
    """Give the button's level, which has lasted as long as it should when the program has seen it do so."""
    now = time.ticks_ms()
    if not presses or time.ticks_diff(seen_at[0], begun_at[0]) >= presses[0][1]:
        del presses[:1]
        begun_at[0] = now
    seen_at[0] = now
    return presses[0][0] if presses else 1


def say(word, *values):
    if said.get(word) != values:
        said[word] = values
        wires.write("bench", " ".join([word] + [str(value) for value in values] + ["\n"]).encode().hex())


class Pin:
    IN, OUT, PULL_UP = 0, 1, 1

    def __init__(self, number, _mode=IN, _pull=None, *, value=None):
        self._number = number
        if value is not None:
            levels[number] = value

    def value(self, level=None):
        if level is None:
            look()
            return contact()
        self._drive(level)
        return None

    def _drive(self, level):
        if self._number == getattr(settings, "SPI_CS", None) and level and not levels[self._number] and chain.latch():
            say("shown", *chain.faces(), chain.brightness)
        if self._number == getattr(settings, "LAMP", None):
            say("lamp", int(level))
        levels[self._number] = level


class SPI:
    def __init__(self, bus, *, baudrate, sck, mosi):
        pass

    def write(self, data):
        assert levels[settings.SPI_CS] == 0
        chain.shift(data)


class I2C(I2cBus):
    def __init__(self, _bus, **_pins):
        super().__init__(present)

    def readfrom_mem(self, address, register, count):
        look()
        now = time.ticks_ms()
        for chip in present.values():
            chip.passed(min(time.ticks_diff(now, moved_at[0]), LONGEST_STEP_MS))
        moved_at[0] = now
        return super().readfrom_mem(address, register, count)


class UART:
    def __init__(self, number, *, baudrate, tx, rx, rxbuf):
        pass

    def read(self):
        return bytes.fromhex(wires.read("line")) or None

    def write(self, data):
        wires.write("line", data.hex())
