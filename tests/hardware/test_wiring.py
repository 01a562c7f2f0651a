"""The pictures of the wires say what wiring.md, the settings and the guides say."""

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from tests.firmware.test_files import place_of
from tests.hardware.harness import FOLDER, harness, leads
from tests.repo.sources import ROOT
from tests.repo.test_wiring import HEADER, SUPPLY, wires

PICTURES = ROOT / "hardware" / "pictures"
NAMES = sorted(path.stem for path in FOLDER.glob("*.yml"))
# The parts of wiring.md by their names in box.yml, and signals that are called otherwise there.
CALLED = {
    "panel": "Panel",
    "reader": "Reader",
    "buzzer": "Buzzer",
    "rotary encoder": "Encoder",
    "all buttons": "Buttons",
}
SIGNALS = {"VCC, 3.3 V": "VCC", "3.3V, **never 5 V**": "3.3V", "SDA (chip select CE0)": "SDA"}


def plain(part: str) -> str:
    return re.sub(r" \(.*\)", "", part)


def test_the_box_is_wired_as_the_table_says() -> None:
    table = {
        (wire.pin, "Buttons", name.removeprefix("button "))
        if (name := plain(wire.part)).startswith("button ")
        else (wire.pin, CALLED[name], SIGNALS.get(wire.signal, wire.signal))
        for wire in wires()
        if wire.pin is not None
    }
    drawn = {(lead.pin, lead.part, lead.signal) for lead in leads("box", "Pi")}
    assert drawn == table


def test_the_header_of_the_picture_is_the_headers() -> None:
    labels = harness("box")["connectors"]["Pi"]["pinlabels"]
    numbers = dict(enumerate(labels, 1))
    assert {pin: numbers[pin] for pin in HEADER.values()} == {pin: f"GPIO {gpio}" for gpio, pin in HEADER.items()}
    assert {pin for pin, label in numbers.items() if label == "GND"} == SUPPLY["GND"]
    assert {pin for pin, label in numbers.items() if label == "3.3 V"} == SUPPLY["3.3"]
    assert {pin for pin, label in numbers.items() if label == "5 V"} == SUPPLY["5 V"]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("roller", {"BUTTON": "GP15", "SPI_SCK": "CLK", "SPI_TX": "DIN", "SPI_CS": "CS"}),
        ("cube", {"I2C_SDA": "SDA", "I2C_SCL": "SCL", "UART_TX": "RXD", "UART_RX": "TXD"}),
    ],
)
def test_a_die_is_wired_as_its_settings_say(kind: str, expected: dict[str, str]) -> None:
    settings = runpy.run_path(str(ROOT / "firmware" / "settings" / f"{kind}.py"))
    drawn = {lead.pin: (lead.label, lead.signal) for lead in leads(kind, "Pico") if lead.label.startswith("GP")}
    assert drawn == {place_of(settings[name]): (f"GP{settings[name]}", signal) for name, signal in expected.items()}


@pytest.mark.parametrize("name", NAMES)
def test_colors_and_lengths_fit_the_connections(name: str) -> None:
    loaded = harness(name)
    for cable in loaded["cables"].values():
        assert len(cable["colors"]) == len(set(cable["colors"])) == cable["wirecount"]
    for _, cable, last in loaded["connections"]:
        ((cable_name, _),) = cable.items()
        assert len(*last.values()) == loaded["cables"][cable_name]["wirecount"]


@pytest.mark.parametrize("name", NAMES)
def test_the_committed_picture_shows_these_wires(name: str, tmp_path: Path) -> None:
    subprocess.run(
        [Path(sys.prefix) / "bin" / "wireviz", "-f", "s", "-o", tmp_path, FOLDER / f"{name}.yml"], check=True
    )
    assert words(tmp_path / f"{name}.svg") == words(PICTURES / f"{name}.svg")


def words(picture: Path) -> list[str]:
    """All texts of a picture: where they stand depends on fonts."""
    return sorted(re.findall(r"<text[^>]*>([^<]*)</text>", picture.read_text(encoding="utf-8")))
