"""`banker recover FILE`: saves the good part of a damaged ledger or export into a new file, and says what is lost."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from companion.config import language_of
from companion.disk import remove
from companion.errors import NOTHING, message
from companion.ledger.exchange import exchange
from companion.ledger.recovery import recover
from companion.words.refusals import worded


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the damaged file and the new one."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a ledger (its log is read too) or an export")
    parser.add_argument(
        "-o", "--output", metavar="NEW", type=Path, help="otherwise FILE with .recovered before its end"
    )
    parser.add_argument("--replace", action="store_true", help="put it in the place of FILE, which is kept beside it")


def run(args: Namespace) -> int:
    """Print, game by game, how much could be saved; 0 everything, 1 a part of it. The damaged file is kept as it is."""
    target = args.output or args.file.with_name(f"{args.file.stem}.recovered.db")
    salvages = recover(args.file, target)
    language = language_of(args)
    for each in salvages:
        lost = message("audit.and-lost", what=each.fault) if each.is_cut else NOTHING
        game = each.game or message("audit.no-game")
        print(worded(message("audit.saved", game=game, kept=each.kept, all=each.known, lost=lost), language))
    if args.replace:
        kept = exchange(target, args.file)
        remove(target)
        print(worded(message("audit.replaced", path=args.file, kept=kept), language))
    else:
        print(worded(message("audit.saved-in", path=target), language))
    return 1 if any(each.is_cut for each in salvages) else 0
