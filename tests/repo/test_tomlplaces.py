"""Each key and value of a TOML document is found where it stands."""

import json
import tomllib
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.tomlplaces import Path, Places, TomlPlace

LETTERS = st.text("ab", min_size=1, max_size=2)
KEYS = st.one_of(LETTERS, st.text("a #.\"=[]{},\\\t'é", max_size=3))
TREES = st.dictionaries(
    KEYS,
    st.recursive(
        st.none(),  # each leaf is numbered when it is written
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
        max_leaves=8,
    ),
    max_size=4,
)


class Writer:
    """Writes a tree as TOML in ways drawn at random, with another number at every leaf."""

    def __init__(self, choose: Callable[[list[str]], str]) -> None:
        self._choose = choose
        self._numbers = count(1000)

    def document(self, tree: dict[str, Any]) -> str:
        return "\n".join(self._table(tree, []))

    def _table(self, tree: dict[str, Any], at: list[str]) -> Iterator[str]:
        headed = {key: value for key, value in tree.items() if self._may_have_header(value) and self._flip()}
        for key, value in tree.items():
            if key not in headed:
                yield self._space() + self._pair(key, value)
        for key, value in headed.items():
            path = [*at, key]
            for table in value if isinstance(value, list) else [value]:
                header = f"{self._space()}.{self._space()}".join(map(self._key, path))
                yield f"[[{header}]] # [x]" if isinstance(value, list) else f"[ {header} ]"
                yield from self._table(table, path)

    def _may_have_header(self, value: Any) -> bool:
        tables = value if isinstance(value, list) else [value]
        return bool(tables) and all(isinstance(table, dict) for table in tables)

    def _pair(self, key: str, value: Any) -> str:
        if isinstance(value, dict) and len(value) == 1 and self._flip():
            inner, value = next(iter(value.items()))
            return f"{self._key(key)}{self._space()}.{self._pair(inner, value)}"
        return f"{self._key(key)}{self._space()}={self._space()}{self._value(value)}"

    def _value(self, value: Any) -> str:
        if isinstance(value, list):
            inside = "".join(f"{self._gap()}{self._value(each)}{self._gap()}," for each in value)
            return f"[{inside}{self._gap()}]"
        if isinstance(value, dict):
            return "{" + ",".join(f" {self._pair(key, each)} " for key, each in value.items()) + "}"
        number = next(self._numbers)
        return self._choose([f"{number}", f"'{number}#]'", f'"{number}\\",\\\\"', f'"""{number}"]\n""\\""""""'])

    def _key(self, key: str) -> str:
        quoted = json.dumps(key, ensure_ascii=False)
        return self._choose([key, quoted]) if key and set(key) <= set("ab") else quoted

    def _flip(self) -> bool:
        return self._choose(["yes", "no"]) == "yes"

    def _space(self) -> str:
        return self._choose(["", " ", "\t "])

    def _gap(self) -> str:
        return self._choose(["", " ", "\n  ", " # ],\n"])


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if children is None:
        yield path, value
    else:
        for step, child in children:
            yield from leaves(child, (*path, step))


def text_at(text: str, place: TomlPlace) -> str:
    return "\n".join(text.split("\n")[place.line - 1 :])[place.column - 1 :]


@given(TREES, st.data())
def test_every_value_and_every_key_of_any_document(tree: dict[str, Any], data: st.DataObject) -> None:
    text = Writer(lambda options: data.draw(st.sampled_from(options))).document(tree)
    places = Places(text)
    for path, leaf in leaves(tomllib.loads(text)):
        number = str(leaf)[:4]
        assert text_at(text, places.values[path]).lstrip("\"'").startswith(number)
        for length in range(1, len(path) + 1):
            assert_key_stands_at(text, path[:length], places.keys[path[:length]])


def assert_key_stands_at(text: str, path: Path, place: TomlPlace) -> None:
    key = path[-1]
    if isinstance(key, str):
        assert text_at(text, place).startswith((key, json.dumps(key, ensure_ascii=False)))


@pytest.mark.parametrize(
    ("text", "path", "key", "value"),
    [
        ("a = 1", ("a",), (1, 1), (1, 5)),
        ("\n\n  a.b.c = 1", ("a", "b", "c"), (3, 7), (3, 11)),
        ("a = 1\r\nb = 2\r\n", ("b",), (2, 1), (2, 5)),
        ('"ê x" = 1', ("ê x",), (1, 1), (1, 9)),
        ('"\\u0061" = 1', ("a",), (1, 1), (1, 12)),
        ("[t]\na = 1", ("t",), (1, 2), (1, 2)),
        ("[[t]]\n[[t]]\n[t.u]\na = 1", ("t", 1, "u", "a"), (4, 1), (4, 5)),
        ("[[t]]\n[[t.u]]\n[[t.u]]\n[[t]]\n[[t.u]]\na=1", ("t", 1, "u", 0, "a"), (6, 1), (6, 3)),
        ("a = [1, [2,\n 3]]", ("a", 1, 1), (2, 2), (2, 2)),
        ("a = {b = 1, c.d = 2}", ("a", "c", "d"), (1, 15), (1, 19)),
        ('a = ["""x""""", 2]', ("a", 1), (1, 17), (1, 17)),
        ("a = '''\n'''''\nb = 1", ("b",), (3, 1), (3, 5)),
        ("a = 1979-05-27 07:32:00 # b = 1\nb = 2", ("b",), (2, 1), (2, 5)),
        ("3.14 = 1", ("3", "14"), (1, 3), (1, 8)),
        ("a = [ # one\n  1, # two\n  2,\n]\nb = 3", ("b",), (5, 1), (5, 5)),
    ],
)
def test_places(text: str, path: Path, key: tuple[int, int], value: tuple[int, int]) -> None:
    tomllib.loads(text)
    places = Places(text)
    assert (places.key(path), places.value(path)) == (key, value)


def test_what_is_not_written_down_is_sought_around_it() -> None:
    places = Places("[t]\na = 1")
    assert places.key(("t", "b", "c")) == (1, 2)
    assert places.value(("t", "b")) == (1, 2)
    assert places.key(("z",)) == (1, 1)
