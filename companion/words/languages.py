"""The languages there are: one folder each, built in or people's own, with one TOML file per family of texts.

`language.toml` tells how the language is called, spelt and counted (`Manner`). People's own folders lie in `languages`
beside their settings, as their editions do; of two with the same name the built-in one counts. Where a language lacks a
text, or its text wants a figure that nobody has, the default language speaks.
"""

from __future__ import annotations

import os
import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from string import Formatter, ascii_lowercase
from typing import Annotated, Any

import msgspec

from companion.errors import UserError, WrongFields, message
from companion.paths import languages_directories
from companion.reading import UNREADABLE
from companion.text import advice

DEFAULT = "en"
BUILT_IN = Path(__file__).resolve().parent / "catalogue"
MANNER = "language.toml"
_RELATION = re.compile(r"n(?: % (\d+))? (!?=) (\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)")
ID = re.compile(r"[a-z]{2,8}(-[a-z0-9]+)*")


class Manner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a language is called and spelt, how it writes numbers, and how it counts.

    `alphabet` holds small letters in their order; `thousand` and `million` stand behind a shortened sum, and with the
    words of `scale` behind a number that is typed, which counts so many; those of them that are `said` stand in
    sentences. A sign of `tones` puts its combining mark on a letter of `vowels`. `plural` says for each form which
    numbers take it, as CLDR writes rules (`n % 10 = 2..4 and n % 100 != 12..14`); the form `many` takes the others.
    Before a sign of `apart` stands a narrow space that no line is broken at.
    """

    name: str
    alphabet: str
    tones: dict[str, str] = {}
    vowels: str = ""
    digits: Annotated[str, msgspec.Meta(min_length=10, max_length=10)] = "0123456789"
    thousands: str = ","
    decimal: str = "."
    comma: str = ", "
    apart: str = ""
    thousand: str = "k"
    million: str = "M"
    scale: dict[str, Annotated[int, msgspec.Meta(ge=10)]] = {}
    said: tuple[str, ...] = ()
    plural: dict[str, str] = {}

    def __post_init__(self) -> None:
        wrong = [form for form, rule in self.plural.items() if not all(map(_RELATION.fullmatch, _relations(rule)))]
        unknown = [word for word in self.said if word not in self.scale]
        if wrong or unknown:
            raise WrongFields(
                *((f"plural.{form}", message("translation.plural")) for form in wrong),
                *(("said", message("translation.said", word=word)) for word in unknown),
            )

    @property
    def marks(self) -> tuple[str, ...]:
        """The ten digits, the thousands mark and the decimal mark."""
        return (*self.digits, self.thousands, self.decimal)

    def form(self, count: int) -> str:
        """The form that a counted thing has: `one`, `many`, or another that the language has."""
        return next((form for form, rule in self.plural.items() if _takes(rule, abs(count))), "many")

    def collated(self, name: str) -> tuple[tuple[float, ...], str]:
        """By what a name is found in a list: letters in the order of the alphabet, other marks aside."""
        return tuple(map(self._place, unicodedata.normalize("NFC", name.casefold()))), name

    def _place(self, letter: str) -> float:
        """Where a letter stands: as its own, else as one with fewer marks, else before the next that there is."""
        there = [self.alphabet.find(each) for each in _simpler(letter)]
        place = next((at for at in there if at >= 0), None)
        if place is not None:
            return place
        later = [
            at for each in ascii_lowercase if each > _simpler(letter)[-1] and (at := self.alphabet.find(each)) >= 0
        ]
        return min(later, default=len(self.alphabet)) - 0.5 if letter.isalpha() else -1


class Language:
    """A language as its folder tells it, each family read when first needed."""

    def __init__(self, folder: Path) -> None:
        self.id = folder.name
        self.folder = folder
        self._families: dict[str, Mapping[str, str]] = {}

    @cached_property
    def manner(self) -> Manner:
        """What `language.toml` says; of a folder that cannot be read, the manner of the default language."""
        try:
            return msgspec.convert(_tables(self.folder / MANNER), Manner)
        except (OSError, *UNREADABLE):
            return language_named(DEFAULT).manner

    def family(self, name: str) -> Mapping[str, str]:
        """All texts of one family by dotted name; empty where the language has no such family."""
        found = self._families.get(name)
        if found is None:
            found = self._families[name] = dict(self._sound(name))
        return found

    def _sound(self, name: str) -> Iterator[tuple[str, str]]:
        try:
            texts = flat(_tables(self.folder / f"{name}.toml"))
        except (*UNREADABLE, OSError):
            return
        for key, text in texts.items():
            if self.folder.parent == BUILT_IN or _fits(text, language_named(DEFAULT).family(name), key):
                yield key, text

    def families(self) -> list[str]:
        """The names of all families that the language has."""
        return sorted(file.stem for file in self.folder.glob("*.toml") if file.name != MANNER)


def known() -> dict[str, Path]:
    """The folders of all languages by name, the default one first."""
    folders = [BUILT_IN / DEFAULT]
    for directory in (BUILT_IN, *languages_directories()):
        folders += sorted(file.parent for file in directory.glob(f"*/{MANNER}"))
    by_name: dict[str, Path] = {}
    for folder in folders:
        by_name.setdefault(folder.name, folder)
    return by_name


def names() -> dict[str, str]:
    """What each language calls itself, by its name in settings and addresses."""
    return {name: _at(folder).manner.name for name, folder in known().items()}


def language_named(name: str) -> Language:
    """The language of that name; raises `UserError` for an unknown one."""
    built_in = BUILT_IN / name
    if ID.fullmatch(name) and (built_in / MANNER).is_file():
        return _at(built_in)
    there = known()
    if name not in there:
        raise UserError("unknown-language", name=name, advice=advice(name, there))
    return _at(there[name])


def manner_of(name: str) -> Manner:
    """How a language spells and counts; of an unknown one, as the default one does."""
    return (_at(known()[name]) if name in known() else language_named(DEFAULT)).manner


@cache
def _at(folder: Path) -> Language:
    return Language(folder)


def of_settings(file: Path | None) -> str | None:
    """The language that a file of settings names, where it can be read and there is such a one."""
    try:
        written = _tables(file).get("table", {}).get("language") if file else None
    except (*UNREADABLE, OSError, AttributeError):
        return None
    return written if isinstance(written, str) and written in known() else None


def of_environment() -> str:
    """The language that the environment asks for (`LC_ALL`, `LC_MESSAGES`, `LANG`), where there is such a one."""
    asked = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    wished = re.split(r"[_.@]", asked)[0].lower()
    return wished if wished in known() else DEFAULT


@cache
def same_rules() -> Mapping[str, str]:
    """The rules that another source's rule already says, by id: `S1-05` is told as `S0-20`."""
    return flat(_tables(BUILT_IN / "same.toml"))


