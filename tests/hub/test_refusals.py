"""What a tournament, its hub and its tables refuse is a reason with figures, worded in every language, none in vain."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from companion.words.languages import known, language_named, placeholders
from tests.repo.sources import ROOT, python_files, tree_of

RAISED = {"UserError", "BadRequest", "Missing", "NotAllowed", "RequestError", "message", "say", "text"}
FAMILIES = ("tournament", "publishing", "incident", "paper")
FILES = [
    *python_files("companion/tournament", "companion/publishing", "companion/hub"),
    *(ROOT / f"companion/commands/{name}.py" for name in ("hub", "table")),
]


def calls() -> Iterator[tuple[str, set[str]]]:
    """Every key that is raised or said, with the figures that are given for it."""
    for file in FILES:
        for node in ast.walk(tree_of(file)):
            if isinstance(node, ast.Call) and name_of(node.func) in RAISED:
                constants = [each.value for each in node.args if isinstance(each, ast.Constant)]
                keys = [each for each in constants if isinstance(each, str)]
                if keys:
                    assert re.fullmatch(r"[a-z-]+(\.[a-z-]+)*", keys[0]), f"{file.name}:{node.lineno}: a sentence"
                    yield keys[0], {each.arg for each in node.keywords if each.arg}


def name_of(called: ast.expr) -> str:
    match called:
        case ast.Name(name) if name != "text":
            return name
        case ast.Attribute(_, name):
            return name
    return ""


@pytest.mark.parametrize("spoken", sorted(known()))
def test_every_reason_has_words_for_its_figures(spoken: str) -> None:
    language = language_named(spoken)
    for key, figures in calls():
        family, _, name = (key if "." in key else f"refusal.{key}").partition(".")
        assert name in language.family(family), key
        assert placeholders(language.family(family)[name]).keys() <= figures, key


def test_no_words_are_kept_for_what_nobody_says() -> None:
    said = {key for key, _ in calls()} | {f"publishing.game-{how}" for how in ("refused", "over", "under-way")}
    said.add("incident.sentence")
    texts = {f"{family}.{name}" for family in FAMILIES for name in language_named("en").family(family)}
    assert texts - said == set()
