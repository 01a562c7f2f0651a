"""What the libraries cost as they come and what the drivers cost, counted on the simulated buses.

python -m tests.devices.counts      prints the table of docs/box.md
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from PIL import Image

from companion.devices.buzzer import PinBuzzer
from companion.devices.gpio import Header
from companion.devices.settings import BuzzerSettings, PanelSettings, ReaderSettings
from companion.simulator import SimulatedBox
from companion.simulator.card import NfcTag
from tests.devices.notebook import Notebook

SIZE = (128, 64)
SHORT, STICKER = bytes.fromhex("deadbeef"), bytes.fromhex("04a1b2c3d4e5f6")


class Row(NamedTuple):
    """One line of the table."""

    what: str
    unit: str
    before: str
    after: str


def rows() -> Iterator[Row]:
    """Count everything; the same numbers every time."""
    before, after = readers(library_reader), readers(own_reader)
    yield Row("a look at an empty reader", "SPI transfers", before["empty"], after["empty"])
    yield Row("the same, on the wire", "ms at 1 MHz", before["empty ms"], after["empty ms"])
    yield Row("a look at a 4-byte card", "SPI transfers", before["short"], after["short"])
    yield Row("a look at a 7-byte sticker", "SPI transfers", before["sticker"], after["sticker"])
    yield Row("ten looks at a card that lies still", "times seen", before["still"], after["still"])
    yield Row("two stickers that begin alike", "ids told apart", before["alike"], after["alike"])
    before, after = panels(library_panel), panels(own_panel)
    yield Row("a picture that has not changed", "bytes on I2C", before["same"], after["same"])
    yield Row("one letter has changed", "bytes on I2C", before["letter"], after["letter"])
    yield Row("a band of 16 rows has changed", "bytes on I2C", before["band"], after["band"])
    yield Row("the whole picture has changed", "bytes on I2C", before["frame"], after["frame"])
    yield Row("that band, on the wire", "ms", before["band ms"], after["band ms"])
    yield Row("the whole picture, on the wire", "ms", before["frame ms"], after["frame ms"])
    yield Row("the buzzer while it is silent", "pulses a second", library_silence(), own_silence())


Look = Callable[[], str | None]


@contextmanager
def library_reader(bench: SimulatedBox) -> Iterator[Look]:
    """`mfrc522` by itself: request, anticollision."""
    import RPi.GPIO as GPIO
    from mfrc522 import MFRC522

    reader = MFRC522(pin_mode=GPIO.BCM, pin_rst=25)

    def look() -> str | None:
        if reader.MFRC522_Request(reader.PICC_REQIDL)[0] != reader.MI_OK:
            return None
        status, uid = reader.MFRC522_Anticoll()
        return bytes(uid).hex() if status == reader.MI_OK else None

    yield look
    reader.spi.close()


@contextmanager
def own_reader(bench: SimulatedBox) -> Iterator[Look]:
    """The driver's."""
    from companion.devices.rc522 import Rc522

    chip = Rc522(ReaderSettings())

    def look() -> str | None:
        sighting = chip.look()
        return sighting if isinstance(sighting, str) else None

    yield look
    chip.close()


def readers(kind: Callable[[SimulatedBox], Any]) -> dict[str, str]:
    with SimulatedBox() as bench, kind(bench) as look:
        chip = bench.rc522

        def count(uid: bytes | None) -> tuple[str | None, int, float]:
            bench.field.cards = (NfcTag(uid),) if uid else ()
            transfers, us = chip.transfers, chip.bus_us
            return look(), chip.transfers - transfers, chip.bus_us - us

        _, empty, us = count(None)
        short, sticker = count(SHORT), count(STICKER)
        other, _, _ = count(STICKER[:3] + b"\xff" * 4)
        count(SHORT)
        still = sum(look() is not None for _ in range(10))
    return {
        "empty": f"{empty:,}", "empty ms": f"{us / 1000:.1f}", "short": str(short[1]), "sticker": str(sticker[1]),
        "still": str(still), "alike": "no" if sticker[0] == other else "yes",
    }  # fmt: skip


Show = Callable[[Image.Image], None]


@contextmanager
def library_panel(bench: SimulatedBox) -> Iterator[Show]:
    """`luma.oled` by itself, on the bus as a Raspberry Pi has it: 100 kHz."""
    from luma.core.interface.serial import i2c
    from luma.oled.device import ssd1306

    bench.i2c.hz = 100_000
    device: Any = ssd1306(i2c(port=1, address=0x3C))
    yield device.display
    device.cleanup()
    device.persist = True


@contextmanager
def own_panel(bench: SimulatedBox) -> Iterator[Show]:
    """The driver's, on the bus as `setup.sh install` and `banker doctor` want it: 400 kHz."""
    from companion.devices.oled import open_panel

    wire, chip = open_panel(PanelSettings())
    yield chip.display
    chip.cleanup()
    chip.persist = True
    wire.cleanup()


def panels(kind: Callable[[SimulatedBox], Any]) -> dict[str, str]:
    with SimulatedBox() as bench, kind(bench) as show:

        def count(image: Image.Image) -> tuple[str, str]:
            show(blank)
            sent, us = bench.i2c.bytes, bench.i2c.bus_us
            show(image)
            return f"{bench.i2c.bytes - sent:,}", f"{(bench.i2c.bus_us - us) / 1000:.1f}"

        blank = Image.new("1", SIZE)
        return {
            "same": count(blank)[0], "letter": count(lit(60, 16, 66, 29))[0], "band": count(lit(0, 16, 128, 32))[0],
            "band ms": count(lit(0, 16, 128, 32))[1], "frame": count(lit(0, 0, *SIZE))[0],
            "frame ms": count(lit(0, 0, *SIZE))[1],
        }  # fmt: skip


def library_silence() -> str:
    """`gpiozero` by itself: pulses of no width."""
    with SimulatedBox() as bench:
        from gpiozero import PWMOutputDevice
        from gpiozero.pins.lgpio import LGPIOFactory

        factory = LGPIOFactory(chip=0)
        with PWMOutputDevice(12, pin_factory=factory):
            hz = bench.buzzer_events[-1][1]
        factory.close()
    return f"{hz:.0f}"


def own_silence() -> str:
    """The driver's, after a tone."""
    with SimulatedBox() as bench:
        header = Header()
        buzzer = PinBuzzer(BuzzerSettings(), Notebook(), header)
        buzzer.start()
        buzzer.play([(880, 1)])
        while not bench.buzzer_events or bench.buzzer_events[-1][1]:
            time.sleep(0.001)
        buzzer.close()
        header.close()
        return f"{bench.buzzer_events[-1][1]:.0f}"


def lit(left: int, top: int, right: int, bottom: int) -> Image.Image:
    image = Image.new("1", SIZE)
    image.paste(1, (left, top, right, bottom))
    return image


def table() -> str:
    """The table as Markdown."""
    lines = ["| | counted in | libraries as they come | drivers |", "|---|---|---:|---:|"]
    return "\n".join(lines + [f"| {row.what} | {row.unit} | {row.before} | {row.after} |" for row in rows()])


if __name__ == "__main__":
    print(table())
