"""A page: what it shows, and what it makes of buttons, tags and dice while it is on top.

The *base* page follows from what the rules wait for; pages above it (menus, look-ups, a trade being put together)
vanish with a power cut, which loses nothing: the ledger has all that counts.

An input goes to the top page. What means nothing to the page is answered with False, and the desk
applies the general grammar (design: Table).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar, Protocol

from companion.rules.commands import AnyCommand
from companion.rules.dice import Dice, Die
from companion.rules.prompts import Prompt
from companion.table.foresight import Foresight
from companion.table.inputs import Button, Pairing
from companion.table.parts import Lot, Party, Trouble
from companion.table.scene import Scene
from companion.table.settings import TableSettings
from companion.table.shown import Why
from companion.table.sketchpad import TradeSketch
from companion.table.tags import TagBook
from companion.table.views import AnyScreen


class Host(Protocol):
    """What a page may ask of the desk."""

    settings: TableSettings
    tags: TagBook
    clock: Callable[[], float]
    address: str
    head: str
    bots: set[int]
    phones: list[Pairing]

    @property
    def scene(self) -> Scene:
        """The game as it stands.

        :raises RuntimeError: no game is on the table.
        """

    def ask(self, command: AnyCommand, origin: str = "") -> bool:
        """Ask the rules for something; False: refused, and the screen says why."""

    @property
    def moment(self) -> int:
        """A number that changes with every entry: what was worked out at one moment holds for it only."""

    def foresee(self, *commands: AnyCommand) -> Foresight:
        """What the last of these commands would do now, the others carried out before it."""

    def seat_bot(self, seat: int, level: str) -> None:
        """Let the program play for a seat at a level, or its own player again."""

    def prompts(self) -> Sequence[Prompt]:
        """What the rules wait for."""

    def open(self, page: Page) -> None:
        """Put a page on top."""

    def close(self) -> None:
        """Take the top page off."""

    def home(self) -> None:
        """Take off all pages above the base."""

    def say(self, trouble: Trouble, *, who: Party | None = None, lot: Lot | None = None, name: str = "") -> None:
        """Show a message; nothing is booked."""

    def throw(self, dice: Sequence[Die]) -> Dice:
        """A throw of the bank's with these dice."""

    def sketch(self, seat: int, to: int) -> TradeSketch:
        """The trade that these two are putting together, as far as it has come."""

    def seconds_left(self) -> int | None:
        """What is left of the countdown of an auction or contest; None: there is none."""

    def why(self) -> Why:
        """Why the last thing came out as it did."""


class Page(ABC):
    """The little interface of every flow."""

    urgent: ClassVar[bool] = False  # it shows money about to move: news does not cover it
    wants_info: ClassVar[bool] = False  # the info button is its own

    ends: float | None = None  # by the clock of the host: then back is pressed

    def __init__(self, host: Host) -> None:
        self.host = host

    def is_over(self) -> bool:
        """Whether what the page is about is gone; asked after every entry, of all pages that lay there before it."""
        return False

    def key(self) -> object:
        """Two base pages with equal keys are the same: the one that is there keeps its cursor."""
        return type(self)

    @property
    def scene(self) -> Scene:
        """The game as it stands."""
        return self.host.scene

    @abstractmethod
    def screen(self) -> AnyScreen:
        """What to show."""

    def press(self, button: Button) -> None:
        """A button went down."""
        del button

    def hold(self, button: Button) -> None:
        """A button is being held; it was pressed before."""
        del button

    def turn(self, steps: int) -> None:
        """The encoder was turned: like up and down unless the page counts with it."""
        for _ in range(abs(steps)):
            self.press(Button.DOWN if steps > 0 else Button.UP)

    def card(self, seat: int) -> bool:
        """A player's card was laid on the reader; False: it means nothing special here."""
        del seat
        return False

    def deed(self, square: int) -> bool:
        """A deed was laid on the reader; False: it means nothing special here."""
        del square
        return False

    def drawn(self, deck: str, card: str) -> bool:
        """The tag of a card of a deck was laid on the reader; False: it means nothing here."""
        del deck, card
        return False

    def thrown(self, dice: Dice, source: str) -> bool:
        """The dice show a throw; False: nobody is to throw here."""
        del dice, source
        return False

    def tag(self, uid: str) -> bool:
        """Any tag, before it is looked up; True: the page wanted the tag itself (enrolling)."""
        del uid
        return False


class ListPage(Page):
    """A page with a cursor: up and down move it, ok chooses, back closes."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._selected = 0

    @abstractmethod
    def count(self) -> int:
        """How many lines there are."""

    def choose(self, index: int) -> None:
        """The line under the cursor was chosen."""

    def back(self) -> None:
        """Back was pressed."""
        self.host.close()

    @property
    def selected(self) -> int:
        """The line under the cursor, however short the list has become."""
        return max(0, min(self._selected, self.count() - 1))

    @selected.setter
    def selected(self, index: int) -> None:
        self._selected = index

    def press(self, button: Button) -> None:
        """Move, choose or leave."""
        count = self.count()
        match button:
            case Button.UP if count:
                self.selected = (self.selected - 1) % count
            case Button.DOWN if count:
                self.selected = (self.selected + 1) % count
            case Button.OK if count:
                self.choose(self.selected)
            case Button.BACK:
                self.back()
