"""A number set by buttons or encoder: info changes the step, quick turns of the encoder count fivefold."""

from __future__ import annotations

from collections.abc import Callable

from companion.table.inputs import Button
from companion.table.page import Host, Page
from companion.table.parts import Lot, Party, Title
from companion.table.views import Dial

STEPS = (10, 1, 100)
QUICK = 0.08  # seconds between two detents
BOOST = 5


class DialPage(Page):
    """Up and down count by the step, ok takes the number, back leaves it."""

    wants_info = True

    def __init__(
        self,
        host: Host,
        title: Title,
        bounds: tuple[int, int],
        take: Callable[[int], None],
        *,
        value: int = 0,
        money: bool = True,
        who: Party | None = None,
        lot: Lot | None = None,
    ) -> None:
        super().__init__(host)
        self._title = title
        self._low, self._high = bounds
        self._take = take
        self._value = value
        self._money = money
        self._who = who
        self._lot = lot
        self._steps = STEPS if money else (1,)
        self._step = 0
        self._turned = -1.0

    def screen(self) -> Dial:
        """The number so far."""
        return Dial(
            title=self._title,
            value=self._value,
            low=self._low,
            high=None if self._who and self.scene.hides_cash else self._high,
            step=self._steps[self._step],
            money=self._money,
            who=self._who,
            lot=self._lot,
        )

    def press(self, button: Button) -> None:
        """Count, change the step, take or leave."""
        match button:
            case Button.UP:
                self._count(self._steps[self._step])
            case Button.DOWN:
                self._count(-self._steps[self._step])
            case Button.INFO:
                self._step = (self._step + 1) % len(self._steps)
            case Button.OK:
                self.host.close()
                self._take(self._value)
            case Button.BACK:
                self.host.close()

    def turn(self, steps: int) -> None:
        """Clockwise counts up."""
        now = self.host.clock()
        boost = BOOST if now - self._turned < QUICK else 1
        self._turned = now
        self._count(steps * boost * self._steps[self._step])

    def _count(self, by: int) -> None:
        self._value = max(self._low, min(self._high, self._value + by))
