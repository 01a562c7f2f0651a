"""Every text of the catalogue is asked for by somebody, and what somebody asks for is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from companion.dispatch import members
from companion.editions import registry
from companion.rules.charges import BASES
from companion.rules.commands import AnyCommand, Reason
from companion.rules.events import AnyEvent, Cause
from companion.rules.why import PROMPTS
from companion.table.parts import Do, Title, Trouble
from companion.words.languages import language_named, plain
from tests.repo.sources import ROOT, python_files, tree_of

ENGLISH = language_named("en")
KEYS = {f"{family}.{plain(key)}" for family in ENGLISH.families() for key in ENGLISH.family(family)}
EDITIONS = [registry.load(entry.id) for entry in registry.available()]
ENUMERATIONS: dict[str, set[str]] = {
    "label": {kind.__name__ for kind in members(AnyCommand)},
    "event": {kind.__name__ for kind in members(AnyEvent)},
    "reason": {*Reason},
    "cause": {*Cause},
    "do": {*Do},
    "trouble": {*Trouble},
    "title": {card.id for edition in EDITIONS for deck in edition.decks.values() for card in deck},
    "profile": {entry.title for entry in registry.available_profiles()},
}
"""Families whose names begin with the members of an enumeration, each of them."""
BY_NUMBER = {"rule", "option", "system", "group", "color", "profile"}
"""Families whose names come from outside: ids of rules, values of options, system errors, boards."""
RULINGS = {"times", "less", "led", "charge"}  # parts that others are put into
SCRIPTS = [
    file
    for ending in ("js", "html")
    for file in sorted((ROOT / "companion/web/static").rglob(f"*.{ending}"))
    if "vendor" not in file.parts
]


def pieces() -> Iterator[tuple[str, bool]]:
    """Every literal of the product, and every one that is put together, as a pattern (True)."""
    for file in python_files("companion"):
        for node in ast.walk(tree_of(file)):
            if isinstance(node, ast.JoinedStr):
                cut = (str(each.value) if isinstance(each, ast.Constant) else None for each in node.values)
                yield "".join(".+" if each is None else re.escape(each) for each in cut), True
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value, False
    for file in SCRIPTS:
        text = file.read_text("utf-8")
        yield from ((each, False) for each in re.findall(r"[\"'`>]([a-z][\w.-]*)[\"'`<]", text))
        for each in re.findall(r"`([^`]*\$\{[^`]*)`", text):
            yield ".+".join(map(re.escape, re.split(r"\$\{[^}]*\}", each))), True


PIECES = set(pieces())
LITERALS = {text for text, is_pattern in PIECES if not is_pattern}
PATTERNS = [re.compile(text) for text, is_pattern in PIECES if is_pattern and re.search("[a-z]{2}", text)]


def asked(key: str) -> bool:
    """Whether a literal names the text, with its family or, as helpers of a family take it, without."""
    name = key.partition(".")[2]
    parts = key.split(".")
    above = {".".join(parts[:length]) for length in range(2, len(parts))}  # "setting.dice", to which a value is added
    return bool({key, name, *above} & LITERALS) or any(each.fullmatch(key) or each.fullmatch(name) for each in PATTERNS)


def test_every_text_is_asked_for() -> None:
    assert [key for key in sorted(KEYS) if key.partition(".")[0] not in BY_NUMBER and not asked(key)] == []


@pytest.mark.parametrize("family", ENUMERATIONS)
def test_a_family_of_an_enumeration_has_each_member_and_no_other(family: str) -> None:
    begun = {key.split(".", 1)[1] for key in KEYS if key.startswith(f"{family}.")}
    named = {str(member) for member in ENUMERATIONS[family]}
    assert {name for name in begun if name not in named and name.split(".")[0] not in named} == set()
    assert {each for each in named if not any(name == each or name.startswith(f"{each}.") for name in begun)} == set()


def test_every_heading_and_ruling_is_one_of_the_program() -> None:
    headings = {key.split(".", 1)[1] for key in KEYS if key.startswith("heading.")}
    assert {str(title) for title in Title} <= headings
    rulings = {key.split(".", 1)[1].removeprefix("secret.") for key in KEYS if key.startswith("ruling.")}
    assert rulings - BASES.keys() - PROMPTS.keys() == RULINGS


def test_what_is_put_together_from_a_family_finds_texts_there() -> None:
    families = "|".join(ENGLISH.families())
    made = [each for each in PATTERNS if re.match(rf"({families})\\?\.(?!db|toml|py|json|html|css|js)", each.pattern)]
    assert len(made) > 30
    there = KEYS | {key.partition(".")[2] for key in KEYS if key.startswith("page.")}  # `line` of screens/pages
    assert [each.pattern for each in made if not any(map(each.fullmatch, there))] == []


def test_what_is_asked_for_by_its_whole_key_is_there() -> None:
    calls = {"text", "raw", "has", "t"}
    wanted = [
        (f"{file.relative_to(ROOT)}:{node.lineno}", str(node.args[0].value))
        for file in python_files("companion")
        for node in ast.walk(tree_of(file))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in calls
        if node.args and isinstance(node.args[0], ast.Constant) and "." in str(node.args[0].value)
    ]
    wanted += [
        (str(file.relative_to(ROOT)), key)
        for file in SCRIPTS
        for key in re.findall(r"\bt\(\"([a-z]+\.[\w.-]+)\"", file.read_text("utf-8"))
    ]
    assert len(wanted) > 150
    assert [each for each in wanted if each[1] not in KEYS] == []
