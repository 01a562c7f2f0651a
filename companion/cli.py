"""The `banker` command.

A subcommand is anything with `add_arguments(parser)` and `run(args) -> int`: a module, or an object in one, written
`module:object`. To add one, add one line to `COMMANDS`. Only the chosen one is imported, so that `banker --help` stays
quick on a slow Pi; keep the imports of this file to the bare minimum.

What a person can mend is raised as `UserError` and told in words, without a traceback; everything else is a fault of
the program and is shown with one.
"""

import os
import sys
from argparse import REMAINDER, SUPPRESS, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Protocol, cast

from companion import __version__
from companion.errors import UserError
from companion.text import advice

COMMANDS: Mapping[str, tuple[str, str]] = {
    "at": ("companion.commands.at", "the table as it stood after an entry of a game"),
    "backup": ("companion.commands.backup", "copy a game or the whole ledger, also while it is played"),
    "bench": (
        "companion.commands.bench",
        "measure this machine against the bars: engine, ledger, display, taps, ...",
    ),
    "bots": ("companion.commands.bots", "how strong the bots are, and whether the chances that are shown come true"),
    "config": ("companion.config", "show the settings in force, as a banker.toml"),
    "demo": ("companion.demo.command", "watch simulated hands play whole games through the chips"),
    "dice": ("companion.commands.dice", "how often each face came, and whether the dice are fair"),
    "doctor": ("companion.commands.doctor", "say what is wrong with this box, and what to type against it"),
    "edition": ("companion.editions.command", "list, show, copy and check editions"),
    "enrol": ("companion.app.enrol", "tell the table which tag stands for what"),
    "export": ("companion.commands.export", "write a game as jsonl, play, csv, txt or html"),
    "games": ("companion.commands.games", "list the games of the ledger"),
    "history": ("companion.commands.history", "what happened in a game, entry by entry"),
    "hub": ("companion.commands.hub", "run a tournament of many tables"),
    "judge": ("companion.plays.judge", "carry plays out and say which do not hold"),
    "key": ("companion.commands.key", "make and show the key of this device"),
    "labels": ("companion.commands.labels", "print deed cards, stickers for tags and other cards"),
    "language": ("companion.commands.language", "list, begin and check languages"),
    "play": ("companion.app.play", "open the table"),
    "recover": ("companion.commands.recover", "save the good part of a damaged ledger or export"),
    "restore": ("companion.commands.restore", "put a backup in the place of the ledger"),
    "seal": ("companion.commands.key:seal", "sign the last entry of a game"),
    "simulate": ("companion.commands.simulate", "play many games between bots, for time limits and house rules"),
    "statement": ("companion.commands.statement", "every movement of a player's money and deeds"),
    "table": ("companion.commands.table", "join a tournament with this table"),
    "verify": ("companion.commands.verify", "check that a game is still as it was written"),
    "why": ("companion.commands.why", "which rules a charge or a refusal rests on, with the figures"),
}

USAGE_FAULT = 2
INTERRUPTED = 130
BROKEN_PIPE = 141


class Subcommand(Protocol):
    """What stands behind a name in `COMMANDS`."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments on the parser of this subcommand."""

    def run(self, args: Namespace) -> int:
        """Do the work and give the exit status; raise `UserError` for what a person can mend."""


def main(argv: Sequence[str] | None = None, commands: Mapping[str, tuple[str, str]] = COMMANDS) -> int:
    """Run `banker` and give its exit status: 0 done, 1 failed, 2 wrong usage, 130 interrupted, 141 reader gone."""
    try:
        try:
            return _dispatch(argv, commands)
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _forget_output()
        return BROKEN_PIPE


def _dispatch(argv: Sequence[str] | None, commands: Mapping[str, tuple[str, str]]) -> int:
    top = _top_parser(commands)
    chosen = top.parse_args(argv)
    command = chosen.command
    if command is None:
        top.print_help(sys.stderr)
        return USAGE_FAULT
    if command not in commands:
        return _refuse(
            UserError("unknown-command", USAGE_FAULT, name=command, advice=advice(command, commands)), chosen
        )
    target, summary = commands[command]
    subcommand = _find(target)
    parser = ArgumentParser(prog=f"banker {command}", description=summary, allow_abbrev=False)
    subcommand.add_arguments(parser)
    args = parser.parse_args(chosen.arguments)
    try:
        return subcommand.run(args)
    except UserError as error:
        return _refuse(error, args)


def _refuse(error: UserError, args: Namespace) -> int:
    """Say what a person can mend, in the language of whoever asked, and give the exit status."""
    from companion.config import language_of  # only on the way to an error
    from companion.words.refusals import worded

    print(f"banker: {worded(error, language_of(args))}", file=sys.stderr)
    return error.exit_code


def _top_parser(commands: Mapping[str, tuple[str, str]]) -> ArgumentParser:
    width = max(map(len, commands), default=0)
    listing = [f"  {name:{width}}  {summary}" for name, (_, summary) in commands.items()]
    parser = ArgumentParser(
        prog="banker",
        usage="banker [-h] [--version] COMMAND ...",
        description="Bank and referee for board games on a real board.",
        epilog="\n".join(["commands:", *listing, "", "`banker COMMAND --help` tells more about one."]),
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"banker {__version__}")
    parser.add_argument("command", nargs="?", help=SUPPRESS)
    parser.add_argument("arguments", nargs=REMAINDER, help=SUPPRESS)
    return parser


def _find(target: str) -> Subcommand:
    module, _, name = target.partition(":")
    found = import_module(module)
    return cast(Subcommand, getattr(found, name) if name else found)


def _forget_output() -> None:
    """Point standard output nowhere, so that the interpreter does not complain about it once more at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
