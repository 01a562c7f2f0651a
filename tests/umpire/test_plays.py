"""Every play goes through both engines, and they agree after every line."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.plays.judge import find
from companion.plays.parser import parse
from companion.plays.scene import Ask, stage
from companion.rules.commands import Begin
from tests.umpire.duel import Duel

HERE = Path(__file__).parents[1] / "plays"
PLAYS = list(find([HERE]))


@pytest.mark.parametrize("path", PLAYS, ids=[str(path.relative_to(HERE)) for path in PLAYS])
def test_both_engines_agree(path: Path) -> None:
    scene = stage(parse(path.read_text(encoding="utf-8")))
    duel = Duel(scene.game)
    for line in scene.script:
        if isinstance(line, Ask) and not isinstance(line.command, Begin):
            duel.ask(line.command)
