"""A die behind a pseudo-terminal, with a stable name like those of /dev/serial/by-id, and with a bad line on demand."""

import os
import random
import select
import threading
import time
import tty
from contextlib import suppress
from pathlib import Path

from companion.devices.die_protocol import DieEnd, Memory

_CHUNK = 4096
_RESEND_TICK_S = 0.05


class PtyDie:
    """`noise` is the share of lines damaged on their way, `silent` drops all; `taken` counts acknowledged rolls."""

    def __init__(self, link: Path, identity: str = "sim-die", seed: int = 0) -> None:
        self.link = link
        self.identity = identity
        self.noise = 0.0
        self.silent = False
        self.taken = 0
        self._chance = random.Random(seed)
        self.memory = Memory(self._chance.getrandbits(32))
        self._changed = threading.Condition(threading.RLock())
        self._end = self._power_on()
        self._master: int | None = None
        self._powered = False
        self._thread: threading.Thread | None = None

    @property
    def plugged(self) -> bool:
        """Say whether its node is there."""
        return self._master is not None

    def plug(self) -> None:
        """Put the plug in: the node appears and somebody may open it."""
        if self._master is not None:
            return
        self._powered = True
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self._stop_read, self._stop_write = os.pipe()
        self.link.parent.mkdir(parents=True, exist_ok=True)
        self.link.symlink_to(os.ttyname(self._slave))
        self._thread = threading.Thread(target=self._run, args=(self._master,), name="simulated die", daemon=True)
        self._thread.start()

    def unplug(self, *, lasts: bool = False) -> None:
        """Pull the plug: the node is gone; a die with a battery (`lasts`) keeps its rolls, another forgets them."""
        if self._master is None or self._thread is None:
            return
        os.write(self._stop_write, b"x")
        self._thread.join()
        self.link.unlink()
        with self._changed:
            for descriptor in (self._master, self._slave, self._stop_read, self._stop_write):
                os.close(descriptor)
            self._master = None
            if not lasts:
                self._powered, self._end = False, self._power_on()

    def roll(self, *faces: int | str, timeout: float | None = 5.0) -> bool:
        """Roll, and wait until the host has taken it (`timeout` in seconds, None: do not wait); False if it has not."""
        with self._changed:
            goal = self.taken + len(self._end.waiting) + 1
            if not self._powered or not self._end.roll(*faces):
                return False
            self._flush()
            return timeout is None or self._changed.wait_for(lambda: self.taken >= goal, timeout)

    @property
    def asked(self) -> int:
        """How many dice the next roll has."""
        return self._end.dice

    def begin(self) -> None:
        """Start rolling without a result yet."""
        with self._changed:
            self._end.begin()
            self._flush()

    def fault(self, word: str) -> None:
        """Report a fault of the die itself, such as `cocked`."""
        with self._changed:
            self._end.fault(word)
            self._flush()

    def babble(self, data: bytes) -> None:
        """Put any bytes on the line."""
        with self._changed:
            self._put(data)

    def _power_on(self) -> DieEnd:
        return DieEnd("simulated", self.identity, self.memory, most=3)

    def _run(self, master: int) -> None:
        then = time.monotonic()
        while True:
            tick = _RESEND_TICK_S if self._end.waiting else None
            ready, _, _ = select.select([master, self._stop_read], [], [], tick)
            if self._stop_read in ready:
                return
            now = time.monotonic()
            with self._changed:
                if master in ready:
                    self._receive(os.read(master, _CHUNK))
                passed = int((now - then) * 1000)
                self._end.passed(passed)
                self._flush()
            then += passed / 1000

    def _receive(self, data: bytes) -> None:
        if self.silent:
            return
        waiting = len(self._end.waiting)
        self._end.receive(data)
        if (now := len(self._end.waiting)) < waiting:
            self.taken += waiting - now
            self._changed.notify_all()

    def _flush(self) -> None:
        out, self._end.out = self._end.out, b""
        for line in out.splitlines(keepends=True):
            self._put(self._damage(line) if self._chance.random() < self.noise else line)

    def _damage(self, line: bytes) -> bytes:
        place = self._chance.randrange(len(line))
        return self._chance.choice((line[:place], line[:place] + b"\xa5" + line[place + 1 :], b"\x00\xff" + line))

    def _put(self, data: bytes) -> None:
        if self.silent or self._master is None:
            return
        with suppress(BlockingIOError):  # nobody reads: the bytes are lost, as on a line
            os.write(self._master, data)
