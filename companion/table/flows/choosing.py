"""Pages to choose on: a list, a question, a number, a line of a list that is picked."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence

import msgspec

from companion.rules.commands import AnyCommand
from companion.rules.frames import BANK
from companion.table import coins
from companion.table.inputs import Button
from companion.table.page import Host, ListPage, Page
from companion.table.parts import Do, Lot, MenuItem, Party, Payment, Title, Trouble
from companion.table.views import Confirm, Dial, Menu


class Option(msgspec.Struct, frozen=True):
    """A line of a menu and the command behind it."""

    item: MenuItem
    command: AnyCommand


def option(host: Host, do: Do, seat: int, command: AnyCommand, name: str = "") -> Option:
    """A line with its price: what the seat would pay (positive) or get (negative); greyed if it would be refused."""
    seen = host.foresee(command)
    return Option(MenuItem(do=do, name=name, amount=-seen.net(seat) or None, enabled=seen.refusal is None), command)


def payment_of(host: Host, command: AnyCommand) -> Payment | None:
    """The first payment that a command would make, with what both ends then have; None: it moves no money."""
    seen = host.foresee(command)
    return host.scene.payment(seen.payments[0], seen.after) if seen.payments else None


class OptionsPage(ListPage):
    """A list of commands; choosing asks the rules, and a refusal says why."""

    stays = False  # open after a choice, as for building one house after the other

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._lines: tuple[int, list[Option]] = (-1, [])

    @abstractmethod
    def options(self) -> list[Option]:
        """Work the lines out as they stand now."""

    @property
    def lines(self) -> list[Option]:
        """The lines, worked out once for each moment: foreseeing is dear on a small computer."""
        if self._lines[0] != self.host.moment:
            self._lines = self.host.moment, self.options()
        return self._lines[1]

    def count(self) -> int:
        return len(self.lines)

    def items(self) -> tuple[MenuItem, ...]:
        """The lines without their commands."""
        return tuple(each.item for each in self.lines)

    def payment(self) -> Payment | None:
        """What the line under the cursor would move."""
        return payment_of(self.host, self.lines[self.selected].command) if self.lines else None

    def choose(self, index: int) -> None:
        """Ask for the line; the page goes when the rules have carried it out."""
        if self.host.ask(self.lines[index].command) and not self.stays:
            self.host.close()


class BasePage(OptionsPage):
    """A page of commands at the bottom: it goes by itself when the rules wait for something else."""

    stays = True

    def __init__(self, host: Host, seat: int) -> None:
        super().__init__(host)
        self.seat = seat

    def key(self) -> object:
        """The same page as long as the same player is asked."""
        return type(self), self.seat

    def back(self) -> None:
        """There is nothing below."""

    def card(self, seat: int) -> bool:
        """The player's card takes the line under the cursor."""
        if seat != self.seat or seat == BANK:
            return False
        self.choose(self.selected)
        return True


REASONS = ("misread-dice", "wrong-tap", "wrong-card", "wrong-amount", "agreed", "ruling")


def unasked(host: Host, seat: int) -> bool:
    """Say that a player's card means nothing here, so that it does not act on what the page hides."""
    host.say(Trouble.NOT_ADDRESSED, who=host.scene.party(seat))
    return True


class PickPage(ListPage):
    """A menu that hands on what was picked."""

    def __init__(self, host: Host, title: Title, items: Sequence[MenuItem], take: Callable[[int], None]) -> None:
        super().__init__(host)
        self._title = title
        self._items = tuple(items)
        self._take = take

    def count(self) -> int:
        return len(self._items)

    def screen(self) -> Menu:
        return Menu(title=self._title, items=self._items, selected=self.selected)

    def card(self, seat: int) -> bool:
        """A player's card does nothing below what the referee is asked."""
        return unasked(self.host, seat)

    def choose(self, index: int) -> None:
        self.host.close()
        self._take(index)


def pick_reason(host: Host, title: Title, reasons: Sequence[str], take: Callable[[str], None]) -> None:
    """Ask for a reason; the ledger keeps its key, the words are made elsewhere."""
    items = [MenuItem(Do.REASON, name=reason) for reason in reasons]
    host.open(PickPage(host, title, items, lambda index: take(reasons[index])))


class ConfirmPage(Page):
    """Ok, or where `hold` ok held, asks for it; anything else leaves it."""

    def __init__(
        self,
        host: Host,
        do: Do,
        command: AnyCommand,
        seat: int | None = None,
        *,
        hold: bool = False,
        reason: str = "",
        name: str = "",
    ) -> None:
        super().__init__(host)
        self._do = do
        self._command = command
        self._seat = seat
        self._hold = hold
        self._reason = reason
        self._name = name

    def screen(self) -> Confirm:
        """What would happen, with the money it would move."""
        return Confirm(
            do=self._do,
            who=None if self._seat is None else self.scene.party(self._seat),
            payment=payment_of(self.host, self._command),
            hold=self._hold,
            reason=self._reason,
            name=self._name,
        )

    def press(self, button: Button) -> None:
        """Ok confirms unless it must be held; back and the others leave."""
        if button is not Button.OK:
            self.host.close()
        elif not self._hold:
            self._confirm()

    def hold(self, button: Button) -> None:
        if button is Button.OK and self._hold:
            self._confirm()

    def _confirm(self) -> None:
        if self.host.ask(self._command):
            self.host.home()
        else:
            self.host.close()


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
        self._steps = coins.dial(self.scene.rules) if money else (1,)
        self._step = 0
        self._turned = -1.0

    def screen(self) -> Dial:
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
        now = self.host.clock()
        boost = BOOST if now - self._turned < QUICK else 1
        self._turned = now
        self._count(steps * boost * self._steps[self._step])

    def _count(self, by: int) -> None:
        self._value = max(self._low, min(self._high, self._value + by))
