"""Pulls the plug on programs and damages ledgers, and counts what is lost and what goes unnoticed: both must be 0.

    python -m tests.ledger.torture [--demos 500] [--writers 500] [--damages 200] [--seed 1]

`banker demo` is killed with signal 9 at a random moment while it plays at full speed; what its witness named last was
*acknowledged*. So is a bare writer, which reports each entry on a pipe once `append` has returned, and after which the
next writer goes on with the same game. Then copies of a ledger, with half of it still in the write-ahead log, are cut
off or have one bit turned over.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

import msgspec

from companion.ledger.audit import audit, examine
from companion.ledger.entry import Entry, LedgerError
from companion.ledger.history import fold
from companion.ledger.record import from_archive
from companion.ledger.recovery import recover
from companion.ledger.seal import key_beside, make_key
from companion.ledger.store import Archive, Ledger
from companion.ledger.witness import recall
from companion.rules.commands import Finish
from companion.words.refusals import worded
from tests.ledger.playing import new_game, play, record

LONGEST = 600  # entries of a game until the referee ends it

Content = dict[str, list[bytes]]


class Kills(msgspec.Struct):
    """What came of killing programs; `early`: entries that were on the disk before they could be reported."""

    program: str
    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    early: int = 0
    games: int = 0
    faults: int = 0

    def __str__(self) -> str:
        return (
            f"{self.kills} kills of {self.program}: {self.acknowledged} entries acknowledged in {self.games} games,"
            f" {self.lost} lost; {self.early} were on the disk before they could be reported;"
            f" {self.faults} faults found afterwards"
        )


class Damages(msgspec.Struct):
    """What came of damaging ledgers, by kind; `saved` of `written` lines were recovered from those noticed."""

    noticed: Counter[str] = msgspec.field(default_factory=Counter)
    harmless: Counter[str] = msgspec.field(default_factory=Counter)
    unnoticed: Counter[str] = msgspec.field(default_factory=Counter)
    saved: int = 0
    written: int = 0
    invented: int = 0

    def __str__(self) -> str:
        kinds = sorted(self.noticed | self.harmless | self.unnoticed)
        lines = [
            f"{kind}: {self.noticed[kind]} noticed, {self.harmless[kind]} without effect,"
            f" {self.unnoticed[kind]} unnoticed"
            for kind in kinds
        ]
        saved = f"recovered from those noticed: {self.saved} of {self.written} entries, {self.invented} invented"
        return "\n".join([*lines, saved])


def kill_writers(folder: Path, count: int, seed: int, in_a_row: int = 50) -> Kills:
    """Kill so many writers, up to 50 of them on the same ledger."""
    figures, chance = Kills("a writer"), Random(seed)
    for first in range(0, count, in_a_row):
        path = folder / f"{first}.db"
        reports: dict[tuple[str, int], str] = {}
        for round_ in range(first, min(first + in_a_row, count)):
            reports |= _reports_until_killed(path, seed + round_, chance.uniform(0, 0.25))
            figures.kills += 1
        if path.exists():
            _compare(path, reports, figures)
    return figures


def kill_demos(folder: Path, count: int, seed: int, in_a_row: int = 50) -> Kills:
    """Kill `banker demo` so many times, up to 50 times on the same ledger."""
    figures, chance = Kills("banker demo"), Random(seed)
    for first in range(0, count, in_a_row):
        path = folder / f"demo-{first}.db"
        reports: dict[tuple[str, int], str] = {}
        for round_ in range(first, min(first + in_a_row, count)):
            reports |= _head_when_killed(path, seed + round_, chance.uniform(0, 0.6))
            figures.kills += 1
        _compare(path, reports, figures)
        before = sum(seq for _, seq in reports)  # the last entry of a game stands for all before it
        figures.acknowledged += before
        figures.early -= before
    return figures


def _head_when_killed(path: Path, seed: int, seconds: float) -> dict[tuple[str, int], str]:
    """The entry that the witness names when the demo is killed, so long after the first entry of its game."""
    from companion.demo.command import run  # loaded before the fork, so that the child plays at once

    before = recall(path)
    child = os.fork()
    if child == 0:
        for stream in (sys.stdout, sys.stderr):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        more = {"edition": "classic", "players": 4, "games": 1_000, "quiet": True, "json": True}
        try:
            run(argparse.Namespace(ledger=path, seed=seed, **more))
        finally:
            os._exit(1)
    while recall(path) == before:
        time.sleep(0.002)
    time.sleep(seconds)
    head = recall(path)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    assert head is not None
    return {(head.game, head.seq): head.hash}


def _reports_until_killed(path: Path, seed: int, seconds: float) -> dict[tuple[str, int], str]:
    """The entries that a writer has acknowledged when it is killed after so many seconds."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _write_for_ever(path, writing, seed)
    os.close(writing)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if not os.WIFSIGNALED(status):
        raise SystemExit("a writer gave up by itself")
    with os.fdopen(reading) as pipe:
        words = [line.split() for line in pipe.read().splitlines()]
    return {(name, int(seq)): digest for name, seq, digest in words}


def _write_for_ever(path: Path, pipe: int, seed: int) -> None:
    """Go on with the game that is unfinished, else begin one, and so on; never returns."""
    try:
        with Ledger(path) as ledger:
            while True:
                _write_game(ledger, pipe, seed)
    except BaseException:  # noqa: BLE001 - told, since nobody else can
        traceback.print_exc()
    finally:
        os._exit(1)


