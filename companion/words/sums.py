"""Reads a sum of money as people write it: `1.500.000 đ`, `1,5 triệu`, `150k`, `1tr5`, `2 triệu 500 nghìn`.

Marks between digits mean what the language says, or what another one says where only that gives a whole sum: money has
no fractions. Accents and case do not count, nor does the sign of the money.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from fractions import Fraction

from companion.errors import UserError
from companion.rules.options import HIGHEST_SUM
from companion.words.languages import Manner

LONGEST = 40
MARKS = ((".", ","), (",", "."), (" ", ","), (" ", "."), ("'", "."))  # between thousands and before decimals
_PIECE = re.compile(r"(?P<number>\d(?:\W?\d)*)\s*(?P<word>[^\W\d_]*)(?P<gap>\s*)")

Piece = tuple[str, Fraction]  # a number as it is written, and what it counts


def read_sum(written: str, manner: Manner, money: str, unit: int) -> int:
    """The sum that was written in a money of this sign (`${}`) and unit.

    :raises UserError: it cannot be read, or is no whole number; whether the unit divides it is for the rules to say.
    """
    pieces = _pieces(_bare(written, money), manner) if len(written) <= LONGEST else []
    marks = dict.fromkeys(((_plain(manner.thousands), _plain(manner.decimal)), *MARKS))
    found = [total for each in marks if (total := _total(pieces, *each)) is not None]
    whole = next((int(total) for total in found if total.denominator == 1), HIGHEST_SUM + 1)
    if whole <= HIGHEST_SUM:
        return whole
    if any(total.denominator > 1 for total in found):
        raise UserError("reason.unit.full", unit=unit)
    raise UserError("no-sum", text=written[:LONGEST], example=150 * unit)


def _plain(text: str) -> str:
    """Small letters without accents, one kind of blank and of apostrophe."""
    letters = "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))
    return letters.casefold().replace("đ", "d").replace("\u2019", "'")


def _bare(written: str, money: str) -> str:
    """What was written, without the sign of the money before or behind it; letters behind letters are another word."""
    sign = re.escape(_plain(money.replace("{}", "")).strip())
    return re.sub(rf"^{sign}\s*(?=\d)|(?<![^\W\d_]){sign}$", "", _plain(written).strip(), count=1).strip()


def _scale(manner: Manner) -> Mapping[str, int]:
    """What a word behind a number counts."""
    marks = {manner.thousand: 1_000, manner.million: 1_000_000}
    return {_plain(word): size for word, size in (marks | manner.scale).items()}


def _pieces(text: str, manner: Manner) -> list[Piece]:
    """A number, or numbers and what they count, the largest first; none where the text is anything else.

    Digits close behind a word are its decimals: `1tr5`.
    """
    scale, pieces, at, gap = _scale(manner), list[Piece](), 0, " "
    while at < len(text):
        found = _PIECE.match(text, at)
        if found is None:
            return []
        word, number = found["word"], found["number"]
        last = pieces[-1][1] if pieces else Fraction(HIGHEST_SUM)
        if word or not pieces:
            size = Fraction(scale.get(word, 0) if word else 1)
        else:
            size = last / 10 ** len(number) if number.isdigit() and not gap else Fraction(0)
        if not 0 < size < last:
            return []
        pieces.append((number, size))
        at, gap = found.end(), found["gap"]
    return pieces


def _total(pieces: Iterable[Piece], thousands: str, decimal: str) -> Fraction | None:
    """What the pieces come to where numbers have these marks; None where they are not written so."""
    shape = re.compile(rf"(\d{{1,3}}(?:{re.escape(thousands)}\d{{3}})+|\d+)(?:{re.escape(decimal)}(\d+))?")
    total = None
    for number, size in pieces:
        found = shape.fullmatch(number)
        if found is None:
            return None
        whole, decimals = int(re.sub(r"\D", "", found[1])), found[2] or "0"
        total = (total or 0) + size * (whole + Fraction(int(decimals), 10 ** len(decimals)))
    return total
