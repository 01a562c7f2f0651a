"""A game as codes to be scanned, for a table that has neither network nor stick.

An export is compressed, written in base 32 and cut; each piece says which it is, of how many, and of what:

    BANKER 3/17 K7FQ3MXPAHLM2SV4 MFRGGZDF...

All letters belong to the alphanumeric set of QR codes (ISO/IEC 18004 7.4.4). Pieces may be scanned in any order and
more than once, a line each; nothing is believed of them but what `intake` proves.
"""

from __future__ import annotations

import hashlib
import lzma
import re
from base64 import b32decode, b32encode
from collections.abc import Iterable
from html import escape

from companion.errors import UserError

MARK = "BANKER"
LETTERS = 1_400  # in one code: version 22 with error correction L, which a phone reads from a screen
LARGEST = 64 * 2**20
_PIECE = re.compile(rf"{MARK} (\d+)/(\d+) ([A-Z2-7]{{16}}) ([A-Z2-7]*)")


def cut(export: bytes) -> list[str]:
    packed = lzma.compress(export, preset=9)
    text = b32encode(packed).decode().rstrip("=")
    pieces = [text[at : at + LETTERS] for at in range(0, len(text), LETTERS)]
    return [f"{MARK} {at}/{len(pieces)} {_digest(packed)} {piece}" for at, piece in enumerate(pieces, start=1)]


def join(lines: Iterable[str]) -> bytes:
    """The export whose pieces were scanned; `UserError` names those that are missing, or says what does not fit."""
    found: dict[int, str] = {}
    heads: set[tuple[str, str]] = set()
    for line in filter(None, map(str.strip, lines)):
        match = _PIECE.fullmatch(line)
        if match is None:
            raise UserError("publishing.no-piece", text=line[:40])
        found[int(match[1])] = match[4]
        heads.add((match[2], match[3]))
    if len(heads) != 1:
        raise UserError("publishing.mixed-pieces")
    ((count, digest),) = heads
    missing = [at for at in range(1, int(count) + 1) if at not in found]
    if missing:
        raise UserError("publishing.missing-pieces", count=int(count), missing=missing)
    return _unpacked("".join(found[at] for at in range(1, int(count) + 1)), digest)


def is_pieces(content: bytes) -> bool:
    """Whether a file holds scanned pieces, not an export."""
    return content.lstrip().startswith(MARK.encode() + b" ")


def page(title: str, pieces: list[str]) -> str:
    """All pieces as a page of codes to be scanned one after another, from a screen or on paper."""
    import segno

    figures = "\n".join(
        f"<figure>{segno.make_qr(piece, error='l').svg_inline(scale=4)}<figcaption>{at} / {len(pieces)}</figcaption>"
        "</figure>"
        for at, piece in enumerate(pieces, start=1)
    )
    style = "figure{margin:8mm;display:inline-block;text-align:center;break-inside:avoid;background:#fff}"
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{style}</style>'
    return f"<!doctype html>\n<html><head>{head}</head>\n<body><h1>{escape(title)}</h1>\n{figures}\n</body></html>\n"


def _unpacked(text: str, digest: str) -> bytes:
    packed = b32decode(text + "=" * (-len(text) % 8))
    if _digest(packed) != digest:
        raise UserError("publishing.wrong-pieces")
    try:
        return lzma.LZMADecompressor().decompress(packed, LARGEST)
    except lzma.LZMAError as error:
        raise UserError("publishing.no-game-in-pieces", error=str(error)) from error


def _digest(packed: bytes) -> str:
    return b32encode(hashlib.sha256(packed).digest()[:10]).decode()
