import msgspec
import pytest

from companion.devices.settings import RESERVED_PINS, BoxSettings, ButtonSettings, EncoderSettings, PanelSettings
from companion.errors import WrongFields, message
from companion.words.refusals import worded


def test_no_default_pin_is_reserved_or_taken_twice() -> None:
    pins = [pin for _, pin in BoxSettings(encoder=EncoderSettings()).pins()]
    assert len(pins) == len(set(pins)) == 9
    assert not RESERVED_PINS & set(pins)
    assert {2, 3, *range(7, 12), 14, 15} == RESERVED_PINS


@pytest.mark.parametrize("pin", sorted(RESERVED_PINS))
def test_a_pin_of_a_bus_is_refused(pin: int) -> None:
    with pytest.raises(WrongFields) as caught:
        BoxSettings(buttons=ButtonSettings(pins={"ok": pin}))
    assert caught.value.wrong == (("buttons.pins.ok", message("pin-of-a-bus", pin=pin)),)


def said(error: BaseException) -> list[str]:
    assert isinstance(error.__cause__, WrongFields)
    return [f"{key}: {worded(what)}" for key, what in error.__cause__.wrong]


def test_all_faults_are_told_at_once() -> None:
    data = b'{"buttons": {"pins": {"up": 25, "ok": 2}}, "encoder": {"a": 12, "b": 20}}'
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.json.decode(data, type=BoxSettings)
    assert said(error.value) == [
        "buttons.pins.ok: GPIO 2 belongs to I2C, SPI or the serial port",
        "buzzer.pin: GPIO 12 is already used by encoder.a",
        "reader.reset_pin: GPIO 25 is already used by buttons.pins.up",
    ]


def test_a_panel_on_spi_has_lines_of_its_own_and_not_the_readers() -> None:
    spi = PanelSettings(chip="ssd1322", width=256, height=64)
    assert {("panel.dc_pin", 24), ("panel.reset_pin", 27)} <= set(BoxSettings(panel=spi).pins())
    for panel, wrong in (
        (
            msgspec.structs.replace(spi, reset_pin=25),
            ("panel.reset_pin", message("pin-taken", pin=25, by="reader.reset_pin")),
        ),
        (
            msgspec.structs.replace(spi, spi_device=0),
            ("panel.spi_device", message("chip-select-taken", node="/dev/spidev0.0")),
        ),
    ):
        with pytest.raises(WrongFields) as caught:
            BoxSettings(panel=panel)
        assert caught.value.wrong == (wrong,)
    on_i2c = BoxSettings(panel=PanelSettings(reset_pin=25))
    assert "panel.reset_pin" not in dict(on_i2c.pins())


@pytest.mark.parametrize(
    "text",
    [
        '{"reader": {"pol_ms": 5}}',
        '{"panel": {"chip": "ssd1"}}',
        '{"panel": {"chip": "sh1106", "height": 32}}',
        '{"panel": {"chip": "sh1107"}}',
        '{"die": {"baud": 1}}',
    ],
)
def test_unknown_keys_and_values_are_errors(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=BoxSettings)
