"""A board of one's own is checked, loaded and played to the end."""

from pathlib import Path
from random import Random

import pytest

from companion.editions.check import check
from companion.editions.registry import load
from companion.rules.commands import Correct, Mortgage, Reason, Subject
from companion.rules.edition import Edition
from tests.editions.boards import drawn, mixed, smaller, write
from tests.rules.play import begin
from tests.rules.test_random_play import run
from tests.umpire.duel import Duel
from tests.umpire.random_play import fight


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


DRAWN = {24: (1, 8, 2, 1, 2), 52: (1, 8, 8, 2, 5, 1, 7, 7)}


def draw(folder: Path, size: int) -> Edition:
    write(folder / "drawn", **drawn(DRAWN[size]))
    assert check(folder / "drawn") == []
    return load("drawn", directories=[folder])


@pytest.mark.parametrize("size", DRAWN)
def test_groups_of_one_to_eight_are_played(tmp_path: Path, size: int) -> None:
    edition = draw(tmp_path, size)
    assert len(edition.board.squares) == size
    assert all(run(edition, seed) for seed in range(2))


@pytest.mark.parametrize("size", DRAWN)
def test_both_engines_agree_on_groups_of_one_to_eight(tmp_path: Path, size: int) -> None:
    edition = draw(tmp_path, size)
    for seed in range(6):
        chance = Random(seed)
        assert fight(Duel(begin(edition, 2 + seed % 4, chance, stacked=True, first=0)), chance)


def test_a_deed_without_a_mortgage_value_brings_nothing(tmp_path: Path) -> None:
    game = begin(draw(tmp_path, 24), 2, Random(0), stacked=True, first=0)
    bare = next(at for at in game.rules.deeds if not game.rules.deed(at).mortgage)
    game.state.owner[bare] = 0
    refusal = game.refusal(Mortgage(0, bare))
    assert refusal is not None
    assert refusal.reason is Reason.NO_MORTGAGE
    assert game.refusal(Correct(Subject.MORTGAGED, bare, 1, "")) is not None
    assert game.rules.liquid(game.state, bare) == 0


def test_a_group_of_nine_is_too_large(tmp_path: Path) -> None:
    write(tmp_path / "drawn", **drawn((9, 3, 2)))
    assert [(fault.key, dict(fault.message.figures)["count"]) for fault in check(tmp_path / "drawn")] == [
        ("groups.g0", 9)
    ]
