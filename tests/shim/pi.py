"""A Raspberry Pi of files, sockets and simulated chips, on which whole programs run unchanged."""

import os
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec

from companion.app.assembly import virtual_tags
from companion.editions import registry
from companion.ledger.entry import Entry
from companion.simulator import SimulatedBox
from companion.simulator.gpiochip import Mode
from companion.table.tags import AnyTag, DeedTag, PlayerTag, RefereeTag, TagBook, board_key
from tests.e2e.process import PATIENCE, entries_of
from tests.repo.sources import ROOT
from tests.shim.server import DevServer

REVISION, MODEL = 0xC03111, "Raspberry Pi 4 Model B Rev 1.1\0"
CONFIG_TXT = "dtparam=spi=on\ndtparam=i2c_arm=on,i2c_arm_baudrate=400000\n"
QUIET_SECONDS = 0.15
NODES = ("spidev0.0", "i2c-1", "gpiochip0")
CLASSIC = registry.load("classic")
UIDS = {tag: uid for uid, tag in virtual_tags([CLASSIC]).items()}


def compile_shim(folder: Path) -> Path:
    """Compile the library for this machine."""
    library = folder / "devshim.so"
    source = Path(__file__).with_name("devshim.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o", library, source], check=True)
    return library


class Pi:
    """Its nodes are the chips of a bench; programs started here see them below /dev."""

    def __init__(self, root: Path, shim: Path, bench: SimulatedBox) -> None:
        self.bench = bench
        self.root = root
        self.home = root / "home"
        self.ledger = self.home / "ledger.sqlite"
        self.server = DevServer(root / "nodes")
        self.programs: list[subprocess.Popen[str]] = []
        self._shim = shim
        self._write("proc/device-tree/model", MODEL.encode())
        self._write("proc/device-tree/system/linux,revision", struct.pack(">I", REVISION))
        self._write("boot/firmware/config.txt", CONFIG_TXT.encode())
        for node in NODES:
            self._write(f"dev/{node}", b"")
        self._write("home/anchor", b"")
        port = root / "dev/serial/by-id/usb-die-if00"
        port.parent.mkdir(parents=True)
        port.symlink_to(os.path.realpath(bench.die.link))

    def close(self) -> None:
        """End what still runs, and the nodes."""
        for program in self.programs:
            program.kill()
            program.communicate()
        self.server.close()

    def _write(self, path: str, data: bytes) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)

    @property
    def environment(self) -> dict[str, str]:
        """What a program needs to find the nodes; its home is empty but for the book of tags."""
        return os.environ | {
            "LD_PRELOAD": str(self._shim),
            "DEVSHIM_ROOT": str(self.root),
            "DEVSHIM_SOCKET": str(self.root / "nodes"),
            "HOME": str(self.home),
            "STATE_DIRECTORY": str(self.home),
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
        }

    def enrol(self) -> None:
        """Let the table know all tags, as after an evening of enrolling."""
        book = TagBook(self.home / "tags.json", {uid: tag for tag, uid in UIDS.items()})
        book.enrol(UIDS[RefereeTag()], RefereeTag())

    def doctor(self) -> dict[str, list[dict[str, Any]]]:
        """What `banker doctor` finds: all findings by check."""
        command = [sys.executable, "-m", "companion", "doctor", "--json", "--ledger", str(self.ledger)]
        done = subprocess.run(command, capture_output=True, text=True, env=self.environment, cwd=self.home, check=False)
        assert done.stderr == "", done.stderr
        found: dict[str, list[dict[str, Any]]] = {}
        report = msgspec.json.decode(done.stdout)
        assert report["model"] == MODEL.strip("\0")
        assert not report["simulated"]
        for finding in report["findings"]:
            found.setdefault(finding["check"], []).append(finding)
        return found


class Program:
    """A program of ours in its own process."""

    def __init__(self, pi: Pi, *arguments: str) -> None:
        self._pi = pi
        self._bench = pi.bench
        command = [sys.executable, "-m", "companion", *arguments]
        self._process = subprocess.Popen(command, env=pi.environment, cwd=pi.home, text=True, stdout=subprocess.PIPE)
        pi.programs.append(self._process)
        self._await_devices()

    def close(self) -> int:
        """Ctrl-C."""
        self._process.send_signal(signal.SIGINT)
        self._process.communicate(timeout=PATIENCE)
        return self._process.returncode

    def said(self) -> str:
        """The next line that it prints."""
        assert self._process.stdout is not None
        return self._process.stdout.readline().rstrip()

    def _await_devices(self) -> None:
        """Wait for the last button, the reader and the display."""
        assert self._bench.settings.buttons is not None
        lines = [self._bench.gpio.lines[pin] for pin in self._bench.settings.buttons.pins.values()]
        end = time.monotonic() + PATIENCE
        while not all(line.mode & Mode.ALERT for line in lines):
            assert time.monotonic() < end, "the buttons do not start"
            time.sleep(0.01)
        assert self._bench.await_polls(2, PATIENCE)


class Live(Program):
    """`banker doctor --live`."""

    def __init__(self, pi: Pi) -> None:
        config = pi.home / "banker.toml"
        config.write_text('[table]\ndice = "serial"\n', encoding="utf-8")
        super().__init__(pi, "doctor", "--live", "--config", str(config))
        assert self.said().startswith("lay tags")

    def line(self) -> str:
        """What it tells next, without the time."""
        return self.said()[10:]


class Table(Program):
    """`banker play`, and the hands of its players."""

    def __init__(self, pi: Pi, *arguments: str) -> None:
        command = ("play", "--no-browser", "--port", "0", "--ledger", str(pi.ledger))
        super().__init__(pi, *command, *arguments)
        assert "The table is open" in self.said()
        end = time.monotonic() + PATIENCE
        while not any(self._bench.panel_bits()):
            assert time.monotonic() < end, "the display stays dark"
            time.sleep(0.01)

    def lay(self, tag: AnyTag) -> None:
        """Lay a tag on the reader and take it off."""
        assert self._bench.lay(UIDS[tag])
        assert self._bench.lift(UIDS[tag])

    def card(self, name: str) -> None:
        """Lay a player's card."""
        self.lay(PlayerTag(name))

    def deed(self, square: int) -> None:
        """Lay a deed."""
        self.lay(DeedTag(board_key(CLASSIC.board), square))

    def press(self, name: str) -> None:
        """Press a button with a contact that bounces, when the display is quiet, and wait for its answer."""
        version = self._quiet()
        self._bench.press(name, bounces=5)
        self._bench.release(name, bounces=5)
        assert self._bench.wait_panel(version, PATIENCE) > version

    def _quiet(self) -> int:
        """Wait until the display has shown the same for a while."""
        version, end = -1, time.monotonic() + PATIENCE
        while version != (version := self._bench.wait_panel(version, QUIET_SECONDS)):
            assert time.monotonic() < end, "the display never rests"
        return version

    def throw(self, first: int, second: int) -> None:
        """Throw the die."""
        assert self._bench.roll(first, second, timeout=PATIENCE)

    def entries(self, count: int) -> list[Entry]:
        """The entries of the game, when there are so many."""
        end = time.monotonic() + PATIENCE
        while len(found := entries_of(self._pi.ledger)) < count and time.monotonic() < end:
            time.sleep(0.01)
        assert len(found) >= count, found
        return found
