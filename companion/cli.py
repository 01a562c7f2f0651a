"""The `banker` command.

A subcommand is anything with `add_arguments(parser)` and `run(args) -> int`: a module, or an object in one, written
`module:object`. To add one, add one line to `COMMANDS`, and to `help.toml` of the catalogue what it is for. Only the
chosen one is imported, so that `banker --help` stays quick on a slow Pi; keep the imports of this file to the bare
minimum.

What a person can mend is raised as `UserError` and told in words, without a traceback; everything else is a fault of
the program and is shown with one.
"""

import os
import sys
from argparse import REMAINDER, SUPPRESS, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Protocol, TextIO, cast

from companion import __version__
from companion.errors import UserError
from companion.text import PlainText, advice, bare

COMMANDS: Mapping[str, str] = {
    "at": "companion.commands.at",
    "backup": "companion.commands.backup",
    "bench": "companion.commands.bench",
    "bots": "companion.commands.bots",
    "config": "companion.config",
    "demo": "companion.demo.command",
    "dice": "companion.commands.dice",
    "doctor": "companion.commands.doctor",
    "edition": "companion.editions.command",
    "enrol": "companion.app.enrol",
    "export": "companion.commands.export",
    "games": "companion.commands.games",
    "history": "companion.commands.history",
    "hub": "companion.commands.hub",
    "judge": "companion.plays.judge",
    "key": "companion.commands.key",
    "labels": "companion.commands.labels",
    "language": "companion.commands.language",
    "luck": "companion.commands.luck",
    "play": "companion.app.play",
    "recover": "companion.commands.recover",
    "restore": "companion.commands.restore",
    "seal": "companion.commands.key:seal",
    "simulate": "companion.commands.simulate",
    "statement": "companion.commands.statement",
    "table": "companion.commands.table",
    "verify": "companion.commands.verify",
    "why": "companion.commands.why",
}

MANY_GAMES = frozenset({"bots", "luck", "simulate"})  # they take compiled rules, where there are some
USAGE_FAULT = 2
INTERRUPTED = 130
BROKEN_PIPE = 141


class Subcommand(Protocol):
    """What stands behind a name in `COMMANDS`."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments on the parser of this subcommand."""

    def run(self, args: Namespace) -> int:
        """Do the work and give the exit status; raise `UserError` for what a person can mend."""


def main(argv: Sequence[str] | None = None, commands: Mapping[str, str] = COMMANDS) -> int:
    """Run `banker` and give its exit status: 0 done, 1 failed, 2 wrong usage, 130 interrupted, 141 reader gone."""
    try:
        with _plain():
            try:
                return _dispatch(argv, commands)
            finally:
                sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _forget_output()
        return BROKEN_PIPE


@contextmanager
def _plain() -> Iterator[None]:
    """Let no file that is read move the cursor of the terminal it is told on."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast(TextIO, PlainText(bare(stream))) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _dispatch(argv: Sequence[str] | None, commands: Mapping[str, str]) -> int:
    top = _TopParser(commands)
    chosen = top.parse_args(argv)
    command = chosen.command
    if command is None:
        top.print_help(sys.stderr)
        return USAGE_FAULT
    if command not in commands:
        return _refuse(
            UserError("unknown-command", USAGE_FAULT, name=command, advice=advice(command, commands)), chosen
        )
    if command in MANY_GAMES:
        from companion import compiled

        compiled.take()
    subcommand = _find(commands[command])
    parser = _Parser(prog=f"banker {command}", allow_abbrev=False)
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


class _Parser(ArgumentParser):
    """Says what a subcommand is for only when somebody reads it."""

    def format_help(self) -> str:
        self.description = _help_texts().get(self.prog.replace("banker ", "command."))
        return super().format_help()


class _TopParser(ArgumentParser):
    """The frame: its help lists the subcommands without importing them."""

    def __init__(self, commands: Mapping[str, str]) -> None:
        usage = "banker [-h] [--version] COMMAND ..."
        super().__init__("banker", usage, formatter_class=RawDescriptionHelpFormatter, allow_abbrev=False)
        self._commands = commands
        self.add_argument("--version", action="version", version=f"banker {__version__}")
        self.add_argument("command", nargs="?", help=SUPPRESS)
        self.add_argument("arguments", nargs=REMAINDER, help=SUPPRESS)

    def format_help(self) -> str:
        texts = _help_texts()
        width = max(map(len, self._commands), default=0)
        listing = [f"  {name:{width}}  {texts.get(f'command.{name}', '')}".rstrip() for name in self._commands]
        self.description = texts["about"]
        self.epilog = "\n".join([texts["commands"], *listing, "", texts["more"]])
        return super().format_help()


def _help_texts() -> Mapping[str, str]:
    """What helps say, in the language of the settings or the environment."""
    from companion.paths import config_file  # only when a help is read
    from companion.words.languages import DEFAULT, language_named, of_environment, of_settings

    spoken = language_named(of_settings(config_file()) or of_environment())
    return {**language_named(DEFAULT).family("help"), **spoken.family("help")}


def _find(target: str) -> Subcommand:
    module, _, name = target.partition(":")
    found = import_module(module)
    return cast(Subcommand, getattr(found, name) if name else found)


def _forget_output() -> None:
    """Point standard output nowhere, so that the interpreter does not complain about it once more at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
