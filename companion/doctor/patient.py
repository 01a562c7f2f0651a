"""What is examined, this machine, user and settings, on a desktop a simulated box; and what a check has found."""

import getpass
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from companion.config import Config, load
from companion.devices.settings import BoxSettings
from companion.errors import Message, UserError, message
from companion.paths import config_file

if TYPE_CHECKING:
    from companion.simulator import SimulatedBox


class Level(StrEnum):
    """How bad a finding is; only faults make the doctor fail."""

    OK = "ok"
    SIMULATED = "simulated"
    WARNING = "warning"
    FAULT = "fault"


class Finding(Struct, frozen=True):
    """One thing found: what it is, what to type or do about it, and the numbers of docs/faults.md."""

    level: Level
    what: str | Message
    remedy: str | Message = ""
    faults: tuple[int, ...] = ()


def ok(what: str | Message) -> Finding:
    """As it should be."""
    return Finding(Level.OK, what)


def warning(what: str | Message, remedy: str | Message, *faults: int) -> Finding:
    """It works, and will annoy."""
    return Finding(Level.WARNING, what, remedy, faults)


def fault(what: str | Message, remedy: str | Message, *faults: int) -> Finding:
    """It does not work."""
    return Finding(Level.FAULT, what, remedy, faults)


def report(typed: str) -> Message:
    """What to do about what nobody has foreseen."""
    return message("doctor.do.report", command=typed)


def join(group: str, user: str = "$USER") -> Message:
    """How to get the rights of a group."""
    return message("doctor.do.then-log-in", command=f"sudo usermod -aG {group} {user}")


_COMMAND_SECONDS = 5


class Patient(Struct, frozen=True):
    """`config` holds the defaults when the file of settings is `faulty`; `root` is / or a folder that looks like it."""

    config: Config
    box: BoxSettings
    ledger: Path
    faulty: Message | None = None
    root: Path = Path("/")
    bench: "SimulatedBox | None" = None

    @property
    def simulated(self) -> bool:
        """Whether the chips are simulated ones."""
        return self.bench is not None

    def file(self, path: str) -> Path:
        """The place of a file of the system."""
        return self.root / path.lstrip("/")

    def read(self, path: str) -> str | None:
        """The text of a file of the system, without its end; None when it cannot be read."""
        try:
            return self.file(path).read_text(errors="replace").strip("\0\n ")
        except OSError:
            return None

    @property
    def model(self) -> str:
        """Which Raspberry Pi this is, by its device tree; empty elsewhere."""
        model = self.read("/proc/device-tree/model") or ""
        return model if "Raspberry Pi" in model else ""

    @property
    def service_runs(self) -> bool:
        """Whether the table is open as a service, and so has the hardware."""
        return command("systemctl", "is-active", "banker") == "active"

    @property
    def user(self) -> str:
        """Who asks."""
        return getpass.getuser()


def command(*words: str) -> str | None:
    """What a command prints; None when there is no such command, or it fails, or takes too long."""
    if shutil.which(words[0]) is None:
        return None
    try:
        ended = subprocess.run(words, capture_output=True, text=True, timeout=_COMMAND_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return None
    return ended.stdout.strip() if ended.returncode == 0 else None


@contextmanager
def examined(settings: Path | None, ledger: Path | None, *, simulate: bool | None) -> Iterator[Patient]:
    """Make a patient of this machine; simulated (None: unless it is a Raspberry Pi) the whole box stands in memory."""
    config, faulty = _settings(settings)
    patient = Patient(config, config.box, ledger or config.table.ledger_file, faulty)
    if not (simulate if simulate is not None else not patient.model):
        yield patient
        return
    from companion.simulator import SimulatedBox

    with SimulatedBox(config.box) as bench:
        yield msgspec.structs.replace(patient, box=bench.settings, bench=bench)


def _settings(named: Path | None) -> tuple[Config, Message | None]:
    try:
        return load(named), None
    except UserError as error:
        return Config(), error.message


def settings_file(named: Path | None = None) -> str:
    """Where to write a setting: the file in force, else the first place that is looked at."""
    from companion.paths import config_candidates

    return str(config_file(named) or config_candidates()[0])


def in_group(group: str) -> bool:
    """Whether the group is written beside this user's name, though perhaps not yet in force."""
    import grp

    try:
        entry = grp.getgrnam(group)
    except KeyError:
        return False
    return getpass.getuser() in entry.gr_mem or entry.gr_gid in os.getgroups()
