"""Every reason that the program gives is a key of the catalogue, with the figures that its text wants."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from companion.errors import Fault, UserError, message
from companion.words.languages import known, language_named, placeholders
from companion.words.lexicon import Lexicon
from companion.words.refusals import worded
from tests.repo.sources import ROOT, python_files, tree_of

KEY_AT = {"UserError": 0, "message": 0, "LedgerError": 0, "Damaged": 0, "Refused": 1, "RequestError": 1, "say": 1}
"""What is called with a reason, and which argument is its key."""
TEXTS = {
    f"{family}.{key}": text
    for family in language_named("en").families()
    for key, text in language_named("en").family(family).items()
}


def given() -> Iterator[tuple[str, str, set[str] | None]]:
    """Where a reason is given, its key, and its figures (None: not written out)."""
    for file in python_files("companion"):
        for node in ast.walk(tree_of(file)):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEY_AT):
                continue
            at = KEY_AT[node.func.id]
            if len(node.args) > at and isinstance(key := node.args[at], ast.Constant) and isinstance(key.value, str):
                names = {each.arg for each in node.keywords if each.arg}
                whole = all(each.arg for each in node.keywords)
                yield f"{file.relative_to(ROOT)}:{node.lineno}", key.value, names if whole else None


def test_every_reason_has_its_text_and_its_figures() -> None:
    reasons, wrong = list(given()), []
    assert len(reasons) > 200
    for place, key, figures in reasons:
        text = TEXTS.get(key if "." in key else f"refusal.{key}")
        if text is None:
            wrong.append(f"{place}: no text {key}")
        elif figures is not None and (lacking := placeholders(text).keys() - figures):
            wrong.append(f"{place}: {key} lacks {', '.join(lacking)}")
    assert wrong == []


@pytest.mark.parametrize("family", ["tournament", "publishing", "incident"])
def test_no_text_is_kept_for_a_reason_that_nobody_gives(family: str) -> None:
    """`incident.sentence` words what version 0.1.0 wrote, `publishing.game-...` how far a game has come."""
    said = {key for _, key, _ in given()} | {f"publishing.game-{how}" for how in ("refused", "over", "under-way")}
    assert [key for key in TEXTS if key.startswith(f"{family}.") and key not in said] == []


def test_no_reason_is_a_sentence() -> None:
    assert [place for place, key, _ in given() if not re.fullmatch(r"[a-z0-9.-]+", key)] == []


@pytest.mark.parametrize("language", list(known()))
def test_figures_are_worded_where_they_stand(language: str) -> None:
    words = Lexicon(language)
    full = OSError(28, "as the system says it")
    inner = UserError("file", path="a.toml", error=full)
    assert worded(inner, language) == f"a.toml: {words.raw('system.ENOSPC')}"
    assert worded(message("option", option="--x", what=inner), language) == f"--x: {worded(inner, language)}"
    fault = Fault("b.toml", 3, 15, "squares[1]", message("edition.zero"))
    assert worded(fault, language) == f"b.toml:3:15: squares[1]: {words.raw('edition.zero')}"
    assert worded(message("file", path="c", error=OSError(9999, "odd")), language) == "c: odd"
    assert worded(message(""), language) == ""
