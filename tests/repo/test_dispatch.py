"""A kind that is added in one place is missed at every place that must know it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion import compiled
from companion.dispatch import complete
from tests.repo.sources import ROOT

LOTTERY = '''class Lottery(Square, frozen=True, tag="lottery"):
    """Pays what is drawn."""


AnySquare = Lottery | Go'''
LOT_DRAWN = '''class LotDrawn(Event, frozen=True):
    """A lot of the lottery was drawn."""


TurnEvent = LotDrawn | ('''


def test_a_table_names_what_it_lacks_and_what_is_foreign_to_it() -> None:
    assert complete(int | str | bytes, {int: 1, str: 2}, besides=(bytes,)) == {int: 1, str: 2}
    with pytest.raises(TypeError, match="no entry for bytes, str; of no such union: float"):
        complete(int | str | bytes, {int: 1, float: 2})


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The product with a new kind of square that stands in board.py alone, and an event of its own among the events."""
    shutil.copytree(ROOT / "companion", tmp_path / "companion", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    rules = tmp_path / "companion" / "rules"
    replace(rules / "board.py", "AnySquare = Go", LOTTERY)
    replace(rules / "events" / "turn.py", "TurnEvent = (", LOT_DRAWN)
    return tmp_path


def replace(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), "utf-8")


def python(clone: Path, *arguments: str) -> str:
    around = {name: value for name, value in os.environ.items() if name != compiled.VARIABLE}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, check=False, cwd=clone, env=around, capture_output=True, text=True)
    assert done.returncode
    return done.stdout + done.stderr


def test_the_first_import_misses_what_a_square_of_a_new_kind_does(clone: Path) -> None:
    said = python(clone, "-c", "import companion.rules.landing")
    assert 'landing.py", line' in said
    assert "TypeError: no entry for Lottery" in said


def test_the_type_checker_misses_what_both_do_and_are_to_bots_and_displays_all_at_once(clone: Path) -> None:
    said = python(clone, "-m", "mypy", "companion/bots/plan.py", "companion/table/news.py")
    assert {line.partition(":")[0] for line in said.splitlines() if ": error: " in line} == {
        "companion/bots/plan.py",
        "companion/rules/draft.py",
        "companion/rules/game.py",
        "companion/table/news.py",
    }
    assert '"assert_never" has incompatible type "Lottery"' in said
    assert '"LotDrawn" of' in said
    assert 'has no attribute "fold"' in said
    assert '"assert_never" has incompatible type "LotDrawn"' in said
