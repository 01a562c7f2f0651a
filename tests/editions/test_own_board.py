"""A board of one's own is checked, loaded and played to the end."""

from pathlib import Path
from random import Random

import pytest

from companion.editions.check import check
from companion.editions.registry import load
from companion.plays.lexis import PlayError
from companion.plays.parser import parse
from companion.plays.scene import stage
from companion.rules.board import Street
from companion.rules.commands import Build, Clear, Correct, Mortgage, Reason, Subject
from companion.rules.edition import Edition
from tests.editions.boards import RENTS, drawn, little, mixed, smaller, write
from tests.refused import refused
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


def draw_little(folder: Path) -> Edition:
    write(folder / "little", **little())
    assert check(folder / "little") == []
    return load("little", directories=[folder])


def own_board(folder: Path, which: str | int) -> Edition:
    return draw_little(folder) if which == "little" else draw(folder, int(which))


OWN = ("little", *DRAWN)


@pytest.mark.parametrize("which", OWN)
def test_boards_of_ones_own_are_played(tmp_path: Path, which: str | int) -> None:
    edition = own_board(tmp_path, which)
    assert len(edition.board.squares) == (24 if which == "little" else which)
    assert all(run(edition, seed) for seed in range(3))


@pytest.mark.parametrize("which", OWN)
def test_both_engines_agree_on_boards_of_ones_own(tmp_path: Path, which: str | int) -> None:
    edition = own_board(tmp_path, which)
    for seed in range(9):
        chance = Random(seed)
        assert fight(Duel(begin(edition, 2 + seed % 3, chance, stacked=True, first=0)), chance)


@pytest.mark.parametrize("group", range(8))
def test_a_hotel_stands_on_the_last_rent_and_needs_no_more_houses_than_there_are_rents(
    tmp_path: Path, group: int
) -> None:
    game = begin(draw(tmp_path, 52), 2, Random(0), stacked=True, first=0)
    rules, state, count = game.rules, game.state, RENTS[group]
    lots = rules.groups[f"g{group}"]
    for lot in lots:
        state.owner[lot] = 0
    state.accounts[0] = 100_000
    if count == 1:
        refusal = game.refusal(Build(0, lots[0]))
        assert refusal is not None
        assert refusal.reason is Reason.NOT_BUILDABLE
        return
    steps = min(4, count - 2) + 1
    for _ in range(steps):
        for lot in lots:
            game.ask(Build(0, lot))
    assert {state.level[lot] for lot in lots} == {count - 1}
    assert rules.cost(rules.square(lots[0], Street), count - 1) == 50 * steps
    assert {rules.rent(state, lot) for lot in lots} == {rules.rents[lots[0]][-1]}
    game.ask(Clear(0, lots[0]))
    assert state.accounts[0] == 100_000 - 25 * steps * len(lots)


def test_a_street_without_buildings_earns_double_in_a_whole_group(tmp_path: Path) -> None:
    game = begin(draw_little(tmp_path), 2, Random(0), stacked=True, first=0)
    game.state.owner[10] = 1
    assert game.rules.rent(game.state, 10) == 2
    game.state.owner[11] = 1
    assert game.rules.rent(game.state, 10) == 4
    assert game.rules.worth(game.state, 1) == 16 + 2 * 2


def test_a_deed_without_a_mortgage_value_is_never_given_mortgaged(tmp_path: Path) -> None:
    write(tmp_path / "little", **little())
    text = "edition little\nplayers red blue\ngiven red owns @10\ngiven @10 mortgaged\nred rolls 1\n"
    with refused(PlayError, "expected a deed with a mortgage value, got Lot 10"):
        stage(parse(text), directories=[tmp_path])


def test_faults_of_streets_without_buildings_are_told(tmp_path: Path) -> None:
    texts = little()
    texts["board"] = texts["board"].replace("rents = [1] }", "rents = [1], house = 50 }", 1)
    texts["board"] = texts["board"].replace("rents = [5] }", "rents = [5, 9] }", 1)
    write(tmp_path / "little", **texts)
    assert sorted(str(fault.key) for fault in check(tmp_path / "little")) == [
        "squares[1].house",
        "squares[22].house",
        "squares[23].rents",
        "squares[2].house",
    ]


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


def test_a_faulty_square_hides_nothing_of_the_others(tmp_path: Path) -> None:
    texts = drawn(DRAWN[24])
    texts["board"] = (
        texts["board"].replace("price = 60,", 'price = "60",', 1).replace("rents = [25, 50]", "rents = [25, 20]", 1)
    )
    texts["board"] = texts["board"].replace("Lot 1.0", "Lot 1.1", 1).replace("squares = 24", "squares = 23")
    texts["edition"] = texts["edition"].replace("squares = 24", "squares = 23")
    write(tmp_path / "drawn", **texts)
    assert sorted(fault.key for fault in check(tmp_path / "drawn")) == [
        "count.squares",
        "squares[1].price",
        "squares[20].rents",
        "squares[4].name",
    ]


@pytest.mark.parametrize("left_out", ['group = "stations", ', "price = 200, ", 'name = "North", '])
def test_what_a_square_leaves_out_is_the_only_fault(tmp_path: Path, left_out: str) -> None:
    texts = drawn(DRAWN[24])
    assert left_out in texts["board"]
    texts["board"] = texts["board"].replace(left_out, "", 1)
    write(tmp_path / "drawn", **texts)
    assert [fault.key for fault in check(tmp_path / "drawn")] == ["squares[20]"]


def test_a_square_of_no_known_kind_is_the_only_fault(tmp_path: Path) -> None:
    texts = drawn(DRAWN[24])
    texts["board"] = texts["board"].replace('kind = "railroad"', 'kind = "railway"', 1)
    write(tmp_path / "drawn", **texts)
    assert [fault.key for fault in check(tmp_path / "drawn")] == ["squares[20].kind"]
