from typing import Any

import pytest
from PIL import Image

from companion.simulator import Bench
from companion.simulator.i2c import I2cBus
from companion.simulator.oled import Sh1106, Ssd1306

READY = bytes((0x00, 0x8D, 0x14, 0x20, 0x00, 0xA1, 0xC8, 0x21, 0, 127, 0x22, 0, 7, 0xAF))


def lit(panel: Ssd1306) -> list[tuple[int, int]]:
    picture = panel.picture()
    return [(x, y) for y in range(panel.height) for x in range(panel.width) if picture.getpixel((x, y))]


@pytest.fixture
def panel() -> Ssd1306:
    panel = Ssd1306()
    panel.write(READY)
    panel.write(b"\x40" + bytes(1024))
    return panel


def test_after_power_on_it_is_dark_and_holds_noise() -> None:
    panel = Ssd1306()
    assert panel.bits() == bytes(1024)
    panel.write(READY)
    assert len(lit(panel)) > 1000


def test_without_the_charge_pump_it_stays_dark(panel: Ssd1306) -> None:
    panel.write(b"\x00\xa5")
    assert len(lit(panel)) == 128 * 64
    panel.write(b"\x00\x8d\x10")
    assert lit(panel) == []


def test_horizontal_addressing_fills_a_window_and_wraps(panel: Ssd1306) -> None:
    panel.write(bytes((0x00, 0x21, 10, 11, 0x22, 2, 3)))
    panel.write(bytes((0x40, 0x01, 0x80, 0x02, 0x00, 0x04)))
    assert lit(panel) == [(10, 18), (11, 23), (10, 25)]


def test_page_addressing_stays_on_its_page(panel: Ssd1306) -> None:
    panel.write(bytes((0x00, 0x20, 0x02, 0xB3, 0x0E, 0x17)))  # page 3, column 0x7e
    panel.write(bytes((0x40, 0x01, 0x01, 0x01)))
    assert lit(panel) == [(0, 24), (126, 24), (127, 24)]


def test_the_mirrorings(panel: Ssd1306) -> None:
    panel.write(bytes((0x40, 0x01)))
    assert lit(panel) == [(0, 0)]
    panel.write(b"\x00\xa0")
    assert lit(panel) == [(127, 0)]
    panel.write(b"\x00\xc0")
    assert lit(panel) == [(127, 63)]


def test_start_line_and_offset_roll_the_picture(panel: Ssd1306) -> None:
    panel.write(bytes((0x40, 0x10)))  # row 4
    panel.write(b"\x00\x43")
    assert lit(panel) == [(0, 1)]
    panel.write(b"\x00\x40\xd3\x05")
    assert lit(panel) == [(0, 9)]


def test_inverted_and_off(panel: Ssd1306) -> None:
    panel.write(b"\x00\xa7")
    assert len(lit(panel)) == 128 * 64
    panel.write(b"\x00\xae")
    assert lit(panel) == []
    assert panel.read(1) == b"\x43"
    panel.write(b"\x00\xaf\xa6")
    assert panel.read(1) == b"\x03"


def test_a_column_beyond_the_memory_is_the_last(panel: Ssd1306) -> None:
    panel.write(bytes((0x00, 0x20, 0x02, 0xB0, 0x0F, 0x1F)))
    panel.write(bytes((0x40, 0x01, 0x01)))
    assert lit(panel) == [(0, 0), (127, 0)]


def test_control_bytes_for_one_byte_each(panel: Ssd1306) -> None:
    panel.write(bytes((0x80, 0xA7, 0x80, 0x81, 0x80, 0x33, 0x40, 0xFF)))
    assert panel.inverted
    assert panel.contrast == 0x33
    assert panel.picture().getpixel((0, 0)) == 0


def test_a_version_for_each_visible_change_only(panel: Ssd1306) -> None:
    version = panel.version
    panel.write(bytes((0x00, 0x21, 0, 127, 0x22, 0, 7)))
    panel.write(b"\x40" + bytes(1024))
    assert panel.version == version
    panel.write(b"\x40\x01")
    assert panel.version == version + 1


def test_the_sh1106_shows_the_middle_of_132_columns() -> None:
    panel = Sh1106()
    for page in range(8):
        panel.write(bytes((0x00, 0xB0 | page, 0x00, 0x10)))
        panel.write(b"\x40" + bytes(132))
    panel.write(bytes((0x00, 0xA1, 0xC8, 0xAF, 0xB0, 0x02, 0x10)))
    panel.write(b"\x40\x01")
    assert lit(panel) == [(0, 0)]
    assert panel.read(1) == b"\x08"


def test_a_picture_for_an_ssd1306_is_wrong_on_an_sh1106() -> None:
    panel = Sh1106()
    panel.write(READY)
    panel.write(b"\x40" + bytes(1024))
    assert lit(panel) != []  # the noise of hardware.md #44: only one page was written


@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")  # luma's own loop
def test_luma_as_it_comes_shows_the_same_and_sends_whole_frames() -> None:
    with Bench() as bench:
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
    bus.slaves[0x3C] = Ssd1306()
    bus.write(0x3C, b"\x40" + bytes(1024))
    assert bus.bytes == 1026
    assert bus.bus_us == pytest.approx(23_090, rel=0.01)
    with pytest.raises(OSError, match="Remote I/O"):
        bus.write(0x3D, b"")
