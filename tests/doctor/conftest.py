"""Patients: a folder that looks like the system of a Raspberry Pi, and a desktop with a simulated box."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.commands.doctor import said
from companion.config import Config
from companion.devices.settings import BoxSettings, DieSettings
from companion.doctor.checks import CHECKS, examine
from companion.doctor.patient import Finding, Patient
from companion.simulator import SimulatedBox

CONFIG_TXT = "dtparam=spi=on\ndtparam=i2c_arm=on,i2c_arm_baudrate=400000\n"


class Pi:
    """The files of a system; everything is in order until a test changes it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.write("/proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.1\0")
        self.write("/boot/firmware/config.txt", CONFIG_TXT)
        for node in ("spidev0.0", "i2c-1", "gpiochip0"):
            self.write(f"/dev/{node}", "")

    def write(self, path: str, text: str) -> Path:
        file = self.root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def remove(self, path: str) -> None:
        (self.root / path.lstrip("/")).unlink()

    @property
    def patient(self) -> Patient:
        return Patient(Config(), BoxSettings(), self.root / "ledger.sqlite", root=self.root)


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return Pi(tmp_path)


@pytest.fixture
def bench() -> Iterator[SimulatedBox]:
    with SimulatedBox(BoxSettings(die=DieSettings(hello_ms=300))) as bench:
        yield bench


@pytest.fixture
def desktop(bench: SimulatedBox, tmp_path: Path) -> Patient:
    return Patient(Config(), bench.settings, tmp_path / "ledger.sqlite", root=tmp_path, bench=bench)


Ask = Callable[[Patient, str], list[Finding]]


@pytest.fixture
def ask() -> Ask:
    """Ask one check by its name, as a doctor does."""

    def ask(patient: Patient, name: str) -> list[Finding]:
        chosen = [check for check in CHECKS if check.name == name]
        assert chosen, name
        return [replace(finding, remedy=said(finding.remedy)) for _, finding in examine(patient, chosen)]

    return ask
