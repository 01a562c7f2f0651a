"""No sentence for people stands in the product's code: what is printed, refused or shown is a key of the catalogue."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser

from tests.repo.sources import ROOT, python_files, tree_of

SAID_BY = {"print", "write", "UserError", "message", "ArgumentTypeError", "SystemExit", "say", "_say", "error", "wrong"}
TWO_WORDS = re.compile(r"[^\W\d_]{2,},? [^\W\d_]{2,}")
THREE_WORDS = re.compile(r"[^\W\d_]+,? [^\W\d_]+,? [^\W\d_]+")  # in scripts two are mostly names of classes
PROSE = re.compile(r"(?<![\w.-])[a-z]{2,}(?:'[a-z])?[,;]? [a-z]{2,} [a-z]{2,}")  # three small words
TYPED = re.compile(r"^(sudo|banker|\./setup\.sh|PYPI=1) ")  # what is typed is so in every language
FOR_PROGRAMMERS = {"ValueError", "TypeError", "RuntimeError", "AssertionError", "compile"}
DECLARES = {"add_argument", "add_parser", "add_argument_group"}
ELSEWHERE = {
    "companion/bench/": "the tables of docs/performance.md",
    "companion/commands/table.py": "helps of its actions",
    "companion/commands/why.py": "the end of its help",
    "companion/demo/": "what is wrong with the program, if simulated hands find it",
    "companion/simulator/": "what the imitated libraries say",
    "companion/doctor/checks.py": "a member of an enumeration",
    "companion/editions/writer.py": "comments of the files that it writes, which are to be edited",
    "companion/plays/": "the notation, which is one in every language",
    "companion/hub/mosquitto.py": "settings of the broker",
    "companion/app/forecast.py": "a log",
    "companion/table/table.py": "a fault of the program",
    "companion/table/flows/base.py": "a fault of the program",
    "companion/tomlcheck.py": "what the library says, to be read",
}
"""Where prose may stand in the code, and what it is."""
NO_SENTENCE = "svg path g rect circle line polyline polygon text tspan title use symbol defs clipPath"  # elements
STATIC = ROOT / "companion/web/static"


def literals(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


def is_log(call: ast.Call) -> bool:
    return getattr(getattr(call.func, "value", None), "id", "") == "log"


def said_in_python() -> Iterator[tuple[str, str]]:
    for file in python_files("companion"):
        name = str(file.relative_to(ROOT))
        calls = (node for node in ast.walk(tree_of(file)) if isinstance(node, ast.Call))
        for node in calls:
            if not is_log(node) and getattr(node.func, "id", getattr(node.func, "attr", "")) in SAID_BY:
                for argument in (*node.args, *(each.value for each in node.keywords)):
                    yield from ((name, text) for text in literals(argument) if not TYPED.match(text))


def prose() -> Iterator[tuple[str, str]]:
    """Literals that read as prose, wherever they stand, unless they are docstrings or said to programmers alone."""
    for file in python_files("companion"):
        tree = tree_of(file)
        aside = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            called = getattr(call.func, "id", getattr(call.func, "attr", ""))
            if is_log(call) or called in FOR_PROGRAMMERS | DECLARES:
                aside |= set(map(id, ast.walk(call)))
        texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in aside)
        for text in texts:
            if isinstance(text, str) and PROSE.search(text) and not TYPED.match(text):
                yield str(file.relative_to(ROOT)), text


class Texts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found.append(data.strip())

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in ("title", "alt", "placeholder", "aria-label")]


def said_in_markup() -> Iterator[tuple[str, str]]:
    for file in sorted(STATIC.rglob("*.html")):
        texts = Texts()
        texts.feed(file.read_text("utf-8"))
        yield from ((str(file.relative_to(ROOT)), text) for text in texts.found if not text.startswith("$"))


def said_in_scripts() -> Iterator[tuple[str, str]]:
    for file in sorted(STATIC.rglob("*.js")):
        if "vendor" not in file.parts:
            code = re.sub(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", "", file.read_text("utf-8"), flags=re.DOTALL)
            yield from ((str(file.relative_to(ROOT)), text) for text in re.findall(r"[\"`']([^\"`'\n]*)[\"`']", code))


def test_no_sentence_stands_in_python() -> None:
    assert [each for each in said_in_python() if TWO_WORDS.search(each[1])] == []


def test_no_prose_stands_in_python_that_is_shown_later() -> None:
    assert [each for each in prose() if not each[0].startswith(tuple(ELSEWHERE))] == []


def test_each_place_where_prose_may_stand_has_some() -> None:
    found = {name for name, _ in prose()}
    assert [place for place in ELSEWHERE if not any(name.startswith(place) for name in found)] == []


def test_no_word_stands_in_the_markup_of_a_page() -> None:
    assert [each for each in said_in_markup() if re.search(r"[^\W\d_]{3}", each[1])] == []


def test_no_sentence_stands_in_scripts() -> None:
    assert [each for each in said_in_scripts() if THREE_WORDS.search(each[1]) and each[1] != NO_SENTENCE] == []


def test_a_sentence_would_be_found() -> None:
    assert TWO_WORDS.search("at least one game, not ")
    assert THREE_WORDS.search("The table is open")
    assert PROSE.search("no gpiochip of a Raspberry Pi, nor of another")
    assert not TWO_WORDS.search("command.settings-from")
