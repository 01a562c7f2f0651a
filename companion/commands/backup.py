"""`banker backup GAME|--all DEST`: a copy on another disk, also while the table plays."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from companion.commands.common import add_ledger_argument, find_game, ledger_path, open_archive
from companion.config import say
from companion.errors import UserError
from companion.ledger import secret
from companion.ledger.audit import examine
from companion.ledger.copying import backup
from companion.ledger.record import from_archive
from companion.ledger.recovery import save
from companion.ledger.store import Archive


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what is copied, and where to."""
    parser.add_argument("game", metavar="GAME", nargs="?", help="one game, into a new ledger of its own")
    parser.add_argument("dest", metavar="DEST", type=Path, help="a folder, as that of a USB stick, or a file")
    parser.add_argument("--all", action="store_true", help="the whole ledger; an older copy there is replaced")
    add_ledger_argument(parser)


def run(args: Namespace) -> int:
    """Copy, read the copy back, and say where it is; 1 when the copy does not hold."""
    if bool(args.game) == args.all:
        raise UserError("one-game-or-all", 2)
    path = ledger_path(args)
    with open_archive(args) as archive:
        if args.all:
            target = args.dest / path.name if args.dest.is_dir() else args.dest
            backup(path, target)
        else:
            game = find_game(archive, args.game)
            target = args.dest / f"{game}.db" if args.dest.is_dir() else args.dest
            save([from_archive(archive, game)], target)
            secret.copy(path, target, game)
    faults = examine(target)
    with Archive(target) as copy:
        entries = sum(len(copy.entries(game)) for game in copy.ids())
        say(args, "command.copied", path=target, games=len(copy.ids()), entries=entries)
    for fault in faults:
        say(args, "damage.said", what=fault)
    return 1 if faults else 0
