"""All that can happen to a table, as data, and the mailbox, whose order is the order of the game (design: Table)."""

from __future__ import annotations

import threading
from collections import deque
from concurrent.futures import Future
from enum import StrEnum

import msgspec

from companion.errors import Message
from companion.rules.commands import AnyCommand, Propose, Refusal
from companion.rules.dice import Dice
from companion.table.tags import AnyTag


class Button(StrEnum):
    """The five buttons of the box."""

    UP = "up"
    DOWN = "down"
    OK = "ok"
    BACK = "back"
    INFO = "info"


class Tapped(msgspec.Struct, frozen=True):
    """A tag was laid on the reader; `uid` is lower-case hex of 4, 7 or 10 bytes."""

    uid: str


class Lifted(msgspec.Struct, frozen=True):
    """A tag was taken off: that changes nothing (design: Table)."""

    uid: str


class Clashed(msgspec.Struct, frozen=True):
    """Two tags lie on the reader."""


class Pressed(msgspec.Struct, frozen=True):
    """A button went down."""

    button: Button


class Held(msgspec.Struct, frozen=True):
    """A button has been held; it was pressed before."""

    button: Button


class Turned(msgspec.Struct, frozen=True):
    """The encoder went so many detents clockwise (negative: back)."""

    steps: int


class DiceRead(msgspec.Struct, frozen=True):
    """The serial die has been read; `source` names it and the throw."""

    dice: Dice
    source: str = "die"


class Remembered(msgspec.Struct, frozen=True):
    """The die has told what it was given to keep: game, number and hash of an entry, or nothing."""

    words: tuple[str, ...]


class Rated(msgspec.Struct, frozen=True):
    """By how many points of a hundred luck has changed each seat's chance to win, in the game that is over."""

    points: tuple[int, ...]


class Faulted(msgspec.Struct, frozen=True):
    """A device has failed; `kind` is a word such as `missing` or `noise`."""

    device: str
    kind: str


class Recovered(msgspec.Struct, frozen=True):
    """A device works again."""

    device: str


class Ticked(msgspec.Struct, frozen=True):
    """Time has passed."""


class Asked(msgspec.Struct, frozen=True):
    """A wish from a page of the web or of a bot: carried out like a tap; `answer` gets None, or the refusal.

    `motive` is a bot's, for whoever asks why.
    """

    command: AnyCommand
    origin: str
    answer: Future[Refusal | None]
    motive: Message | None = None


class Pairing(msgspec.Struct, frozen=True):
    """A phone shows `code` and waits for a player's card; `seat` gets who laid it, and is cancelled when it is late."""

    code: str
    seat: Future[int]

    def waits(self) -> bool:
        """Whether no card has been laid yet, and it is not too late."""
        return not self.seat.done()


class Composed(msgspec.Struct, frozen=True):
    """A trade as it was put together on a phone: judged, with `show` also laid on the table to be signed there."""

    trade: Propose
    show: bool
    answer: Future[Refusal | None]


class BotSeated(msgspec.Struct, frozen=True):
    """The chair of a seat is filled by the program."""

    seat: int


class Halted(msgspec.Struct, frozen=True):
    """The referee stops the clock and the game from his page, or lets them go on."""

    on: bool


class Reread(msgspec.Struct, frozen=True):
    """The referee says from his page what the dice of the last throw show; `answer` gets None, or the refusal."""

    dice: Dice
    answer: Future[Refusal | None]


class Enrolled(msgspec.Struct, frozen=True):
    """The referee gives a thing another tag, such as a player whose card is lost."""

    uid: str
    tag: AnyTag


class Arranged(msgspec.Struct, frozen=True):
    """A tournament says what is played at this table next: fields of `Evening`."""

    evening: dict[str, object]


class Stopped(msgspec.Struct, frozen=True):
    """The program ends."""


AnyInput = (
    Arranged
    | Asked
    | BotSeated
    | Clashed
    | Composed
    | Enrolled
    | Remembered
    | Faulted
    | Halted
    | Held
    | Lifted
    | Pairing
    | Pressed
    | Rated
    | Recovered
    | Reread
    | Stopped
    | Tapped
    | DiceRead
    | Ticked
    | Turned
)


class Mailbox:
    """A thread-safe queue that also knows how many inputs have been worked off, for those who wait for that."""

    def __init__(self) -> None:
        self._inputs: deque[AnyInput] = deque()
        self._changed = threading.Condition()
        self._posted = 0
        self._done = 0

    def post(self, given: AnyInput) -> int:
        """Put an input in and return its number; never blocks."""
        with self._changed:
            self._inputs.append(given)
            self._posted += 1
            self._changed.notify_all()
            return self._posted

    def take(self, timeout: float | None) -> AnyInput | None:
        """The oldest input, or None when there was none for `timeout` seconds (None: wait for ever)."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._inputs, timeout):
                return None
            return self._inputs.popleft()

    def finish(self) -> None:
        """Say that the input taken last is worked off."""
        with self._changed:
            self._done += 1
            self._changed.notify_all()

    def settled(self, number: int | None = None, timeout: float = 10.0) -> bool:
        """Wait until input `number` (default: all posted so far) is worked off; False after `timeout` seconds."""
        with self._changed:
            target = self._posted if number is None else number
            return self._changed.wait_for(lambda: self._done >= target, timeout)
