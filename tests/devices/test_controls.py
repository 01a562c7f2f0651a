import time

import msgspec
import pytest

from companion.devices.box import Box
from companion.devices.ports import FaultKind
from companion.devices.settings import ButtonSettings
from companion.errors import message
from companion.simulator import SimulatedBox, nodes
from companion.simulator.gpiochip import GpioChip, Mode
from tests.devices.notebook import Notebook


def test_every_button_by_name(bench: SimulatedBox, box: Box, notes: Notebook) -> None:
    for name in bench.button_names():
        bench.tap(name)
    assert notes.take() == [(word, name) for name in bench.button_names() for word in ("pressed", "released")]


def test_five_bounces_are_one_press(bench: SimulatedBox, box: Box, notes: Notebook) -> None:
    bench.press("ok", bounces=5)
    bench.release("ok", bounces=5)
    assert notes.take() == [("pressed", "ok"), ("released", "ok")]


def test_without_debouncing_they_would_be_six(notes: Notebook) -> None:
    with SimulatedBox() as bench:
        buttons = ButtonSettings(debounce_ms=0)
        settings = msgspec.structs.replace(bench.settings, buttons=buttons, reader=None, panel=None, die=None)
        with Box(settings, notes) as box:
            assert box.wait_ready(5)
            bench.follow(buttons=box.buttons)
            bench.press("ok", bounces=5)
            assert notes.wait("pressed", "ok", count=6)


def test_a_tremble_shorter_than_the_debounce_time_is_no_press(bench: SimulatedBox, box: Box, notes: Notebook) -> None:
    bench.gpio.drive(13, 0)
    bench.gpio.let_pass(5_000)
    bench.gpio.drive(13, 1)
    bench.gpio.let_pass(100_000)
    bench.tap("up")
    assert notes.take() == [("pressed", "up"), ("released", "up")]


def test_held_comes_between_pressed_and_released(bench: SimulatedBox, box: Box, notes: Notebook) -> None:
    bench.press("back")
    assert notes.wait("held", "back")
    bench.release("back")
    assert notes.take() == [("pressed", "back"), ("held", "back"), ("released", "back")]
    bench.tap("back")
    time.sleep(0.08)  # longer than hold_ms
    assert notes.take() == [("pressed", "back"), ("released", "back")]


def test_the_dial_counts_detents_both_ways(bench: SimulatedBox, box: Box, notes: Notebook) -> None:
    bench.turn(3)
    bench.turn(-1)
    bench.turn(1)
    assert notes.take() == [("turned", step) for step in (1, 1, 1, -1, 1)]


def test_a_dial_that_trembles_turns_once(bench: SimulatedBox, box: Box, notes: Notebook) -> None:
    a, b = 16, 20
    for pin, level in ((a, 0), (a, 1), (a, 0), (b, 0), (b, 1), (b, 0), (a, 1), (b, 1)):
        bench.gpio.drive(pin, level)
    assert notes.wait("turned", 1)
    bench.turn(-1)
    assert notes.take() == [("turned", 1), ("turned", -1)]


def test_half_a_detent_and_back_is_nothing(bench: SimulatedBox, box: Box, notes: Notebook) -> None:
    for pin, level in ((16, 0), (20, 0), (20, 1), (16, 1)):
        bench.gpio.drive(pin, level)
    bench.turn(1)
    assert notes.take() == [("turned", 1)]


def test_a_line_somebody_else_holds_is_told_and_taken_when_free(bench: SimulatedBox, notes: Notebook) -> None:
    stranger = 99
    bench.gpio.claim(stranger, 13, Mode.INPUT)
    with Box(bench.settings, notes) as box:
        assert notes.wait("faulted", "buttons", FaultKind.BUSY)
        assert message("device.fault.line", use="buttons.pins.ok", pins=(13,), error="'GPIO busy'") in notes.heard[0]
        bench.gpio.free(stranger, 13)
        assert notes.wait("recovered", "buttons")
        bench.follow(buttons=box.buttons)
        bench.tap("ok")
    assert notes.count("pressed", "ok") == 1


@pytest.mark.parametrize("number", [0, 4, 15])
def test_the_chip_is_found_by_its_label(number: int, notes: Notebook) -> None:
    with SimulatedBox(gpiochip=number, label="pinctrl-rp1") as bench:
        nodes.gpiochips[number - 1 if number else 1] = GpioChip("gpio-brcmstb@107d508500", 32)
        with Box(bench.settings, notes) as box:
            assert box.wait_ready(5)
            bench.follow(reader=box.reader, buttons=box.buttons)
            bench.tap("ok")
            assert bench.lay("deadbeef")
    assert {("pressed", "ok"), ("laid", "deadbeef")} <= set(notes.heard)


def test_without_a_chip_everything_with_pins_waits(bench: SimulatedBox, notes: Notebook) -> None:
    chip = nodes.gpiochips.pop(0)
    with Box(bench.settings, notes) as box:
        for device in ("buttons", "encoder", "reader"):
            assert notes.wait("faulted", device, FaultKind.MISSING)
        nodes.gpiochips[0] = chip
        for device in ("buttons", "encoder", "reader"):
            assert notes.wait("recovered", device)
        bench.follow(buttons=box.buttons)
        bench.tap("info")
    assert notes.count("pressed", "info") == 1


def test_an_unknown_button_of_the_bench_is_named(bench: SimulatedBox) -> None:
    with pytest.raises(ValueError, match="no button 'menu'; there are up, down, ok, back, info"):
        bench.press("menu")
