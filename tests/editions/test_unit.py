"""A money of its own: what is lent and what is classic counts the unit, and no sum falls between two notes."""

from pathlib import Path

import msgspec
import pytest

from companion.editions.check import check
from companion.editions.files import PRINTED_SUMS
from companion.editions.registry import available_profiles, load
from companion.editions.writer import written
from companion.errors import UserError, message
from companion.rules.edition import Edition
from companion.rules.options import HIGHEST_SUM, SUMS

UNIT = 10_000


def figures(printed: msgspec.Struct, unit: int) -> dict[str, object]:
    """All that is printed but the name, sums counted in a unit."""
    found = msgspec.to_builtins(printed) | {"name": ""}
    return {key: counted(value, unit) if key in PRINTED_SUMS else value for key, value in found.items()}


def counted(value: object, unit: int) -> object:
    if isinstance(value, int):
        assert value % unit == 0
        return value // unit
    return [counted(each, unit) for each in value] if isinstance(value, list | tuple) else value


def choices(edition: Edition) -> dict[str, object]:
    found = msgspec.structs.asdict(edition.options)
    return {key: counted(value, edition.unit) if key in SUMS else value for key, value in found.items()}


def test_dong_is_the_classic_game_times_its_unit() -> None:
    dong, classic = load("dong"), load("classic")
    assert (dong.unit, choices(dong)) == (UNIT, choices(classic))
    squares = zip(dong.board.squares, classic.board.squares, strict=True)
    assert [one for one, other in squares if figures(one, UNIT) != figures(other, 1)] == []
    assert dong.decks.keys() == classic.decks.keys()
    for name, deck in dong.decks.items():
        pairs = zip(deck, classic.decks[name], strict=True)
        assert [(one, other) for one, other in pairs if figures(one.effect, UNIT) != figures(other.effect, 1)] == []


@pytest.mark.parametrize("profile", [entry.id for entry in available_profiles()])
def test_a_profile_counts_the_unit_of_the_edition(profile: str) -> None:
    assert choices(load("dong", [profile])) == choices(load("classic", [profile]))


def test_a_rule_is_given_in_full_and_in_whole_notes() -> None:
    assert load("dong", rules={"jail_fee": "750000"}).options.jail_fee == 750_000
    with pytest.raises(UserError) as refused:
        load("dong", rules={"jail_fee": "755000"})
    figures = dict(refused.value.figures)
    assert (figures["key"], figures["what"]) == ("jail_fee", message("edition.off-unit", unit=UNIT))


def write(folder: Path, about: str, lender: str = "classic") -> Path:
    folder.mkdir()
    lent = f'decks = "{lender}"\nboard = "{lender}"\n'
    count = "[count]\nsquares = 40\ndeeds = 28\nchance = 16\nchest = 16\n"
    (folder / "edition.toml").write_text(f'title = "Mine"\n{lent}{about}\n{count}', "utf-8")
    return folder


def test_the_lender_may_have_another_unit(tmp_path: Path) -> None:
    lender = tmp_path / "lender"
    lender.mkdir()
    for name, text in written(load("dong"), str).items():
        (lender / name).write_text(text, "utf-8")
    folder = write(tmp_path / "hundreds", "unit = 100_000", "lender")
    assert check(folder, [tmp_path]) == []
    edition = load("hundreds", directories=[tmp_path])
    chest = msgspec.to_builtins(edition.decks["chest"])
    assert (edition.board.squares[39].name, msgspec.to_builtins(edition.board.squares[39])["price"]) == (
        "Tân Kỳ Tân Quý",
        40_000_000,
    )
    assert chest[1]["effect"]["amount"] == 20_000_000
    assert (edition.options.start_cash, edition.options.auction_min) == (150_000_000, 100_000)
    folder = write(tmp_path / "odd", "unit = 25_000", "lender")
    lent = [message("edition.lent-unit", key=key, unit=UNIT) for key in ("decks", "board")]
    assert {("unit", each) for each in lent} <= {(fault.key, fault.message) for fault in check(folder, [tmp_path])}


@pytest.mark.parametrize(
    ("about", "key"),
    [
        ("unit = 10_000\noptions.jail_fee = 5_000", "options.jail_fee"),
        ("unit = 10_000\nsquares.39.rents = [500_000, 2_000_005, 6_000_000, 14_000_000]", "squares.39.rents"),
        ("unit = 10_000\nsquares.4.amount = 2_000_001", "squares.4.amount"),
        ("unit = 0", "unit"),
    ],
)
def test_a_sum_between_two_notes_is_a_fault_where_it_stands(tmp_path: Path, about: str, key: str) -> None:
    assert key in [fault.key for fault in check(write(tmp_path / "mine", about))]


def test_the_highest_sum_is_far_above_all_boards() -> None:
    assert load("dong").options.start_cash * 10_000 < HIGHEST_SUM < 2**53
