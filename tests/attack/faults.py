"""Every call on the disk, failing with every error and killed at every point: nothing lost, silent or dark.

    python -m tests.attack.faults [--every 1]

Each deed is done once for each of its calls on the disk and each thing that can go wrong at it. What it reported as
done has to be there afterwards (else it is *lost*); it ends well, with a sentence, or killed (an error that was
swallowed is *silent*, a traceback or a box that does not start any more is *dark*).
"""

from __future__ import annotations

import argparse
import errno
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from companion.disk import write_whole
from companion.errors import UserError
from companion.ledger.copying import backup, keep_backup
from companion.ledger.entry import LedgerError
from companion.ledger.exchange import exchange
from companion.ledger.recovery import recover
from companion.ledger.seal import key_beside, make_key
from companion.ledger.store import Archive, Ledger
from companion.rules.commands import Roll
from companion.table.keeper import Keeper
from companion.table.settings import Evening
from companion.table.tags import PlayerTag, TagBook
from companion.words.refusals import worded
from tests.attack.evening import is_kept, is_whole, play_an_evening, set_up, warmed
from tests.attack.syscalls import Deed, End, Point, Report, calls_of, run
from tests.ledger.playing import new_game, record

WRONG = ("kill", errno.ENOSPC, errno.EIO, errno.EROFS, errno.EACCES)
GAME, OTHER = "game-1", "game-2"


class Tried(msgspec.Struct):
    """What came of the points: by deed how many; each that failed in words."""

    points: Counter[str] = msgspec.field(default_factory=Counter)
    calls: Counter[str] = msgspec.field(default_factory=Counter)
    lost: list[str] = []
    silent: list[str] = []
    dark: list[str] = []

    def __str__(self) -> str:
        rows = [f"{name}: {self.calls[name]} calls, {self.points[name]} points" for name in self.points]
        bad = f"{len(self.lost)} lost, {len(self.silent)} silent, {len(self.dark)} dark"
        end = f"{sum(self.points.values())} points: {bad}"
        return "\n".join([*rows, *self.lost, *self.silent, *self.dark, end])


class Scene(msgspec.Struct, frozen=True):
    """A deed on files that lie there, what has to hold afterwards of what it reported, and what is whole where it was
    neither killed nor told that anything is wrong."""

    name: str
    prepare: Callable[[Path], None]
    deed: Callable[[Path, Report], None]
    holds: Callable[[Path, list[str]], bool]
    whole: Callable[[Path, list[str]], bool] = lambda _home, _said: True


def ledger_of(home: Path) -> Path:
    """Where the ledger lies."""
    return home / "ledger.sqlite"


def _nothing(home: Path) -> None:
    pass


def _played(home: Path) -> None:
    with Ledger(ledger_of(home)) as ledger:
        record(ledger, GAME, new_game(), 1, 12)
        make_key(key_beside(ledger.path))
    backup(ledger_of(home), home / "stick.sqlite")


def _played_on(home: Path) -> None:
    _played(home)
    with Ledger(ledger_of(home)) as ledger:
        record(ledger, OTHER, new_game(), 2, 12)


def _begin(home: Path, report: Report) -> None:
    with Ledger(ledger_of(home)) as ledger:
        record(ledger, GAME, new_game(), 1, 1)
        report(f"{GAME} 1")


def _play_on(home: Path, report: Report) -> None:
    with Ledger(ledger_of(home)) as ledger:
        for count in (13, 14):
            ledger.append(GAME, "test", Roll(0, 1, 2), [], count - 1)
            report(f"{GAME} {count}")
            try:
                ledger.settle()  # trouble with the witness is said, and the table plays on
            except LedgerError:
                report("said")
        ledger.seal(GAME, "pause")
        report("sealed")
        ledger.settle()


def _is_written(home: Path, said: list[str]) -> bool:
    """Everything reported is there, and the table opens and goes on."""
    with Ledger(ledger_of(home)) as ledger:
        counts = {game: len(ledger.entries(game)) for game in ledger.ids()}
        seals = ledger.seals(GAME)
    reported = [line.split() for line in said if " " in line]
    return all(counts.get(game, 0) >= int(count) for game, count in reported) and ("sealed" not in said or bool(seals))


def _copy(home: Path, report: Report) -> None:
    backup(ledger_of(home), home / "stick.sqlite")
    report("copied")


def _is_copied(home: Path, said: list[str]) -> bool:
    return _games(home / "stick.sqlite") == ([GAME, OTHER] if "copied" in said else [GAME]) or (
        "copied" not in said and _games(home / "stick.sqlite") == [GAME, OTHER]
    )


def _keep(home: Path, report: Report) -> None:
    report(str(keep_backup(ledger_of(home), "20261201")))


def _is_kept(home: Path, said: list[str]) -> bool:
    return all(_games(Path(line)) == [GAME, OTHER] for line in said if line != "said")


def _restore(home: Path, report: Report) -> None:
    exchange(home / "stick.sqlite", ledger_of(home))
    report("restored")


