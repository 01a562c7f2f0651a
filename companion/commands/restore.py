"""`banker restore FILE`: puts a backup in the place of the ledger, which is kept beside it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from companion.commands.common import add_ledger_argument, ledger_path
from companion.config import say
from companion.errors import UserError
from companion.ledger.audit import examine
from companion.ledger.exchange import exchange
from companion.ledger.store import Archive


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the backup, and which ledger makes room for it."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a backup of a whole ledger")
    add_ledger_argument(parser)


def run(args: Namespace) -> int:
    """Check the backup, put it in place, and say what the ledger holds now and where the old one is."""
    path = ledger_path(args)
    faults = examine(args.file)
    if faults:
        raise UserError("not-restored", path=args.file, what=faults[0])
    kept = exchange(args.file, path)
    with Archive(path) as archive:
        say(args, "audit.restored", path=path, games=len(archive.ids()))
    if kept is not None:
        say(args, "audit.kept", kept=kept)
    return 0
