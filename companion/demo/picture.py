"""The panel's pixels as characters of a terminal."""

from __future__ import annotations

BLOCKS = {(0, 0): " ", (1, 0): "\u2580", (0, 1): "\u2584", (1, 1): "\u2588"}


def half_blocks(bits: bytes, width: int, height: int) -> str:
    """Two rows of pixels in each line; `bits` row by row, eight pixels a byte with the left one highest."""
    stride = width // 8
    rows = [_pixels(bits[at * stride : (at + 1) * stride]) for at in range(height)]
    lines = ("".join(map(BLOCKS.__getitem__, zip(*rows[at : at + 2], strict=True))) for at in range(0, height, 2))
    edge = "\u2500" * width
    return f"\u250c{edge}\u2510\n" + "\n".join(f"\u2502{line}\u2502" for line in lines) + f"\n\u2514{edge}\u2518"


def _pixels(row: bytes) -> list[int]:
    return [byte >> bit & 1 for byte in row for bit in range(7, -1, -1)]
