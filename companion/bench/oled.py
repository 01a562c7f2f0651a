"""The display: from a page to pixels, to the panel's bytes, to the bus (performance: Tap to glass)."""

from __future__ import annotations

import warnings
from random import Random

from luma.core.interface.serial import noop
from luma.oled.device import ssd1306
from PIL import Image

from companion.bench.measuring import Figure, Findings, median, samples
from companion.devices.bands import page_bytes
from companion.devices.oled import open_panel
from companion.devices.settings import BoxSettings, PanelSettings
from companion.simulator.box import SimulatedBox

TIMES = 200
CONVERT_BAR, BAND_BAR, FRAME_BAR = 0.05, 270, 1034  # ms, bytes, bytes
BAND = (0, 16, 127, 31)


def picture(seed: int) -> Image.Image:
    """A picture of noise: every byte of it differs from the next picture's."""
    return Image.frombytes("1", (128, 64), Random(seed).randbytes(1024))


def measure() -> Findings:
    """Conversion beside luma's own loop, and what goes over the bus for a frame, a band and nothing."""
    whole = picture(1)
    ours = median(samples(TIMES, lambda: page_bytes(whole)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of Pillow about luma
        panel = ssd1306(noop())
        theirs = median(samples(TIMES // 4, lambda: panel.display(whole)))
    with SimulatedBox(BoxSettings(reader=None, buttons=None, buzzer=None, panel=PanelSettings())) as bench:
        counts = traffic(bench)
    kept = {"a whole frame": FRAME_BAR, "a band of 128 x 16": BAND_BAR, "the same picture again": 0}
    figures = [
        Figure(
            what="picture to page bytes",
            value=ours,
            unit="ms",
            bar=CONVERT_BAR,
            reference=f"luma's display() on no bus ({theirs:.3f} ms)",
            ratio=ours / theirs,
        )
    ]
    for what, (count, micros) in counts.items():
        figures.append(Figure(what=f"{what} on I2C", value=count, unit="bytes", bar=kept[what]))
        figures.append(Figure(what=f"{what} at 400 kHz", value=micros / 1000, unit="ms"))
    return Findings("oled", tuple(figures), ("bytes are counted on the simulated bus, addresses included",))


def traffic(bench: SimulatedBox) -> dict[str, tuple[int, float]]:
    """Bytes and bus time (us) of a frame, of a changed band, and of no change."""
    assert bench.settings.panel is not None
    wire, chip = open_panel(bench.settings.panel)
    frame, banded = picture(1), picture(1)
    banded.paste(picture(3).crop((BAND[0], BAND[1], BAND[2] + 1, BAND[3] + 1)), BAND[:2])
    found = {}
    for what, image in (("a whole frame", frame), ("a band of 128 x 16", banded), ("the same picture again", banded)):
        before = bench.i2c.bytes, bench.i2c.bus_us
        chip.put(page_bytes(image))
        found[what] = bench.i2c.bytes - before[0], bench.i2c.bus_us - before[1]
    chip.cleanup()
    chip.persist = True
    wire.cleanup()
    return found
