from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.devices.settings import BoxSettings, DieSettings
from companion.simulator import SimulatedBox
from tests.shim.pi import Pi, compile_shim


@pytest.fixture(scope="session")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_shim(tmp_path_factory.mktemp("shim"))


@pytest.fixture
def pi(tmp_path: Path, shim: Path) -> Iterator[Pi]:
    with SimulatedBox(BoxSettings(die=DieSettings())) as bench:
        pi = Pi(tmp_path, shim, bench)
        yield pi
        pi.close()
