"""The little pictures of the display: what a person can do, and what an amount is of."""

from __future__ import annotations

from enum import Enum
from functools import cache

from PIL import Image

from companion.screens.fonts import INK


class Key(Enum):
    """What a person can do, as a small picture."""

    TURN = "turn"
    OK = "ok"
    HOLD = "hold"
    BACK = "back"
    INFO = "info"
    CARD = "card"
    DICE = "dice"
    CASH = "cash"
    HOUSE = "house"
    HOTEL = "hotel"


_PICTURES = {
    Key.TURN: ("...#...", "..###..", ".#####.", ".......", ".#####.", "..###..", "...#..."),
    Key.OK: ("..###..", ".#####.", "#######", "#######", "#######", ".#####.", "..###.."),
    Key.HOLD: ("..###..", ".#...#.", "#.###.#", "#.###.#", "#.###.#", ".#...#.", "..###.."),
    Key.BACK: ("...#...", "..##...", ".######", "#######", ".######", "..##...", "...#..."),
    Key.INFO: ("..###..", "..###..", ".......", "..###..", "..###..", "..###..", "..###.."),
    Key.CARD: ("#########", "#.......#", "#.###...#", "#.###...#", "#.......#", "#..####.#", "#########"),
    Key.CASH: ("..####..", ".#....#.", "#..##..#", "#..##..#", "#..##..#", ".#....#.", "..####.."),
    Key.HOUSE: ("...#...", "..###..", ".#####.", "#######", ".#####.", ".##.##.", ".##.##."),
    Key.HOTEL: ("#######", "#.#.#.#", "#######", "#.#.#.#", "#######", "###.###", "###.###"),
    Key.DICE: ("#######", "#.....#", "#.#.#.#", "#.....#", "#.#.#.#", "#.....#", "#######"),
}


@cache
def picture(key: Key) -> Image.Image:
    """The picture of a key, in mode "1", as large as its ink."""
    rows = _PICTURES[key]
    mask = Image.new("1", (len(rows[0]), len(rows)))
    mask.putdata([INK if dot == "#" else 0 for row in rows for dot in row])
    return mask
