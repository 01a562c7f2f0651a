"""What the drivers and the application say to each other: no chip, no library and no word of the game."""

from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from companion.errors import Message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL.Image import Image


class FaultKind(StrEnum):
    """What is wrong with a device, as a word for logs; the sentence for players is chosen elsewhere."""

    MISSING = "missing"  # no such node, nothing answers there, or unplugged
    DENIED = "denied"  # the node may not be opened by this user
    BUSY = "busy"  # somebody else holds the line or the port
    SEVERAL = "several"  # more than one port could be meant
    SILENT = "silent"  # it is there and does not answer
    NOISE = "noise"  # it answers, and what it says cannot be read
    IMPOSSIBLE = "impossible"  # readable, and cannot be true: a die showing 7
    UNSUPPORTED = "unsupported"  # another version of chip or protocol
    BROKEN = "broken"  # the driver itself failed; the log has the traceback


class FaultListener(Protocol):
    """Hears of faults: each is told once when it begins or changes, and its end is told once."""

    def faulted(self, device: str, kind: FaultKind, detail: Message) -> None: ...

    def recovered(self, device: str) -> None: ...


class TagListener(FaultListener, Protocol):
    """Hears what lies on the reader; `uid` is lower-case hex of 4, 7 or 10 bytes, no check byte (faults.md #8)."""

    def laid(self, uid: str) -> None: ...

    def lifted(self, uid: str) -> None: ...

    def clashed(self) -> None: ...


class ButtonListener(FaultListener, Protocol):
    """Hears buttons by their configured names; a held button was pressed before and is released after."""

    def pressed(self, name: str) -> None: ...

    def held(self, name: str) -> None: ...

    def released(self, name: str) -> None: ...


class EncoderListener(FaultListener, Protocol):
    """Hears the dial: +1 for a detent clockwise, -1 for one back."""

    def turned(self, step: int) -> None: ...


class DieListener(FaultListener, Protocol):
    """Hears rolls: values 1 to 6 and the face of the Speed Die, if one was thrown; (`source`, `sequence`) names a roll
    for ever and is told once. Each time a die is found it tells what it was last given to keep."""

    def rolled(self, dice: tuple[int, ...], speed: str, source: str, sequence: int) -> None: ...

    def remembered(self, words: tuple[str, ...], source: str) -> None: ...


class Listener(TagListener, ButtonListener, EncoderListener, DieListener, Protocol):
    """Hears everything; called from the devices' threads, so it only posts."""


class Device(Protocol):
    """A part of the box: it may be missing at start and come later, and it owns at most one thread."""

    name: str

    def start(self) -> None: ...

    def close(self) -> None: ...


class Source(Device, Protocol):
    """A device that tells; hands at a simulated table wait on `told` instead of sleeping."""

    @property
    def told(self) -> int:
        """Count what the listener was told so far (each call that has returned)."""
        ...

    def wait_told(self, count: int, timeout: float) -> bool:
        """Wait until `told` has reached `count`; `timeout` in seconds, False when it ran out."""
        ...

    def wake(self) -> None:
        """Look now instead of at the next poll."""
        ...


class Panel(Device, Protocol):
    """The display: only the newest picture counts."""

    size: tuple[int, int]

    def show(self, image: "Image") -> None:
        """Show this picture (mode "1", of `size`) as soon as the bus is free; returns at once."""
        ...

    def power(self, contrast: int, *, hidden: bool = False) -> None:
        """Set the contrast (0 to 255) and switch the picture off and on without losing it."""
        ...


class Buzzer(Device, Protocol):
    """The buzzer: a new pattern cuts off the one before."""

    def play(self, pattern: "Sequence[tuple[int, int]]") -> None:
        """Play (Hz, ms) one after the other, 0 Hz being a pause; returns at once."""
        ...
