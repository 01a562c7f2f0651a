"""Lines of a menu that are wishes: each shown with what it would move, and asked of the rules even when greyed."""

from __future__ import annotations

from abc import abstractmethod

import msgspec

from companion.rules.commands import AnyCommand
from companion.rules.frames import BANK
from companion.table.page import Host, ListPage
from companion.table.parts import Do, MenuItem, Payment


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
        """How many lines there are."""
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
