"""The roller's program as shipped, in a MicroPython VM, played with through the bank's own driver."""

import pytest

from companion.devices.die import SerialDie
from companion.devices.ports import FaultKind
from firmware.max7219 import BUS, MR
from firmware.roller import DIM
from tests.devices.notebook import Notebook
from tests.firmware.conftest import PowerOn
from tests.firmware.pico import IDENTITY

FAST = {"TUMBLE_MS": 20}


def rolls(notes: Notebook) -> list[object]:
    return [word[1] for word in notes.heard if word[0] == "rolled"]


def are_numbered(notes: Notebook) -> bool:
    numbers = [word[4] for word in notes.heard if word[0] == "rolled" and isinstance(word[4], int)]
    return all(number - numbers[0] & 0xFFFFFFFF == count for count, number in enumerate(numbers))


@pytest.mark.parametrize(
    "changes",
    [{}, {"DISPLAY": "digits"}, {"LINK": "uart"}],
    ids=["matrices on USB", "digits on USB", "matrices on a serial port"],
)
def test_what_is_shown_is_what_the_bank_hears(power_on: PowerOn, notes: Notebook, changes: dict[str, str]) -> None:
    pico = power_on("roller", **FAST, **changes)
    shown = [pico.roll() for _ in range(8)]
    assert notes.wait("rolled", count=8)
    assert rolls(notes) == shown
    assert {word[3] for word in notes.heard if word[0] == "rolled"} == {IDENTITY}
    assert are_numbered(notes)
    assert {face for roll in shown for face in roll} <= set(range(1, 7))


def test_with_settings_from_before_it_had_a_third_die_it_rolls_two(power_on: PowerOn, notes: Notebook) -> None:
    pico = power_on("roller", without=["DICE"], **FAST)
    shown = pico.roll()
    assert notes.wait("rolled")
    assert rolls(notes) == [shown]
    assert len(shown) == 2


def test_a_line_that_damages_one_in_twenty_loses_nothing(power_on: PowerOn, notes: Notebook) -> None:
    pico = power_on("roller", **FAST)
    pico.noise = 0.05
    shown = [pico.roll() for _ in range(40)]
    assert pico.damaged
    assert notes.wait("rolled", count=40)
    assert rolls(notes) == shown
    assert are_numbered(notes)


def test_every_fourth_line_damaged(power_on: PowerOn, notes: Notebook) -> None:
    pico = power_on("roller", **FAST)
    pico.noise = 0.25
    shown = [pico.roll() for _ in range(6)]
    assert notes.wait("rolled", count=6)
    assert rolls(notes) == shown


def test_a_roll_without_a_cable_is_dim_and_comes_with_the_cable(power_on: PowerOn, notes: Notebook) -> None:
    pico = power_on("roller", **FAST)
    before = pico.roll()
    pico.unplug()
    assert notes.wait("faulted", "die", FaultKind.MISSING)
    unheard = pico.roll(DIM)
    assert rolls(notes) == [before]
    pico.plug()
    assert notes.wait("rolled", count=2)
    assert rolls(notes) == [before, unheard]
    after = pico.roll()
    assert rolls(notes) == [before, unheard, after]


def test_after_a_power_cut_a_roll_nobody_saw_is_gone(power_on: PowerOn, notes: Notebook) -> None:
    pico = power_on("roller", **FAST)
    before = pico.roll()
    pico.unplug()
    pico.power_off()
    assert notes.wait("faulted", "die", FaultKind.MISSING)
    pico.power_on()
    pico.plug()
    assert notes.wait("recovered", "die")
    after = pico.roll()
    assert rolls(notes) == [before, after]


def test_the_fifth_roll_that_waits_does_not_count_and_dashes_blink(power_on: PowerOn, notes: Notebook) -> None:
    pico = power_on("roller", **FAST)
    pico.roll()
    pico.unplug()
    unheard = [pico.roll(DIM) for _ in range(4)]
    pico.do("press")
    assert pico.wait_said("shown 7 7 6", count=2)
    pico.plug()
    assert notes.wait("rolled", count=5)
    assert rolls(notes)[1:] == unheard


def test_three_dice_and_one_are_thrown_when_they_are_asked_for(
    power_on: PowerOn, notes: Notebook, drivers: list[SerialDie]
) -> None:
    pico = power_on("roller", DICE=3, **FAST)
    pico.roll()
    for count in (3, 1, 3, 2):
        drivers[0].ask_for(count)
        shown = pico.roll()
        while len(shown) != count:  # it was pressed before the die had heard
            assert notes.wait("faulted", "die", FaultKind.IMPOSSIBLE)
            shown = pico.roll()
        assert notes.wait("rolled", tuple(shown[:2]), "".join(map(face_of, shown[2:])))


def face_of(sign: int) -> str:
    """What a sign of the third matrix stands for."""
    return {MR: "mr", BUS: "bus"}.get(sign, str(sign))


def test_what_is_kept_and_the_number_outlive_a_power_cut(
    power_on: PowerOn, notes: Notebook, drivers: list[SerialDie]
) -> None:
    pico = power_on("roller", **FAST)
    pico.roll()
    drivers[0].keep(("box", "game", "7", "ab" * 32))
    pico.await_kept("ab" * 32)
    pico.unplug()
    pico.power_off()
    assert notes.wait("faulted", "die", FaultKind.MISSING)
    pico.power_on()
    pico.plug()
    pico.roll()
    assert notes.wait("remembered", ("box", "game", "7", "ab" * 32), IDENTITY)
    assert are_numbered(notes)
