"""Lines out of the bare pages of a ledger, when SQLite cannot reach them any more.

A page holds most lines in one piece. The first line of a game, with its whole edition, goes on in other pages: where
its piece ends stands the number of the next page (big-endian, 4 bytes), and each of those begins with the number of the
one after it, 0 in the last (sqlite.org/fileformat2, "Cell Payload Overflow Pages"). How long the first piece is depends
on what was lost, so every length that SQLite uses is tried; the hash of the line tells which one is right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from companion.ledger.entry import Damaged, hash_of, place_of
from companion.ledger.sqlite import PAGE

_START = rb'\{"game":"'  # of a line; a page may still hold the beginning of an old one before a whole one
_WHOLE = re.compile(_START + rb'[^"\n\0]{1,80}","seq":\d+,(?:(?!' + _START + rb')[^\n\0])+?,"hash":"[0-9a-f]{64}"\}')
_OPENING = re.compile(rb'\{"format":\d+,"game":"[^"\n\0]{1,80}","seq":0,')
_END = re.compile(rb',"hash":"[0-9a-f]{64}"\}')
_LOCAL = range(400, 1003)  # bytes of a line that SQLite may leave in the cell of a page of 4096
_WAL_HEADER, _FRAME_HEADER = 32, 24

Pieces = dict[tuple[str, int], bytes]


def carve(path: Path) -> Pieces:
    """All lines with a good hash in a ledger and its log, by game and number."""
    file = path.read_bytes()
    log = path.with_name(path.name + "-wal")
    frames = list(_frames(log.read_bytes())) if log.exists() else []
    pages = [file[at : at + PAGE] for at in range(0, len(file), PAGE)]
    by_number = dict(enumerate(pages, 1)) | dict(frames)
    every = chain(pages, (page for _, page in frames))
    return sound(line for page in every for line in _lines(page, by_number))


def sound(lines: Iterable[bytes]) -> Pieces:
    """Those lines that have their hash, by game and number."""
    pieces: Pieces = {}
    for line in lines:
        place = place_of(line)
        if place and _is_whole(line):
            pieces[place.game, place.seq] = line
    return pieces


def _frames(log: bytes) -> Iterator[tuple[int, bytes]]:
    """The pages of a log with their numbers, whatever became of its checksums."""
    for at in range(_WAL_HEADER, len(log) - _FRAME_HEADER, _FRAME_HEADER + PAGE):
        page = at + _FRAME_HEADER
        yield int.from_bytes(log[at : at + 4], "big"), log[page : page + PAGE]


def _lines(page: bytes, pages: dict[int, bytes]) -> Iterator[bytes]:
    for match in _WHOLE.finditer(page):
        yield match[0]
    for match in _OPENING.finditer(page):
        for length in _LOCAL:
            yield from _spread(page[match.start() : match.start() + length], page, match.start() + length, pages)


def _spread(piece: bytes, page: bytes, at: int, pages: dict[int, bytes]) -> Iterator[bytes]:
    """The line that begins with a piece of a page and goes on in the pages that a number at `at` leads to."""
    number = int.from_bytes(page[at : at + 4], "big")
    parts, seen = [piece], set[int]()
    while number in pages and number not in seen:
        seen.add(number)
        parts.append(pages[number][4:])
        number = int.from_bytes(pages[number][:4], "big")
    line = b"".join(parts)
    end = _END.search(line) if number == 0 and seen else None
    if end:
        yield line[: end.end()]


def _is_whole(line: bytes) -> bool:
    try:
        hash_of(line)
    except Damaged:
        return False
    return True
