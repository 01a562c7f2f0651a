import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import hub
from companion.hub.refusals import REFUSALS, in_words

FILES = ("draw.py", "fleet.py", "hub.py", "papers.py", "tournament.py")


def sentences(node: ast.expr) -> Iterator[str]:
    """What may be said, with {} for what is filled in."""
    match node:
        case ast.Constant(str(value)):
            yield value
        case ast.JoinedStr(values):
            yield "".join(str(each.value) if isinstance(each, ast.Constant) else "{}" for each in values)
        case ast.IfExp(_, body, orelse):
            yield from sentences(body)
            yield from sentences(orelse)
        case _:
            raise AssertionError(ast.unparse(node))


def raised(file: str) -> Iterator[str]:
    tree = ast.parse((Path(hub.__path__[0]) / file).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "HubError":
            yield from sentences(node.args[0])


@pytest.mark.parametrize("file", FILES)
def test_every_refusal_is_said_in_vietnamese(file: str) -> None:
    assert set(raised(file)) <= set(REFUSALS)


def test_what_is_filled_in_comes_through() -> None:
    why = 'nobody is called "Na(n"; did you mean "Nam"?'
    assert in_words(why, "en") == why
    assert "Na(n" in in_words(why, "vi")
    assert in_words("round 3 is not closed yet", "vi") == "vòng 3 chưa khép"
    assert in_words("wrong PIN", "vi") == "sai mã PIN"
    assert in_words("something else", "vi") == "something else"
    for english, vietnamese in REFUSALS.items():
        assert english.count("{}") == vietnamese.count("{}")
