from typing import Any

import pytest
from PIL import Image

from companion.devices.settings import BoxSettings, PanelSettings
from companion.simulator import SimulatedBox
from companion.simulator.i2c import I2cBus
from companion.simulator.oled import SimulatedSh1106, SimulatedSsd1306
from companion.simulator.ssd1322 import SimulatedSsd1322

READY = bytes((0x00, 0x8D, 0x14, 0x20, 0x00, 0xA1, 0xC8, 0x21, 0, 127, 0x22, 0, 7, 0xAF))


def lit(panel: SimulatedSsd1306) -> list[tuple[int, int]]:
    picture = panel.picture()
    return [(x, y) for y in range(panel.height) for x in range(panel.width) if picture.getpixel((x, y))]


@pytest.fixture
def panel() -> SimulatedSsd1306:
    panel = SimulatedSsd1306()
    panel.write(READY)
    panel.write(b"\x40" + bytes(1024))
    return panel


def test_after_power_on_it_is_dark_and_holds_noise() -> None:
    panel = SimulatedSsd1306()
    assert panel.bits() == bytes(1024)
    panel.write(READY)
    assert len(lit(panel)) > 1000


def test_without_the_charge_pump_it_stays_dark(panel: SimulatedSsd1306) -> None:
    panel.write(b"\x00\xa5")
    assert len(lit(panel)) == 128 * 64
    panel.write(b"\x00\x8d\x10")
    assert lit(panel) == []


def test_horizontal_addressing_fills_a_window_and_wraps(panel: SimulatedSsd1306) -> None:
    panel.write(bytes((0x00, 0x21, 10, 11, 0x22, 2, 3)))
    panel.write(bytes((0x40, 0x01, 0x80, 0x02, 0x00, 0x04)))
    assert lit(panel) == [(10, 18), (11, 23), (10, 25)]


def test_page_addressing_stays_on_its_page(panel: SimulatedSsd1306) -> None:
    panel.write(bytes((0x00, 0x20, 0x02, 0xB3, 0x0E, 0x17)))  # page 3, column 0x7e
    panel.write(bytes((0x40, 0x01, 0x01, 0x01)))
    assert lit(panel) == [(0, 24), (126, 24), (127, 24)]


def test_the_mirrorings(panel: SimulatedSsd1306) -> None:
    panel.write(bytes((0x40, 0x01)))
    assert lit(panel) == [(0, 0)]
    panel.write(b"\x00\xa0")
    assert lit(panel) == [(127, 0)]
    panel.write(b"\x00\xc0")
    assert lit(panel) == [(127, 63)]


def test_start_line_and_offset_roll_the_picture(panel: SimulatedSsd1306) -> None:
    panel.write(bytes((0x40, 0x10)))  # row 4
    panel.write(b"\x00\x43")
    assert lit(panel) == [(0, 1)]
    panel.write(b"\x00\x40\xd3\x05")
    assert lit(panel) == [(0, 9)]


def test_inverted_and_off(panel: SimulatedSsd1306) -> None:
    panel.write(b"\x00\xa7")
    assert len(lit(panel)) == 128 * 64
    panel.write(b"\x00\xae")
    assert lit(panel) == []
    assert panel.read(1) == b"\x43"
    panel.write(b"\x00\xaf\xa6")
    assert panel.read(1) == b"\x03"


def test_a_column_beyond_the_memory_is_the_last(panel: SimulatedSsd1306) -> None:
    panel.write(bytes((0x00, 0x20, 0x02, 0xB0, 0x0F, 0x1F)))
    panel.write(bytes((0x40, 0x01, 0x01)))
    assert lit(panel) == [(0, 0), (127, 0)]


def test_control_bytes_for_one_byte_each(panel: SimulatedSsd1306) -> None:
    panel.write(bytes((0x80, 0xA7, 0x80, 0x81, 0x80, 0x33, 0x40, 0xFF)))
    assert panel.inverted
    assert panel.contrast == 0x33
    assert panel.picture().getpixel((0, 0)) == 0


def test_a_version_for_each_visible_change_only(panel: SimulatedSsd1306) -> None:
    version = panel.version
    panel.write(bytes((0x00, 0x21, 0, 127, 0x22, 0, 7)))
    panel.write(b"\x40" + bytes(1024))
    assert panel.version == version
    panel.write(b"\x40\x01")
    assert panel.version == version + 1


