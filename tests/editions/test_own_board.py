"""A board of one's own is checked, loaded and played to the end."""

from pathlib import Path

import pytest

from companion.editions.check import check
from companion.editions.registry import load
from tests.editions.boards import mixed, smaller, write
from tests.rules.test_random_play import run


def test_a_board_of_36_squares_is_good(tmp_path: Path) -> None:
    write(tmp_path / "small", **smaller())
    assert check(tmp_path / "small") == []
    edition = load("small", directories=[tmp_path])
    assert len(edition.board.squares) == 36
    assert edition.board.squares[35].name == "Boardwalk"


@pytest.mark.parametrize("profile", [(), ("quick-classic",), ("deal-all",)])
def test_a_board_of_36_squares_is_played(tmp_path: Path, profile: tuple[str, ...]) -> None:
    write(tmp_path / "small", **smaller())
    edition = load("small", profile, directories=[tmp_path])
    assert all(run(edition, seed) for seed in range(2))


def test_a_board_of_mixed_kinds_is_good_and_played(tmp_path: Path) -> None:
    write(tmp_path / "mixed", **mixed())
    assert check(tmp_path / "mixed") == []
    assert all(run(load("mixed", directories=[tmp_path]), seed) for seed in range(2))
