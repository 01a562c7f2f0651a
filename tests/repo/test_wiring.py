"""`wiring.md` says what the program does, on pins that exist and are free."""

from typing import NamedTuple

import pytest

from companion.devices.settings import RESERVED_PINS, BoxSettings, ButtonSettings, EncoderSettings
from companion.errors import WrongFields, message
from tests.repo.sources import ROOT

BUSES = frozenset({2, 3, 7, 8, 9, 10, 11, 14, 15})
# The 40-pin header: https://www.raspberrypi.com/documentation/computers/raspberry-pi.html (GPIO and the 40-pin header)
HEADER = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22, 11: 23,
    8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
SUPPLY = {"3.3": {1, 17}, "5 V": {2, 4}, "GND": {6, 9, 14, 20, 25, 30, 34, 39}}


class Wire(NamedTuple):
    part: str
    signal: str
    gpio: int | None
    pin: int | None
    setting: str


def wires() -> list[Wire]:
    lines = (ROOT / "wiring.md").read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    return [
        Wire(part, signal, int(gpio) if gpio else None, int(pin) if pin else None, setting.strip("`"))
        for part, signal, gpio, pin, setting in rows[2:]
    ]


def test_the_table_is_the_default_box() -> None:
    box = BoxSettings(encoder=EncoderSettings())
    written = {wire.setting: wire.gpio for wire in wires() if wire.gpio is not None and wire.gpio not in BUSES}
    assert written == {f"devices.{setting}": gpio for setting, gpio in box.pins()}


def test_each_gpio_is_at_its_place_on_the_header() -> None:
    for wire in wires():
        if wire.gpio is not None:
            assert HEADER[wire.gpio] == wire.pin, wire
        elif wire.pin is not None:
            supply = "GND" if wire.signal == "GND" else "3.3"
            assert wire.pin in SUPPLY[supply], wire


def test_no_pin_has_two_wires() -> None:
    pins = [wire.pin for wire in wires() if wire.pin is not None]
    assert len(pins) == len(set(pins))


def test_buses_carry_their_own_signals_only() -> None:
    signals = {wire.gpio: wire.signal for wire in wires() if wire.gpio in BUSES}
    assert signals == {2: "SDA", 3: "SCL", 8: "SDA (chip select CE0)", 9: "MISO", 10: "MOSI", 11: "SCK"}


@pytest.mark.parametrize("pin", sorted(BUSES))
def test_a_button_on_a_bus_is_refused(pin: int) -> None:
    with pytest.raises(WrongFields) as caught:
        BoxSettings(buttons=ButtonSettings(pins={"ok": pin}))
    assert caught.value.wrong == (("buttons.pins.ok", message("pin-of-a-bus", pin=pin)),)


def test_the_program_reserves_what_the_page_says() -> None:
    assert RESERVED_PINS == BUSES
    assert "GPIO 2, 3, 7 to 11, 14 and 15 belong to" in (ROOT / "wiring.md").read_text(encoding="utf-8")