def test_the_sh1106_shows_the_middle_of_132_columns() -> None:
    panel = SimulatedSh1106()
    for page in range(8):
        panel.write(bytes((0x00, 0xB0 | page, 0x00, 0x10)))
        panel.write(b"\x40" + bytes(132))
    panel.write(bytes((0x00, 0xA1, 0xC8, 0xAF, 0xB0, 0x02, 0x10)))
    panel.write(b"\x40\x01")
    assert lit(panel) == [(0, 0)]
    assert panel.read(1) == b"\x08"


def test_a_picture_for_an_ssd1306_is_wrong_on_an_sh1106() -> None:
    panel = SimulatedSh1106()
    panel.write(READY)
    panel.write(b"\x40" + bytes(1024))
    assert lit(panel) != []  # the noise of faults.md #44: only one page was written


@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")  # luma's own loop
def test_luma_as_it_comes_shows_the_same_and_sends_whole_frames() -> None:
    with SimulatedBox() as bench:
        from luma.core.interface.serial import i2c
        from luma.oled.device import ssd1306

        device: Any = ssd1306(i2c(port=1, address=0x3C))
        image = Image.new("1", (128, 64))
        image.putpixel((5, 5), 1)
        before = bench.i2c.bytes
        device.display(image)
        assert bench.i2c.bytes - before == 1034
        assert bench.panel_bits() == image.tobytes()
        device.persist = True
        device.cleanup()


def test_the_bus_counts_time_and_refuses_strangers() -> None:
    bus = I2cBus(hz=400_000)
    bus.slaves[0x3C] = SimulatedSsd1306()
    bus.write(0x3C, b"\x40" + bytes(1024))
    assert bus.bytes == 1026
    assert bus.bus_us == pytest.approx(23_090, rel=0.01)
    with pytest.raises(OSError, match="Remote I/O"):
        bus.write(0x3D, b"")


@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")
@pytest.mark.parametrize(
    "settings",
    [
        PanelSettings(chip="sh1106"),
        PanelSettings(chip="sh1107", height=128),
        PanelSettings(chip="ssd1322", width=256),
    ],
    ids=lambda settings: settings.chip,
)
def test_lumas_own_pictures_are_upright_on_every_panel(settings: PanelSettings) -> None:
    with SimulatedBox(BoxSettings(panel=settings)) as bench:
        from luma.core.interface.serial import i2c, spi
        from luma.oled import device as panels

        wire = spi(device=1, gpio_RST=27) if settings.is_on_spi else i2c(port=1, address=0x3C)
        device: Any = getattr(panels, settings.chip)(wire, width=settings.width, height=settings.height, mode="1")
        image = Image.new("1", (settings.width, settings.height))
        image.paste(1, (0, 0, 40, 3))
        image.putpixel((settings.width - 2, settings.height - 5), 1)
        device.display(image)
        assert bench.panel_bits() == image.tobytes()
        device.cleanup()
        device.persist = True


def test_an_ssd1322_is_reset_by_its_line_and_keeps_its_memory() -> None:
    panel = SimulatedSsd1322()
    panel.set_reset_pin(1)

    def send(command: int, *arguments: int) -> None:
        panel.set_data_pin(0)
        panel.transfer((command,), 8_000_000)
        panel.set_data_pin(1)
        if arguments:
            panel.transfer(arguments, 8_000_000)

    send(0xA0, 0x14, 0x11)
    send(0x15, 28, 91)
    send(0x75, 0, 63)
    send(0x5C, *[0] * 4096)
    send(0x5C, *[0] * 4096)
    assert not any(panel.bits())
    send(0xAF)
    send(0x15, 28, 28)
    send(0x75, 5, 6)
    send(0x5C, 0x10, 0x00, 0x00, 0x0F)  # wraps into the next row
    picture = panel.picture()
    assert [(x, y) for y in range(64) for x in range(256) if picture.getpixel((x, y))] == [(0, 5), (3, 6)]
    version = panel.version
    panel.set_reset_pin(0)
    assert panel.version > version
    assert not any(panel.bits())
    for command in (0xAF, 0xA5):
        send(command)
    assert all(byte == 0xFF for byte in panel.bits())
    send(0xA0, 0x14, 0x11)
    send(0xA7)
    assert sum(byte.bit_count() for byte in panel.bits()) == 256 * 64 - 2
