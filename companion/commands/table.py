"""`banker table`: join a tournament, see how far its games have come, go on with the game of a box that broke."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from companion.commands.common import add_game_argument, add_ledger_argument, find_game, ledger_path, open_archive
from companion.config import language_of, say
from companion.errors import UserError, message
from companion.ledger.record import from_archive
from companion.ledger.seal import fingerprint, key_beside, make_key
from companion.ledger.store import Archive
from companion.paths import state_directory
from companion.publishing import joining, wire
from companion.publishing.cursors import APART, Cursor, Cursors, beside, take_over
from companion.publishing.outbox import status
from companion.publishing.pieces import cut, page
from companion.words.refusals import worded


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
    member = joining.join(*joining.split(args.url, args.code), key.public, language_of(args))
    joining.keep(_file(), member)
    _set_apart(ledger)
    say(args, "publishing.joined", name=member.name, event=member.event, key=fingerprint(key.public))


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
    say(args, "publishing.member", name=member.name, box=member.box, event=member.event, url=member.url)
    if seat is not None:
        say(args, "publishing.seated", round=seat.round + 1, table=seat.table + 1, players=list(seat.players))
    for each in status(list(games.values())) or [message("publishing.no-game-yet")]:
        print(worded(each, language_of(args)))


def _take_over(args: Namespace) -> None:
    record, number, table = joining.take_over(_member(), language_of(args))
    take_over(ledger_path(args), record, number, table)
    say(args, "publishing.taken-over", game=record.game, entries=len(record.lines))


def _codes(args: Namespace) -> None:
    with open_archive(args) as archive:
        record = from_archive(archive, find_game(archive, args.game))
    if not record.seals:
        raise UserError("publishing.unsealed", game=record.game)
    pieces = cut(record.text())
    try:
        args.output.write_text(page(record.game, pieces), encoding="utf-8")
    except OSError as error:
        raise UserError("file", path=args.output, error=error) from error
    say(args, "publishing.codes", count=len(pieces), file=args.output)


def _leave(args: Namespace) -> None:
    _member()
    _file().unlink()
    say(args, "publishing.left")


def _member() -> wire.Membership:
    member = wire.read_membership(_file())
    if member is None:
        raise UserError("publishing.no-member")
    return member


def _file() -> Path:
    return wire.membership_file(state_directory())


ACTIONS = {"codes": _codes, "join": _join, "leave": _leave, "status": _status, "take-over": _take_over}
