"""`banker games`: the games of a ledger, a line each, the id first."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from companion.commands.common import (
    add_language_argument,
    add_ledger_argument,
    columns,
    day,
    open_archive,
)
from companion.config import language_of
from companion.ledger.store import GameRow
from companion.words.words import Words


def add_arguments(parser: ArgumentParser) -> None:
    """Declare which ledger, and what of it."""
    add_ledger_argument(parser)
    add_language_argument(parser)
    parser.add_argument("--unfinished", action="store_true", help="only those that can be continued")


def run(args: Namespace) -> int:
    """Print id, start, edition, players, entries and state of each game, the oldest first."""
    words = Words(language_of(args))
    with open_archive(args) as archive:
        rows = [row for row in archive.games() if not (args.unfinished and row.over)]
    for line in columns([_cells(row, words) for row in rows], frozenset({4})):
        print(line)
    return 0


def _cells(row: GameRow, words: Words) -> list[str]:
    if row.fault:
        return [row.id, "", "", "", "", words.message(row.fault)]
    state = "going" if not row.over else "won" if row.winner else "over"
    return [
        row.id,
        day(row.started),
        row.edition,
        words.manner.comma.join(map(words.person, row.players)),
        words.text("ledger.entries", count=row.entries),
        words.text(f"ledger.state.{state}", **({"name": words.person(row.winner)} if row.winner else {})),
    ]
