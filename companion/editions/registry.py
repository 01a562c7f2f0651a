"""The one door to editions: which there are, and each ready to be played with profiles and rules chosen for it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from companion.editions.choices import Value, choose, load_profile, option
from companion.editions.reader import load_edition
from companion.editions.shelf import BUILT_IN, Shelf
from companion.rules.edition import Edition
from companion.tomlcheck import read


class ShelfEntry(NamedTuple):
    """An edition or a profile on the shelf; a file that cannot be read is listed by its id alone."""

    id: str
    title: str
    path: Path
    is_built_in: bool


def available(directories: Iterable[Path] = ()) -> list[ShelfEntry]:
    """All editions: the built-in ones and those in the user's directories."""
    editions = Shelf(directories).editions()
    return [_entry(name, folder, folder / "edition.toml", BUILT_IN) for name, folder in editions.items()]


def available_profiles(directories: Iterable[Path] = ()) -> list[ShelfEntry]:
    """All profiles: the built-in ones and those in `profiles` of the user's directories."""
    profiles = Shelf(directories).profiles()
    return [_entry(name, file, file, BUILT_IN / "profiles") for name, file in profiles.items()]


def _entry(name: str, path: Path, file: Path, built_in: Path) -> ShelfEntry:
    title = read(file).data.get("title", name)
    return ShelfEntry(name, str(title), path, path.parent == built_in)


def load(
    edition_id: str,
    profiles: Sequence[str] = (),
    rules: Mapping[str, Value] | None = None,
    directories: Sequence[Path] = (),
) -> Edition:
    """An edition with profiles and single rules applied, in this order; a rule's text is read as in a play.

    Raises `UserError` for an unknown id, key or value, `FaultyFile` with all faults of a file, `Refused` for what does
    not fit.
    """
    chosen = {key: option(key, value) for key, value in (rules or {}).items()}
    shelf = Shelf(directories)
    edition = _edition(shelf.edition(edition_id), tuple(directories))
    return choose(edition, [_profile(shelf.profile(name)) for name in dict.fromkeys(profiles)], chosen)


def edition_with(rule: str) -> Edition:
    """The first built-in edition that has a rule's text, and the first profile that rests on the rule, so that its
    sentence tells the sums of that text where no game is on; the classic edition where none has it."""
    text = rule.partition("-")[0]
    editions = [each.id for each in _built_in(available()) if text in _sources(each.path / "edition.toml")]
    profiles = [each.id for each in _built_in(available_profiles()) if rule in _sources(each.path)]
    return load(next(iter(editions), "classic"), profiles[:1])


def _built_in(entries: Iterable[ShelfEntry]) -> Iterator[ShelfEntry]:
    return (each for each in entries if each.is_built_in)


def _sources(file: Path) -> Sequence[str]:
    sources: Sequence[str] = read(file).data["sources"]
    return sources


@lru_cache(maxsize=32)
def _edition(folder: Path, directories: tuple[Path, ...]) -> Edition:
    return load_edition(folder, Shelf(directories))


_profile = lru_cache(maxsize=64)(load_profile)
