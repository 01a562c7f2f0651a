"""An evening with the Speed Die through the chips: by the serial die, die by die on the buttons, and by the bank."""

from pathlib import Path
from random import Random

import pytest

from companion.app.assembly import OpenTable, virtual_book
from companion.demo.evening import CALM, QUICK_BOX, SimulatedPlayer
from companion.demo.hands import Unnoticed
from companion.editions import registry
from companion.rules.commands import Choose, Roll
from companion.rules.events import SecondMoveBegan
from companion.table.keeper import Keeper
from companion.table.settings import COLORS, Evening

PATIENCE = 10.0


@pytest.mark.parametrize("dice", ["serial", "buttons", "bank"])
def test_a_whole_evening(dice: str, tmp_path: Path) -> None:
    evening = Evening(
        profiles=("speed-die",),
        rules={"rounds": 16},
        players=COLORS[:3],
        dice=dice,  # type: ignore[arg-type]  # each of them
        cards="bank",
    )
    tags, chance = virtual_book([registry.load("classic")]), Random(11)
    with OpenTable(
        QUICK_BOX, tmp_path / "ledger.sqlite", tags, Keeper(evening), CALM, simulated=True, chance=chance
    ) as stand:
        if not stand.box.wait_ready(PATIENCE):
            raise Unnoticed("the simulated devices did not start")
        result = SimulatedPlayer(stand, chance, lambda: None).play()
        assert not result.faults
        game = stand.table.game
        assert game is not None
    steps = game.steps
    three = {step.command.third for step in steps if isinstance(step.command, Roll) and len(step.command.dice) == 3}
    assert three >= {"bus", "mr"}
    assert any(isinstance(event, SecondMoveBegan) for step in steps for event in step.events)
    assert any(isinstance(step.command, Choose) and step.command.choice in ("first", "second", "sum") for step in steps)
