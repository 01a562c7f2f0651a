import sys
from importlib import metadata
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from companion.config import Config
from companion.devices.box import Box
from companion.devices.settings import BoxSettings, PanelSettings
from companion.doctor.checks import Check, examine
from companion.doctor.patient import Finding, Level, Patient
from companion.simulator import SimulatedBox, nodes
from companion.simulator.gpiochip import GpioChip, Mode
from tests.devices.notebook import Notebook
from tests.doctor.conftest import Ask
from tests.refused import told


def only(findings: list[Finding]) -> Finding:
    assert len(findings) == 1, findings
    return findings[0]


@pytest.mark.parametrize("name", ["gpiochip", "lines", "reader", "panel", "die"])
def test_the_simulated_box_is_sound_and_says_what_it_is(desktop: Patient, ask: Ask, name: str) -> None:
    found = ask(desktop, name)
    assert found
    assert {finding.level for finding in found} == {Level.SIMULATED}


def test_looking_disturbs_nothing(bench: SimulatedBox, desktop: Patient, ask: Ask) -> None:
    version, taken = bench.panel_version, [line.owner for line in bench.gpio.lines]
    for name in ("gpiochip", "lines", "panel", "reader"):
        ask(desktop, name)
    assert bench.panel_version == version
    reset = bench.settings.reader
    assert reset is not None
    now = [line.owner for pin, line in enumerate(bench.gpio.lines) if pin != reset.reset_pin]
    assert now == [owner for pin, owner in enumerate(taken) if pin != reset.reset_pin]


@pytest.mark.parametrize("stuck", [0x00, 0xFF])
def test_a_dead_reader(bench: SimulatedBox, desktop: Patient, ask: Ask, stuck: int) -> None:
    bench.kill_reader(stuck)
    found = only(ask(desktop, "reader"))
    assert (found.level, found.faults) == (Level.FAULT, (17,))
    assert f"version 0x{stuck:02x}" in told(found.what)
    assert str(found.remedy).startswith("look at its wires")


@pytest.mark.parametrize(
    ("version", "level"),
    [(0x91, Level.SIMULATED), (0x92, Level.SIMULATED), (0x88, Level.WARNING), (0x42, Level.WARNING)],
)
def test_copies_of_the_readers_chip(
    bench: SimulatedBox, desktop: Patient, ask: Ask, version: int, level: Level
) -> None:
    bench.rc522.version = version
    bench.rc522.power_cycle()
    found = only(ask(desktop, "reader"))
    assert found.level is level
    assert f"0x{version:02x}" in told(found.what)


def test_no_node_for_the_reader(bench: SimulatedBox, desktop: Patient, ask: Ask) -> None:
    bench.remove_spi()
    found = only(ask(desktop, "reader"))
    assert (found.remedy, found.faults) == ("sudo raspi-config nonint do_spi 0 && sudo reboot", (16,))


def test_a_reader_that_a_table_uses_is_still_read(bench: SimulatedBox, desktop: Patient, ask: Ask) -> None:
    notes = Notebook()
    with Box(bench.settings, notes) as box:
        assert box.wait_ready(5)
        assert told(only(ask(desktop, "reader")).what) == "RC522, version 2 (0x92)"
        assert only(ask(desktop, "panel")).level is Level.SIMULATED
        bench.follow(reader=box.reader)
        bench.lay("deadbeef")
    assert notes.heard == [("laid", "deadbeef")]


def test_a_panel_at_another_address(bench: SimulatedBox, desktop: Patient, ask: Ask) -> None:
    bench.i2c.slaves[0x3D] = bench.i2c.slaves.pop(0x3C)
    found = only(ask(desktop, "panel"))
    assert (found.level, found.faults) == (Level.FAULT, (43,))
    assert told(found.what) == "no panel answers at 0x3C on /dev/i2c-1, but one does at 0x3D"
    assert str(found.remedy).endswith("address = 0x3D")


def test_no_panel_and_no_bus(bench: SimulatedBox, desktop: Patient, ask: Ask) -> None:
    bench.unplug_panel()
    assert str(only(ask(desktop, "panel")).remedy).startswith("look at its wires")
    nodes.i2c.clear()
    assert only(ask(desktop, "panel")).remedy == "sudo raspi-config nonint do_i2c 0 && sudo reboot"


def test_a_panel_with_another_chip_than_set(tmp_path: Path, ask: Ask) -> None:
    with SimulatedBox(BoxSettings(panel=PanelSettings(chip="sh1106"))) as bench:
        box = msgspec.structs.replace(bench.settings, panel=PanelSettings(chip="ssd1306"))
        found = only(ask(Patient(Config(), box, tmp_path / "ledger.sqlite", bench=bench), "panel"))
    assert (found.level, found.faults) == (Level.WARNING, (44,))
    assert str(found.remedy).endswith('chip = "sh1106"')


