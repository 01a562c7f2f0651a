from collections.abc import Iterator

import msgspec
import pytest
from PIL import Image, ImageDraw

from companion.devices.box import Box
from companion.devices.panel import OledPanel
from companion.devices.ports import FaultKind
from companion.devices.settings import BoxSettings, PanelSettings
from companion.simulator import SimulatedBox
from companion.simulator.ssd1322 import SimulatedSsd1322
from tests.devices.notebook import Notebook

SIZE = (128, 64)
FRAME_BYTES, BAND_BYTES = 1034, 270  # performance: Tap to glass


def drawing(text: str, row: int = 0) -> Image.Image:
    image = Image.new("1", SIZE)
    draw = ImageDraw.Draw(image)
    draw.text((2, row), text, fill=1)
    draw.rectangle((0, 0, 127, 63), outline=1)
    return image


def band(image: Image.Image, top: int) -> Image.Image:
    changed = image.copy()
    changed.paste(1, (0, top, 128, top + 16))
    return changed


@pytest.fixture
def panel(box: Box) -> OledPanel:
    assert box.panel is not None
    shown(box.panel, drawing("ready"))
    return box.panel


PANELS = {
    "ssd1306": PanelSettings(watch_ms=0, retry_ms=20),
    "ssd1306 of 32 rows": PanelSettings(height=32, watch_ms=0, retry_ms=20),
    "sh1106": PanelSettings(chip="sh1106", watch_ms=0, retry_ms=20),
    "sh1107": PanelSettings(chip="sh1107", width=128, height=128, watch_ms=0, retry_ms=20),
    "ssd1322": PanelSettings(chip="ssd1322", width=256, height=64, watch_ms=0, retry_ms=20),
}


@pytest.fixture(params=PANELS)
def either(request: pytest.FixtureRequest) -> Iterator[SimulatedBox]:
    with SimulatedBox(BoxSettings(panel=PANELS[request.param])) as bench:
        yield bench


@pytest.fixture
def opened(either: SimulatedBox, notes: Notebook) -> Iterator[OledPanel]:
    assert either.settings.panel is not None
    panel = OledPanel(either.settings.panel, notes)
    panel.start()
    yield panel
    panel.close()


def shown(panel: OledPanel, image: Image.Image) -> None:
    panel.show(image)
    assert panel.wait_shown(5)


def bytes_for(bench: SimulatedBox, panel: OledPanel, image: Image.Image) -> int:
    before = bench.i2c.bytes
    shown(panel, image)
    return bench.i2c.bytes - before


def full(size: tuple[int, int], text: str) -> Image.Image:
    """Something in every corner, and a text that is another each time."""
    image = Image.new("1", size)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, size[0] - 1, size[1] - 1), outline=1)
    draw.text((size[0] - 40, size[1] - 14), text, fill=1)
    draw.text((3, 1), text, fill=1)
    draw.point([(9, size[1] - 3), (size[0] - 6, 4)], fill=1)
    return image


def test_the_glass_shows_the_picture_bit_by_bit(either: SimulatedBox, opened: OledPanel, notes: Notebook) -> None:
    for text in ("one", "two", "another"):
        shown(opened, full(opened.size, text))
        assert either.panel_bits() == full(opened.size, text).tobytes()
    opened.close()
    assert not any(either.panel_bits())  # dark at the end
    assert notes.take() == []


def test_every_panel_is_sent_only_what_has_changed(either: SimulatedBox, opened: OledPanel) -> None:
    def sent() -> int:
        spi = either.panel
        return either.i2c.bytes + (spi.bytes if isinstance(spi, SimulatedSsd1322) else 0)

    image = full(opened.size, "same")
    shown(opened, image)
    before = sent()
    shown(opened, image.copy())
    assert sent() == before
    image.paste(1, (60, 13, 66, 26))
    shown(opened, image)
    assert 0 < sent() - before <= 80
    assert either.panel_bits() == image.tobytes()


def test_every_panel_is_hidden_dimmed_and_replugged(either: SimulatedBox, opened: OledPanel, notes: Notebook) -> None:
    image = full(opened.size, "back")
    shown(opened, image)
    opened.power(7, hidden=True)
    dark(either)
    opened.power(9)
    lit(either)
    assert either.panel is not None
    assert either.panel.contrast == 9
    either.unplug_panel()
    assert not any(either.panel_bits())


def dark(bench: SimulatedBox) -> None:
    while any(bench.panel_bits()):
        bench.wait_panel(bench.panel_version, 0.01)


def lit(bench: SimulatedBox) -> None:
    while not any(bench.panel_bits()):
        bench.wait_panel(bench.panel_version, 0.01)


