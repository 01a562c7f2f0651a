"""Dice are drawn without bias: counted over every value that the bytes can have, and the same in a MicroPython VM."""

import hashlib
import subprocess
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from firmware.chance import Pool, face
from tests.firmware.conftest import settings_of
from tests.firmware.pico import HERE, VM, lay_out


def drawn(source: Iterator[int]) -> Iterator[int]:
    """Draw until the bytes are used up."""
    while True:
        try:
            yield face(source.__next__)
        except StopIteration:
            return


def test_every_face_has_as_many_bytes() -> None:
    counts = Counter(drawn(iter(range(256))))
    assert counts == dict.fromkeys(range(1, 7), 32)  # 2 of 8 are drawn again: 64 bytes


def test_after_any_byte_that_is_drawn_again_every_face_is_as_likely() -> None:
    again = [byte for byte in range(256) if byte & 7 in {0, 7}]
    for first in again:
        assert Counter(face(iter((first, second)).__next__) for second in range(256) if second not in again) == (
            dict.fromkeys(range(1, 7), 32)
        )


def test_every_pair_of_faces_has_as_many_pairs_of_bytes() -> None:
    pairs = Counter(tuple(drawn(iter(bytes_of))) for bytes_of in product(range(256), repeat=2))
    assert {pair: count for pair, count in pairs.items() if len(pair) == 2} == {
        (a, b): 32 * 32 for a in range(1, 7) for b in range(1, 7)
    }


def test_chi_square_over_a_pool_with_known_bytes() -> None:
    count = iter(range(10**9))
    pool = Pool(lambda size: next(count).to_bytes(size, "big"), lambda raw: hashlib.sha256(raw).digest())
    rolls = Counter((face(pool.byte), face(pool.byte)) for _ in range(36_000))
    chi_square = sum((seen - 1000) ** 2 / 1000 for seen in rolls.values())
    assert len(rolls) == 36
    assert 17.89 < chi_square < 57.34  # 35 degrees of freedom, 99 of 100 within; the bytes are always the same ones


def test_the_pool_takes_64_raw_bytes_for_32() -> None:
    asked = list[int]()

    def raw(size: int) -> bytes:
        asked.append(size)
        return bytes(size)

    pool = Pool(raw, lambda data: hashlib.sha256(data).digest())
    given = bytes(pool.byte() for _ in range(33))
    assert asked == [64, 64]
    assert given[:32] == hashlib.sha256(bytes(64)).digest()


IN_THE_VM = """
import hashlib
import sys
from firmware.chance import Pool, face

count = iter(range(1000))
pool = Pool(lambda size: next(count).to_bytes(size, "big"), lambda raw: hashlib.sha256(raw).digest())
print(*[face(pool.byte) for _ in range(600)])
sys.stdout.buffer.write(b"\\n")
"""


def test_a_micropython_vm_draws_the_same_dice(tmp_path: Path) -> None:
    count = iter(range(1000))
    pool = Pool(lambda size: next(count).to_bytes(size, "big"), lambda raw: hashlib.sha256(raw).digest())
    lay_out(tmp_path, settings_of("roller"))
    (tmp_path / "main.py").write_text(IN_THE_VM, encoding="utf-8")
    command = ["node", *map(str, (HERE / "vm" / "pico.mjs", VM, tmp_path, 1, 2))]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout.split() == [str(face(pool.byte)) for _ in range(600)]
