"""`banker labels --edition ID --out FILE.pdf`: deed cards, stickers for tags, cards of players, referee and decks."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from companion.commands.common import add_language_argument
from companion.config import add_config_argument, language_of, say
from companion.editions.registry import load
from companion.errors import UserError
from companion.table.settings import COLORS
from companion.words.words import Words

PARTS = ("deeds", "stickers", "cards", "decks")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what is printed, and on what."""
    parser.add_argument("--edition", default="classic", metavar="ID", help="one of `banker edition list`; classic")
    parser.add_argument(
        "--editions", action="append", type=Path, default=[], metavar="DIR", help="a directory of editions of your own"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.pdf", help="the file to write")
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4")
    parser.add_argument("--only", choices=PARTS, action="append", metavar="PART", help=f"{', '.join(PARTS)}; all")
    parser.add_argument("--player", choices=COLORS, action="append", metavar="COLOR", help=f"{', '.join(COLORS)}; all")
    add_language_argument(parser)
    add_config_argument(parser)


def run(args: Namespace) -> int:
    """Write the file and say how many pages it has."""
    edition = load(args.edition, directories=args.editions)
    words = Words(language_of(args), edition)
    try:
        from companion.printing.ink import Ink
        from companion.printing.sheets import print_sheets
    except ModuleNotFoundError as error:
        raise UserError("not-installed", name=error.name) from error
    ink = Ink(args.out, args.paper, edition.title)
    try:
        print_sheets(ink, edition, words, args.player or COLORS, args.only or PARTS)
    except OSError as error:
        raise UserError("file", path=args.out, error=error) from error
    say(args, "command.printed", path=args.out, count=ink.pages)
    return 0
