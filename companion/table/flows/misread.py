"""A throw that was read wrongly is set right as long as nothing has followed it; the record keeps both readings.

The throw is taken back and made anew with the right figures, its source, and the first reading.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from companion.rules.commands import Roll, TakeBack, Throw
from companion.table.flows.dice import DiceEntryPage
from companion.table.page import Host
from companion.table.parts import Do
from companion.table.scene import Scene

REASON = "misread-dice"
BY_PROGRAM = ("bank", "bot")  # sources of throws that nobody reads


def doubtful(scene: Scene) -> Roll | Throw | None:
    """The throw of real dice that was the last thing to be written down; None: there is none to set right."""
    game = scene.game
    if not game.in_force or game.in_force[-1] != len(game.steps) - 1:
        return None
    last = game.steps[-1].command
    return last if isinstance(last, Roll | Throw) and last.source not in BY_PROGRAM else None


def set_right(throw: Roll | Throw, first: int, second: int) -> tuple[TakeBack, Roll | Throw]:
    """Take the throw back and make it anew with the dice as they lie; the first reading stays in the record."""
    read = throw.misread or f"{throw.first}-{throw.second}"
    return TakeBack(1, REASON), msgspec.structs.replace(throw, first=first, second=second, misread=read)


class MisreadPage(DiceEntryPage):
    """The dice as they lie, beginning with the figures that were read."""

    def __init__(self, host: Host, throw: Roll | Throw, settle: Callable[..., None]) -> None:
        super().__init__(host, throw.seat, "misread", self._correct, (throw.first, throw.second))
        self._throw = throw
        self._settle = settle

    def is_over(self) -> bool:
        """The next entry makes it old."""
        return True

    def _correct(self, first: int, second: int, source: str) -> bool:
        """The same dice mean that nothing was read wrongly."""
        del source
        throw = self._throw
        if (first, second) == (throw.first, throw.second):
            return False
        note = f"{throw.first}-{throw.second} \u2192 {first}-{second}"
        self._settle(self.host, Do.MISREAD, *set_right(throw, first, second), note=note)
        return True
