"""Pictures as the panel's memory wants them, and which parts of it have to be sent again.

A page is eight rows; a byte is a column of one page with the top pixel lowest. Panels with greys have a page for each
row, and a byte is two pixels of it. A band is a rectangle of whole pages and
some columns. Each band costs `overhead` bytes beside its own, so neighbours are joined when that is cheaper.
"""

from collections.abc import Iterator
from typing import NamedTuple

from PIL import Image

_NIBBLES = tuple(
    bytes((0xF0 if byte << bit & 0x80 else 0) | (0x0F if byte << bit & 0x40 else 0) for bit in (0, 2, 4, 6))
    for byte in range(256)
)


class Band(NamedTuple):
    """Pages `top` to `bottom` and columns `left` to `right`, all inclusive."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def size(self) -> int:
        """Bytes of memory in it."""
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)


def page_bytes(image: Image.Image) -> bytes:
    """Turn a picture of mode "1" into the panel's memory, page by page (performance: Tap to glass: at most 0.05 ms)."""
    pages = image.height // 8
    columns = image.transpose(Image.Transpose.TRANSPOSE).tobytes("raw", "1;R")
    return b"".join(columns[page::pages] for page in range(pages))


def nibble_bytes(image: Image.Image) -> bytes:
    """Turn a picture of mode "1" into the memory of a panel with greys: four bits a pixel, the left one highest."""
    return b"".join([_NIBBLES[byte] for byte in image.tobytes()])


def aligned(band: Band, step: int) -> Band:
    """Widen a band to columns that are whole multiples of `step` bytes."""
    return Band(band.top, band.bottom, band.left // step * step, band.right // step * step + step - 1)


def changed_bands(old: bytes, new: bytes, width: int, overhead: int) -> list[Band]:
    """List the cheapest bands that lead from `old` to `new` where a band may be several pages high."""
    bands: list[Band] = []
    for band in changed_rows(old, new, width):
        if bands and bands[-1].bottom + 1 == band.top:
            joined = _join(bands[-1], band)
            if joined.size <= bands[-1].size + band.size + overhead:
                bands[-1] = joined
                continue
        bands.append(band)
    return bands


def changed_rows(old: bytes, new: bytes, width: int) -> Iterator[Band]:
    """Yield for each page that differs the columns from the first to the last difference."""
    for page in range(len(new) // width):
        was, now = old[page * width : (page + 1) * width], new[page * width : (page + 1) * width]
        if was != now:
            left = _same(was, now)
            yield Band(page, page, left, width - 1 - _same(was[::-1], now[::-1]))


def cut(memory: bytes, band: Band, width: int) -> bytes:
    """Take the bytes of a band out of the memory."""
    return b"".join(
        memory[page * width + band.left : page * width + band.right + 1] for page in range(band.top, band.bottom + 1)
    )


def _same(was: bytes, now: bytes) -> int:
    """Count the bytes that are equal before the first difference (there is one)."""
    difference = int.from_bytes(was, "big") ^ int.from_bytes(now, "big")
    return len(now) - (difference.bit_length() + 7) // 8


def _join(a: Band, b: Band) -> Band:
    return Band(a.top, b.bottom, min(a.left, b.left), max(a.right, b.right))
