"""Buttons and the dial on gpiozero; the kernel debounces, and one thread of each tells what happened.

gpiozero calls from the one thread that serves all pins of the process, so nothing is done there but to note the event.
Holding is timed here, by one thread for all buttons, where gpiozero would start one for each.
"""

import time
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial

from companion.devices.device import ThreadedDevice
from companion.devices.gpio import Header, let_go, line_faults
from companion.devices.ports import ButtonListener, EncoderListener
from companion.devices.settings import ButtonSettings, EncoderSettings


class Buttons(ThreadedDevice):
    """Tells a ButtonListener of presses by name, in the order of the edges."""

    def __init__(self, settings: ButtonSettings, listener: ButtonListener, header: Header) -> None:
        super().__init__("buttons", listener, settings.retry_ms)
        self._settings = settings
        self._listener = listener
        self._header = header
        self._edges: deque[tuple[str, bool]] = deque()
        self._holds: dict[str, float] = {}

    def _serve(self) -> None:
        with ExitStack() as stack, line_faults("buttons.pins", *self._settings.pins.values()):
            for name, pin in self._settings.pins.items():
                self._connect(stack, name, pin)
            self._well()
            while not self._closing:
                self._drain()
                self._rest(self._next_hold())

    def _connect(self, stack: ExitStack, name: str, pin: int) -> None:
        from gpiozero import DigitalInputDevice

        factory = self._header.claim(f"buttons.pins.{name}", pin)
        bounce = self._settings.debounce_ms / 1000
        switch = DigitalInputDevice(pin, pull_up=True, bounce_time=bounce, pin_factory=factory)
        stack.callback(let_go, switch)
        switch.when_activated = partial(self._note, name, True)
        switch.when_deactivated = partial(self._note, name, False)

    def _note(self, name: str, down: bool) -> None:
        self._edges.append((name, down))
        self.wake()

    def _drain(self) -> None:
        while self._edges:
            name, down = self._edges.popleft()
            if down:
                self._holds[name] = time.monotonic() + self._settings.hold_ms / 1000
                self._tell(self._listener.pressed, name)
            else:
                self._holds.pop(name, None)
                self._tell(self._listener.released, name)
        now = time.monotonic()
        for name in [name for name, due in self._holds.items() if due <= now]:
            del self._holds[name]
            self._tell(self._listener.held, name)

    def _next_hold(self) -> float | None:
        return max(0.0, min(self._holds.values()) - time.monotonic()) if self._holds else None


class Encoder(ThreadedDevice):
    """Tells an EncoderListener of detents; no debounce, a dial is decoded by its order of edges (faults.md #35)."""

    def __init__(self, settings: EncoderSettings, listener: EncoderListener, header: Header) -> None:
        super().__init__("encoder", listener, settings.retry_ms)
        self._settings = settings
        self._listener = listener
        self._header = header
        self._steps: deque[int] = deque()

    def _serve(self) -> None:
        from gpiozero import RotaryEncoder

        a, b = self._settings.a, self._settings.b
        factory = self._header.claim("encoder", a, b)
        with line_faults("encoder", a, b), ExitStack() as stack:
            dial = stack.enter_context(RotaryEncoder(a, b, max_steps=0, pin_factory=factory))
            stack.callback(let_go, dial.a)
            stack.callback(let_go, dial.b)
            dial.when_rotated_clockwise = self._noting(+1)
            dial.when_rotated_counter_clockwise = self._noting(-1)
            self._well()
            while not self._closing:
                while self._steps:
                    self._tell(self._listener.turned, self._steps.popleft())
                self._rest(None)

    def _noting(self, step: int) -> Callable[[], None]:
        def note() -> None:
            self._steps.append(step)
            self.wake()

        return note
