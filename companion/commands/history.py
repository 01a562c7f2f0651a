"""`banker history GAME`: what happened, entry by entry, as sentences."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from datetime import datetime, time

from companion.commands.common import (
    NOT_FOUND,
    RecordedGame,
    add_game_argument,
    add_language_argument,
    add_ledger_argument,
    add_reveal_argument,
    clock,
    columns,
    find_game,
    open_archive,
    told,
)
from companion.errors import UserError
from companion.ledger.history import KINDS, Selection, taken_back
from companion.text import advice


def add_arguments(parser: ArgumentParser) -> None:
    """Declare which game, and what of it."""
    add_game_argument(parser)
    parser.add_argument("--player", metavar="NAME", help="only what concerns this player")
    parser.add_argument("--deed", metavar="NAME|@N", help="only what concerns this deed")
    parser.add_argument("--kind", action="append", default=[], metavar="KIND", help="as rent, rolled; may be repeated")
    parser.add_argument("--since", metavar="TIME", help="as 20:14, or 2026-11-30T20:14 for another day than the first")
    parser.add_argument("--until", metavar="TIME")
    add_reveal_argument(parser)
    add_ledger_argument(parser)
    add_language_argument(parser)


def run(args: Namespace) -> int:
    """Print entry, time and sentences; what was taken back says so."""
    with open_archive(args) as archive:
        told_game = told(archive.entries(find_game(archive, args.game)), args)
    words, undone = told_game.words, taken_back(told_game.entries)
    rows: list[list[str]] = []
    for entry, events in _selection(args, told_game).pick(told_game.entries):
        mark = f"[{words.text('ledger.undone', seq=undone[entry.seq])}]" if entry.seq in undone else ""
        for number, event in enumerate(events):
            shown = ["", ""] if number else [str(entry.seq), clock(entry.time)]
            rows.append([*shown, f"{told_game.sentence(event)} {mark}".rstrip()])
    for line in columns(rows, frozenset({0})) or [words.raw("ledger.nothing")]:
        print(line)
    return 0


def _selection(args: Namespace, game: RecordedGame) -> Selection:
    kinds = frozenset(kind.lower() for kind in args.kind)
    for kind in kinds - set(KINDS):
        raise UserError("unknown-kind", NOT_FOUND, name=kind, advice=advice(kind, KINDS))
    start = game.entries[0].time
    return Selection(
        seat=game.seat(args.player) if args.player else None,
        square=game.deed(args.deed) if args.deed else None,
        kinds=kinds,
        since=_moment(args.since, start) if args.since else None,
        until=_moment(args.until, start) if args.until else None,
    )


def _moment(given: str, start: datetime) -> datetime:
    """A time of the day on which the game began, or a day and a time, by the clock of this place."""
    local = start.astimezone()
    try:
        if "-" in given:
            return datetime.fromisoformat(given).astimezone()
        return datetime.combine(local.date(), time.fromisoformat(given)).astimezone()
    except ValueError as error:
        raise UserError("not-a-time", NOT_FOUND, given=given) from error
