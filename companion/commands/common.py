"""What the subcommands of the ledger share: which file, which game, in which language, and tables of text."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from companion import config
from companion.config import language_of
from companion.errors import UserError
from companion.ledger.entry import Entry
from companion.ledger.history import fold
from companion.ledger.store import Archive
from companion.rules.board import Deed
from companion.rules.events import AnyEvent, Ended
from companion.rules.game import Game
from companion.rules.why import tie_break
from companion.text import advice, printable
from companion.words.languages import known
from companion.words.words import VeiledWords, Words

NOT_FOUND = 2


def add_ledger_argument(parser: ArgumentParser) -> None:
    """Declare where the ledger lies: `--ledger DB`, else as the settings say."""
    parser.add_argument("--ledger", type=Path, metavar="DB", help="the ledger; otherwise the one of the settings")
    config.add_config_argument(parser)


def add_language_argument(parser: ArgumentParser) -> None:
    """Declare `--language`, else as the settings say."""
    parser.add_argument("--language", choices=sorted(known()), help="otherwise the one of the settings")


def add_game_argument(parser: ArgumentParser) -> None:
    """Declare GAME."""
    parser.add_argument("game", metavar="GAME", help="its id or a part of it that no other game has, or `last`")


def add_reveal_argument(parser: ArgumentParser) -> None:
    """Declare `--reveal`."""
    parser.add_argument("--reveal", action="store_true", help="also what players keep secret until the game is over")


def ledger_path(args: Namespace) -> Path:
    """Where the ledger lies."""
    path: Path | None = args.ledger
    return path or config.load(args.config).table.ledger_file


def open_archive(args: Namespace) -> Archive:
    """The ledger, to read; `UserError` with status 2 when there is none."""
    try:
        return Archive(ledger_path(args))
    except UserError as error:
        error.exit_code = NOT_FOUND
        raise


def find_game(archive: Archive, given: str) -> str:
    """The game that is meant by its id, by a part of it, or by `last`; `UserError` with status 2 if none or several."""
    ids = archive.ids()
    if given == "last" and ids:
        return ids[-1]
    found = [given] if given in ids else [name for name in ids if given in name]
    if len(found) == 1:
        return found[0]
    if found:
        raise UserError("several-games", NOT_FOUND, name=given, found=found[-9:])
    raise UserError("unknown-game", NOT_FOUND, name=given, path=archive.path, advice=advice(given, ids[-9:]))


def entries_to(args: Namespace) -> tuple[list[Entry], int]:
    """All entries of GAME, and the number of the one that SEQ means (-1: the last); `UserError` if there is none."""
    with open_archive(args) as archive:
        entries = archive.entries(find_game(archive, args.game))
    seq = len(entries) - 1 if args.seq == -1 else args.seq
    if not 0 <= seq < len(entries):
        raise UserError("unknown-entry", 2, seq=args.seq, last=len(entries) - 1)
    return entries, seq


class RecordedGame:
    """A game as it is recorded, and the words to tell it in: `veiled`, without sums of money."""

    def __init__(self, entries: Sequence[Entry], language: str, *, veiled: bool = False) -> None:
        self.entries = entries
        self.game: Game = fold(entries)
        kind = VeiledWords if veiled else Words
        self.words = kind(language, self.game.rules.edition, self.game.state.players)

    def sentence(self, event: AnyEvent) -> str:
        """What happened; at the end of the game also what decided between equals."""
        tie = tie_break(self.game.rules, self.game.state) if isinstance(event, Ended) else ""
        return self.words.sentence(event) + (f" {self.words.raw(f'ledger.tie.{tie}')}" if tie else "")

    def title(self) -> str:
        """Which game, of which edition."""
        return self.words.text("ledger.game", id=self.entries[0].game, title=self.game.rules.edition.title)

    def seat(self, given: str) -> int:
        """The player of this name, or with this number from 1; `UserError` with status 2 if there is none."""
        names = [*self.game.state.players, *self.words.players]
        folded = [name.casefold() for name in names]
        if given.casefold() in folded:
            return folded.index(given.casefold()) % len(self.game.state.players)
        if given.isdecimal() and 1 <= int(given) <= len(self.game.state.players):
            return int(given) - 1
        raise UserError("unknown-player", NOT_FOUND, name=given, advice=advice(given, names))

    def deed(self, given: str) -> int:
        """The square of a deed by its name or as `@N`; `UserError` with status 2 if there is none."""
        deeds = {at: square.name for at, square in enumerate(self.words.board.squares) if isinstance(square, Deed)}
        by_name = {name.casefold(): at for at, name in deeds.items()}
        if given.casefold() in by_name:
            return by_name[given.casefold()]
        if given.removeprefix("@").isdecimal() and int(given.removeprefix("@")) in deeds:
            return int(given.removeprefix("@"))
        raise UserError("unknown-deed", NOT_FOUND, name=given, advice=advice(given, deeds.values()))

    def holding(self, square: int) -> str:
        """A deed with what stands on it, and whether it is mortgaged."""
        state, words = self.game.state, self.words
        more = [words.buildings(square, state.level[square])] if state.level[square] else []
        more += [words.raw("ledger.at.mortgaged")] if state.mortgaged[square] else []
        return words.square(square) + (f" ({', '.join(more)})" if more else "")


def told(entries: Sequence[Entry], args: Namespace, seq: int = -1) -> RecordedGame:
    """A game up to entry `seq`, in the language of the arguments; what its players need not say yet is veiled."""
    veiled = hides(entries, args)
    return RecordedGame(entries if seq < 0 else entries[: seq + 1], language_of(args), veiled=veiled)


def hides(entries: Sequence[Entry], args: Namespace) -> bool:
    """Whether sums of money are kept secret: by the rules of a game that goes on, unless `--reveal` is given."""
    return not args.reveal and fold(entries).hides_cash


def open_book(entries: Sequence[Entry], args: Namespace) -> None:
    """Let pass what tells nothing but sums.

    :raises UserError: they are secret until the game is over.
    """
    if hides(entries, args):
        raise UserError("cash-secret")


def clock(time: datetime) -> str:
    """A time as people at this place read it: `20:14:05`."""
    return f"{time.astimezone():%H:%M:%S}"


def day(time: datetime) -> str:
    """A day and a time as people at this place read it: `2026-11-30 20:14`."""
    return f"{time.astimezone():%Y-%m-%d %H:%M}"


def columns(rows: Sequence[Sequence[str]], right: frozenset[int] = frozenset(), gap: str = "  ") -> list[str]:
    """Rows of text as lines whose columns stand under one another; those of `right` are flush right."""
    rows = [list(map(printable, row)) for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        gap.join(
            cell.rjust(width) if at in right else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
    return [line.rstrip() for line in lines]
