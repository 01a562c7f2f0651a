"""Subcommands for the tests of the `banker` frame; `python -m tests.repo.example_commands` runs them."""

import sys
from argparse import ArgumentParser, Namespace

from companion.cli import main
from companion.errors import UserError


class Ends:
    """Ends in the way that is asked for."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--how", choices=["well", "status", "mendable", "interrupted", "flood", "broken"])

    def run(self, args: Namespace) -> int:
        match args.how:
            case "mendable":
                raise UserError("no-home", 3)
            case "interrupted":
                raise KeyboardInterrupt
            case "broken":
                raise RuntimeError("a fault of the program")
            case "flood":
                print("line\n" * 100_000)
        return 7 if args.how == "status" else 0


ends = Ends()
COMMANDS = {
    "end": "tests.repo.example_commands:ends",
    "missing": "tests.repo.no_such_module",
}

if __name__ == "__main__":
    sys.exit(main(commands=COMMANDS))
