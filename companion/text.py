"""Small help with words that people mistype in files and commands."""

import re
from collections.abc import Iterable

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


_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(text: str) -> str:
    """A text from outside as one line that moves no cursor and turns no writing round; what would is told as a code."""
    return _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
