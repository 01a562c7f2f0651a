"""Every play in this folder is a test by lying here."""

from pathlib import Path

import pytest

from companion.plays.judge import find, judge

HERE = Path(__file__).parent
PLAYS = list(find([HERE]))


@pytest.mark.parametrize("path", PLAYS, ids=[str(path.relative_to(HERE)) for path in PLAYS])
def test_play_holds(path: Path) -> None:
    failure = judge(path)
    assert failure is None, f"{path}:{failure}"