def _recover(home: Path, report: Report) -> None:
    saved = home / "saved.sqlite"
    saved.unlink(missing_ok=True)
    recover(ledger_of(home), saved)
    exchange(saved, ledger_of(home))
    report("restored")


def _games(path: Path) -> list[str]:
    with Archive(path) as archive:
        return [game for game in archive.ids() if archive.entries(game)]


def _is_one_or_the_other(new: list[str]) -> Callable[[Path, list[str]], bool]:
    def holds(home: Path, said: list[str]) -> bool:
        with Ledger(ledger_of(home)) as ledger:
            there = ledger.ids()
        kept = [each for each in home.glob("ledger.sqlite.damaged-?") if _games(each) == [GAME, OTHER]]
        return there == new and bool(kept) if "restored" in said else there == [GAME, OTHER] or bool(kept)

    return holds


def _keep_sides(home: Path, report: Report) -> None:
    tags = TagBook.read(home / "tags.json")
    tags.enrol("04a1", PlayerTag("red"))
    report("tag")
    Keeper.read(home / "evening.json", Evening()).keep(Evening(players=("red", "green")))
    report("evening")
    make_key(key_beside(ledger_of(home)))
    report("key")
    write_whole(home / "final.jsonl", b"new\n")
    report("export")


def _sides(home: Path) -> None:
    write_whole(home / "final.jsonl", b"old\n")


def _sides_hold(home: Path, said: list[str]) -> bool:
    tags = TagBook.read(home / "tags.json").find("04a1") is not None
    evening = Keeper.read(home / "evening.json", Evening()).evening.players == ("red", "green")
    export = (home / "final.jsonl").read_bytes()
    make_key(key_beside(ledger_of(home)))
    return (tags or "tag" not in said) and (evening or "evening" not in said) and export in (b"old\n", b"new\n")


SCENES = (
    Scene("the first opening", _nothing, _begin, _is_written),
    Scene("moves and a seal", _played, _play_on, _is_written),
    Scene("backup", _played_on, _copy, _is_copied),
    Scene("backup that rotates", _played_on, _keep, _is_kept),
    Scene("restore", _played_on, _restore, _is_one_or_the_other([GAME])),
    Scene("recover --replace", _played_on, _recover, _is_one_or_the_other([GAME, OTHER])),
    Scene("tags, evening, key, export", _sides, _keep_sides, _sides_hold),
    Scene("a whole evening", warmed(set_up, play_an_evening), play_an_evening, is_kept, is_whole),
)


def try_scene(scene: Scene, folder: Path, tried: Tried, every: int = 1) -> None:
    """Let a deed fail at every call, or at every n-th point."""
    before = folder / "before"
    before.mkdir()
    scene.prepare(before)
    home = folder / "home"
    calls = calls_of(_on(scene, _laid_out(before, home)))
    tried.calls[scene.name] = len(calls)
    for point in list(_points(calls))[::every]:
        end = run(_on(scene, _laid_out(before, home)), point)
        tried.points[scene.name] += 1
        _judge(scene, home, point, calls, end, tried)
    for each in folder.iterdir():
        shutil.rmtree(each)


def _points(calls: list[str]) -> Iterator[Point]:
    return (Point(number, what) for number in range(1, len(calls) + 1) for what in WRONG)


def _laid_out(before: Path, home: Path) -> Path:
    shutil.rmtree(home, ignore_errors=True)
    shutil.copytree(before, home)
    return home


def _on(scene: Scene, home: Path) -> Deed:
    def deed(report: Report) -> None:
        try:
            scene.deed(home, report)
        except (UserError, OSError) as error:
            report("said" if isinstance(error, OSError) or worded(error) else "")

    return deed


def _judge(scene: Scene, home: Path, point: Point, calls: list[str], end: End, tried: Tried) -> None:
    what = point.what if isinstance(point.what, str) else errno.errorcode[point.what]
    where = f"{scene.name}, call {point.call} of {len(calls)} ({calls[point.call - 1]}), {what}"
    if end.crash or "dark" in end.said:
        tried.dark.append(f"{where}: {(end.crash or 'no words').splitlines()[-1]}")
    try:
        if not scene.holds(home, end.said):
            tried.lost.append(f"{where}: after {end.said[-9:]}")
        if not end.killed and "said" not in end.said and not scene.whole(home, end.said):
            tried.silent.append(f"{where}: after {end.said[-9:]}")
    except (UserError, OSError) as error:
        (tried.silent if not end.killed and "said" not in end.said else tried.dark).append(f"{where}: {error}")


def main() -> int:
    """Try all points and print what came of them; 1 when something was lost, silent or dark."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default="", metavar="SCENE", help="try only the scenes with this in their name")
    parser.add_argument("--every", type=int, default=1, help="try only every n-th point")
    args = parser.parse_args()
    tried = Tried()
    with tempfile.TemporaryDirectory() as name:
        for scene in SCENES:
            if args.only in scene.name:
                try_scene(scene, Path(name), tried, args.every)
    print(tried)
    return int(bool(tried.lost or tried.silent or tried.dark))


if __name__ == "__main__":
    sys.exit(main())
