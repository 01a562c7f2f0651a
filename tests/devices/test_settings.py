import msgspec
import pytest

from companion.devices.settings import RESERVED_PINS, BoxSettings, ButtonSettings, EncoderSettings


def test_no_default_pin_is_reserved_or_taken_twice() -> None:
    pins = [pin for _, pin in BoxSettings(encoder=EncoderSettings()).pins()]
    assert len(pins) == len(set(pins)) == 9
    assert not RESERVED_PINS & set(pins)
    assert {2, 3, *range(7, 12), 14, 15} == RESERVED_PINS


@pytest.mark.parametrize("pin", sorted(RESERVED_PINS))
def test_a_pin_of_a_bus_is_refused(pin: int) -> None:
    with pytest.raises(ValueError, match=rf"buttons.pins.ok: GPIO {pin} belongs to"):
        BoxSettings(buttons=ButtonSettings(pins={"ok": pin}))


def test_all_faults_are_told_at_once() -> None:
    data = b'{"buttons": {"pins": {"up": 25, "ok": 2}}, "encoder": {"a": 12, "b": 20}}'
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.json.decode(data, type=BoxSettings)
    assert str(error.value).splitlines() == [
        "buttons.pins.ok: GPIO 2 belongs to I2C, SPI or the serial port",
        "buzzer.pin: GPIO 12 is already used by encoder.a",
        "reader.reset_pin: GPIO 25 is already used by buttons.pins.up",
    ]


@pytest.mark.parametrize(
    "text",
    [
        '{"reader": {"pol_ms": 5}}',
        '{"panel": {"chip": "ssd1309"}}',
        '{"panel": {"chip": "sh1106", "height": 32}}',
        '{"die": {"baud": 1}}',
    ],
)
def test_unknown_keys_and_values_are_errors(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=BoxSettings)
