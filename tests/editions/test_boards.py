"""The boards against a second table of the same figures that was typed by somebody else."""

import csv
from pathlib import Path

import pytest

from companion.editions.registry import load
from companion.rules.board import AnySquare, Deed, Luck, Railroad, Street, Tax, Utility

ROWS = list(csv.DictReader((Path(__file__).parent / "second_source.csv").read_text(encoding="utf-8").splitlines()))
NAMES = {
    "classic": "us_name",
    "classic-2008": "us_name",
    "uk": "uk_name",
    "web": "vn_name",
    "gold": "vn_name",
    "dong": "vn_name",
}
UTILITY = {"web": ("200", "100")}
TAXES = {
    "classic": [(200, 10), (75, 0)],
    "classic-2008": [(200, 0), (100, 0)],
    "uk": [(200, 0), (100, 0)],
    "web": [(200, 10), (100, 0)],
    "gold": [(200, 10), (75, 0)],
    "dong": [(2_000_000, 10), (750_000, 0)],
}


def as_row(square: AnySquare) -> list[str]:
    """A square as the second table writes it: price, rents, house, mortgage."""
    match square:
        case Street():
            return [str(figure) for figure in (square.price, *square.rents, square.house, square.mortgage)]
        case Railroad():
            return [str(square.price), *map(str, square.rents), "", "", "", str(square.mortgage)]
        case Utility():
            factors = [f"x{factor}" for factor in square.factors]
            return [str(square.price), *factors, "", "", "", "", "", str(square.mortgage)]
        case _:
            return [""] * 9


def kind(square: AnySquare) -> str:
    match square:
        case Street():
            return f"street:{square.group.replace('-', ' ')}"
        case Railroad():
            return "station"
        case Utility():
            return "utility"
        case Tax():
            return "tax"
        case Luck():
            return square.deck
        case _:
            return "corner"


def in_money(figure: str, unit: int) -> str:
    """A figure of the second table, which is in dollars; factors are the same in any money."""
    return str(int(figure) * unit) if figure.isdigit() else figure


@pytest.mark.parametrize("edition_id", NAMES)
def test_every_square_is_as_in_the_second_source(edition_id: str) -> None:
    squares, unit = load(edition_id).board.squares, load(edition_id).unit
    assert [int(row["sq"]) for row in ROWS] == list(range(len(squares)))
    for row, square in zip(ROWS, squares, strict=True):
        if row["kind"] == "utility":
            row = row | dict(zip(("price", "mortgage"), UTILITY.get(edition_id, ("150", "75")), strict=True))
        columns = ("price", "r0", "r1", "r2", "r3", "r4", "r5", "house", "mortgage")
        figures = [in_money(row[column], unit) for column in columns]
        assert (row[NAMES[edition_id]], row["kind"], figures) == (square.name, kind(square), as_row(square))


@pytest.mark.parametrize("edition_id", NAMES)
def test_corners_and_taxes(edition_id: str) -> None:
    squares = load(edition_id).board.squares
    corners = [str(type(squares[at]).__struct_config__.tag) for at in (0, 10, 20, 30)]
    assert corners == ["go", "jail", "parking", "to-jail"]
    assert [(each.amount, each.percent) for each in squares if isinstance(each, Tax)] == TAXES[edition_id]


@pytest.mark.parametrize(
    ("edition_id", "deeds", "face", "mortgages"),
    [
        ("classic", 28, 5690, 2845),
        ("classic-2008", 28, 5690, 2845),
        ("uk", 28, 5690, 2845),
        ("gold", 28, 5690, 2845),
        ("dong", 28, 56_900_000, 28_450_000),
        ("web", 28, 5790, 2895),
        ("saigon", 29, 6380, 3190),
        ("junior", 16, 42, 0),
    ],
)
def test_totals(edition_id: str, deeds: int, face: int, mortgages: int) -> None:
    board = load(edition_id).board
    printed = [square for square in board.squares if isinstance(square, Deed)]
    assert len(board.squares) == (24 if edition_id == "junior" else 40)
    assert (len(printed), sum(deed.price for deed in printed), sum(deed.mortgage for deed in printed)) == (
        deeds,
        face,
        mortgages,
    )


@pytest.mark.parametrize(
    ("group", "full"),
    [
        ("brown", 500),
        ("light-blue", 750),
        ("pink", 1500),
        ("orange", 1500),
        ("red", 2250),
        ("yellow", 2250),
        ("green", 3000),
        ("dark-blue", 2000),
    ],
)
def test_hotels_on_a_whole_group_cost_what_boards_0_says(group: str, full: int) -> None:
    board = load("classic").board
    streets = [square for square in board.squares if isinstance(square, Street) and square.group == group]
    assert sum((street.top - 1) * street.house + street.hotel_price for street in streets) == full


class TestSaigon:
    """Boards 5.1: our own figures keep the counts of S3 and their rules of thumb."""

    board = load("saigon").board

    def test_kinds_are_counted_as_the_source_says(self) -> None:
        tags = [type(square).__struct_config__.tag for square in self.board.squares]
        counts = {tag: tags.count(tag) for tag in set(tags)}
        corners = {"go": 1, "court": 1, "parking": 1, "planning": 1}
        assert counts == corners | {"street": 25, "railroad": 4, "tax": 3, "cards": 3, "tram": 1}

    def test_streets_follow_the_rules_of_thumb(self) -> None:
        for street in self.board.squares:
            if isinstance(street, Street):
                bare = street.price // 10
                assert street.rents == (bare, 4 * bare, 10 * bare, 22 * bare, 35 * bare), street.name
                assert street.hotel == 2 * street.house, street.name

    def test_lifting_is_printed_on_every_deed_and_rounded_up(self) -> None:
        for at in self.board.deeds():
            deed = self.board.squares[at]
            assert isinstance(deed, Deed)
            assert deed.lift == -(-deed.mortgage * 11 // 10), deed.name

    def test_stations_and_companies_pay_as_pairs(self) -> None:
        pairs = {square.group: square.rents for square in self.board.squares if isinstance(square, Railroad)}
        assert pairs == {"stations": (25, 60), "companies": (20, 50)}

    @pytest.mark.parametrize(
        ("at", "price", "bare", "market", "shop"),
        [
            (1, 60, 6, 210, 50),
            (9, 140, 14, 490, 80),
            (24, 260, 26, 910, 100),
            (36, 360, 36, 1260, 120),
            (39, 400, 40, 1400, 150),
        ],
    )
    def test_samples(self, at: int, price: int, bare: int, market: int, shop: int) -> None:
        street = self.board.squares[at]
        assert isinstance(street, Street)
        assert (street.price, street.rents[0], street.rents[-1], street.house) == (price, bare, market, shop)

    def test_pagodas_take_50_75_and_100(self) -> None:
        assert [(square.name, square.amount) for square in self.board.squares if isinstance(square, Tax)] == [
            ("Chùa Bà Thiên Hậu", 50),
            ("Chùa Ngọc Hoàng", 75),
            ("Chùa Giác Lâm", 100),
        ]
