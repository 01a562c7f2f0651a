"""The catalogues: one folder per language, one TOML file per family of texts, each read when first needed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from string import Formatter
from typing import Any

LANGUAGES: Mapping[str, str] = {"en": "English", "vi": "Tiếng Việt"}
_FOLDER = resources.files(__package__).joinpath("catalogue")


@cache
def family(language: str, name: str) -> Mapping[str, str]:
    """All texts of one family by dotted name; empty where the language has no such family."""
    file = _FOLDER.joinpath(language, f"{name}.toml")
    return dict(_flat("", tomllib.loads(file.read_text("utf-8")))) if file.is_file() else {}


def families(language: str) -> list[str]:
    """The names of all families that a language has."""
    names = (file.name for file in _FOLDER.joinpath(language).iterdir())
    return sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml"))


@cache
def same_rules() -> Mapping[str, str]:
    """The rules that another source's rule already says, by id: `S1-05` is told as `S0-20`."""
    return family(".", "same")


@cache
def parts(text: str) -> Sequence[tuple[str, str | None, str]]:
    """A text cut at its figures: the words before each, its name (None after the last words), how it is shown."""
    return [(before, field, spec or "") for before, field, spec, _ in Formatter().parse(text)]


@cache
def placeholders(text: str) -> Mapping[str, str]:
    """The figures that a text wants, each with the way it is shown."""
    return {field: spec for _, field, spec in parts(text) if field is not None}


def _flat(prefix: str, table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flat(f"{prefix}{name}.", value)
        else:
            yield prefix + name, value
