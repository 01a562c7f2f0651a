"""A die in a MicroPython VM and the bank's driver at the other end of its line."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.devices.die import SerialDie
from companion.devices.settings import DieSettings
from tests.devices.notebook import Notebook
from tests.firmware.pico import VirtualPico
from tests.repo.sources import ROOT

PowerOn = Callable[..., VirtualPico]


def settings_of(kind: str, **changes: object) -> str:
    """Give the shipped settings, some of them changed."""
    shipped = (ROOT / "firmware" / "settings" / f"{kind}.py").read_text(encoding="utf-8")
    return shipped + "".join(f"\n{name} = {value!r}" for name, value in changes.items()) + "\n"


@pytest.fixture
def notes() -> Notebook:
    return Notebook()


@pytest.fixture
def drivers() -> list[SerialDie]:
    """The bank's drivers that are running."""
    return []


@pytest.fixture
def power_on(tmp_path: Path, notes: Notebook, drivers: list[SerialDie]) -> Iterator[PowerOn]:
    """Give a function that takes a kind and changed settings, starts such a die and lets the driver find it."""
    with ExitStack() as stack:

        def start(kind: str, **changes: object) -> VirtualPico:
            link = tmp_path / "by-id" / "usb-die"
            link.parent.mkdir()
            pico = stack.enter_context(VirtualPico(tmp_path / "pico", link, settings_of(kind, **changes)))
            die = SerialDie(DieSettings(port=str(link), hello_ms=10_000, retry_ms=20), notes)
            stack.callback(die.close)
            die.start()
            drivers.append(die)
            return pico

        yield start
