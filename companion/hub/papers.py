"""What is printed for a round: the seating by name, a card for each seat, and the codes with which boxes join."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from companion.errors import UserError
from companion.hub.store import TableBox
from companion.tournament.state import Tournament
from companion.words.lexicon import Lexicon

if TYPE_CHECKING:
    from companion.printing.ink import Ink

MARGIN, LINE, PAPER = 15.0, 7.0, "a4"  # mm
COLUMNS, CARD = 2, (90.0, 55.0)
CODES, SIDE = 4, 38.0


def seating(tournament: Tournament, number: int, language: str) -> bytes:
    """Who sits where in a round, by name, so that everybody finds himself (PDF)."""
    rows = [
        (tournament.name(person), table + 1, seat + 1)
        for table in range(len(tournament.rounds[number].tables))
        for seat, person in enumerate(tournament.players(number, table))
    ]
    title = _title(tournament, number, language)
    words = Lexicon(language)
    return _listed(title, words.text("paper.columns"), sorted(rows, key=lambda row: words.manner.collated(row[0])))


def _title(tournament: Tournament, number: int, language: str) -> str:
    return Lexicon(language).text("paper.round", name=tournament.set_up.name, round=number + 1)


def _listed(title: str, columns: str, rows: Sequence[tuple[str, int, int]]) -> bytes:
    out, ink = _new(title)
    per_page = int((ink.height - 3 * MARGIN) // LINE)
    for first in range(0, len(rows), per_page):
        if first:
            ink.end_page()
        ink.text(MARGIN, MARGIN, title, 18)
        ink.right(ink.width - MARGIN, MARGIN, columns, 11)
        for at, (name, table, seat) in enumerate(rows[first : first + per_page]):
            y = 2 * MARGIN + at * LINE
            ink.text(MARGIN, y, name, 13)
            ink.right(ink.width - MARGIN, y, f"{table}, {seat}", 13)
    return _done(out, ink)


def name_cards(tournament: Tournament, number: int, language: str) -> bytes:
    """A card for each seat of a round to stand at the table (PDF)."""
    from reportlab.lib.colors import white

    from companion.printing.ink import BOLD, GREY, fitted

    out, ink = _new(_title(tournament, number, language))
    words = Lexicon(language)
    seats = [
        (tournament.name(person), words.text("paper.seat", round=number + 1, table=table + 1, seat=seat + 1))
        for table in range(len(tournament.rounds[number].tables))
        for seat, person in enumerate(tournament.players(number, table))
    ]
    for x, y, (name, place) in _grid(ink, seats):
        ink.rectangle(x, y, *CARD, fill=white, edge=GREY)
        size, lines = fitted(name, CARD[0] - 10, 26, BOLD, 2)
        for line, text in enumerate(lines):
            ink.middle(x + CARD[0] / 2, y + 20 + line * size * 0.4, text, size, BOLD)
        ink.middle(x + CARD[0] / 2, y + CARD[1] - 12, place, 12)
    return _done(out, ink)


def codes(url: str, invited: Sequence[tuple[TableBox, str]], language: str) -> bytes:
    """What each box joins with, as a code to scan and a line to type (PDF)."""
    words = Lexicon(language)
    out, ink = _new(words.text("paper.joining"))
    for at, (box, code) in enumerate(invited):
        if at and at % CODES == 0:
            ink.end_page()
        y = MARGIN + at % CODES * (SIDE + 2 * MARGIN)
        ink.code(MARGIN, y, SIDE, joining_text(url, code))
        ink.text(MARGIN + SIDE + 8, y + 4, box.name, 20)
        ink.text(MARGIN + SIDE + 8, y + 16, words.text("paper.type"), 11)
        ink.text(MARGIN + SIDE + 8, y + 22, f"banker table join {url} {code}", 9)
    return _done(out, ink)


def joining_text(url: str, code: str) -> str:
    """What a joining code says when it is scanned; `banker table join` takes it as it is."""
    return f"{url}#{code}"


def _grid(ink: Ink, items: Sequence[tuple[str, str]]) -> Iterator[tuple[float, float, tuple[str, str]]]:
    rows = int((ink.height - 2 * MARGIN) // CARD[1])
    for at, item in enumerate(items):
        on_page = at % (rows * COLUMNS)
        if at and not on_page:
            ink.end_page()
        yield MARGIN + on_page % COLUMNS * CARD[0], MARGIN + on_page // COLUMNS * CARD[1], item


def _new(title: str) -> tuple[io.BytesIO, Ink]:
    try:
        from companion.printing.ink import Ink
    except ModuleNotFoundError as error:
        raise UserError("tournament.no-reportlab") from error
    out = io.BytesIO()
    return out, Ink(out, PAPER, title)


def _done(out: io.BytesIO, ink: Ink) -> bytes:
    ink.end_page()
    ink.save()
    return out.getvalue()
