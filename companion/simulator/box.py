"""The whole box in simulation, and the hands of the people at it.

A bench plugs its chips into the simulated `/dev`; the drivers then find them as on a Pi. Hands are quicker than people:
a press lasts as long as the debouncing needs, in the chip's time, and `lay` waits for the reader's looks instead of
sleeping. Where drivers are named by `follow`, hands also wait until the listener was told.
"""

import random
import shutil
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Self

import msgspec

from companion.devices.ports import Source
from companion.devices.settings import BoxSettings, DieSettings, PanelSettings, ReaderSettings
from companion.simulator import nodes
from companion.simulator.card import Field, Frame, NfcTag
from companion.simulator.die import PtyDie
from companion.simulator.gpiochip import GpioChip
from companion.simulator.i2c import I2cBus
from companion.simulator.install import install
from companion.simulator.oled import PANELS, SimulatedPanel, SimulatedSsd1306
from companion.simulator.rc522 import SimulatedRc522
from companion.simulator.ssd1322 import SimulatedSsd1322

_BOUNCE_US = 1_000
_SETTLE_US = 120_000
_LAID_POLLS = 2  # one that sees the tag, and the beginning of the next, when all of the first was told
_LIFTED_POLLS = 4  # three misses
_FULL_PATIENCE = 5.0
_REMEMBERED_TONES = 4096


