"""A gpiochip of the kernel: lines with one owner each, edge events after debouncing, and what hands do to the wires.

Hands are quicker than any debounce time, so the chip's clock is the computer's plus what `let_pass` has added: a press
is `drive(line, 0)` and `let_pass` of more than the debounce time, and no test sleeps. As in the kernel a change counts
once the level has been stable for the whole time.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntFlag

GPIO_BUSY, NOT_ALLOCATED, NOT_AN_OUTPUT = -79, -80, -104

RISING, FALLING = 1, 2

Alert = Callable[[int, int, int], None]  # line, level, time in ns


class Mode(IntFlag):
    """The flags of a line as lgpio's gpio_get_mode gives them."""

    NONE = 0
    OUT = 1 << 1
    PULL_UP = 1 << 5
    PULL_DOWN = 1 << 6
    PULL_NONE = 1 << 7
    INPUT = 1 << 8
    OUTPUT = 1 << 9
    ALERT = 1 << 10
    IN = 1 << 16
    RISING = 1 << 17
    FALLING = 1 << 18

    @property
    def claim(self) -> "Mode":
        """The part that says what the line is claimed for."""
        return self & (Mode.INPUT | Mode.OUTPUT | Mode.ALERT)


@dataclass(slots=True)
class PinLine:
    """One line: `owner` is a handle, `driven` what a wire outside puts on it, `seen` the last debounced level."""

    owner: int | None = None
    mode: Mode = Mode.NONE
    output: int = 0
    driven: int | None = None
    debounce_us: int = 0
    seen: int = 0
    changed_ns: int = 0
    alert: Alert | None = None
    outputs: list[Callable[[int], None]] = field(default_factory=list)
    tones: list[Callable[[float, float], None]] = field(default_factory=list)

    @property
    def level(self) -> int:
        """The level a meter would show."""
        if self.mode & Mode.OUT:
            return self.output
        return self.driven if self.driven is not None else int(bool(self.mode & Mode.PULL_UP))


class GpioChip:
    """The chip with its label, by which a Pi's header is found (faults.md #25)."""

    def __init__(self, label: str = "pinctrl-bcm2711", lines: int = 54) -> None:
        self.label = label
        self.lines = [PinLine() for _ in range(lines)]
        self._skew_ns = 0
        self._lock = threading.RLock()

    def claim(self, owner: int, number: int, mode: Mode, alert: Alert | None = None) -> int:
        """Claim a line, or GPIO_BUSY; claiming it again for the same use changes no pull (freeing it does)."""
        with self._lock:
            line = self.lines[number]
            if line.owner not in {None, owner}:
                return GPIO_BUSY
            if line.owner is None or line.mode.claim is not mode.claim:
                line.mode = mode
            line.owner, line.alert, line.seen = owner, alert, line.level
            return 0

    def free(self, owner: int, number: int) -> int:
        """Give a line back; it keeps no pull, no debounce and no alert."""
        with self._lock:
            line = self.lines[number]
            if line.owner != owner:
                return NOT_ALLOCATED
            line.owner, line.alert, line.mode, line.debounce_us = None, None, Mode.NONE, 0
            return 0

    def free_all(self, owner: int) -> None:
        """Give back every line of a closed handle."""
        for number in range(len(self.lines)):
            self.free(owner, number)

    def write(self, owner: int, number: int, level: int) -> int:
        """Set an output, and let what hangs on the wire know."""
        line = self.lines[number]
        if line.owner != owner:
            return NOT_ALLOCATED
        if not line.mode & Mode.OUT:
            return NOT_AN_OUTPUT
        line.output = level
        for hear in line.outputs:
            hear(level)
        return 0

    def tone(self, owner: int, number: int, hz: float, duty: float) -> int:
        """Start, change or (0 Hz) end pulses on an output; `duty` in percent."""
        line = self.lines[number]
        if line.owner != owner:
            return NOT_ALLOCATED
        if not line.mode & Mode.OUT:
            return NOT_AN_OUTPUT
        for hear in line.tones:
            hear(hz, duty)
        return 0

    def drive(self, number: int, level: int | None) -> None:
        """Put a level on a wire from outside, None to let go."""
        with self._lock:
            line = self.lines[number]
            line.driven = level
            line.changed_ns = self._now()
            if not line.debounce_us:
                self._report(number, line)

    def let_pass(self, us: int) -> None:
        """Let time go by for the debouncing of every line."""
        with self._lock:
            self._skew_ns += 1000 * us
            for number, line in enumerate(self.lines):
                if line.alert and self._now() - line.changed_ns >= 1000 * line.debounce_us:
                    self._report(number, line)

    def _now(self) -> int:
        return time.monotonic_ns() + self._skew_ns

    def _report(self, number: int, line: PinLine) -> None:
        level = line.level
        if level == line.seen or line.alert is None:
            return
        line.seen = level
        if line.mode & (Mode.RISING if level else Mode.FALLING):
            line.alert(number, level, line.changed_ns + 1000 * line.debounce_us)
