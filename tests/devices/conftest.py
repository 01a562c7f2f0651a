"""A simulated box with its drivers running, and a listener that writes down what it hears."""

from collections.abc import Iterator

import msgspec
import pytest

from companion.devices.box import Box
from companion.devices.settings import (
    BoxSettings,
    ButtonSettings,
    BuzzerSettings,
    DieSettings,
    EncoderSettings,
    PanelSettings,
    ReaderSettings,
)
from companion.simulator import SimulatedBox
from tests.devices.notebook import Notebook

FAST = BoxSettings(
    reader=ReaderSettings(poll_ms=2, retry_ms=20),
    panel=PanelSettings(watch_ms=0, retry_ms=20),
    buttons=ButtonSettings(hold_ms=50, retry_ms=20),
    encoder=EncoderSettings(retry_ms=20),
    buzzer=BuzzerSettings(retry_ms=20),
    die=DieSettings(hello_ms=300, ping_ms=100, silence_ms=100, roll_ms=150, retry_ms=20),
)


@pytest.fixture
def bench() -> Iterator[SimulatedBox]:
    with SimulatedBox(FAST) as bench:
        yield bench


@pytest.fixture
def notes() -> Notebook:
    return Notebook()


@pytest.fixture
def box(bench: SimulatedBox, notes: Notebook) -> Iterator[Box]:
    with Box(bench.settings, notes) as box:
        assert box.wait_ready(5)
        bench.follow(reader=box.reader, buttons=box.buttons, encoder=box.encoder)
        yield box


@pytest.fixture
def reader_only(bench: SimulatedBox) -> BoxSettings:
    """Settings for a box that is nothing but a reader, polling as slowly as on a table."""
    return msgspec.structs.replace(
        bench.settings, reader=ReaderSettings(), panel=None, buttons=None, encoder=None, buzzer=None, die=None
    )
