"""What is refused is said in the language of the page."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from companion.web import asking, guard, office, phone, referee, tabletop
from companion.web.language import REFUSALS, worded
from companion.web.server import Server
from tests.web.listener import post


def raised(*modules: ModuleType) -> Iterator[str]:
    """Every refusal that these modules raise in fixed words."""
    for module in modules:
        for node in ast.walk(ast.parse(Path(module.__file__ or "").read_text())):
            match node:
                case ast.Call(func=ast.Name("HTTPException"), args=[_, ast.Constant(str(why)), *_]):
                    yield why


def test_all_that_a_page_can_be_told_is_known_in_both_languages() -> None:
    technical = {"the body must be application/json", "the body did not arrive in time"}
    found = set(raised(phone, referee, office, tabletop, guard, asking)) - technical
    assert len(found) > 10
    assert found <= set(REFUSALS)


@pytest.mark.parametrize(
    ("why", "said"),
    [
        ("try again in 20 seconds", "hãy thử lại sau 20 giây"),
        ("no more than 4 tags fit on the reader", "đầu đọc chỉ đủ chỗ cho 4 thẻ"),
        ("Expected `int` <= 6 - at `$.a`", "Expected `int` <= 6 - at `$.a`"),
    ],
)
def test_figures_stay(why: str, said: str) -> None:
    assert worded(why, "vi") == said
    assert worded(why, "en") == why


def test_a_page_is_answered_in_its_language(pages: Server) -> None:
    wish = {"do": "release", "button": "ok"}
    assert json.loads(post(pages.port, "/table/hands?lang=vi", wish)[2])["error"] == "nút này không được bấm"
    assert json.loads(post(pages.port, "/table/hands", wish)[2])["error"] == "this button is not down"
