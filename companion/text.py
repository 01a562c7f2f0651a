"""Small help with words that people mistype in files and commands."""

import re
from collections.abc import Iterable
from typing import Any, TextIO

from companion.errors import NOTHING, Message, message


def closest(word: str, known: Iterable[str]) -> str | None:
    """Name the known word that a mistyped one most likely stood for, or None when nothing is near."""
    from difflib import get_close_matches  # only on the way to an error

    by_folded = {each.casefold(): each for each in known}
    near = get_close_matches(word.casefold(), by_folded, n=1)
    return by_folded[near[0]] if near else None


def advice(word: str, known: Iterable[str]) -> Message:
    """What follows an unknown word: the one that was meant, else all known words, else nothing when there are none."""
    words = tuple(known)
    near = closest(word, words)
    if near is not None:
        return message("advice.near", name=near)
    return message("advice.known", names=words) if words else NOTHING


_OTHERS = "\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff"
_CONTROLS = re.compile(f"[\x00-\x1f{_OTHERS}]")
_MOVES = re.compile(f"[\x00-\x08\x0b\x0c\x0e-\x1f{_OTHERS}]|\r(?!\n)")  # all but tabs and the ends of lines


def printable(text: str) -> str:
    """A text from outside as one line that moves no cursor and turns no writing round; what would is told as a code."""
    return text if text.isprintable() else _CONTROLS.sub(_code, text)


def _code(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


class PlainText:
    """A stream of text for people, on which nothing moves a cursor, whatever the files say that it is told from; `bare`
    is the stream below, for our own pictures."""

    def __init__(self, bare: TextIO) -> None:
        self.bare = bare

    def write(self, text: str) -> int:
        """Write lines; control characters in them as codes."""
        return self.bare.write(text if text.isprintable() else _MOVES.sub(_code, text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.bare, name)


def bare(stream: TextIO) -> TextIO:
    """The stream on which a cursor may be moved."""
    return stream.bare if isinstance(stream, PlainText) else stream
