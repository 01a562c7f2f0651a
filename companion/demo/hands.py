"""What a person does at the table: lays tags, presses buttons, throws the die; and looks at the display in between.

Hands know the game only by the page that is shown. Each movement ends when the table has worked it off, so that no time
is waited for; a movement that the table does not notice is an error.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod

from companion.devices.box import Box
from companion.rules.dice import Face
from companion.simulator.box import SimulatedBox
from companion.table.parts import Do, MenuItem
from companion.table.table import Table
from companion.table.tags import AnyTag
from companion.table.views import AnyScreen

PATIENCE = 10.0  # seconds until a movement counts as not noticed
LOOK_SECONDS = 0.001
MOST_NEWS = 20


class Unnoticed(Exception):
    """The table did not take notice of a movement."""


class Hands(ABC):
    """The hands of all players; what they touch is up to those who make them."""

    @property
    @abstractmethod
    def screen(self) -> AnyScreen:
        """The page on the display."""

    @abstractmethod
    def lay(self, tag: AnyTag) -> None:
        """Lay a tag on the reader, and take it off again."""

    @abstractmethod
    def press(self, button: str) -> None:
        """Press a button."""

    @abstractmethod
    def hold(self, button: str) -> None:
        """Hold a button until that counts."""

    @abstractmethod
    def throw(self, *dice: Face) -> None:
        """Throw the serial die."""

    def press_until(self, page: type[AnyScreen]) -> None:
        """Turn away what is told until this page is shown."""
        for _ in range(MOST_NEWS):
            if isinstance(self.screen, page):
                return
            self.press("ok")
        raise Unnoticed(f"{page.__name__} does not come; the display shows {self.screen}")

    def choose(self, index: int, count: int) -> None:
        """Choose a line of the list that is shown, going the shorter way."""
        down = (index - getattr(self.screen, "selected", 0)) % count
        button, times = ("down", down) if down <= count - down else ("up", count - down)
        for _ in range(times):
            self.press(button)
        self.press("ok")

    def pick(self, do: Do, name: str = "") -> None:
        """Choose the line of a menu that does this (about this, where it is given)."""
        items: tuple[MenuItem, ...] = getattr(self.screen, "items", ())
        places = [at for at, item in enumerate(items) if item.do is do and name in ("", item.name)]
        if not places:
            raise Unnoticed(f"{do} is not on the display: {self.screen}")
        self.choose(places[0], len(items))


class ChipHands(Hands):
    """Hands at a table of simulated chips."""

    def __init__(self, bench: SimulatedBox, box: Box, table: Table) -> None:
        assert box.reader is not None
        self._bench = bench
        self._box = box
        self._table = table
        self._reader = box.reader
        self._told = box.reader.told
        self._lifted = ""
        self.movements = 0

    @property
    def screen(self) -> AnyScreen:
        return self._table.feed.snapshot().display.screen

    def lay(self, tag: AnyTag) -> None:
        """Lay a tag on the reader, and take it off again without waiting until it is missed."""
        uids = self._table.tags.uids(tag)
        if not uids:
            raise Unnoticed(f"there is no tag for {tag}")
        if uids[0] == self._lifted:
            self._until_told(self._told + 1)
        self._bench.lay(uids[0], timeout=0)
        self._until_told(self._told + 2 if self._lifted else self._told + 1)
        self._settle()
        self._told = self._reader.told
        self._bench.lift(uids[0], timeout=0)
        self._lifted = uids[0]

    def _until_told(self, count: int) -> None:
        """Let the reader look until it has told so much: of each tag that it was laid, and that it was lifted."""
        end = time.monotonic() + PATIENCE
        self._reader.wake()
        while not self._reader.wait_told(count, LOOK_SECONDS):
            self._reader.wake()
            if time.monotonic() > end:
                raise Unnoticed("the reader tells nothing")

    def press(self, button: str) -> None:
        self._bench.tap(button)
        self._settle()

    def hold(self, button: str) -> None:
        assert self._box.buttons is not None
        told = self._box.buttons.told
        self._bench.press(button)
        if not self._box.buttons.wait_told(told + 2, PATIENCE):
            raise Unnoticed(f"nobody noticed that {button} was held")
        self._bench.release(button)
        self._settle()

    def throw(self, *dice: Face) -> None:
        if not self._bench.roll(*dice):
            raise Unnoticed("nobody took the throw")
        self._settle()

    def _settle(self) -> None:
        self.movements += 1
        if not self._table.mailbox.settled(timeout=PATIENCE):
            raise Unnoticed("the table did not answer")