def _write_game(ledger: Ledger, pipe: int, seed: int) -> None:
    unfinished = ledger.unfinished()
    name = unfinished[0].id if unfinished else f"{len(ledger.ids()):06}"
    game = fold(ledger.entries(name)) if unfinished else new_game(seed)
    known = len(game.steps) if unfinished else 0
    for step in islice(play(game, seed, LONGEST), known, None):
        _acknowledge(pipe, ledger.append(name, "torture", step.command, step.events))
    if not game.state.over:
        finish = Finish("late")
        _acknowledge(pipe, ledger.append(name, "torture", finish, game.ask(finish)))


def _acknowledge(pipe: int, entry: Entry) -> None:
    os.write(pipe, f"{entry.game} {entry.seq} {entry.hash}\n".encode())


def _compare(path: Path, reports: dict[tuple[str, int], str], figures: Kills) -> None:
    with Archive(path) as archive:
        entries = [entry for game in archive.ids() for entry in archive.entries(game)]
        figures.games += len(archive.ids())
    held = {(entry.game, entry.seq): entry.hash for entry in entries}
    figures.acknowledged += len(reports)
    figures.lost += sum(held.get(place) != digest for place, digest in reports.items())
    figures.early += len(held) - len(reports)
    figures.faults += len(faults_of(path))


def faults_of(path: Path) -> list[str]:
    """Everything that the checks have to say against a ledger."""
    try:
        faults = examine(path)
        with Archive(path) as archive:
            reports = [audit(from_archive(archive, game)) for game in archive.ids()]
    except LedgerError as error:
        return [worded(error)]
    return [worded(each) for each in (*faults, *(fault.message for report in reports for fault in report.faults))]


def damage_ledgers(folder: Path, count: int, seed: int, entries: int = 200) -> Damages:
    """Damage so many copies of a ledger; what is not noticed must not have changed anything."""
    figures, chance = Damages(), Random(seed)
    with Ledger(folder / "whole" / "ledger.db") as ledger:
        _fill(ledger, entries, seed)
        whole = folder / "copy"
        shutil.copytree(ledger.path.parent, whole)  # with its log, as it lies there when the power goes
    content = content_of(whole / "ledger.db")
    for round_ in range(count):
        place = folder / f"damaged-{round_}"
        shutil.copytree(whole, place)
        kind = _damage(place, chance)
        _judge(place / "ledger.db", kind, content, figures)
        shutil.rmtree(place)
    return figures


def _fill(ledger: Ledger, entries: int, seed: int) -> None:
    """Four games, one of them sealed; the first two in the file, the others in the log."""
    key = make_key(key_beside(ledger.path))
    for number in range(4):
        record(ledger, f"game-{number}", new_game(seed + number), seed + number, entries)
        if number == 1:
            ledger.seal("game-1", "end", key)
            ledger.ask("PRAGMA wal_checkpoint(TRUNCATE)")


def _damage(place: Path, chance: Random) -> str:
    """Cut a file off or turn one bit over."""
    file = place / chance.choice(["ledger.db", "ledger.db-wal"])
    content = bytearray(file.read_bytes())
    at = chance.randrange(len(content))
    kind = chance.choice(["cut off", "bit turned"])
    if kind == "cut off":
        del content[at:]
    else:
        content[at] ^= 1 << chance.randrange(8)
    file.write_bytes(content)
    return f"{'log' if file.suffix == '.db-wal' else 'file'} {kind}"


def content_of(path: Path) -> Content:
    """All that a ledger holds: the lines and the seals of each game."""
    with Archive(path) as archive:
        return {game: [*archive.lines(game), *archive.seals(game)] for game in archive.ids()}


def _judge(path: Path, kind: str, content: Content, figures: Damages) -> None:
    if faults_of(path):
        figures.noticed[kind] += 1
        _recover(path, content, figures)
    elif content_of(path) == content:
        figures.harmless[kind] += 1
    else:
        figures.unnoticed[kind] += 1


def _recover(path: Path, content: Content, figures: Damages) -> None:
    """What is recovered must be a prefix of what was written."""
    saved = path.with_name("saved.db")
    figures.written += sum(map(len, content.values()))
    try:
        recover(path, saved)
    except LedgerError:
        return
    for game, lines in content_of(saved).items():
        known = set(content.get(game, ()))
        figures.saved += sum(line in known for line in lines)
        figures.invented += sum(line not in known for line in lines)


def main() -> int:
    """Run the torture and print its figures; 1 when something was lost, unnoticed or invented."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--demos", type=int, default=500, help="kills of banker demo")
    parser.add_argument("--writers", type=int, default=500, help="kills of bare writers")
    parser.add_argument("--damages", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:  # a real disk, where /tmp may be memory
        demos = kill_demos(Path(name), args.demos, args.seed)
        print(demos, flush=True)
        writers = kill_writers(Path(name), args.writers, args.seed)
        print(writers, flush=True)
        damages = damage_ledgers(Path(name), args.damages, args.seed)
        print(damages)
    lost = demos.lost + demos.faults + writers.lost + writers.faults
    return int(bool(lost or damages.unnoticed or damages.invented))


if __name__ == "__main__":
    sys.exit(main())
