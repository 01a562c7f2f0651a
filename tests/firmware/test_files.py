"""What goes on a Pico: everything compiles for it, and the settings say what the wiring says."""

import re
import runpy
from pathlib import Path

import pytest

from tests.firmware.conftest import settings_of
from tests.firmware.guide import flash
from tests.firmware.pico import compile_module
from tests.repo.sources import ROOT

SOURCES = [*sorted((ROOT / "firmware").rglob("*.py")), ROOT / "companion" / "devices" / "die_protocol.py"]
SETTINGS = sorted((ROOT / "firmware" / "settings").glob("*.py"))


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_it_compiles_for_the_rp2040(source: Path, tmp_path: Path) -> None:
    compiled = tmp_path / "module.mpy"
    compile_module(source, compiled)
    assert compiled.read_bytes()[:2] == b"M\x06"


def test_the_guide_copies_every_module(tmp_path: Path) -> None:
    flash(tmp_path)
    copied = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.py")}
    modules = {f"firmware/{path.name}" for path in (ROOT / "firmware").glob("*.py") if path.name != "main.py"}
    assert copied == {"main.py", "settings.py", "companion/devices/die_protocol.py", *modules}
    assert (tmp_path / "settings.py").read_text(encoding="utf-8") == settings_of("roller").rstrip("\n") + "\n"


@pytest.mark.parametrize("path", SETTINGS, ids=lambda path: path.stem)
def test_the_guide_wires_what_the_settings_say(path: Path) -> None:
    guide = (ROOT / "firmware" / "README.md").read_text(encoding="utf-8")
    section = guide.partition(f"## The {path.stem}\n")[2].partition("\n## ")[0]
    wires = re.findall(r"^\|.*\| GP(\d+) \| (\d+) \| `(\w+)` \|$", section, re.MULTILINE)
    assert {name: int(gp) for gp, _, name in wires} == pins_of(path)
    assert [int(pin) for _, pin, _ in wires] == [place_of(int(gp)) for gp, _, _ in wires]


def pins_of(path: Path) -> dict[str, int]:
    """Give the pins that shipped settings name and use: a roller on USB has no serial port."""
    settings = runpy.run_path(str(path))
    unused = {"UART_TX", "UART_RX"} if settings["LINK"] == "usb" else set[str]()
    return {name: settings[name] for name in PINS - unused if name in settings}


def place_of(gp: int) -> int:
    """Give the pin of the board that carries GP 0 to 22: four in a row, then a ground (Pico data sheet, figure 4)."""
    return gp + 1 if gp < 2 else gp + 2 + (gp - 2) // 4


PINS = {"BUTTON", "SPI_SCK", "SPI_TX", "SPI_CS", "I2C_SDA", "I2C_SCL", "UART_TX", "UART_RX"}