class SimulatedBox:
    """One simulated box of these settings (default: every part); drivers take `bench.settings`, with the die's port."""

    def __init__(
        self, settings: BoxSettings | None = None, *, gpiochip: int = 0, label: str = "pinctrl-bcm2711"
    ) -> None:
        install()
        if nodes.gpiochips or nodes.spi or nodes.i2c:
            raise RuntimeError("there is a bench already; close it first")
        self._folder = Path(tempfile.mkdtemp(prefix="bench-"))
        self.die = PtyDie(self._folder / "serial" / "by-id" / "usb-simulated_die-if00")
        self.settings = self._with_die(settings or BoxSettings(die=DieSettings()))
        self.field = Field()
        self.rc522 = SimulatedRc522(self.field)
        self.gpio = GpioChip(label)
        self.i2c = I2cBus()
        self.panel: SimulatedPanel | None = None
        self.buzzer_events: deque[tuple[float, float, float]] = deque(maxlen=_REMEMBERED_TONES)  # s, Hz, percent
        self._followed: dict[str, Source] = {}
        self._plug_in(gpiochip)

    def close(self) -> None:
        """Unplug everything; the drivers are closed before."""
        self._release_numbering()
        for plugged in (nodes.spi, nodes.i2c, nodes.gpiochips):
            plugged.clear()
        self.die.unplug()
        shutil.rmtree(self._folder)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def follow(
        self, *, reader: Source | None = None, buttons: Source | None = None, encoder: Source | None = None
    ) -> None:
        """Let hands wait for these drivers: the reader is woken at once, and presses and turns return when told."""
        named = {"reader": reader, "buttons": buttons, "encoder": encoder}
        self._followed = {name: source for name, source in named.items() if source}

    # tags

    def lay(self, uid: str, *, half: bool = False, timeout: float = _FULL_PATIENCE) -> bool:
        """Lay a tag on the reader (`half`: at the edge of the field) and wait for a look; False when none came."""
        if uid not in self.tags():
            self.field.cards += (NfcTag(bytes.fromhex(uid), half=half),)
        return self.await_polls(_LAID_POLLS, timeout)

    def lift(self, uid: str | None = None, *, timeout: float = _FULL_PATIENCE) -> bool:
        """Take this tag (None: all) off the reader and wait until it was missed; False when nobody looks."""
        self.field.cards = tuple(card for card in self.field.cards if uid is not None and card.uid.hex() != uid)
        return self.await_polls(_LIFTED_POLLS, timeout)

    def tags(self) -> list[str]:
        """List the tags on the reader."""
        return [card.uid.hex() for card in self.field.cards]

    def await_polls(self, count: int, timeout: float = _FULL_PATIENCE) -> bool:
        """Wait until the reader has looked so often from now on; `timeout` in seconds, False when it ran out."""
        reader, end = self._followed.get("reader"), time.monotonic() + timeout
        goal = self.rc522.polls + count
        with self.rc522.polled:
            while self.rc522.polls < goal and (left := end - time.monotonic()) > 0:
                polls = self.rc522.polls
                if reader:
                    reader.wake()
                self.rc522.polled.wait_for(lambda: self.rc522.polls > polls, left)  # noqa: B023
        return self.rc522.polls >= goal

    # buttons, dial, die

    def press(self, name: str, *, bounces: int = 0) -> None:
        """Push a button down; its contact opens and closes so often, a millisecond each, before it settles."""
        self._switch(name, 0, bounces)

    def release(self, name: str, *, bounces: int = 0) -> None:
        """Let a button go."""
        self._switch(name, 1, bounces)

    def tap(self, name: str) -> None:
        """Press and release a button."""
        self.press(name)
        self.release(name)

    def turn(self, step: int) -> None:
        """Turn the dial by so many detents, clockwise when positive."""
        settings = self.settings.encoder
        if settings is None:
            raise ValueError("this box has no encoder")
        for _ in range(abs(step)):
            goal = self._goal("encoder")
            first, second = (settings.a, settings.b) if step > 0 else (settings.b, settings.a)
            for pin, level in ((first, 0), (second, 0), (first, 1), (second, 1)):
                self.gpio.drive(pin, level)
            self._await_told("encoder", goal)

    def roll(self, *faces: int | str, timeout: float | None = _FULL_PATIENCE) -> bool:
        """Roll the serial die and wait until the host has taken the roll; False when it has not."""
        return self.die.roll(*faces, timeout=timeout)

    # display and buzzer

    def panel_bits(self) -> bytes:
        """What the panel shows now, row by row, eight pixels a byte with the left one highest; dark when it is off."""
        return self.panel.bits() if self.panel else self._glass.dark()

    @property
    def panel_version(self) -> int:
        """Count the changes of what the panel shows."""
        return self._glass.version

    def wait_panel(self, version: int, timeout: float) -> int:
        """Wait until `panel_version` is beyond `version`, at most `timeout` seconds, and give the present one."""
        with self._glass.changed:
            self._glass.changed.wait_for(lambda: self._glass.version > version, timeout)
            return self._glass.version

    @property
    def panel_size(self) -> tuple[int, int]:
        """The width and height of the panel in pixels."""
        return self._glass.width, self._glass.height

    def hear(self, listener: Callable[[float, float], None]) -> None:
        """Call back with (Hz, duty in percent) whenever the tone on the buzzer's line changes, 0 Hz being silence."""
        if self.settings.buzzer:
            self.gpio.lines[self.settings.buzzer.pin].tones.append(listener)

    def button_names(self) -> tuple[str, ...]:
        """List the buttons of this box."""
        return tuple(self.settings.buttons.pins) if self.settings.buttons else ()

    def dice_asked(self) -> int:
        """How many dice the next roll has."""
        return self.die.asked

    def has_die(self) -> bool:
        """Whether the die is plugged in."""
        return self.die.plugged

    # misbehaviour

    def kill_reader(self, stuck: int = 0x00) -> None:
        """Let the reader's data line be stuck low (0x00) or high (0xff)."""
        self.rc522.stuck = stuck

    def revive_reader(self) -> None:
        """Let the reader answer again, as after a power cut: its registers are those after reset."""
        self.rc522.power_cycle()
        self.rc522.stuck = None

    def remove_spi(self) -> None:
        """Take the SPI node away, as when SPI is not enabled."""
        reader = self.settings.reader or ReaderSettings()
        nodes.spi.pop((reader.bus, reader.device), None)

    def restore_spi(self) -> None:
        """Bring the SPI node back."""
        reader = self.settings.reader or ReaderSettings()
        nodes.spi[reader.bus, reader.device] = self.rc522

    def set_reader_noise(self, share: float, seed: int = 0) -> None:
        """Damage this share of the cards' answers (0 to 1)."""
        chance = random.Random(seed)

        def spoil(frame: Frame) -> Frame:
            bits, count = frame
            return (bits ^ 1 << chance.randrange(count), count) if chance.random() < share else frame

        self.field.spoil = spoil if share else None

    def unplug_panel(self) -> None:
        """Pull the panel off the bus."""
        self.i2c.slaves.clear()
        if isinstance(self._glass, SimulatedSsd1322):
            self._glass.plugged = False
        self.panel = None
        self._glass.touch()

    def plug_panel(self) -> None:
        """Put the panel back: powered, not initialised, dark."""
        self._glass.power_cycle()
        if self.settings.panel:
            self.panel = self._glass
        if isinstance(self._glass, SimulatedSsd1322):
            self._glass.plugged = True
        elif self.settings.panel and isinstance(self._glass, SimulatedSsd1306):
            self.i2c.slaves[self.settings.panel.address] = self._glass

    def slow_i2c(self, hz: int | None) -> None:
        """Let messages on I2C take their time at this clock, None for none."""
        self.i2c.pace_hz = hz

    # inside

    def _plug_in(self, gpiochip: int) -> None:
        nodes.gpiochips[gpiochip] = self.gpio
        self.restore_spi()
        if self.settings.reader:
            self.gpio.lines[self.settings.reader.reset_pin].outputs.append(self.rc522.set_reset_pin)
        panel = self.settings.panel
        nodes.i2c[panel.bus if panel and not panel.is_on_spi else 1] = self.i2c
        self._glass = self._make_panel(panel)
        self.plug_panel()
        if self.settings.buzzer:
            self.gpio.lines[self.settings.buzzer.pin].tones.append(self._sound)

    def _make_panel(self, panel: PanelSettings | None) -> SimulatedPanel:
        if panel is None:
            return SimulatedSsd1306()
        if not panel.is_on_spi:
            return PANELS[panel.chip](panel.width, panel.height)
        chip = SimulatedSsd1322(panel.width, panel.height)
        nodes.spi[0, panel.spi_device] = chip
        self.gpio.lines[panel.dc_pin].outputs.append(chip.set_data_pin)
        self.gpio.lines[panel.reset_pin].outputs.append(chip.set_reset_pin)
        return chip

    def _with_die(self, settings: BoxSettings) -> BoxSettings:
        if settings.die is None:
            return settings
        self.die.plug()
        return msgspec.structs.replace(settings, die=msgspec.structs.replace(settings.die, port=str(self.die.link)))

    def _release_numbering(self) -> None:
        gpio = sys.modules.get("RPi.GPIO")
        if gpio is not None and gpio.getmode() is not None:
            gpio.setwarnings(False)  # of having nothing to clean up
            gpio.cleanup()  # the process lives on with another chip, which no Pi does
            gpio.setwarnings(True)

    def _switch(self, name: str, level: int, bounces: int) -> None:
        if self.settings.buttons is None or name not in self.button_names():
            raise ValueError(f"no button {name!r}; there are {', '.join(self.button_names()) or 'none'}")
        pin = self.settings.buttons.pins[name]
        goal = self._goal("buttons")
        for _ in range(bounces):
            for bounce in (level, 1 - level):
                self.gpio.drive(pin, bounce)
                self.gpio.let_pass(_BOUNCE_US)
        self.gpio.drive(pin, level)
        self.gpio.let_pass(_SETTLE_US)
        self._await_told("buttons", goal)

    def _sound(self, hz: float, duty: float) -> None:
        self.buzzer_events.append((time.monotonic(), hz, duty))

    def _goal(self, name: str) -> int:
        source = self._followed.get(name)
        return source.told + 1 if source else 0

    def _await_told(self, name: str, goal: int) -> None:
        if (source := self._followed.get(name)) and not source.wait_told(goal, _FULL_PATIENCE):
            raise TimeoutError(f"{name} told nothing for {_FULL_PATIENCE} s")
