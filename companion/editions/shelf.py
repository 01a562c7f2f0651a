"""Where editions and profiles lie: the built-in ones, and beside them those of the user's own directories."""

import re
from collections.abc import Iterable
from pathlib import Path

from companion.errors import Message, UserError, message
from companion.paths import editions_directories
from companion.text import advice

BUILT_IN = Path(__file__).resolve().parent
ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Shelf:
    """Finds editions and profiles by id: built in, in the given directories, in those beside the settings.

    Of two with the same id the first counts.
    """

    def __init__(self, directories: Iterable[Path] = ()) -> None:
        self._given = tuple(directories)

    @property
    def _directories(self) -> tuple[Path, ...]:
        return BUILT_IN, *self._given, *editions_directories()

    def editions(self) -> dict[str, Path]:
        """The folders that hold an edition.toml, by id."""
        found = (file.parent for directory in self._directories for file in sorted(directory.glob("*/edition.toml")))
        return _first_by_name(found)

    def profiles(self) -> dict[str, Path]:
        """The files profiles/ID.toml, by id."""
        found = (file for directory in self._directories for file in sorted(directory.glob("profiles/*.toml")))
        return _first_by_name(found)

    def edition(self, edition_id: str) -> Path:
        """The folder of an edition; raises `UserError` for an unknown id."""
        built_in = BUILT_IN / edition_id
        is_built_in = ID.fullmatch(edition_id) and (built_in / "edition.toml").is_file()
        return built_in if is_built_in else _pick("edition.unknown", edition_id, self.editions())

    def profile(self, profile_id: str) -> Path:
        """The file of a profile; raises `UserError` for an unknown id."""
        built_in = BUILT_IN / "profiles" / f"{profile_id}.toml"
        is_built_in = ID.fullmatch(profile_id) and built_in.is_file()
        return built_in if is_built_in else _pick("edition.unknown-profile", profile_id, self.profiles())


def misnamed(path: Path, built_in: Path) -> Message | None:
    """What is wrong with the id that a folder or file gives itself by its name, if anything."""
    name = _name(path)
    if not ID.fullmatch(name):
        return message("edition.misnamed", name=name)
    if (built_in / path.name).exists() and path.resolve() != built_in / path.name:
        return message("edition.taken", name=name)
    return None


def _name(path: Path) -> str:
    return path.stem if path.suffix == ".toml" else path.name


def _first_by_name(paths: Iterable[Path]) -> dict[str, Path]:
    by_name: dict[str, Path] = {}
    for path in paths:
        by_name.setdefault(_name(path), path)
    return by_name


def _pick(reason: str, name: str, known: dict[str, Path]) -> Path:
    if name not in known:
        raise UserError(reason, name=name, advice=advice(name, known))
    return known[name]
