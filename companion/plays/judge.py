"""`banker judge`: carries plays out and says which do not hold (plays.md)."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from companion.config import language_of
from companion.errors import UserError, message
from companion.plays import runner
from companion.plays.lexis import UNREADABLE, PlayError
from companion.plays.parser import parse
from companion.plays.runner import Failure
from companion.plays.scene import stage
from companion.words.refusals import worded

SUFFIX = ".play"


def add_arguments(parser: ArgumentParser) -> None:
    """Which plays, by which editions, and how much to say."""
    parser.add_argument("paths", nargs="+", type=Path, metavar="FILE|FOLDER", help="plays, or folders that hold plays")
    parser.add_argument(
        "--editions",
        action="append",
        default=[],
        type=Path,
        metavar="FOLDER",
        help="a folder with editions of your own, besides the usual places; may be given more than once",
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="print failures only, not the count at the end")


def run(args: Namespace) -> int:
    """Judge all plays: 0 all hold, 1 some fail, 2 some cannot be read; one line for each that does not hold."""
    language = language_of(args)
    verdicts = Counter(_report(path, args.editions, language) for path in find(args.paths))
    if not args.quiet:
        print(worded(message("play.verdicts", passed=verdicts[0], failed=verdicts[1]), language))
    return max(verdict for verdict, count in verdicts.items() if count)


def judge(path: Path, directories: Sequence[Path] = ()) -> Failure | None:
    """Carry out the play in a file: its first failure, or None if it holds.

    :raises PlayError: it cannot be read as a play; UserError: it cannot be read at all.
    """
    return runner.run(stage(parse(_read(path)), directories))


def find(paths: Iterable[Path]) -> Iterator[Path]:
    """All plays among files and folders, those of a folder in the order of their names.

    :raises UserError: there is nothing of this name, or no play in a folder.
    """
    for path in paths:
        if not path.exists():
            raise UserError("play.no-path", UNREADABLE, path=path)
        plays = sorted(path.rglob(f"*{SUFFIX}")) if path.is_dir() else [path]
        if not plays:
            raise UserError("play.no-plays", UNREADABLE, path=path, suffix=SUFFIX)
        yield from plays


def _report(path: Path, directories: Sequence[Path], language: str) -> int:
    """Print what is wrong with a play and give its exit status."""
    try:
        failure = judge(path, directories)
    except PlayError as error:
        print(worded(error.within(path), language), file=sys.stderr)
        return UNREADABLE
    except UserError as error:
        print(worded(error, language), file=sys.stderr)
        return UNREADABLE
    except Exception as error:
        error.add_note(f"while judging {path}")
        raise
    if failure is None:
        return 0
    print(f"{path}:{failure.line}: {worded(failure.message, language)}")
    return 1


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        byte = f"{error.object[error.start]:#04x}"
        raise UserError("play.not-utf8", UNREADABLE, path=path, byte=byte, at=error.start) from error
    except OSError as error:
        raise UserError("file", path=path, error=error) from error
