"""`banker luck GAME`: what luck and trades were worth to each player of a game that is over, by the chances to win."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from companion.bots.guide import Guide
from companion.bots.review import Review, review
from companion.commands.common import (
    RecordedGame,
    add_game_argument,
    add_language_argument,
    add_ledger_argument,
    columns,
    find_game,
    open_archive,
)
from companion.config import language_of
from companion.errors import UserError
from companion.words.words import Words

RIGHT = frozenset({1, 2})  # columns of figures


def add_arguments(parser: ArgumentParser) -> None:
    """Declare which game."""
    add_game_argument(parser)
    add_ledger_argument(parser)
    add_language_argument(parser)


def run(args: Namespace) -> int:
    """Print a line for each player, and how it is reckoned."""
    with open_archive(args) as archive:
        game = RecordedGame(archive.entries(find_game(archive, args.game)), language_of(args))
    lines = columns(rows(game.words, rated(game)), RIGHT)
    print("\n".join([game.title(), *lines]))
    print(game.words.raw("ledger.luck.how"))
    return 0


def rated(game: RecordedGame) -> Review:
    """What luck and trades were worth; takes seconds.

    :raises UserError: the game is not over.
    """
    if not game.game.state.over:
        raise UserError("not-over")
    return review(Guide(game.game.rules), game.game)


def rows(words: Words, found: Review) -> list[list[str]]:
    """Heads, and each player with the points that luck and trades gave him."""
    heads = [words.raw("ledger.column.player"), words.raw("ledger.luck.luck"), words.raw("ledger.luck.trades")]
    figures = zip(words.players, found.luck, found.trades, strict=True)
    return [heads, *([name, points(words, luck), points(words, trades)] for name, luck, trades in figures)]


def points(words: Words, change: float) -> str:
    """A change of a chance in whole points, with its sign."""
    rounded = round(100 * change)
    return f"+{words.number(rounded)}" if rounded > 0 else words.number(rounded)