@cache
def parts(text: str) -> Sequence[tuple[str, str | None, str]]:
    """A text cut at its figures: the words before each, its name (None after the last words), how it is shown."""
    return [(before, field, spec or "") for before, field, spec, _ in Formatter().parse(text)]


@cache
def placeholders(text: str) -> Mapping[str, str]:
    """The figures that a text wants, each with the way it is shown."""
    return {field: spec for _, field, spec in parts(text) if field is not None}


def ways(text: str) -> set[tuple[str, str]]:
    """As `placeholders`, to be compared: the way of the start of a sentence (`P`) is that within one (`p`)."""
    return {(name, way.lower()) for name, way in placeholders(text).items()}


def leaves(table: Mapping[str, Any], above: tuple[str, ...] = ()) -> dict[tuple[str, ...], Any]:
    """The values of a table that are no tables, by the names that lead to them."""
    found: dict[tuple[str, ...], Any] = {}
    for name, value in table.items():
        found |= leaves(value, (*above, name)) if isinstance(value, dict) else {(*above, name): value}
    return found


def flat(table: Mapping[str, Any]) -> dict[str, str]:
    """The texts of a table by dotted name."""
    return {".".join(names): str(value) for names, value in leaves(table).items()}


def plain(key: str) -> str:
    """A key without its variant: one language may need a variant that another does not."""
    return key.partition("@")[0]


def _tables(file: Path) -> Mapping[str, Any]:
    return tomllib.loads(file.read_text("utf-8"))


def _fits(text: str, model: Mapping[str, str], key: str) -> bool:
    """Whether a text wants no figure, and no way to show one, that the default language's text does not have."""
    many = f"{plain(key).rpartition('.')[0]}.many"
    usual = model.get(key) or model.get(plain(key)) or model.get(many)
    try:
        return usual is not None and ways(text) <= ways(usual)
    except ValueError:
        return False


def _simpler(letter: str) -> list[str]:
    """A letter, the same with one of its marks, and without any: `ấ`, `â`, `á`, `a`; `đ`, `d`."""
    base, *marks = list(unicodedata.normalize("NFD", letter))
    bare = unicodedata.name(base, "").partition(" WITH ")[0]
    try:
        base_letter = unicodedata.lookup(bare)
    except KeyError:
        base_letter = base
    return [letter, *(unicodedata.normalize("NFC", base + mark) for mark in marks), base_letter]


def _relations(rule: str) -> list[str]:
    return [relation.strip() for either in rule.split(" or ") for relation in either.split(" and ")]


def _takes(rule: str, count: int) -> bool:
    return any(all(_holds(relation, count) for relation in either.split(" and ")) for either in rule.split(" or "))


def _holds(relation: str, count: int) -> bool:
    found = _RELATION.fullmatch(relation.strip())
    assert found is not None
    value = count % int(found[1]) if found[1] else count
    ranges = (each.partition("..") for each in found[3].split(","))
    return any(int(low) <= value <= int(high or low) for low, _, high in ranges) == (found[2] == "=")
