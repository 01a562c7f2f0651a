"""Two digits by buttons: the way to throw without a die, and with a die that has failed."""

from __future__ import annotations

from collections.abc import Callable

from companion.table.inputs import Button
from companion.table.page import Host, Page
from companion.table.views import DiceEntry

FACES = 6


class DiceEntryPage(Page):
    """Up and down set a digit, ok goes on to the second and then takes both, back goes back."""

    def __init__(
        self,
        host: Host,
        seat: int,
        purpose: str,
        take: Callable[[int, int, str], bool],
        digits: tuple[int, int] = (1, 1),
    ) -> None:
        super().__init__(host)
        self._seat = seat
        self._purpose = purpose
        self._take = take
        self._digits = [*digits]
        self._place = 0

    def screen(self) -> DiceEntry:
        """The digits so far."""
        second = self._digits[1] if self._place or self._purpose == "misread" else 0
        return DiceEntry(
            who=self.scene.party(self._seat),
            first=self._digits[0],
            second=second,
            place=self._place,
            purpose=self._purpose,
        )

    def press(self, button: Button) -> None:
        """Count, go on, go back."""
        match button:
            case Button.UP:
                self._count(1)
            case Button.DOWN:
                self._count(-1)
            case Button.OK if self._place == 0:
                self._place = 1
            case Button.OK:
                self.host.close()
                self._take(self._digits[0], self._digits[1], "buttons")
            case Button.BACK if self._place == 1:
                self._place = 0
            case Button.BACK:
                self.host.close()

    def turn(self, steps: int) -> None:
        """Clockwise counts up."""
        self._count(steps)

    def _count(self, by: int) -> None:
        self._digits[self._place] = (self._digits[self._place] - 1 + by) % FACES + 1
