"""`banker doctor`: say what is wrong with this box and what to type; `--live` shows taps, presses and rolls."""

from __future__ import annotations

import shutil
import sys
import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

import msgspec

from companion.commands.common import add_ledger_argument
from companion.doctor.checks import examine
from companion.doctor.patient import Finding, Level, Patient, examined

_NAME, _LEVEL = 11, 10


class JsonFinding(msgspec.Struct):
    """One finding in `--json`."""

    check: str
    level: Level
    what: str
    remedy: str
    faults: tuple[int, ...]


class JsonReport(msgspec.Struct):
    """All of `--json`; `ok` is false when there is a fault."""

    ok: bool
    model: str
    simulated: bool
    findings: list[JsonFinding]


def add_arguments(parser: ArgumentParser) -> None:
    """Declare how to look and how to tell."""
    add_ledger_argument(parser)
    parser.add_argument("--json", action="store_true", help="tell it to a program")
    parser.add_argument("--live", action="store_true", help="show taps, presses and rolls as they come")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--simulate", action="store_const", dest="simulate", const=True, help="look at simulated chips")
    where.add_argument("--real", action="store_const", dest="simulate", const=False, help="look at real ones anywhere")


def run(args: Namespace) -> int:
    """Examine and tell; 1 when there is a fault."""
    with examined(args.config, args.ledger, simulate=args.simulate) as patient:
        if args.live:
            from companion.doctor.live import watch

            return watch(patient)
        return _tell_json(patient) if args.json else _tell(patient)


def _tell_json(patient: Patient) -> int:
    lines = [JsonFinding(name, *msgspec.structs.astuple(finding)) for name, finding in examine(patient)]
    sound = all(line.level is not Level.FAULT for line in lines)
    report = JsonReport(sound, patient.model, patient.simulated, lines)
    print(msgspec.json.format(msgspec.json.encode(report)).decode())
    return int(not sound)


def _tell(patient: Patient) -> int:
    levels = []
    for name, finding in examine(patient):
        levels.append(finding.level)
        print("\n".join(_lines(name, finding)), flush=True)
    faults, warnings = levels.count(Level.FAULT), levels.count(Level.WARNING)
    print(f"\n{_count(faults, 'fault')}, {_count(warnings, 'warning')}" + (_SIMULATED if patient.simulated else ""))
    return int(faults > 0)


_SIMULATED = "; the chips were simulated ones"


def _count(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'s' * (number != 1)}"


def _lines(name: str, finding: Finding) -> Iterator[str]:
    """A line for what was found, folded to the terminal; below it what to type, in one piece."""
    width = max(60, shutil.get_terminal_size().columns) if sys.stdout.isatty() else 100_000
    numbers = f" (fault {', '.join(map(str, finding.faults))})" if finding.faults else ""
    margin = " " * (_NAME + _LEVEL)
    first, *more = textwrap.wrap(finding.what + numbers, width - len(margin)) or [""]
    yield f"{name:{_NAME}}{finding.level:{_LEVEL}}{first}"
    yield from (margin + line for line in more)
    if finding.remedy:
        yield f"{margin}> {finding.remedy}"
