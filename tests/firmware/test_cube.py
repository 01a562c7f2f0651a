"""The cube's program as shipped, in a MicroPython VM: thrown by moving the simulated sensor."""

from companion.devices.ports import FaultKind
from companion.errors import message
from tests.devices.notebook import Notebook
from tests.firmware.conftest import PowerOn
from tests.firmware.pico import VirtualPico
from tests.firmware.throws import UP, throw

FIRST, SECOND = 0x18, 0x19


def rolls(notes: Notebook) -> list[object]:
    return [word[1] for word in notes.heard if word[0] == "rolled"]


def move(pico: VirtualPico, address: int, motion: list[list[int]]) -> None:
    pico.do("motion", address, *(",".join(map(str, step)) for step in motion))


def test_one_cube_is_thrown_twice(power_on: PowerOn, notes: Notebook) -> None:
    pico = power_on("cube")
    for count, (a, b) in enumerate([(5, 2), (6, 6)], 1):
        move(pico, FIRST, throw(a))
        assert pico.wait_said("lamp 1", count)
        move(pico, FIRST, throw(b))
        assert notes.wait("rolled", (a, b))
    assert rolls(notes) == [(5, 2), (6, 6)]


def test_the_other_sensor_and_the_other_link(power_on: PowerOn, notes: Notebook) -> None:
    pico = power_on("cube", LINK="usb", SENSOR="mpu6050", ADDRESSES=(0x68,))
    move(pico, 0x68, [*throw(3)[:-1], [500, *UP[3]], *throw(4)])
    assert notes.wait("rolled")
    assert rolls(notes) == [(3, 4)]


def test_two_cubes_are_thrown_together(power_on: PowerOn, notes: Notebook) -> None:
    pico = power_on("cube", ADDRESSES=(FIRST, SECOND))
    move(pico, FIRST, throw(3))
    move(pico, SECOND, throw(4))
    assert notes.wait("rolled")
    assert rolls(notes) in ([(3, 4)], [(4, 3)])


def test_a_cocked_cube_does_not_count_and_is_thrown_again(power_on: PowerOn, notes: Notebook) -> None:
    pico = power_on("cube")
    move(pico, FIRST, throw(1))
    assert pico.wait_said("lamp 1")
    move(pico, FIRST, [*throw(1)[:-1], [0, 0, 600, 800]])
    assert notes.wait("faulted", "die", FaultKind.IMPOSSIBLE, message("device.fault.die-says", said="cocked"))
    move(pico, FIRST, throw(2))
    assert notes.wait("rolled", (1, 2))
    assert notes.wait("recovered", "die")


def test_a_sensor_that_is_gone_is_told_and_works_again_when_it_is_back(power_on: PowerOn, notes: Notebook) -> None:
    pico = power_on("cube")
    move(pico, FIRST, throw(1))
    assert pico.wait_said("lamp 1")
    pico.do("gone", FIRST)
    assert notes.wait("faulted", "die", FaultKind.IMPOSSIBLE, message("device.fault.die-says", said="sensor"))
    pico.do("back", FIRST)
    move(pico, FIRST, [*throw(4)[:-1], [1500, *UP[4]], *throw(5)])
    assert notes.wait("rolled", (4, 5))
    assert rolls(notes) == [(4, 5)]
