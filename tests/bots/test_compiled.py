"""The rules and bots as `./setup.sh compile` makes them: the same rulings, the same games, the same bytes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion import compiled

ROOT = Path(__file__).parents[2]
TIMED = ("seconds", "per_second")
SIMULATE = ("simulate", "--games", "24", "--bots", "cautious,greedy,trader,trader", "--seed", "7", "--json")


@pytest.fixture(scope="module", autouse=True)
def made() -> None:
    """Compile what has changed since the last time."""
    said(ROOT / "setup.sh", "compile")


def said(*command: str | Path, taken: bool = False) -> str:
    """What a command prints, with compiled rules or without."""
    around = {name: value for name, value in os.environ.items() if name != compiled.VARIABLE}
    around |= {compiled.VARIABLE: str(compiled.FOLDER)} if taken else {}
    done = subprocess.run(command, cwd=ROOT, env=around, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def module(*words: str, taken: bool = False) -> str:
    return said(sys.executable, "-m", *words, taken=taken)


def where(*imported: str, taken: bool = False) -> list[str]:
    """From where modules are imported."""
    telling = (
        "import sys; from importlib import import_module as of; print(*(of(each).__file__ for each in sys.argv[1:]))"
    )
    return said(sys.executable, "-c", telling, *imported, taken=taken).split()


def test_rules_and_bots_are_compiled_and_the_rest_stays_as_it_is() -> None:
    parts = [f"companion.{name}" for name in ("rules.decide", "rules.events.money", "bots.bot", "ledger.entry")]
    *inside, entry = where(*parts, taken=True)
    assert all(Path(path).is_relative_to(compiled.FOLDER) and path.endswith(".so") for path in inside)
    assert entry == str(ROOT / "companion" / "ledger" / "entry.py")
    assert where(*parts) == [f"{ROOT / each.replace('.', '/')}.py" for each in parts]


def test_they_are_taken_as_long_as_they_fit_the_sources(tmp_path: Path) -> None:
    assert compiled.fits()
    assert not compiled.is_there(tmp_path)
    (tmp_path / "stamp").write_text("0" * 64)
    assert compiled.is_there(tmp_path)
    assert not compiled.fits(tmp_path)
    taking = "from pathlib import Path; from companion import compiled; print(compiled.take(Path({!r})))"
    assert said(sys.executable, "-c", taking.format(str(tmp_path))) == "False\n"
    assert said(sys.executable, "-c", taking.format(str(compiled.FOLDER))) == "True\n"


def test_every_bot_plays_every_edition_alike_and_the_same_bytes_are_recorded() -> None:
    games = module("tests.bots.transcript")
    assert len(games.splitlines()) >= 30
    assert module("tests.bots.transcript", taken=True) == games


def test_every_play_is_judged_alike() -> None:
    assert module("companion", "judge", "tests/plays", taken=True) == module("companion", "judge", "tests/plays")


@pytest.mark.parametrize("edition", ["classic", "saigon"])
def test_the_same_seed_gives_the_same_games(edition: str) -> None:
    plain = "from companion.commands import simulate; from companion.cli import main; import sys; sys.exit(main())"
    found = said(sys.executable, "-c", plain, *SIMULATE, "--edition", edition)
    assert _timeless(module("companion", *SIMULATE, "--edition", edition)) == _timeless(found)


def _timeless(text: str) -> Any:
    return {key: value for key, value in json.loads(text).items() if not key.endswith(TIMED)}
