"""Editions of one's own, made from a copy of the classic one as a person would edit it."""

import re
from pathlib import Path

from companion.editions.registry import load
from companion.editions.writer import written
from tests.editions.choices import ABOUT

RENTS = (6, 2, 3, 1, 8, 5, 4, 6)  # of the groups of a drawn board, one by one


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


def drawn(sizes: tuple[int, ...]) -> dict[str, str]:
    """A board with groups of streets of these sizes, each with another number of rents, chance between them, and two
    railroads; without utilities."""
    texts = written(load("classic"), ABOUT)
    chance, last = '{ kind = "cards", name = "Chance", deck = "chance" }', '{ kind = "jail", name = "Jail" }'
    squares = ['{ kind = "go", name = "GO" }']
    for group, size in enumerate(sizes):
        rents = RENTS[group % len(RENTS)]
        squares += [_lot(f"g{group}", 60 + 40 * group, f"Lot {group}.{lot}", rents) for lot in range(size)] + [chance]
    squares += [_station("North"), _station("South"), '{ kind = "parking", name = "Park" }', last]
    groups = [f'g{group} = {{ color = "#{group * 31 % 256:02x}80c0" }}' for group in range(len(sizes))]
    groups.append('stations = { color = "#333333" }')
    texts["board.toml"] = "\n".join(["squares = [", *(f"{each}," for each in squares), "]", "[groups]", *groups])
    effects = (
        'kind = "receive", amount = 50',
        'kind = "pay", amount = 30',
        'kind = "advance", square = 1',
        'kind = "arrest"',
    )
    cards = [f'{{ id = "card-{at}", effect = {{ {effect} }} }}' for at, effect in enumerate(effects)]
    texts["cards.toml"] = f"chance = [{', '.join(cards)}]"
    counts = f"[count]\nsquares = {len(squares)}\ndeeds = {sum(sizes) + 2}\nchance = {len(cards)}\n"
    texts["edition.toml"] = f'title = "Drawn"\n{counts}'
    return by_stem(texts)


def _lot(group: str, price: int, name: str, count: int) -> str:
    rents = [price // 10 * times for times in (1, 5, 15, 30, 40, 50, 60, 70)[:count]]
    mortgage = 0 if price == 100 else price // 2
    house = "house = 50, " if count > 1 else ""
    return (
        f'{{ kind = "street", name = "{name}", group = "{group}", price = {price}, mortgage = {mortgage}, '
        f"{house}rents = {rents} }}"
    )


def little() -> dict[str, str]:
    """A board for children: one die, 24 squares, pairs of lots with one rent and nothing else on their deeds."""
    texts = written(load("classic"), ABOUT)
    corners = {0: "go", 6: "jail", 12: "parking", 18: "to-jail"}
    squares, prices = [], (1, 1, 2, 2, 3, 3, 4, 5)
    for at in range(24):
        if at in corners:
            squares.append(f'{{ kind = "{corners[at]}", name = "Corner {at}" }}')
        elif at % 3 == 0:
            squares.append('{ kind = "cards", name = "Chance", deck = "chance" }')
        else:
            price = prices[at // 3]
            figures = f'group = "g{at // 3}", price = {price}, mortgage = 0, rents = [{price}]'
            squares.append(f'{{ kind = "street", name = "Lot {at}", {figures} }}')
    groups = [f'g{group} = {{ color = "#{group * 31:02x}80c0" }}' for group in range(8)]
    texts["board.toml"] = "\n".join(["squares = [", *(f"{each}," for each in squares), "]", "[groups]", *groups])
    effects = ('kind = "receive", amount = 2', 'kind = "pay", amount = 1', 'kind = "keep", use = "release"')
    cards = [f'{{ id = "card-{at}", effect = {{ {effect} }} }}' for at, effect in enumerate(effects)]
    texts["cards.toml"] = f"chance = [{', '.join(cards)}]"
    options = "dice = 1\nstart_cash = 16\ngo_salary = 2\njail_fee = 1\nauction = false\nmax_players = 4\n"
    texts["edition.toml"] = f'title = "Little"\n[count]\nsquares = 24\ndeeds = 16\nchance = 3\n[options]\n{options}'
    return by_stem(texts)


def _station(name: str) -> str:
    figures = "price = 200, mortgage = 100, rents = [25, 50]"
    return f'{{ kind = "railroad", name = "{name}", group = "stations", {figures} }}'


def by_stem(texts: dict[str, str]) -> dict[str, str]:
    return {name.removesuffix(".toml"): text for name, text in texts.items()}
