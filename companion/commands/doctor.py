"""`banker doctor`: say what is wrong with this box and what to type; `--live` shows taps, presses and rolls."""

from __future__ import annotations

import shutil
import sys
import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

import msgspec

from companion.commands.common import add_ledger_argument, ledger_path
from companion.config import language_of, say
from companion.doctor import card
from companion.doctor.checks import examine
from companion.doctor.patient import Finding, Level, Patient, examined
from companion.errors import Message, message
from companion.words.languages import DEFAULT
from companion.words.refusals import worded

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
    parser.add_argument(
        "--card",
        nargs="?",
        const=0,
        type=int,
        metavar="NUMBER",
        help="does the card keep what it acknowledges? count until the plug is pulled; then say the last NUMBER",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--simulate", action="store_const", dest="simulate", const=True, help="look at simulated chips")
    where.add_argument("--real", action="store_const", dest="simulate", const=False, help="look at real ones anywhere")


def run(args: Namespace) -> int:
    """Examine and tell; 1 when there is a fault."""
    if args.card is not None:
        return _card(card.path_beside(ledger_path(args)), args)
    with examined(args.config, args.ledger, simulate=args.simulate) as patient:
        if args.live:
            from companion.doctor.live import watch

            return watch(patient, language_of(args))
        language = language_of(args)
        return _tell_json(patient, language) if args.json else _tell(patient, language)


def _card(path: Path, args: Namespace) -> int:
    """Count on the card until the plug is pulled, or look afterwards whether it has the number that was shown last."""
    if not args.card:
        say(args, "doctor.card.begin", path=path)
        card.measure(path, lambda number, ms: say(args, "doctor.card.mark", number=number, ms=ms))
        return 0
    found = card.kept(path)
    lies = found < args.card
    say(args, "doctor.card.lies" if lies else "doctor.card.keeps", number=args.card, found=found)
    return int(lies)


def said(what: str | Message, language: str = DEFAULT) -> str:
    """What was found or is to be done, in words; commands are as they are typed."""
    return worded(what, language) if isinstance(what, Message) else what


def _tell_json(patient: Patient, language: str) -> int:
    lines = [
        JsonFinding(name, finding.level, said(finding.what, language), said(finding.remedy, language), finding.faults)
        for name, finding in examine(patient)
    ]
    sound = all(line.level is not Level.FAULT for line in lines)
    report = JsonReport(sound, patient.model, patient.simulated, lines)
    print(msgspec.json.format(msgspec.json.encode(report)).decode())
    return int(not sound)


def _tell(patient: Patient, language: str) -> int:
    levels = []
    for name, finding in examine(patient):
        levels.append(finding.level)
        print("\n".join(_lines(name, finding, language)), flush=True)
    faults, warnings = levels.count(Level.FAULT), levels.count(Level.WARNING)
    reason = "doctor.sum-simulated" if patient.simulated else "doctor.sum"
    print("\n" + worded(message(reason, faults=faults, warnings=warnings), language))
    return int(faults > 0)


def _lines(name: str, finding: Finding, language: str) -> Iterator[str]:
    """A line for what was found, folded to the terminal; below it what to type, in one piece."""
    width = max(60, shutil.get_terminal_size().columns) if sys.stdout.isatty() else 100_000
    what = said(finding.what, language)
    if finding.faults:
        what = worded(message("doctor.numbered", what=what, numbers=list(finding.faults)), language)
    level = worded(message(f"doctor.level.{finding.level}"), language)
    margin = " " * (_NAME + _LEVEL)
    first, *more = textwrap.wrap(what, width - len(margin)) or [""]
    yield f"{name:{_NAME}}{level:{_LEVEL}}{first}"
    yield from (margin + line for line in more)
    if finding.remedy:
        yield f"{margin}> {said(finding.remedy, language)}"
