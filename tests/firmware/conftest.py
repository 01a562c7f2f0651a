"""A die in a MicroPython VM and the bank's driver at the other end of its line."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.devices.die import SerialDie
from companion.devices.settings import DieSettings
from tests.devices.notebook import Notebook
from tests.firmware.pico import VirtualPico
from tests.repo.sources import ROOT

PowerOn = Callable[..., VirtualPico]


def settings_of(kind: str, without: Sequence[str] = (), **changes: object) -> str:
    """Give the shipped settings, some of them changed or, as in those of an earlier version, missing."""
    shipped = (ROOT / "firmware" / "settings" / f"{kind}.py").read_text(encoding="utf-8")
    changed = [f"{name} = {value!r}" for name, value in changes.items()]
    return "\n".join([shipped, *changed, *(f"del {name}" for name in without), ""])


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

        def start(kind: str, without: Sequence[str] = (), **changes: object) -> VirtualPico:
            link = tmp_path / "by-id" / "usb-die"
            link.parent.mkdir()
            pico = stack.enter_context(VirtualPico(tmp_path / "pico", link, settings_of(kind, without, **changes)))
            die = SerialDie(DieSettings(port=str(link), hello_ms=10_000, retry_ms=20), notes)
            stack.callback(die.close)
            die.start()
            drivers.append(die)
            return pico

        yield start
