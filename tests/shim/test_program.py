"""The shipped program in its own process, on the libraries as they are: spidev.so, _lgpio.so, smbus2, luma, pyserial.

No Python of theirs or ours is changed: `devshim.c` puts the nodes of simulated chips below /dev.
"""

import errno

from companion.ledger.history import fold
from companion.rules.commands import Buy, End, Roll
from companion.simulator import nodes
from companion.simulator.gpiochip import Mode
from tests.e2e.process import PATIENCE
from tests.shim.pi import Live, Pi, Table

RED = [((1, 2), 3), ((1, 2), 6), ((1, 4), 11), ((1, 2), 14), ((1, 3), 18)]
BLUE = [((1, 4), 5), ((1, 3), 9), ((1, 2), 12), ((1, 2), 15), ((1, 3), 19)]


def levels(findings: list[dict[str, object]]) -> set[object]:
    return {finding["level"] for finding in findings}


def test_ten_turns_by_tags_buttons_and_die(pi: Pi) -> None:
    pi.enrol()
    table = Table(pi, "--players", "red,blue", "--dice", "serial", "--cards", "tag")
    table.press("ok")
    table.throw(6, 5)
    table.throw(1, 2)
    count = len(table.entries(3))
    table.press("ok")
    for turn in range(10):
        name, throws = (("red", RED), ("blue", BLUE))[turn % 2]
        dice, square = throws[turn // 2]
        table.throw(*dice)
        table.entries(count + 1)
        table.deed(square)
        table.entries(count + 2)
        table.card(name)
        count = len(table.entries(count + 3))
    game = fold(table.entries(count))
    assert [type(step.command) for step in game.steps[-30:]] == [Roll, Buy, End] * 10
    assert [game.state.owner[square] for _, square in RED + BLUE] == [0] * 5 + [1] * 5
    assert any(pi.bench.panel_bits())
    found = pi.doctor()
    assert levels(found["reader"]) == levels(found["panel"]) == {"ok"}  # looked at without disturbing the table
    busy = [finding["what"] for finding in found["lines"] if finding["level"] == "fault"]
    assert "buttons.pins.ok: GPIO 13 is busy, held by lg" in busy
    assert found["lines"][0]["remedy"].startswith("sudo systemctl stop banker")
    assert table.close() == 0
    assert not any(pi.bench.panel_bits())
    assert [pin for pin, line in enumerate(pi.bench.gpio.lines) if line.owner is not None] == []


def test_a_box_in_order(pi: Pi) -> None:
    found = pi.doctor()
    for check in ("board", "SPI", "I2C", "config.txt", "gpiochip", "lines", "reader", "panel", "serial", "lgpio"):
        assert levels(found[check]) == {"ok"}, found[check]
    assert found["reader"][0]["what"] == "RC522, version 2 (0x92)"
    assert sorted(file.name for file in pi.home.iterdir()) == ["anchor"]  # not even lgpio's pipe


def test_a_line_that_is_taken_a_dead_reader_and_a_panel_elsewhere(pi: Pi) -> None:
    pi.bench.gpio.claim(99, 13, Mode.INPUT)
    pi.bench.kill_reader(0xFF)
    pi.bench.i2c.slaves[0x3D] = pi.bench.i2c.slaves.pop(0x3C)
    found = pi.doctor()
    [line] = [finding for finding in found["lines"] if finding["level"] == "fault"]
    assert (line["what"].partition(",")[0], line["faults"]) == ("buttons.pins.ok: GPIO 13 is busy", [29])
    [reader], [panel] = found["reader"], found["panel"]
    assert (reader["level"], reader["faults"]) == ("fault", [17])
    assert "version 0xff" in reader["what"]
    assert (panel["level"], panel["faults"]) == ("fault", [43])
    assert panel["remedy"].endswith("address = 0x3D")


def test_a_panel_that_a_driver_of_the_kernel_has(pi: Pi) -> None:
    pi.server.kernels.add(0x3C)
    [panel] = pi.doctor()["panel"]
    assert panel["what"] == "0x3C on /dev/i2c-1 is taken by a driver of the kernel"


def test_live_tells_as_it_comes_and_ends_by_a_signal(pi: Pi) -> None:
    live = Live(pi)
    pi.bench.await_polls(2, PATIENCE)
    pi.bench.lay("04a1b2c3d4e5f6")
    assert live.line() == "tag 04a1b2c3d4e5f6"
    pi.bench.press("ok", bounces=3)
    assert live.line() == "pressed ok"
    pi.bench.roll(5, 6)
    assert live.line().startswith("rolled 5 6 (sim-die ")
    assert live.close() == 0


def test_nodes_that_are_missing_or_refuse(pi: Pi) -> None:
    (pi.root / "dev/spidev0.0").unlink()
    pi.server.errors["/dev/i2c-1"] = errno.EACCES
    nodes.gpiochips.clear()
    found = pi.doctor()
    assert found["SPI"][0]["what"] == "no /dev/spidev0.0, though SPI is switched on in config.txt"
    assert found["SPI"][0]["remedy"] == "sudo reboot"
    assert found["panel"][0]["what"] == "/dev/i2c-1 may not be used"
    assert found["gpiochip"][0]["faults"] == [24, 25]