def test_a_line_that_is_busy_and_a_button_that_is_pressed(bench: SimulatedBox, desktop: Patient, ask: Ask) -> None:
    bench.gpio.claim(99, 13, Mode.INPUT)
    bench.gpio.drive(26, 0)
    found = {finding.level: finding for finding in ask(desktop, "lines")}
    assert told(found[Level.FAULT].what) == "buttons.pins.ok: GPIO 13 is busy, held by lg"
    assert found[Level.FAULT].faults == (29,)
    assert told(found[Level.WARNING].what) == "buttons.pins.info: GPIO 26 is low, as if pressed"


def test_another_chip_than_a_pis(bench: SimulatedBox, desktop: Patient, ask: Ask) -> None:
    nodes.gpiochips[0] = GpioChip("gpio-brcmstb@107d508500", 32)
    found = only(ask(desktop, "gpiochip"))
    assert found.faults == (24, 25)
    assert "gpiochip0 gpio-brcmstb@107d508500" in told(found.what)


def test_a_die_that_is_gone_silent_or_twice_there(bench: SimulatedBox, desktop: Patient, ask: Ask) -> None:
    assert told(only(ask(desktop, "die")).what) == "the die sim-die answers"
    bench.die.silent = True
    assert only(ask(desktop, "die")).remedy == "load the firmware onto it: firmware/README.md"
    bench.die.silent = False
    assert bench.settings.die is not None
    pattern = str(bench.die.link.parent / "usb-*")
    die = msgspec.structs.replace(bench.settings.die, port=pattern)
    many = msgspec.structs.replace(desktop, box=msgspec.structs.replace(bench.settings, die=die))
    other = bench.die.link.with_name("usb-other-if00")
    other.symlink_to("/dev/null")
    assert "more than one port" in told(only(ask(many, "die")).what)
    other.unlink()
    bench.die.unplug()
    assert only(ask(many, "die")).faults == (56,)


def test_a_part_left_out_is_not_looked_for(desktop: Patient, ask: Ask) -> None:
    bare = msgspec.structs.replace(desktop.box, reader=None, panel=None, buttons=None, buzzer=None, die=None)
    patient = msgspec.structs.replace(desktop, box=bare)
    assert [ask(patient, name) for name in ("lines", "reader", "panel", "die")] == [[], [], [], []]


def test_a_check_that_fails_is_a_finding(desktop: Patient, caplog: pytest.LogCaptureFixture) -> None:
    def fail(_patient: Patient) -> list[Finding]:
        raise ZeroDivisionError("nobody has thought of this")

    [(name, found)] = examine(desktop, [Check("odd", fail)])
    assert (name, found.level) == ("odd", Level.FAULT)
    assert "nobody has thought of this" in told(found.what)
    assert "the check odd failed" in caplog.text


def test_what_cannot_be_looked_at_for_another_fault(desktop: Patient, ask: Ask) -> None:
    nodes.gpiochips.clear()
    for name in ("lines", "reader"):
        found = only(ask(desktop, name))
        assert (found.level, found.remedy) == (Level.FAULT, "see to the fault above first")


@pytest.mark.parametrize("name", ["lgpio", "RPi.GPIO", "mfrc522", "libraries"])
def test_the_libraries_of_this_environment(desktop: Patient, ask: Ask, name: str) -> None:
    assert only(ask(desktop, name)).level is Level.OK


def test_an_empty_and_an_old_lgpio(
    bench: SimulatedBox, desktop: Patient, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = ModuleType("lgpio")
    monkeypatch.setitem(sys.modules, "lgpio", empty)
    assert only(ask(desktop, "lgpio")).faults == (26, 62)
    empty.gpiochip_open, empty.LGPIO_PY_VERSION = print, 0x00010600  # type: ignore[attr-defined]
    assert "lgpio 0.1.6.0 is too old" in told(only(ask(desktop, "lgpio")).what)
    monkeypatch.setitem(sys.modules, "lgpio", None)
    assert only(ask(desktop, "lgpio")).faults == (27,)


@pytest.mark.parametrize(
    ("name", "package", "number"), [("RPi.GPIO", "RPi.GPIO", 22), ("mfrc522", "mfrc522-python", 11)]
)
def test_packages_that_take_the_place_of_others(
    desktop: Patient, ask: Ask, monkeypatch: pytest.MonkeyPatch, name: str, package: str, number: int
) -> None:
    real = metadata.version
    monkeypatch.setattr(metadata, "version", lambda asked: "1.0" if asked == package else real(asked))
    found = only(ask(desktop, name))
    assert found.level is Level.FAULT
    assert number in found.faults
