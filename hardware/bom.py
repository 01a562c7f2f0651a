"""`python -m hardware.bom`: renders the parts of bom.toml into the tables of README.md."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

import msgspec

HERE = Path(__file__).parent
README = HERE / "README.md"
TITLES = {"box": "The box", "table": "For the board", "roller": "The roller", "cube": "The cube, thrown twice"}
_PLACE = re.compile("(?<=<!-- parts: hardware/bom.toml -->\n).*?(?=<!-- end of parts -->)", re.DOTALL)


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"bought_for": "for"}):
    """One line of the bill: a part, how many, US dollars for each, and what else would do."""

    name: str
    count: int
    price: float
    bought_for: Literal["box", "table", "roller", "cube"]
    alternatives: str
    wired: str = ""
    optional: bool = False


class _Bill(msgspec.Struct, forbid_unknown_fields=True):
    part: list[Part]


def parts() -> list[Part]:
    """Read bom.toml; msgspec's errors for what is wrong in it."""
    return msgspec.toml.decode((HERE / "bom.toml").read_bytes(), type=_Bill).part


def tables(bill: Iterable[Part]) -> Iterator[str]:
    """Write one table for each thing that parts are bought for, its sum without what is optional."""
    bought = list(bill)
    for key, title in TITLES.items():
        chosen = [part for part in bought if part.bought_for == key]
        total = sum(part.count * part.price for part in chosen if not part.optional)
        yield f"\n**{title}**, about ${total:.0f}\n\n| count | part | $ each | or |\n|---:|---|---:|---|\n"
        for part in chosen:
            name = part.name + (" (optional)" if part.optional else "")
            yield f"| {part.count} | {name} | {part.price:.2f} | {part.alternatives} |\n"
    yield "\n"


def rendered(page: str) -> str:
    """Put the tables into a page, between its marks."""
    return _PLACE.sub("".join(tables(parts())).replace("\\", r"\\"), page, count=1)


if __name__ == "__main__":
    README.write_text(rendered(README.read_text(encoding="utf-8")), encoding="utf-8")
