"""Editions of one's own, made from a copy of the classic one as a person would edit it."""

import re
from pathlib import Path

from companion.editions.registry import load
from companion.editions.writer import written
from tests.editions.choices import ABOUT


def write(folder: Path, **changed: str) -> Path:
    """Write a copy of the classic edition, with texts put in place of its own (`board=...` for board.toml)."""
    folder.mkdir(exist_ok=True)
    for name, text in written(load("classic"), ABOUT).items():
        (folder / name).write_text(changed.get(name.removesuffix(".toml"), text), encoding="utf-8")
    return folder


def smaller() -> dict[str, str]:
    """The classic board without its utilities and its brown streets: 36 squares, by hand as a person would do it."""
    texts = written(load("classic"), ABOUT)
    lines = texts["board.toml"].splitlines()
    gone = ("Mediterranean", "Baltic", 'kind = "utility"', "brown =", "utilities =")
    texts["board.toml"] = "\n".join(line for line in lines if not any(part in line for part in gone))
    cards = texts["cards.toml"].splitlines()
    texts["cards.toml"] = "\n".join(line for line in cards if 'id = "utility"' not in line)
    for old, new in (("square = 24", "square = 21"), ("square = 39", "square = 35"), ("square = 11", "square = 9")):
        texts["cards.toml"] = texts["cards.toml"].replace(old, new)
    counts = (("squares = 40", "squares = 36"), ("deeds = 28", "deeds = 24"), ("chance = 16", "chance = 15"))
    for old, new in counts:
        texts["edition.toml"] = texts["edition.toml"].replace(old, new)
    return by_stem(texts)


def mixed() -> dict[str, str]:
    """The classic board with a courthouse, a tram, a planning office, and a hotel after two houses."""
    texts = written(load("classic"), ABOUT)
    for file, old, new in (
        ("board.toml", 'kind = "jail"', 'kind = "court"'),
        ("board.toml", 'kind = "parking", name = "Free Parking"', 'kind = "tram", name = "Tram", fare = 15'),
        ("board.toml", 'kind = "tax", name = "Luxury Tax", amount = 75', 'kind = "planning", name = "Planning"'),
        ("edition.toml", "# hotel_needs = 4", "hotel_needs = 2"),
        ("edition.toml", "# jail_tries = 3", "jail_tries = 0"),
        ("edition.toml", '# jail_after = "pay-and-move"', 'jail_after = "free"'),
        ("edition.toml", "# build_fee = 0", "build_fee = 120"),
    ):
        assert old in texts[file]
        texts[file] = texts[file].replace(old, new)
    six_rents = r"rents = \[(\d+), (\d+), (\d+), (\d+), \d+, \d+\]"
    texts["board.toml"] = re.sub(six_rents, r"rents = [\1, \2, \3, \4]", texts["board.toml"])
    return by_stem(texts)


def by_stem(texts: dict[str, str]) -> dict[str, str]:
    return {name.removesuffix(".toml"): text for name, text in texts.items()}
