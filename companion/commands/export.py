"""`banker export GAME`: a game to check (jsonl), judge (play), calculate with (csv), read (txt) or print (html)."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from companion.commands.common import (
    RecordedGame,
    add_game_argument,
    add_language_argument,
    add_ledger_argument,
    add_reveal_argument,
    find_game,
    open_archive,
    open_book,
)
from companion.commands.luck import rated
from companion.commands.sheet import sheet
from companion.commands.statement import as_csv, as_text
from companion.config import language_of
from companion.disk import write_whole
from companion.errors import UserError, message
from companion.ledger.entry import LedgerError
from companion.ledger.record import GameLines, from_archive
from companion.ledger.seal import DeviceKey, key_beside, read_seal
from companion.ledger.store import Archive, seal_beside
from companion.plays.writer import write
from companion.words.refusals import worded


def add_arguments(parser: ArgumentParser) -> None:
    """Declare which game, in which form, and where to."""
    add_game_argument(parser)
    parser.add_argument("--format", choices=["jsonl", *sorted(FORMATS)], default="jsonl", help="default: %(default)s")
    parser.add_argument("--player", metavar="NAME", help="csv and txt: this player only")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="otherwise it is printed")
    parser.add_argument(
        "--luck", action="store_true", help="html: with what luck and trades were worth (takes seconds)"
    )
    add_reveal_argument(parser)
    add_ledger_argument(parser)
    add_language_argument(parser)


def run(args: Namespace) -> int:
    """Write the game; an export to check is sealed first, if this device has a key."""
    with open_archive(args) as archive:
        game = find_game(archive, args.game)
        open_book(archive.entries(game), args)
        if args.format in ("jsonl", "html"):
            _seal(archive, game, args)
        record = from_archive(archive, game)
        content = record.text() if args.format == "jsonl" else _told(archive, record, args).encode()
    if args.output:
        _write(args.output, content)
    elif args.format == "jsonl" and not sys.stdout.isatty():
        sys.stdout.buffer.write(content)  # to be checked: not a byte of it may change
        sys.stdout.buffer.flush()
    else:
        print(content.decode(errors="replace"), end="")
    return 0


def _told(archive: Archive, record: GameLines, args: Namespace) -> str:
    game = RecordedGame(archive.entries(record.game), language_of(args))
    return FORMATS[args.format](game, record, args)


def _seal(archive: Archive, game: str, args: Namespace) -> None:
    """Vouch for the last entry; what another device has sealed, or a disk that is read-only, is left as it is."""
    key = key_beside(archive.path)
    try:
        own = DeviceKey(key)
        if all(read_seal(line).key == own.public for line in archive.seals(game)):
            seal_beside(archive.path, game, own, "demand", datetime.now(UTC))
    except LedgerError as error:
        print(f"banker: {worded(message('command.unsealed', error=error), language_of(args))}", file=sys.stderr)


def _write(path: Path, content: bytes) -> None:
    try:
        write_whole(path, content)
    except OSError as error:
        raise UserError("file", path=path, error=error) from error


def _seats(game: RecordedGame, args: Namespace) -> list[int]:
    return [game.seat(args.player)] if args.player else list(game.game.state.seats)


FORMATS: Mapping[str, Callable[[RecordedGame, GameLines, Namespace], str]] = {
    "csv": lambda game, _record, args: as_csv(game, _seats(game, args)),
    "html": lambda game, record, args: sheet(game, record, rated(game) if args.luck else None),
    "play": lambda game, _record, _args: write(game.game),
    "txt": lambda game, _record, args: as_text(game, _seats(game, args)),
}
