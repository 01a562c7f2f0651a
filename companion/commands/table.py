"""`banker table`: join a tournament, see how far its games have come, go on with the game of a box that broke."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from companion.commands.common import add_game_argument, add_ledger_argument, find_game, ledger_path, open_archive
from companion.errors import UserError
from companion.hub import joining, wire
from companion.hub.cursors import APART, Cursor, Cursors, beside, take_over
from companion.hub.frames import cut, page
from companion.hub.outbox import status
from companion.ledger.record import from_archive
from companion.ledger.seal import fingerprint, key_beside, make_key
from companion.ledger.store import Archive
from companion.paths import state_directory


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what can be done."""
    actions = parser.add_subparsers(dest="action", required=True)
    join = actions.add_parser("join", help="join the tournament of a hub")
    join.add_argument("url", metavar="URL", help="https://... as printed beside the code, or the scanned code whole")
    join.add_argument("code", metavar="CODE", nargs="?", default="", help="the code that the organiser has printed")
    codes = actions.add_parser("codes", help="show a game as codes to be scanned, where there is no network")
    add_game_argument(codes)
    codes.add_argument("-o", "--output", type=Path, metavar="HTML", required=True)
    add_ledger_argument(codes)
    for name, told in (
        ("status", "where this table is seated, and how far its games have come"),
        ("take-over", "go on with the game of the box that this one replaces"),
        ("leave", "take part in no tournament any more"),
    ):
        action = actions.add_parser(name, help=told)
        add_ledger_argument(action)
    add_ledger_argument(join)


def run(args: Namespace) -> int:
    """Do it; 1 and a plain sentence when it cannot be done."""
    ACTIONS[args.action](args)
    return 0


def _join(args: Namespace) -> None:
    ledger = ledger_path(args)
    key = make_key(key_beside(ledger))
    member = joining.join(*joining.split(args.url, args.code), key.public)
    joining.keep(_file(), member)
    _set_apart(ledger)
    print(f"This is {member.name} of the tournament {member.event}; its games are sealed by {fingerprint(key.public)}.")
    print("A table that is open now joins at its next start.")


def _set_apart(ledger: Path) -> None:
    """What was played before is none of the tournament's."""
    cursors = Cursors(beside(ledger))
    if ledger.exists():
        with Archive(ledger) as archive:
            for game in archive.ids():
                cursors.keep(Cursor(game, APART, APART))
    cursors.close()


def _status(args: Namespace) -> None:
    member = _member()
    cursors = Cursors(beside(ledger_path(args)))
    seat, games = cursors.seat(), cursors.all()
    cursors.close()
    print(f"{member.name} ({member.box}) of the tournament {member.event}, hub {member.url}")
    if seat is not None:
        print(f"round {seat.round + 1}, table {seat.table + 1}: {', '.join(seat.players)}")
    print("\n".join(status(list(games.values()))) or "no game of it was played here yet")


def _take_over(args: Namespace) -> None:
    record, number, table = joining.take_over(_member())
    take_over(ledger_path(args), record, number, table)
    print(f"Game {record.game} is here with its {len(record.lines)} entries; the next `banker play` goes on with it.")


def _codes(args: Namespace) -> None:
    with open_archive(args) as archive:
        record = from_archive(archive, find_game(archive, args.game))
    if not record.seals:
        raise UserError(f"game {record.game} is not sealed; `banker seal {record.game}` does it")
    pieces = cut(record.text())
    try:
        args.output.write_text(page(record.game, pieces), encoding="utf-8")
    except OSError as error:
        raise UserError(f"{args.output}: {error.strerror}") from error
    print(f"{len(pieces)} codes are in {args.output}; scanned, a line each, `banker hub import` takes them.")


def _leave(_: Namespace) -> None:
    _member()
    _file().unlink()
    print("This table takes part in no tournament any more; its games stay here.")


def _member() -> wire.Membership:
    member = wire.read_membership(_file())
    if member is None:
        raise UserError("this table has joined no tournament; `banker table join URL CODE` does it")
    return member


def _file() -> Path:
    return wire.membership_file(state_directory())


ACTIONS = {"codes": _codes, "join": _join, "leave": _leave, "status": _status, "take-over": _take_over}
