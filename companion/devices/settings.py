"""What a builder may set: pins (BCM numbers), buses and times, with the defaults of `wiring.md`."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from companion.errors import Message, WrongFields, message

RESERVED_PINS = frozenset({2, 3, 7, 8, 9, 10, 11, 14, 15})  # I2C, SPI and the serial port (faults.md #30)

PANEL_SIZES = {
    "ssd1306": ((128, 64), (128, 32)),
    "sh1106": ((128, 64),),
    "sh1107": ((128, 128),),
    "ssd1322": ((256, 64),),
}
PANELS_ON_SPI = frozenset({"ssd1322"})

Pin = Annotated[int, Meta(ge=0, le=27)]
Ms = Annotated[int, Meta(ge=0, le=60_000)]
Percent = Annotated[int, Meta(ge=0, le=100)]


class ReaderSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The RC522 on SPI; `hz` is the SPI clock, `poll_ms` the rest between two looks."""

    bus: Annotated[int, Meta(ge=0)] = 0
    device: Annotated[int, Meta(ge=0)] = 0
    reset_pin: Pin = 25
    hz: Annotated[int, Meta(ge=100_000, le=10_000_000)] = 1_000_000
    poll_ms: Ms = 10
    retry_ms: Ms = 1000


class PanelSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The OLED (SSD1322 on SPI 0, others I2C); `rotate` in quarter turns; asked every `watch_ms` if on (0: never)."""

    chip: Literal["ssd1306", "sh1106", "sh1107", "ssd1322"] = "ssd1306"
    width: int = 128
    height: int = 64
    rotate: Literal[0, 2] = 0
    bus: Annotated[int, Meta(ge=0)] = 1
    address: Annotated[int, Meta(ge=0x08, le=0x77)] = 0x3C
    spi_device: Literal[0, 1] = 1
    spi_hz: Literal[1_000_000, 2_000_000, 4_000_000, 8_000_000] = 8_000_000
    dc_pin: Pin = 24
    reset_pin: Pin = 27
    contrast: Annotated[int, Meta(ge=0, le=255)] = 0xCF
    watch_ms: Ms = 1000
    retry_ms: Ms = 1000

    def __post_init__(self) -> None:
        if (self.width, self.height) not in PANEL_SIZES[self.chip]:
            sizes = tuple(f"{width} x {height}" for width, height in PANEL_SIZES[self.chip])
            said = message("panel-size", chip=self.chip, sizes=sizes, size=f"{self.width} x {self.height}")
            raise WrongFields(("", said))

    @property
    def is_on_spi(self) -> bool:
        """Whether this chip is wired to SPI and not to I2C."""
        return self.chip in PANELS_ON_SPI


class ButtonSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Push buttons from a pin to ground; `debounce_ms` is the kernel's (5 to 20, faults.md #32)."""

    pins: dict[str, Pin] = field(default_factory=lambda: {"up": 5, "down": 6, "ok": 13, "back": 19, "info": 26})
    debounce_ms: Annotated[int, Meta(ge=0, le=100)] = 15
    hold_ms: Annotated[int, Meta(ge=50, le=10_000)] = 800
    retry_ms: Ms = 1000


class EncoderSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """A rotary encoder; its push switch, if any, is one more button (GPIO 21 is kept for it)."""

    a: Pin = 16
    b: Pin = 20
    retry_ms: Ms = 1000


class BuzzerSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """A passive buzzer on a pin; volume 0 is silence."""

    pin: Pin = 12
    volume: Percent = 60
    retry_ms: Ms = 1000


class DieSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The serial die; `port` is a path or a glob such as /dev/serial/by-id/usb-*, so that a replugged die is found."""

    port: str = "/dev/serial/by-id/usb-*"
    baud: Annotated[int, Meta(ge=1200)] = 115_200
    hello_ms: Ms = 2500
    ping_ms: Ms = 2000
    silence_ms: Ms = 1500
    roll_ms: Ms = 8000
    retry_ms: Ms = 500


class BoxSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole box; None leaves a part out. Raises `WrongFields` for a pin used twice or reserved by a bus."""

    reader: ReaderSettings | None = field(default_factory=ReaderSettings)
    panel: PanelSettings | None = field(default_factory=PanelSettings)
    buttons: ButtonSettings | None = field(default_factory=ButtonSettings)
    encoder: EncoderSettings | None = None
    buzzer: BuzzerSettings | None = field(default_factory=BuzzerSettings)
    die: DieSettings | None = None

    def __post_init__(self) -> None:
        if wrong := [*pin_faults(self.pins()), *self._crowded()]:
            raise WrongFields(*wrong)

    def pins(self) -> list[tuple[str, int]]:
        """List every (use, BCM pin) of this box, for the check and for `wiring.md`."""
        pins = [(f"buttons.pins.{name}", pin) for name, pin in self.buttons.pins.items()] if self.buttons else []
        pins += [("encoder.a", self.encoder.a), ("encoder.b", self.encoder.b)] if self.encoder else []
        pins += [("buzzer.pin", self.buzzer.pin)] if self.buzzer else []
        pins += [("reader.reset_pin", self.reader.reset_pin)] if self.reader else []
        if self.panel and self.panel.is_on_spi:
            pins += [("panel.dc_pin", self.panel.dc_pin), ("panel.reset_pin", self.panel.reset_pin)]
        return pins

    def _crowded(self) -> list[tuple[str, Message]]:
        """Two chips on one chip select disturb each other (faults.md #14)."""
        if not (self.panel and self.panel.is_on_spi and self.reader):
            return []
        taken = (self.reader.bus, self.reader.device) == (0, self.panel.spi_device)
        said = message("chip-select-taken", node=f"/dev/spidev0.{self.panel.spi_device}")
        return [("panel.spi_device", said)] * taken


def pin_faults(pins: list[tuple[str, int]]) -> list[tuple[str, Message]]:
    """Say of every pin that is reserved by a bus or taken twice why it cannot be used (faults.md #10, #30)."""
    faults, users = list[tuple[str, Message]](), dict[int, str]()
    for use, pin in pins:
        if pin in RESERVED_PINS:
            faults.append((use, message("pin-of-a-bus", pin=pin)))
        elif pin in users:
            faults.append((use, message("pin-taken", pin=pin, by=users[pin])))
        users.setdefault(pin, use)
    return faults
