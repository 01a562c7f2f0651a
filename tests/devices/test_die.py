import os
from pathlib import Path

import pytest

from companion.devices.box import Box
from companion.devices.device import DeviceFault
from companion.devices.die import SerialDie, find_port
from companion.devices.die_protocol import encode
from companion.devices.ports import FaultKind
from companion.simulator import SimulatedBox
from tests.devices.notebook import Notebook


def rolls(notes: Notebook) -> list[object]:
    return [word[1] for word in notes.heard if word[0] == "rolled"]


def test_rolls_come_through_the_port_each_once(bench: SimulatedBox, box: Box, notes: Notebook) -> None:
    made = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    for a, b in made:
        assert bench.roll(a, b)
    assert rolls(notes) == made
    rolled = [heard for heard in notes.heard if heard[0] == "rolled"]
    named = {(source, sequence) for word, _, _, source, sequence in rolled}
    assert len(named) == len(made)


def test_through_a_line_that_damages_a_fifth(bench: SimulatedBox, box: Box, notes: Notebook) -> None:
    bench.die.noise = 0.2
    made = [(1 + count % 6, 6 - count % 6) for count in range(12)]
    for a, b in made:
        assert bench.roll(a, b)
    assert rolls(notes) == made


def test_noise_silence_and_impossible_dice_are_told_once_each(bench: SimulatedBox, box: Box, notes: Notebook) -> None:
    bench.die.babble(b"ROLL 5\nROL\xff 5 6\n\x00\x00\x00\n*\n")
    assert notes.wait("faulted", "die", FaultKind.NOISE)
    assert notes.wait("recovered", "die")
    bench.roll(7, 7)
    assert notes.wait("faulted", "die", FaultKind.IMPOSSIBLE)
    bench.roll(6, 6)
    assert notes.wait("recovered", "die", count=2)
    bench.die.silent = True
    assert notes.wait("faulted", "die", FaultKind.SILENT)
    bench.die.silent = False
    assert notes.wait("recovered", "die", count=3)
    assert notes.count("faulted") == 3
    assert rolls(notes) == [(6, 6)]


def test_a_roll_that_never_ends_is_told(bench: SimulatedBox, box: Box, notes: Notebook) -> None:
    bench.die.begin()
    assert notes.wait("faulted", "die", FaultKind.SILENT)
    assert bench.roll(2, 3)
    assert rolls(notes) == [(2, 3)]


@pytest.mark.parametrize("lasts", [False, True])
def test_unplugged_and_replugged_under_another_name(
    bench: SimulatedBox, box: Box, notes: Notebook, lasts: bool
) -> None:
    assert bench.roll(1, 1)
    before = bench.die.link.readlink()
    bench.die.unplug(lasts=lasts)
    assert notes.wait("faulted", "die", FaultKind.MISSING)
    assert bench.roll(4, 4, timeout=None) is lasts
    stranger = os.openpty()  # takes the old name, so that the die gets another
    bench.die.plug()
    assert notes.wait("recovered", "die")
    assert bench.die.link.readlink() != before
    assert bench.roll(2, 2)
    for descriptor in stranger:
        os.close(descriptor)
    assert rolls(notes) == [(1, 1), *([(4, 4)] if lasts else []), (2, 2)]
    assert notes.count("faulted") == 1


def test_a_die_missing_at_start_is_waited_for(bench: SimulatedBox, notes: Notebook) -> None:
    bench.die.unplug()
    with Box(bench.settings, notes):
        assert notes.wait("faulted", "die", FaultKind.MISSING)
        bench.die.plug()
        assert notes.wait("recovered", "die")
        assert bench.roll(3, 5)
    assert rolls(notes) == [(3, 5)]


def test_a_port_held_by_another_program_is_busy(bench: SimulatedBox, box: Box, notes: Notebook) -> None:
    assert bench.settings.die is not None
    second = Notebook()
    die = SerialDie(bench.settings.die, second)
    die.start()
    assert second.wait("faulted", "die", FaultKind.BUSY)
    die.close()
    assert bench.roll(1, 6)
    assert rolls(notes) == [(1, 6)]


def test_another_version_of_the_protocol_is_told(bench: SimulatedBox, box: Box, notes: Notebook) -> None:
    bench.die.babble(encode("HELLO", 3, "cube", "from-the-future"))
    assert notes.wait("faulted", "die", FaultKind.UNSUPPORTED)


def test_two_dice_that_match_must_be_told_apart(tmp_path: Path) -> None:
    for name in ("usb-a", "usb-b"):
        (tmp_path / name).touch()
    with pytest.raises(DeviceFault, match=r"device\.fault.ports"):
        find_port(str(tmp_path / "usb-*"))
    assert find_port(str(tmp_path / "usb-b")) == str(tmp_path / "usb-b")
    with pytest.raises(DeviceFault, match=r"device\.fault.no-port"):
        find_port(str(tmp_path / "acm-*"))
