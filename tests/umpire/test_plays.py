"""Every play goes through both engines, and they agree after every line."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import UserError
from companion.plays.judge import find
from companion.plays.lexis import PlayError
from companion.plays.parser import parse
from companion.plays.scene import Ask, Scenario, stage
from companion.rules.commands import Begin
from tests.umpire.duel import Duel

HERE = Path(__file__).parents[1] / "plays"
PLAYS = list(find([HERE]))
PROFILES = (
    *("quick-classic", "quick-gold", "pot", "championship"),
    *("hidden-cash", "late-rent", "deal-all", "build-without-group"),
)


@pytest.mark.parametrize("path", PLAYS, ids=[str(path.relative_to(HERE)) for path in PLAYS])
def test_both_engines_agree(path: Path) -> None:
    played(stage(parse(path.read_text(encoding="utf-8"))))


@pytest.mark.parametrize("number", range(len(PLAYS)), ids=[str(path.relative_to(HERE)) for path in PLAYS])
def test_both_engines_agree_under_another_profile(number: int) -> None:
    """Each play goes under one of the profiles that suit it, in turns; what is refused there is refused by both."""
    text = PLAYS[number].read_text(encoding="utf-8")
    turn = number % len(PROFILES)
    scenes = (under(profile, text) for profile in (*PROFILES[turn:], *PROFILES[:turn]))
    played(next(scene for scene in scenes if scene))


def under(profile: str, text: str) -> Scenario | None:
    """A play with a profile on top of its own rules, if its edition and head allow it."""
    lines = text.splitlines()
    last = max(at for at, line in enumerate(lines) if line.startswith(("edition", "profile", "rule")))
    try:
        return stage(parse("\n".join([*lines[: last + 1], f"profile {profile}", *lines[last + 1 :]])))
    except (PlayError, UserError):
        return None


def played(scene: Scenario) -> None:
    duel = Duel(scene.game)
    for line in scene.script:
        if isinstance(line, Ask) and not isinstance(line.command, Begin):
            duel.ask(line.command)
