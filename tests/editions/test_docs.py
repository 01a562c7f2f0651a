"""docs/editions.md names all there is, and nothing else."""

import re
from pathlib import Path
from typing import get_args

from companion.editions.files import EditionFile, Need, ProfileFile
from companion.editions.registry import available, available_profiles
from companion.rules.board import AnySquare
from companion.rules.cards import AnyEffect
from companion.rules.options import Options
from tests.editions.choices import rendered

TEXT = (Path(__file__).parents[2] / "docs" / "editions.md").read_text(encoding="utf-8")


def table(heading: str) -> dict[str, list[str]]:
    """The rows of the table under a heading, by the names in their first column."""
    rows = TEXT.split(f"| {heading} |", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    cells = [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows]
    return {name.strip("[]"): row[1:] for row in cells for name in re.findall(r"`([^`]+)`", row[0])}


def test_editions_and_profiles() -> None:
    assert set(table("edition")) == {entry.id for entry in available()}
    assert set(table("profile")) == {entry.id for entry in available_profiles()}


def test_options() -> None:
    assert set(table("option")) == set(Options.__struct_fields__)
    assert rendered() == TEXT, "python -m tests.editions.choices writes it anew"


def test_kinds_of_squares_and_effects() -> None:
    assert set(table("kind")) == {str(kind.__struct_config__.tag) for kind in get_args(AnySquare)}
    assert set(table("effect `kind`")) == {str(kind.__struct_config__.tag) for kind in get_args(AnyEffect)}


def test_keys_of_the_files() -> None:
    assert set(table("key")) == set(EditionFile.__struct_fields__)
    assert set(table("need")) == set(get_args(Need))
    assert all(f"`{key}`" in TEXT or f"`[{key}]`" in TEXT for key in ProfileFile.__struct_fields__)
