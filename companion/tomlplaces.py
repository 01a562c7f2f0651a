"""Where each key and value of a TOML document stands.

`tomllib` gives the values without their places, so the text is read a second time here. The reader is only ever
given text that `tomllib` has accepted: it finds its way through valid TOML 1.0 and checks nothing.

A path names a value from the root: table keys as strings, positions in arrays as numbers, so that
`[[squares]]` twice with `rent = [2, 10]` gives `("squares", 1, "rent", 0)`. Headers continue the *last* table of an
array (`[squares.art]`), dotted keys make the tables on their way, and the place of a key is that of its own part.
"""

import re
import tomllib
from bisect import bisect_right
from typing import NamedTuple

Path = tuple[str | int, ...]

_BLANK = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_KEY = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|[A-Za-z0-9_-]+')
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?""""{0,2}' r"|'''.*?''''{0,2}" r'|"(?:[^"\\\n]|\\.)*"' r"|'[^'\n]*'",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}#\n]*")


class TomlPlace(NamedTuple):
    """A place in a text: line and column, both counted from 1, the column in characters."""

    line: int
    column: int


class Places:
    """The places of all keys and values of one valid document."""

    def __init__(self, text: str) -> None:
        self.keys: dict[Path, TomlPlace] = {}
        self.values: dict[Path, TomlPlace] = {}
        _Reader(text.replace("\r\n", "\n"), self).read_document()

    def key(self, path: Path) -> TomlPlace:
        """Find a key, or the nearest table around it that is written down; the document starts at 1:1."""
        return _nearest(self.keys, path)

    def value(self, path: Path) -> TomlPlace:
        """Find the value of a key, or the nearest place around it."""
        return self.values.get(path) or self.key(path)


def _nearest(places: dict[Path, TomlPlace], path: Path) -> TomlPlace:
    while path and path not in places:
        path = path[:-1]
    return places[path] if path else TomlPlace(1, 1)


class _Reader:
    def __init__(self, text: str, found: Places) -> None:
        self._text = text
        self._at = 0
        self._found = found
        self._line_starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._array_lengths: dict[Path, int] = {}  # of arrays of tables only

    def read_document(self) -> None:
        table: Path = ()
        self._skip(_BLANK)
        while self._at < len(self._text):
            if self._peek("["):
                table = self._read_header()
            else:
                self._read_pair(table)
            self._skip(_BLANK)

    def _read_header(self) -> Path:
        is_array = self._peek("[[")
        self._at += 2 if is_array else 1
        parts = self._read_key()
        self._at += 2 if is_array else 1
        path: Path = ()
        for name, place in parts:
            path = self._last_table((*path, name))
            self._found.keys.setdefault(path, place)
        return self._next_table(path, parts[-1][1]) if is_array else path

    def _last_table(self, path: Path) -> Path:
        length = self._array_lengths.get(path)
        return path if length is None else (*path, length - 1)

    def _next_table(self, path: Path, place: TomlPlace) -> Path:
        array = path[:-1] if isinstance(path[-1], int) else path
        index = self._array_lengths.get(array, 0)
        self._array_lengths[array] = index + 1
        self._found.keys[(*array, index)] = place
        return (*array, index)

    def _read_pair(self, table: Path) -> None:
        path = table
        for name, place in self._read_key():
            path = (*path, name)
            self._found.keys.setdefault(path, place)
        self._at += 1  # the equals sign
        self._skip(_SPACE)
        self._read_value(path)

    def _read_key(self) -> list[tuple[str, TomlPlace]]:
        parts = []
        while True:
            self._skip(_SPACE)
            place = self._place()
            parts.append((_unquoted(self._take(_KEY)), place))
            self._skip(_SPACE)
            if not self._peek("."):
                return parts
            self._at += 1

    def _read_value(self, path: Path) -> None:
        self._found.values[path] = self._place()
        if self._peek("["):
            self._read_array(path)
        elif self._peek("{"):
            self._read_inline_table(path)
        elif self._peek('"') or self._peek("'"):
            self._skip(_STRING)
        else:
            self._skip(_SCALAR)

    def _read_array(self, path: Path) -> None:
        index = 0
        while not self._ends("]"):
            self._found.keys[(*path, index)] = self._place()
            self._read_value((*path, index))
            index += 1

    def _read_inline_table(self, path: Path) -> None:
        while not self._ends("}"):
            self._read_pair(path)

    def _ends(self, bracket: str) -> bool:
        """Step over the opening bracket or comma, and over the closing bracket where it follows."""
        self._skip(_BLANK)
        if not self._peek(bracket):
            self._at += 1
            self._skip(_BLANK)
        if not self._peek(bracket):
            return False
        self._at += 1
        return True

    def _peek(self, mark: str) -> bool:
        return self._text.startswith(mark, self._at)

    def _skip(self, pattern: re.Pattern[str]) -> None:
        self._take(pattern)

    def _take(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self._text, self._at)
        if match is None:
            raise ValueError(f"text at offset {self._at} is not valid TOML")
        self._at = match.end()
        return match.group()

    def _place(self) -> TomlPlace:
        line = bisect_right(self._line_starts, self._at)
        return TomlPlace(line, self._at - self._line_starts[line - 1] + 1)


def _unquoted(key: str) -> str:
    return next(iter(tomllib.loads(f"{key} = 0"))) if key[0] in "\"'" else key
