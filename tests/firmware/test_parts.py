"""The parts of the dice under CPython, on chips as their data sheets describe them."""

from functools import partial

import pytest

from companion.devices.die_protocol import RESEND_MS, DieEnd, Memory, decode, encode
from firmware.accelerometers import Lis3dh, Mpu6050
from firmware.button import STEADY_MS, Button
from firmware.cube import HALF, PATIENCE_MS, Cube
from firmware.gravity import COCKED, SENSOR, STILL, Throw, face_up
from firmware.max7219 import BUS, DASH, MR, Digits, Matrices
from firmware.roller import BRIGHT, DIM, MIDDLE, Roller
from tests.firmware.chips import I2cBus, Lis3dhChip, Max7219Chain, Mpu6050Chip
from tests.firmware.throws import UP, put, throw

SIDES = (2, 5, 3, 4, 1, 6)


def settled(motion: list[list[int]]) -> list[int | str]:
    """Let a cube feel a motion, 10 ms a reading, and a second of rest; give the faces that count."""
    watch, faces = Throw(), list[int | str]()
    readings = [step[1:] for step in [[500, 0, 0, 1000], *motion] for _ in range(max(step[0], 10) // 10)]
    for x, y, z in [*readings, *[readings[-1]] * 100]:
        if watch.feel(x, y, z, 10):
            faces.append(face_up(x, y, z, SIDES))
    assert watch.state == STILL
    return faces


@pytest.mark.parametrize("face", UP)
def test_a_throw_counts_with_the_face_that_is_up(face: int) -> None:
    assert settled(throw(face)) == [face]


@pytest.mark.parametrize("face", UP)
def test_a_cube_put_down_by_hand_does_not_count(face: int) -> None:
    assert settled(put(face)) == []


def test_a_hit_without_a_flight_is_a_throw() -> None:
    assert settled([[30, 400, 300, 900], [20, 1500, 1500, 1500], [0, *UP[5]]]) == [5]


def test_a_table_that_is_knocked_is_no_throw() -> None:
    assert settled([[10, 30, -40, 1060], [10, -30, 20, 950], [0, *UP[1]]]) == []


@pytest.mark.parametrize(("degrees", "said"), [(19, 1), (21, COCKED), (45, COCKED)])
def test_a_leaning_cube_is_cocked_beyond_20_degrees(degrees: int, said: int | str) -> None:
    lean = {19: (326, 946), 21: (358, 934), 45: (707, 707)}[degrees]
    assert face_up(lean[0], 0, lean[1], SIDES) == said


def test_what_cannot_be_gravity_is_the_sensor() -> None:
    assert face_up(0, 0, 0, SIDES) == SENSOR
    assert face_up(0, 0, 1300, SIDES) == SENSOR


@pytest.mark.parametrize("chip", [Lis3dhChip, Mpu6050Chip])
@pytest.mark.parametrize("felt", [[0, 0, 1000], [-1000, 20, 4], [7900, -7900, 0], [-1, 1, -1004]])
def test_a_sensor_reads_what_the_chip_feels(chip: type[Lis3dhChip | Mpu6050Chip], felt: list[int]) -> None:
    bus = I2cBus({0x18: chip()})
    bus.chips[0x18].motion = [[0, *felt]]
    sensor = Lis3dh(bus, 0x18) if chip is Lis3dhChip else Mpu6050(bus, 0x18)
    assert list(sensor()) == pytest.approx(felt, abs=4)
    bus.chips[0x18] = again = chip()  # lost its power for a moment
    again.motion = [[0, *felt]]
    assert list(sensor()) == pytest.approx(felt, abs=4)


@pytest.mark.parametrize("sensor", [Lis3dh, Mpu6050])
def test_another_chip_and_no_chip_are_errors(sensor: type[Lis3dh | Mpu6050]) -> None:
    stranger = Mpu6050Chip() if sensor is Lis3dh else Lis3dhChip()
    with pytest.raises(OSError, match="not an"):
        sensor(I2cBus({0x18: stranger}), 0x18)()
    with pytest.raises(OSError, match="19"):
        sensor(I2cBus({}), 0x18)()


@pytest.mark.parametrize("a", [*range(7), DASH])
@pytest.mark.parametrize("b", [*range(7), DASH])
@pytest.mark.parametrize("more", [(), (1,), (2,), (3,), (MR,), (BUS,)])
def test_faces_on_matrices_and_digits(a: int, b: int, more: tuple[int, ...]) -> None:
    faces = (a, b, *more)
    matrices, digits = Max7219Chain(len(faces)), Max7219Chain(1)
    for chain, display in ((matrices, Matrices), (digits, Digits)):

        def write(data: bytes, chain: Max7219Chain = chain) -> None:
            chain.shift(data)
            chain.latch()

        display(write).show(faces, 5)
        assert chain.brightness == 5
    assert matrices.faces() == faces
    assert digits.faces() == tuple(face for face in faces if face)


def test_bounces_are_one_press_and_a_held_button_is_one() -> None:
    levels = [1, 0, 1, 0, 0, 1, *[0] * 60, 1, 0, 1, *[1] * 60, 0, 0, 1, *[1] * 30, *[0] * 30]
    at = iter(levels)
    button = Button(lambda: next(at))
    presses = [ms for ms in range(len(levels)) if button.passed(1)]
    assert presses == [6 + STEADY_MS, len(levels) - 30 + STEADY_MS]


def test_a_slow_look_at_a_bounce_is_no_press() -> None:
    at = iter([1, 0, 1, 0, 1])
    button = Button(lambda: next(at))
    assert not any(button.passed(5 * STEADY_MS) for _ in range(5))


def test_a_roll_tumbles_is_sent_and_brightens_when_taken() -> None:
    end, shown = DieEnd("roller", "x", Memory(7)), list[tuple[tuple[int, ...], int]]()
    faces = iter([1, 2, 3, 4])
    roller = Roller(end, lambda: next(faces), lambda faces, level: shown.append((faces, level)), 100)
    end.receive(encode("HELLO?", "s"))
    end.out = b""
    roller.press()
    assert end.out == encode("ROLLING")
    for _ in range(3):
        roller.press()  # while it tumbles: nothing
        roller.passed(35)
    assert [decode(line) for line in end.out.splitlines()] == [["ROLLING"], ["ROLL", "00000007", "3", "4"]]
    end.receive(encode("ACK", "00000007"))
    roller.passed(1)
    assert shown == [((1, 2), MIDDLE), ((3, 4), DIM), ((3, 4), BRIGHT)]


def test_a_roller_throws_as_many_dice_as_the_bank_asks_for() -> None:
    end, shown = DieEnd("roller", "x", Memory(7), most=3), list[tuple[tuple[int, ...], int]]()
    faces = iter([1, 2, 4, 3, 6, 6, 6])
    roller = Roller(end, lambda: next(faces), lambda faces, level: shown.append((faces, level)), 10)
    end.receive(encode("HELLO?", "s", 2))
    for dice in (3, 1, 3):
        end.receive(encode("DICE", dice))
        end.out = b""
        roller.press()
        roller.passed(10)
        end.receive(encode("ACK", f"{end.waiting[0][0]:08x}"))
        roller.passed(1)
    assert [faces for faces, level in shown if level == BRIGHT] == [(1, 2, MR), (3, 0, 0), (6, 6, BUS)]


class Table:
    """Cubes in somebody's hand: a clock of 10 ms, and what the die has said."""

    def __init__(self, cubes: int, dice: int = 2) -> None:
        self.end = DieEnd("cube", "x", Memory(1), most=3)
        self.end.receive(encode("HELLO?", "s", 2) + encode("DICE", dice))
        self.feels = [[0, 0, 1000] for _ in range(cubes)]
        self.lamp = list[bool]()
        self.cube = Cube(self.end, [partial(self._felt, which) for which in range(cubes)], self.lamp.append, SIDES)
        self.wait(1000)
        self.said()

    def _felt(self, which: int) -> tuple[int, int, int]:
        x, y, z = self.feels[which]
        return x, y, z

    def said(self) -> list[list[str]]:
        """Take what the die has sent."""
        out, self.end.out = self.end.out, b""
        return [decode(line) for line in out.splitlines()]

    def wait(self, ms: int) -> None:
        for _ in range(ms // 10):
            self.cube.passed(10)

    def throw(self, *throws: tuple[int, list[list[int]]]) -> None:
        """Throw cubes one after the other, the second while the first still rests for its 400 ms."""
        for which, motion in throws:
            for ms, *feels in motion:
                self.feels[which] = feels
                self.wait(max(ms, 10))


def test_only_the_throw_that_completes_a_roll_says_rolling() -> None:
    table = Table(1)
    table.throw((0, throw(2)))
    table.wait(500)
    assert table.said() == []
    assert table.lamp[-1]
    table.throw((0, throw(6)))
    table.wait(500)
    assert table.said() == [["ROLLING"], ["ROLL", "00000001", "2", "6"]]
    assert not table.lamp[-1]


def test_one_cube_is_thrown_once_for_each_die() -> None:
    table = Table(1, dice=3)
    for face in (2, 6, 6):
        assert table.said() == []
        table.throw((0, throw(face)))
        table.wait(500)
    assert table.said() == [["ROLLING"], ["ROLL", "00000001", "2", "6", "bus"]]
    table = Table(1, dice=1)
    table.throw((0, throw(5)))
    table.wait(500)
    assert table.said() == [["ROLLING"], ["ROLL", "00000001", "5"]]


def test_half_a_roll_is_forgotten_in_time() -> None:
    table = Table(1)
    table.throw((0, throw(2)))
    table.wait(PATIENCE_MS[1] + 1000)
    assert table.said() == [["FAULT", HALF]]
    table.throw((0, throw(3)))
    table.wait(500)
    table.throw((0, throw(4)))
    table.wait(500)
    assert table.said() == [["ROLLING"], ["ROLL", "00000001", "3", "4"]]


def test_two_cubes_are_one_roll_and_the_later_throw_of_one_counts() -> None:
    table = Table(2)
    table.throw((0, throw(2)))
    table.wait(500)
    table.throw((0, throw(5)))
    table.wait(500)
    table.throw((1, throw(1)))
    table.wait(500)
    assert table.said() == [["ROLLING"], ["ROLL", "00000001", "5", "1"]]


def test_one_of_two_cubes_is_not_a_roll() -> None:
    table = Table(2)
    table.throw((1, throw(2)))
    table.wait(PATIENCE_MS[2] + 1000)
    assert table.said() == [["ROLLING"], ["FAULT", HALF]]
    assert PATIENCE_MS[2] + 1000 < 8000  # the bank waits for a roll as long (protocol.md)


def test_a_roll_not_taken_is_sent_again_while_cubes_rest() -> None:
    table = Table(2)
    table.throw((0, throw(2)), (1, throw(2)))
    table.wait(500)
    table.said()
    table.end.passed(RESEND_MS)
    assert table.said() == [["ROLL", "00000001", "2", "2"]]
