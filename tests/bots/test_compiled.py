"""The rules and bots as `./setup.sh fast` compiles them: the same rulings, the same games."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
TIMED = ("seconds", "per_second")


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compile what has changed since the last time."""
    run("fast", "--version")


def run(*words: str) -> str:
    """What a command of setup.sh prints."""
    done = subprocess.run([ROOT / "setup.sh", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_decisions_are_compiled() -> None:
    findings = json.loads(run("fast", "bench", "engine", "--json"))
    assert "rules and bots compiled by mypyc" in json.dumps(findings)
    assert "compiled by mypyc" not in run("banker", "bench", "engine", "--json")


def test_every_play_is_judged_alike() -> None:
    assert run("fast", "judge", "tests/plays") == run("banker", "judge", "tests/plays")


@pytest.mark.parametrize("edition", ["classic", "saigon"])
def test_the_same_seed_gives_the_same_games(edition: str) -> None:
    words = (
        "simulate",
        "--edition",
        edition,
        "--games",
        "24",
        "--bots",
        "cautious,greedy,trader,trader",
        "--seed",
        "7",
        "--json",
    )
    plain = subprocess.run([sys.executable, "-m", "companion", *words], capture_output=True, text=True, check=True)
    assert _timeless(run("banker", *words)) == _timeless(plain.stdout)


def _timeless(text: str) -> Any:
    return {key: value for key, value in json.loads(text).items() if not key.endswith(TIMED)}
