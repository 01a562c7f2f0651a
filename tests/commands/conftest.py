"""A ledger with three games, and `banker` run on it."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli import main
from companion.ledger.store import Ledger
from companion.ledger.witness import beside
from tests.ledger.playing import new_game, record

Banker = Callable[..., tuple[int, str]]
STEPS = 150


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger with games `one`, `two` and `other`, of three players each."""
    path = tmp_path_factory.mktemp("written") / "ledger.db"
    with Ledger(path) as ledger:
        for seed, name in enumerate(("one", "two", "other")):
            record(ledger, name, new_game(seed, 3), seed, STEPS)
    return path


@pytest.fixture
def path(written: Path, tmp_path: Path) -> Path:
    """A copy of it for one test."""
    for file in (written, beside(written)):
        shutil.copy(file, tmp_path)
    return tmp_path / written.name


@pytest.fixture
def banker(path: Path, capsys: pytest.CaptureFixture[str]) -> Banker:
    """Run a subcommand on the ledger; gives the status and what was printed, also as an error."""

    def run(*words: object) -> tuple[int, str]:
        try:
            status = main([*map(str, words), "--ledger", str(path)])
        except SystemExit as stop:
            status = int(str(stop.code))
        shown = capsys.readouterr()
        return status, shown.out + shown.err

    return run
