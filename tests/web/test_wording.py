"""All that pages say comes from the catalogue, last, in the language of whoever reads."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.web import assets
from companion.web.server import Server
from companion.web.wording import FAMILIES, choose, offered
from companion.words.languages import DEFAULT, language_named
from tests.repo.sources import ROOT
from tests.web.listener import ask, post

SCRIPTS = sorted(assets.STATIC.rglob("*.js"))
BODIES = sorted(assets.STATIC.glob("*.html"))
TEXT = {path: path.read_text(encoding="utf-8") for path in (*SCRIPTS, *BODIES)}
KEY = re.compile(rf"[\"`]((?:{'|'.join(FAMILIES)})\.[\w.@-]+)(\$\{{)?")
SENTENCE = re.compile(r"\b[A-ZÀ-Ỹ][\w’']* [a-zà-ỹ’']+|[^\W\d_]{2,}[.!?…]$|[À-ỹ]")
PAGE = "text/html,*/*;q=0.8"  # what a browser accepts that opens an address


def names() -> tuple[set[str], set[str]]:
    """The keys that scripts and pages name whole, and the beginnings of those that they complete."""
    found = [match for text in TEXT.values() for match in KEY.finditer(text)]
    return {match[1] for match in found if not match[2]}, {match[1] for match in found if match[2]}


def catalogue(*families: str) -> set[str]:
    texts = language_named(DEFAULT)
    return {f"{family}.{key.partition('@')[0]}" for family in families for key in texts.family(family)}


def test_every_text_that_is_named_is_there() -> None:
    whole, begun = names()
    there = catalogue(*FAMILIES)
    assert whole - there == set()
    assert {each for each in begun if not any(key.startswith(each) for key in there)} == set()


def test_every_text_is_named() -> None:
    whole, begun = names()
    whole |= set(python_keys("web.", "hub."))
    unused = {key for key in catalogue("web") - whole if not key.startswith(tuple(begun - {"hub."}))}
    assert unused == set()


def python_keys(*beginnings: str) -> Iterator[str]:
    """The keys that the code names."""
    for path in [*(ROOT / "companion" / "web").glob("*.py"), *(ROOT / "companion" / "hub").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith(beginnings):
                yield node.value


def test_every_refusal_has_its_sentence_and_none_is_idle() -> None:
    off = {f"request.off-{name}" for name in ("phone", "referee", "table")}
    assert set(python_keys("request.")) - {"request.off-"} | off == catalogue("request")


def literals(script: str) -> Iterator[str]:
    """The text of each literal of a script, without comments and what templates fill in."""
    bare = re.sub(r"/\*.*?\*/|^\s*//.*$|\s// .*$", "", script, flags=re.DOTALL | re.MULTILINE)
    for literal in re.findall(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`', bare):
        yield re.sub(r"\$\{[^}]*\}", "", "".join(literal))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.relative_to(assets.STATIC).as_posix())
def test_no_script_holds_a_sentence(path: Path) -> None:
    assert [each for each in literals(TEXT[path]) if SENTENCE.search(each)] == []


@pytest.mark.parametrize("path", BODIES, ids=lambda path: path.name)
def test_no_page_holds_a_word(path: Path) -> None:
    body = re.sub(r"\$\w+", "", TEXT[path])
    assert [each for each in re.findall(r">([^<]*)<", body) if each.strip()] == []
    assert re.findall(r'(?<!-)\b(?:aria-label|placeholder|title|alt)="', body) == []


def test_a_sentence_is_found_where_there_is_one() -> None:
    script = 'const said = "Throw the dice"; // A comment is none.\nt(`web.${what}`); make("i", { class: "dot seat" });'
    assert [each for each in literals(script) if SENTENCE.search(each)] == ["Throw the dice"]


@pytest.mark.parametrize(
    ("query", "cookie", "accepts", "expected"),
    [
        (b"lang=vi", "en", "en", "vi"),
        (b"lang=xx", "vi", "en", "vi"),
        (b"", "", "xx-XX,xx;q=0.9,vi;q=0.5,en;q=0.4", "vi"),
        (b"", "", "en;q=0.1, vi-VN", "vi"),
        (b"", "", "xx", "of the table"),
        (b"", "", "vi;q=much", "vi"),
        (b"", "", "", "of the table"),
        (b"", "../../etc", ";;q=,", "of the table"),
    ],
)
def test_the_language_is_what_is_asked_for_first(query: bytes, cookie: str, accepts: str, expected: str) -> None:
    headers = [(b"cookie", f"language={cookie}".encode()), (b"accept-language", accepts.encode())]
    assert choose({"type": "http", "query_string": query, "headers": headers}, "of the table") == expected


def test_the_words_are_sent_once(pages: Server) -> None:
    status, headers, body = ask(pages.port, "GET", "/words/vi.json")
    assert status == 200
    told = json.loads(body)
    assert told["languages"] == dict(offered())
    assert told["texts"]["web.pin"] == "Mã PIN"
    assert ask(pages.port, "GET", "/words/vi.json", if_none_match=headers["etag"])[0] == 304
    assert ask(pages.port, "GET", "/words/xx.json")[0] == 404


@pytest.mark.parametrize("path", ["/", "/table", "/screen", "/help"])
def test_a_page_comes_in_the_language_of_the_browser(pages: Server, path: str) -> None:
    _, headers, body = ask(pages.port, "GET", path, accept_language="vi-VN,vi;q=0.9,en;q=0.8")
    assert b'<html lang="vi">' in body
    assert "Mất kết nối" in body.decode()
    assert "accept-language" in headers["vary"]


def test_a_refusal_is_a_sentence_in_the_language_of_the_page(pages: Server) -> None:
    wish = {"do": "release", "button": "ok"}
    assert json.loads(post(pages.port, "/table/hands?lang=vi", wish)[2])["error"] == "Nút này không được bấm."
    assert json.loads(post(pages.port, "/table/hands", wish)[2])["error"] == "This button is not down."


@pytest.mark.parametrize(
    ("path", "language", "told"),
    [
        ("/phone", "en", "Phones are switched off at this table."),
        ("/phone", "vi", "Bàn này không dùng điện thoại."),
        ("/referee", "en", "The referee’s page is switched off at this table."),
        ("/nowhere", "vi", "Không có trang này."),
    ],
)
def test_what_is_not_there_is_a_page_for_people(pages: Server, path: str, language: str, told: str) -> None:
    status, headers, body = ask(pages.port, "GET", f"{path}?lang={language}", accept=PAGE)
    assert (status, headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert told in body.decode()
    assert f'<html lang="{language}">' in body.decode()


def test_a_strange_host_is_told_so_on_a_page(pages: Server) -> None:
    status, _, body = ask(pages.port, "GET", "/?lang=vi", host="example.com", accept=PAGE)
    assert status == 421
    assert "Trang này không mang tên đó." in body.decode()
