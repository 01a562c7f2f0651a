"""What the pages need of the table; the application hands it in, so that either can be built and tried alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from companion.errors import Message
from companion.rules.edition import Edition
from companion.rules.game import Step
from companion.table.feed import Snapshot
from companion.table.inputs import Mailbox
from companion.table.tags import TagBook


class Feed(Protocol):
    """The table as the pages see it: what stands now, a call after every change, and the record to read up in."""

    def snapshot(self) -> Snapshot:
        """What was published last; from any thread."""
        ...

    def subscribe(self, callback: Callable[[Snapshot], None]) -> Callable[[], None]:
        """Call back after every publication, in the game's thread, which it must not keep; gives the way out."""
        ...

    def steps(self, game: str, since: int) -> Sequence[Step]:
        """The committed steps of the game `game` from index `since` on (0 is the setting-up); from any thread.

        Nothing for a game that is not, or no longer, on the table.
        """
        ...

    def motive(self, game: str, seq: int) -> Message | None:
        """Why a bot has done the step of that index, as far as it is known; from any thread."""
        ...


class Room(Protocol):
    """What lies around the table, whether a game is on or not; asked from the web's thread."""

    def edition(self) -> Edition:
        """The edition that the next game will be played by."""
        ...

    @property
    def tags(self) -> TagBook:
        """The tags that this table knows."""
        ...

    @property
    def mailbox(self) -> Mailbox:
        """The one way in."""
        ...

    @property
    def ledger_path(self) -> Path:
        """Where the games are written down."""
        ...


class Bench(Protocol):
    """The person's side of the simulated chips: what hands do at the table, and what eyes and ears get."""

    def lay(self, uid: str, *, timeout: float) -> bool:
        """Lay a tag on the reader; False when nobody looked at it within `timeout` seconds."""
        ...

    def lift(self, uid: str, *, timeout: float) -> bool:
        """Take a tag off the reader; False when nobody missed it within `timeout` seconds."""
        ...

    def tags(self) -> list[str]:
        """The tags on the reader."""
        ...

    def press(self, name: str) -> None:
        """Push a button down."""
        ...

    def release(self, name: str) -> None:
        """Let a button go."""
        ...

    def button_names(self) -> tuple[str, ...]:
        """The buttons there are."""
        ...

    def roll(self, *faces: int | str, timeout: float) -> bool:
        """Roll the die; False when the host has not taken it within `timeout` seconds."""
        ...

    def dice_asked(self) -> int:
        """How many dice the next roll has."""
        ...

    def has_die(self) -> bool:
        """Whether the die is plugged in."""
        ...

    @property
    def panel_size(self) -> tuple[int, int]:
        """Width and height of the panel in pixels."""
        ...

    def panel_bits(self) -> bytes:
        """What the panel shows, row by row, eight pixels a byte with the left one highest."""
        ...

    def wait_panel(self, version: int, timeout: float) -> int:
        """Wait for a change of the panel after `version`, at most `timeout` seconds, and give the present version."""
        ...

    def hear(self, listener: Callable[[float, float], None]) -> None:
        """Call back with (Hz, duty in percent) whenever the tone of the buzzer changes."""
        ...


class WebConfig(Protocol):
    """Where the pages are served (the section `[web]` of banker.toml)."""

    @property
    def host(self) -> str:
        """The address to listen at, "" for all of this machine."""
        ...

    @property
    def port(self) -> int:
        """The port, 0 for any free one."""
        ...

    @property
    def hosts(self) -> tuple[str, ...]:
        """Names of this machine besides its addresses and the names of a home network."""
        ...

    @property
    def pin(self) -> str:
        """What the referee signs in with; "": there is no referee's page."""
        ...

    @property
    def phones(self) -> bool:
        """Whether players may pair their phones."""
        ...
