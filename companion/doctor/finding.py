"""What a check has found, and how checks say it."""

from enum import StrEnum

from msgspec import Struct


class Level(StrEnum):
    """How bad a finding is; only faults make the doctor fail."""

    OK = "ok"
    SIMULATED = "simulated"
    WARNING = "warning"
    FAULT = "fault"


class Finding(Struct, frozen=True):
    """One thing found: what it is, what to type or do about it, and the numbers of docs/faults.md."""

    level: Level
    what: str
    remedy: str = ""
    faults: tuple[int, ...] = ()


def ok(what: str) -> Finding:
    """As it should be."""
    return Finding(Level.OK, what)


def warning(what: str, remedy: str, *faults: int) -> Finding:
    """It works, and will annoy."""
    return Finding(Level.WARNING, what, remedy, faults)


def fault(what: str, remedy: str, *faults: int) -> Finding:
    """It does not work."""
    return Finding(Level.FAULT, what, remedy, faults)
