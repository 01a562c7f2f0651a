import random

from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from companion.devices.bands import Band, changed_bands, changed_rows, cut, page_bytes

WIDTH, PAGES, OVERHEAD = 128, 8, 10


def picture(seed: int, width: int = WIDTH, height: int = 64) -> Image.Image:
    chance = random.Random(seed)
    return Image.frombytes("1", (width, height), chance.randbytes(width * height // 8))


def pixel_by_pixel(image: Image.Image) -> bytes:
    """The same as page_bytes, as the data sheet's figure 10-1 draws it."""
    return bytes(
        sum(1 << bit for bit in range(8) if image.getpixel((column, 8 * page + bit)))
        for page in range(image.height // 8)
        for column in range(image.width)
    )


def apply(old: bytes, new: bytes, bands: list[Band]) -> bytes:
    memory = bytearray(old)
    for band in bands:
        body, width = cut(new, band, WIDTH), band.right - band.left + 1
        assert len(body) == band.size
        for row, page in enumerate(range(band.top, band.bottom + 1)):
            start = page * WIDTH + band.left
            memory[start : start + width] = body[row * width : (row + 1) * width]
    return bytes(memory)


@settings(max_examples=10)
@given(st.integers(), st.sampled_from([(128, 64), (128, 32), (128, 128), (256, 64), (64, 48)]))
def test_page_bytes_are_those_of_the_data_sheet(seed: int, size: tuple[int, int]) -> None:
    image = picture(seed, *size)
    assert page_bytes(image) == pixel_by_pixel(image)


@given(st.lists(st.tuples(st.integers(0, WIDTH * PAGES - 1), st.integers(1, 255)), max_size=30))
def test_the_bands_lead_from_the_old_picture_to_the_new(changes: list[tuple[int, int]]) -> None:
    old = page_bytes(picture(1))
    new = bytearray(old)
    for place, difference in changes:
        new[place] ^= difference
    after = bytes(new)
    bands = changed_bands(old, after, WIDTH, OVERHEAD)
    rows = list(changed_rows(old, after, WIDTH))
    assert apply(old, after, bands) == apply(old, after, rows) == after
    assert sum(band.size + OVERHEAD for band in bands) <= sum(band.size + OVERHEAD for band in rows)
    assert bool(bands) == (old != after)


def test_neighbours_are_joined_when_that_is_cheaper() -> None:
    old = bytes(WIDTH * PAGES)
    near, far = bytearray(old), bytearray(old)
    near[10] = near[WIDTH + 12] = 1
    far[0] = far[WIDTH + 127] = 1
    assert changed_bands(old, bytes(near), WIDTH, OVERHEAD) == [Band(0, 1, 10, 12)]
    assert changed_bands(old, bytes(far), WIDTH, OVERHEAD) == [Band(0, 0, 0, 0), Band(1, 1, 127, 127)]