def test_a_changed_band_costs_at_most_270_bytes(bench: SimulatedBox, panel: OledPanel) -> None:
    for top in (0, 16, 48):
        image = drawing("band")
        shown(panel, image)
        assert 0 < bytes_for(bench, panel, band(image, top)) <= BAND_BYTES
        assert bench.panel_bits() == band(image, top).tobytes()


def test_a_whole_frame_costs_at_most_1034_bytes(bench: SimulatedBox, panel: OledPanel) -> None:
    shown(panel, Image.new("1", SIZE))
    assert bytes_for(bench, panel, Image.new("1", SIZE, 1)) <= FRAME_BYTES


def test_nothing_is_sent_when_nothing_changed(bench: SimulatedBox, panel: OledPanel) -> None:
    shown(panel, drawing("same"))
    assert bytes_for(bench, panel, drawing("same")) == 0


def test_a_panel_upside_down(notes: Notebook) -> None:
    with SimulatedBox(BoxSettings(panel=PanelSettings(rotate=2, watch_ms=0))) as bench:
        assert bench.settings.panel is not None
        panel = OledPanel(bench.settings.panel, notes)
        panel.start()
        shown(panel, drawing("turned"))
        assert bench.panel_bits() == drawing("turned").transpose(Image.Transpose.ROTATE_180).tobytes()
        panel.close()


def test_hiding_keeps_the_picture(bench: SimulatedBox, panel: OledPanel) -> None:
    version = bench.panel_version
    panel.power(1, hidden=True)
    bench.wait_panel(version + 1, 5)  # contrast and off
    assert bench.panel_bits() == bytes(1024)
    version = bench.panel_version
    panel.power(200)
    bench.wait_panel(version + 1, 5)
    assert bench.panel_bits() == drawing("ready").tobytes()
    assert bench.panel is not None
    assert bench.panel.contrast == 200


def test_only_the_newest_picture_counts(bench: SimulatedBox, panel: OledPanel) -> None:
    bench.slow_i2c(100_000)
    for count in range(50):
        panel.show(drawing(f"number {count}"))
    assert panel.wait_shown(5)
    assert bench.panel_bits() == drawing("number 49").tobytes()
    assert bench.i2c.bytes < 10 * FRAME_BYTES


def test_unplugged_while_drawing_and_replugged(bench: SimulatedBox, panel: OledPanel, notes: Notebook) -> None:
    bench.unplug_panel()
    panel.show(drawing("nobody sees this"))
    assert notes.wait("faulted", "panel", FaultKind.MISSING)
    panel.show(drawing("back"))
    bench.plug_panel()
    assert notes.wait("recovered", "panel")
    assert panel.wait_shown(5)
    assert bench.panel_bits() == drawing("back").tobytes()
    assert notes.count("faulted") == 1


def test_a_panel_replugged_between_two_pictures_is_started_anew(notes: Notebook) -> None:
    with SimulatedBox(BoxSettings(panel=PanelSettings(watch_ms=20, retry_ms=20))) as bench:
        assert bench.settings.panel is not None
        panel = OledPanel(bench.settings.panel, notes)
        panel.start()
        shown(panel, drawing("still here"))
        bench.unplug_panel()
        bench.plug_panel()
        assert bench.panel_bits() == bytes(1024)
        assert notes.wait("recovered", "panel")
        assert panel.wait_shown(5)
        assert bench.panel_bits() == drawing("still here").tobytes()
        panel.close()


def test_a_missing_panel_is_waited_for(bench: SimulatedBox, notes: Notebook) -> None:
    bench.unplug_panel()
    with Box(bench.settings, notes) as box:
        assert notes.wait("faulted", "panel", FaultKind.MISSING)
        assert "0x3C" in str(notes.heard)
        assert box.panel is not None
        box.panel.show(drawing("late"))
        bench.plug_panel()
        assert notes.wait("recovered", "panel")
        assert box.panel.wait_shown(5)
        assert bench.panel_bits() == drawing("late").tobytes()


def test_a_wrong_address_names_itself(bench: SimulatedBox, notes: Notebook) -> None:
    assert bench.settings.panel is not None
    panel = OledPanel(msgspec.structs.replace(bench.settings.panel, address=0x3D), notes)
    panel.start()
    assert notes.wait("faulted", "panel", FaultKind.MISSING)
    panel.close()
    assert "0x3D" in str(notes.heard)


def test_a_picture_of_another_size_is_refused(panel: OledPanel) -> None:
    for image in (Image.new("1", (64, 64)), Image.new("L", SIZE)):
        with pytest.raises(ValueError, match="panel takes"):
            panel.show(image)
