from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli import main
from tests.upgrade.left import VERSIONS, Left

Banker = Callable[..., tuple[int, str]]


@pytest.fixture(params=VERSIONS)
def left(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Left:
    """What a version has left, at home."""
    left = Left(request.param, tmp_path)
    monkeypatch.setenv("HOME", str(left.home))
    return left


@pytest.fixture
def banker(left: Left, capsys: pytest.CaptureFixture[str]) -> Banker:
    """Run a subcommand at that home; gives the status and what was printed, also as an error."""

    def run(*words: object) -> tuple[int, str]:
        status = main(list(map(str, words)))
        shown = capsys.readouterr()
        return status, shown.out + shown.err

    return run
