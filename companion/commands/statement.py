"""`banker statement GAME PLAYER`: every movement of a player's money and titles, as text or CSV."""

from __future__ import annotations

import csv
import io
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable

from companion.commands.common import (
    RecordedGame,
    add_game_argument,
    add_language_argument,
    add_ledger_argument,
    add_reveal_argument,
    clock,
    columns,
    find_game,
    open_archive,
    open_book,
    told,
)
from companion.ledger.statement import Movement, movements
from companion.rules.events import CardConveyed, Conveyed
from companion.text import printable
from companion.words.words import Words

FIELDS = (
    "game", "entry", "time", "elapsed_ms", "player", "what", "in", "out", "balance", "rules", "taken_back_by",
    "takes_back",
)  # fmt: skip


def add_arguments(parser: ArgumentParser) -> None:
    """Declare which game, which player, and the form."""
    add_game_argument(parser)
    parser.add_argument("player", metavar="PLAYER", help="the name, or the seat from 1")
    parser.add_argument("--csv", action="store_true", help="comma-separated values for a spreadsheet")
    add_reveal_argument(parser)
    add_ledger_argument(parser)
    add_language_argument(parser)


def run(args: Namespace) -> int:
    """Print the statement."""
    with open_archive(args) as archive:
        entries = archive.entries(find_game(archive, args.game))
    open_book(entries, args)
    game = told(entries, args)
    seat = game.seat(args.player)
    print(as_csv(game, [seat]) if args.csv else as_text(game, [seat]), end="")
    return 0


def as_text(game: RecordedGame, seats: Iterable[int]) -> str:
    """The statements of some players, one under the other."""
    return "\n".join(_text(game, seat) for seat in seats)


def as_csv(game: RecordedGame, seats: Iterable[int]) -> str:
    """The statements of some players as one table, amounts as bare numbers, times in UTC (RFC 4180)."""
    out = io.StringIO()
    table = csv.writer(out)
    table.writerow(FIELDS)
    for seat in seats:
        table.writerows(_record(game, seat, line) for line in movements(game.entries, seat))
    return out.getvalue()


def _record(game: RecordedGame, seat: int, line: Movement) -> list[object]:
    entry = game.entries[line.seq]
    undo = ["" if seq is None else seq for seq in (line.taken_back_by, line.takes_back)]
    return [
        printable(entry.game),
        line.seq,
        entry.time.isoformat(),
        entry.elapsed,
        game.words.players[seat],
        _what(line, game.words),
        max(line.amount, 0) or "",
        max(-line.amount, 0) or "",
        line.balance,
        " ".join(line.rules),
        *undo,
    ]


def _text(game: RecordedGame, seat: int) -> str:
    words = game.words
    heads = ("entry", "time", "what", "in", "out", "balance", "rule")
    rows = [[words.raw(f"ledger.column.{head}") for head in heads]]
    rows += [_row(game, line) for line in movements(game.entries, seat)]
    title = words.text("ledger.statement", name=words.players[seat])
    return "\n".join([title, game.title(), "", *columns(rows, frozenset({0, 3, 4, 5}))]) + "\n"


def _row(game: RecordedGame, line: Movement) -> list[str]:
    words = game.words
    what = _what(line, words)
    if line.taken_back_by is not None:
        what = f"{what} [{words.text('ledger.undone', seq=line.taken_back_by)}]"
    return [
        str(line.seq),
        clock(game.entries[line.seq].time),
        what,
        words.number(line.amount) if line.amount > 0 else "",
        words.number(-line.amount) if line.amount < 0 else "",
        words.number(line.balance),
        " ".join(line.rules),
    ]


def _what(line: Movement, words: Words) -> str:
    if line.takes_back is None:
        return _plainly(line, line.gains, words)
    return words.text("ledger.undo", seq=line.takes_back, what=_plainly(line, not line.gains, words))


def _plainly(line: Movement, gains: bool, words: Words) -> str:
    event, way = line.event, "in" if gains else "out"
    if event is None:
        return words.raw("ledger.start")
    if isinstance(event, Conveyed):
        return words.text(f"ledger.title.{way}", square=event.square)
    if isinstance(event, CardConveyed):
        return words.text(f"ledger.card.{way}", card=event.card)
    party = event.payer if gains else event.payee
    return words.text(f"ledger.paid.{way}", why=words.why(event.cause, event.square), party=party)
