"""`banker bench`: measure this machine against the bars of docs/performance.md."""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

import msgspec

from companion import compiled
from companion.bench.measuring import Findings, lines
from companion.errors import UserError

# To add a subject, add a module with `measure() -> Findings`, and its name here.
OF_RULES = ("engine", "chances")
SUBJECTS = ("engine", "chances", "ledger", "oled", "tap", "web", "hub", "start")


class Measurement(Protocol):
    """What a module of `companion.bench` offers."""

    def measure(self) -> Findings:
        """Measure, which takes some seconds."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what is measured, and how it is told."""
    parser.add_argument("subject", nargs="?", default="all", choices=(*SUBJECTS, "all"), help="what to measure (all)")
    parser.add_argument("--json", action="store_true", help="one object on standard output")
    parser.add_argument("--entries", type=int, default=0, metavar="N", help="ledger: also let one grow to so many")
    parser.add_argument("--seconds", type=float, default=0, metavar="S", help="web: let spectators look on for so long")
    parser.add_argument("--strict", action="store_true", help="end with status 1 when a bar is missed")


def run(args: Namespace) -> int:
    """Measure and print; bars are told, and with `--strict` they decide the exit status."""
    if args.entries and args.subject not in ("ledger", "all"):
        raise UserError("option-with", 2, option="--entries", subject="ledger")
    if args.seconds and args.subject not in ("web", "all"):
        raise UserError("option-with", 2, option="--seconds", subject="web")
    if args.entries < 0 or (args.seconds and args.seconds < 1):
        raise UserError("bench-limits", 2)
    found = []
    for subject in _all() if args.subject == "all" else (args.subject,):
        for findings in _both(subject, args):
            found.append(findings)
            if not args.json:
                print("\n".join(lines(findings)), flush=True)
    if args.json:
        print(msgspec.json.encode({each.subject: each for each in found}).decode())
    missed = any(figure.holds is False for each in found for figure in each.figures)
    return 1 if missed and args.strict else 0


def _both(subject: str, args: Namespace) -> Iterator[Findings]:
    """What was measured; once more in a process with compiled rules, where there are some and they count."""
    yield _measure(subject, args)
    if subject in OF_RULES and not compiled.is_taken() and compiled.fits():
        with compiled.for_children():
            command = [sys.executable, "-m", "companion", "bench", subject, "--json"]
            told = subprocess.run(command, check=True, capture_output=True).stdout
        found = msgspec.json.decode(told, type=dict[str, Findings])[subject]
        yield msgspec.structs.replace(found, subject=f"{subject}, compiled")


def _all() -> list[str]:
    """Every subject, the hub only where its libraries are installed."""
    return [subject for subject in SUBJECTS if subject != "hub" or find_spec("sqlalchemy")]


def _measure(subject: str, args: Namespace) -> Findings:
    if subject == "ledger":
        from companion.bench import ledger

        return ledger.measure(args.entries)
    if subject == "web" and args.seconds:
        from companion.bench import web

        return web.measure(args.seconds)
    return cast(Measurement, import_module(f"companion.bench.{subject}")).measure()
