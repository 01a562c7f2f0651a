"""`banker verify GAME|FILE`: is what is recorded still what was written, and does it hold together?"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.commands.common import NOT_FOUND, add_ledger_argument, find_game, ledger_path, open_archive
from companion.config import language_of
from companion.errors import Message
from companion.ledger import succession, witness
from companion.ledger.audit import Audit, Difference, Verdict, audit, examine
from companion.ledger.commitment import DICE
from companion.ledger.entry import Damaged, LedgerError, read
from companion.ledger.record import GameLines, from_archive, from_text, is_database
from companion.ledger.seal import check_words, fingerprint, own_public, public_key
from companion.ledger.store import Archive
from companion.rules.commands import Begin, Refusal
from companion.words.words import Words

DAMAGED, NOT_PROVEN = 1, 3
CODES = {Verdict.HOLDS: 0, Verdict.FORGED: DAMAGED, Verdict.NOT_PROVEN: NOT_PROVEN}


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what is to be checked, and whose seals count."""
    parser.add_argument("what", metavar="GAME|FILE", help="a game of the ledger, an export (.jsonl), or a whole ledger")
    parser.add_argument("--key", metavar="PUB", help="the device's public key: a file, or its 64 hexadecimal digits")
    add_ledger_argument(parser)


def run(args: Namespace) -> int:
    """Print what was found: 0 it holds, 1 it is forged or damaged, 2 it cannot be checked, 3 not proven."""
    words = Words(language_of(args))
    try:
        key = public_key(args.key) if args.key else ""
        file = Path(args.what)
        is_file = args.what != "last" and file.is_file()
        verdict = _check_file(file, key, args, words) if is_file else _check_game(args, key, words)
    except Damaged as damage:
        print(_damaged(damage.message, words))
        return DAMAGED
    except LedgerError as error:
        error.exit_code = NOT_FOUND
        raise
    return CODES[verdict]


def _damaged(what: Message, words: Words) -> str:
    return words.text("damage.said", what=what)


def _check_game(args: Namespace, key: str, words: Words) -> Verdict:
    path = ledger_path(args)
    with open_archive(args) as archive:
        game = find_game(archive, args.what)
        try:
            archive.compare_witness()
            lost = None
        except Damaged as damage:
            lost = damage.message if damage.game == game else None
        verdict = _report(from_archive(archive, game), key or own_public(path), words)
    if lost:
        print(f"  {_damaged(lost, words)}")
    return Verdict.FORGED if lost else verdict


def _check_file(file: Path, key: str, args: Namespace, words: Words) -> Verdict:
    own = own_public(ledger_path(args))
    if not is_database(file) and file.suffix in (".db", ".sqlite"):
        raise Damaged("damage.no-ledger-any-more", path=file)
    if not is_database(file):
        records = from_text(file.read_bytes())
        reports = [_report(record, key or _own_if_named(record, own), words) for record in records]
        return _worst(reports)
    faults = examine(file)
    for fault in faults:
        print(_damaged(fault, words))
    if not witness.speaks(file):
        print(words.text("audit.no-witness", path=file))
    with Archive(file) as archive:
        records = [from_archive(archive, game) for game in archive.ids()]
        missing = succession.missing(archive)
    for gap in missing:
        print(words.message(gap))
    is_own = file.absolute() == ledger_path(args).absolute()  # a key that came with a file vouches for nothing
    reports = [_report(record, key or (own if is_own else _own_if_named(record, own)), words) for record in records]
    return Verdict.FORGED if faults else _worst([*reports, *[Verdict.NOT_PROVEN for _ in missing]])


def _worst(verdicts: Sequence[Verdict]) -> Verdict:
    """The verdict on several games; of none at all, nothing is proven."""
    if Verdict.FORGED in verdicts:
        return Verdict.FORGED
    return Verdict.NOT_PROVEN if not verdicts or Verdict.NOT_PROVEN in verdicts else Verdict.HOLDS


def _own_if_named(record: GameLines, own: str) -> str:
    """The key of this device, when an export is sealed by it; another device's export is none of its business."""
    return own if own and any(own.encode() in line for line in record.seals) else ""


def _report(record: GameLines, key: str, words: Words) -> Verdict:
    """Print the findings of one game, and give the verdict."""
    report = audit(record, key=key)
    verdict = report.verdict
    stands = words.raw("audit.over" if report.over else "audit.going")
    game = report.game or words.raw("audit.no-game")
    print(words.text(f"audit.{verdict}", game=game, sound=report.sound, all=report.entries, stands=stands))
    for line in _findings(record, report, words):
        print(f"  {line}")
    return verdict


def _findings(record: GameLines, report: Audit, words: Words) -> Iterator[str]:
    for fault in report.faults:
        yield _damaged(fault.message, words)
    if report.head:
        yield words.text("audit.words", words=check_words(report.head))
    yield from _chance(report, words)
    yield from _seals(report, words)
    if report.differences:
        yield words.text("audit.differs", count=len(report.differences))
        yield from _differences(record, report, words)
    if not report.faults:
        yield words.raw("audit.in-order")


def _chance(report: Audit, words: Words) -> Iterator[str]:
    """What of the bank's chance was proved to be fixed before it fell."""
    if report.revealed and report.revealed.commitments and not report.faults:
        proved = report.revealed.proved
        if proved:
            yield words.text("audit.chance", throws=proved[DICE], cards=proved.total() - proved[DICE])
        if report.is_opened:
            yield words.raw("audit.opened")


def _seals(report: Audit, words: Words) -> Iterator[str]:
    for seal in report.seals:
        time = f"{seal.time:%Y-%m-%d %H:%M}"
        yield words.text("audit.sealed", seq=seal.seq, key=fingerprint(seal.key), reason=seal.reason, time=time)
    if not report.faults:
        yield from map(words.message, report.doubts())


def _differences(record: GameLines, report: Audit, plain: Words) -> Iterator[str]:
    first = next(read(record.lines[:1]))
    assert isinstance(first.command, Begin)
    words = Words(plain.language, first.command.edition, first.command.players)
    for difference in report.differences:
        recorded = " ".join(map(words.sentence, difference.recorded))
        today = _today(difference, words)
        yield "  " + words.text("audit.difference", seq=difference.seq, recorded=recorded, today=today)


def _today(difference: Difference, words: Words) -> str:
    if difference.now is None:
        return words.raw("audit.impossible")
    if isinstance(difference.now, Refusal):
        return words.reason(difference.now)
    return " ".join(map(words.sentence, difference.now))
