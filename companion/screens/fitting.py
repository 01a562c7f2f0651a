"""Fits texts into boxes: usual abbreviations first, then whole letters are left out and an ellipsis says so."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from companion.screens.fonts import Font, composed

ELLIPSIS = "\u2026"
_UNBROKEN = re.compile(r"[^ \n]+")  # no-break spaces hold words together

# Words of printed names by what is usual for them, the longest gain first; whole words only.
SHORT = {
    "Boulevard": "Bd",
    "Community": "Comm.",
    "Railroad": "RR",
    "Avenue": "Av.",
    "Station": "Stn",
    "Company": "Co.",
    "Gardens": "Gdns",
    "Square": "Sq.",
    "Street": "St",
    "Place": "Pl.",
    "Road": "Rd",
    "Công ty": "Cty",
    "Nhà máy": "NM",
    "Bến xe": "BX",
    "Nguyễn": "Ng.",
    "Huỳnh": "H.",
    "Pennsylvania": "Penn.",  # there are two of them on a board, told apart by their last word
    "Mediterranean": "Medit.",
    "North": "N.",
}


def letters(text: str) -> list[str]:
    """A text in what a reader takes for letters: a base character with all marks on it."""
    found: list[str] = []
    for each in composed(text):
        if found and unicodedata.combining(each):
            found[-1] += each
        else:
            found.append(each)
    return found


def fit(font: Font, text: str, width: int) -> str:
    """The text if it fits, else with usual abbreviations, else with as many whole letters as fit and an ellipsis."""
    if font.width(text) <= width:
        return text
    for shorter in _abbreviated(text):
        text = shorter
        if font.width(text) <= width:
            return text
    return _cut(font, text, width)


def _abbreviated(text: str) -> Iterator[str]:
    head, slash, _ = text.partition(" / ")
    if slash:
        text = head  # boards print some names in two languages
        yield text
    for word, short in SHORT.items():
        shorter = re.sub(rf"\b{word}\b(?!\.)", short, text)
        if shorter != text:
            text = shorter
            yield text


def _cut(font: Font, text: str, width: int) -> str:
    kept = letters(text)
    while kept and font.width("".join(kept).rstrip() + ELLIPSIS) > width:
        kept.pop()
    return "".join(kept).rstrip() + ELLIPSIS


def wrap(font: Font, text: str, width: int) -> list[str]:
    """The text in lines of whole words; a word that is wider than a line is broken between letters."""
    lines: list[str] = []
    for word in _UNBROKEN.findall(text):
        for piece in _pieces(font, word, width):
            joined = f"{lines[-1]} {piece}" if lines else piece
            if lines and font.width(joined) <= width:
                lines[-1] = joined
            else:
                lines.append(piece)
    return lines


def _pieces(font: Font, word: str, width: int) -> Iterator[str]:
    if font.width(word) <= width:
        yield word
        return
    piece = ""
    for letter in letters(word):
        if piece and font.width(piece + letter) > width:
            yield piece
            piece = ""
        piece += letter
    yield piece


def block(font: Font, text: str, width: int, lines: int) -> list[str]:
    """The text in at most so many lines: what is too much ends in an ellipsis on the last one."""
    wrapped = wrap(font, text, width)
    if len(wrapped) <= lines:
        return wrapped
    return [*wrapped[: lines - 1], _cut(font, " ".join(wrapped[lines - 1 :]), width)]
