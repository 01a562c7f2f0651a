"""Checks the files of one's own editions and profiles: all faults at once, each with its place."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from companion.editions.choices import read_profile
from companion.editions.reader import read_edition
from companion.editions.shelf import Shelf
from companion.errors import Fault, FaultyFile, UserError

EDITION_FILES = ("edition.toml", "board.toml", "cards.toml")


def check(path: Path, directories: Iterable[Path] = ()) -> list[Fault]:
    """All faults of an edition (its folder or a file in it), of a profile, or of all of both in a directory.

    Raises `UserError` where there is nothing to check.
    """
    if path.name in ("", ".."):
        path = path.resolve()
    jobs = list(_jobs(path))
    if not jobs:
        raise UserError("edition.nothing-here", path=path)
    return FaultyFile({fault for job in jobs for fault in _faults(job, directories)}).faults


def _jobs(path: Path) -> Iterator[Path]:
    """The folders of editions and the files of profiles that a path stands for."""
    if path.name in EDITION_FILES:
        yield path.parent
    elif path.suffix == ".toml" or (path / "edition.toml").is_file():
        yield path
    else:
        for file in sorted([*path.glob("*/edition.toml"), *path.glob("profiles/*.toml"), *path.glob("*.toml")]):
            yield file.parent if file.name == "edition.toml" else file


def _faults(job: Path, directories: Iterable[Path]) -> list[Fault]:
    if job.suffix == ".toml":
        return read_profile(job)[1]
    return read_edition(job, Shelf((*directories, job.parent)))[1]
