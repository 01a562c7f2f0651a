"""Wrong edition files: each mutation of a good edition is reported at its place; none crashes, none is accepted."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.editions.check import check
from companion.editions.registry import available, load
from companion.editions.shelf import BUILT_IN
from companion.editions.writer import written
from companion.errors import FaultyFile, UserError
from companion.words.refusals import worded
from tests.editions.boards import write
from tests.editions.choices import ABOUT
from tests.refused import refused

MUTATIONS = tomllib.loads((Path(__file__).parent / "mutations.toml").read_text(encoding="utf-8"))["mutations"]


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A good edition of one's own: a copy of the classic one."""
    return write(tmp_path / "mine")


def edit(file: Path, old: str, new: str) -> None:
    good = file.read_text(encoding="utf-8")
    assert old in good
    file.write_text(good.replace(old, new, 1), encoding="utf-8")


def test_there_are_enough_mutations() -> None:
    assert len(MUTATIONS) >= 50
    assert len({(each["old"], each["new"]) for each in MUTATIONS}) == len(MUTATIONS)


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: f"{mutation['key']}-{mutation['says']}")
def test_each_mutation_is_reported_at_its_place(mine: Path, mutation: dict[str, Any]) -> None:
    edit(mine / mutation["file"], mutation["old"], mutation["new"])
    faults = check(mine)
    meant = [fault for fault in faults if fault.key == mutation["key"] and mutation["says"] in worded(fault)]
    assert meant, faults
    file = mine / mutation.get("in", mutation["file"])
    assert meant[0].file == str(file)
    line = file.read_text(encoding="utf-8").splitlines()[meant[0].line - 1]
    assert line[meant[0].column - 1 :].startswith(mutation["at"])


@pytest.mark.parametrize("file", ["board.toml", "cards.toml"])
def test_no_square_group_or_card_is_lost_unnoticed(mine: Path, file: str) -> None:
    lines = (mine / file).read_text(encoding="utf-8").splitlines()
    tried = 0
    for index, line in enumerate(lines):
        if line and not line.lstrip().startswith("#"):
            (mine / file).write_text("\n".join(lines[:index] + lines[index + 1 :]), encoding="utf-8")
            assert check(mine), line
            tried += 1
    assert tried >= 34


TEXTS = written(load("classic"), ABOUT)


@settings(max_examples=40)
@given(file=st.sampled_from(sorted(TEXTS)), where=st.floats(0, 1), junk=st.text(max_size=3), cut=st.integers(0, 9))
def test_no_junk_makes_it_crash(
    tmp_path_factory: pytest.TempPathFactory, file: str, where: float, junk: str, cut: int
) -> None:
    at = int(where * len(TEXTS[file]))
    text = TEXTS[file][:at] + junk.encode("utf-8", "replace").decode() + TEXTS[file][at + cut :]
    folder = write(tmp_path_factory.mktemp("junk") / "mine", **{file.removesuffix(".toml"): text})
    faults = check(folder)
    assert all(fault.line >= 1 and fault.column >= 1 and fault.message for fault in faults)


def test_all_faults_of_the_three_files_come_at_once(mine: Path) -> None:
    edit(mine / "edition.toml", "title =", "titel =")
    edit(mine / "board.toml", "price = 350", 'price = "350"')
    edit(mine / "board.toml", '"parking", name', '"parkin", name')
    edit(mine / "cards.toml", "square = 24", "sqare = 24")
    assert [(Path(fault.file).name, fault.key) for fault in check(mine)] == [
        ("board.toml", "squares[20].kind"),
        ("board.toml", "squares[37].price"),
        ("cards.toml", "chance[1].effect.sqare"),
        ("edition.toml", "titel"),
    ]
    with pytest.raises(FaultyFile) as caught:
        load("mine", directories=[mine.parent])
    assert caught.value.faults == check(mine)


def test_a_missing_file_is_a_fault_with_advice(mine: Path) -> None:
    (mine / "board.toml").unlink()
    assert [worded(fault.message) for fault in check(mine)] == [
        'mine has no board.toml of its own; write one, or borrow it with board = "classic"'
    ]


SLIPS = {
    "squares[37].mortgage": ("board.toml", "price = 350", "price = 360"),
    "chest[2].id": ("cards.toml", '"doctor"', '"Doctor"'),
    "options.min_players": ("edition.toml", "# min_players = 2", "min_players = 8\nmax_players = 3"),
}


@pytest.mark.parametrize(
    ("file", "part", "hidden"),
    [
        ("edition.toml", r"\[count\].*?(?=\n# The choices)", set()),
        ("edition.toml", r"title = [^\n]*", set()),
        ("edition.toml", r"\[options\].*", {"options.min_players"}),
        ("board.toml", r"\[groups\].*", set()),
        ("board.toml", r"squares = \[.*?\n\]", {"squares[37].mortgage", "options.min_players"}),
        ("cards.toml", r"chance = \[.*?\n\]", set()),
        ("edition.toml", "", {"options.min_players"}),
        ("board.toml", "", {"squares[37].mortgage", "options.min_players"}),
        ("cards.toml", "", {"chest[2].id"}),
    ],
)
def test_a_missing_part_hides_no_other_fault(mine: Path, file: str, part: str, hidden: set[str]) -> None:
    for slip in SLIPS.values():
        edit(mine / slip[0], *slip[1:])
    if part:
        text = (mine / file).read_text(encoding="utf-8")
        edit(mine / file, re.findall(part, text, re.DOTALL)[0], "")
    else:
        (mine / file).unlink()
    keys = [fault.key for fault in check(mine / file)]
    assert SLIPS.keys() & set(keys) == SLIPS.keys() - hidden
    assert len(keys) <= 8, keys


def test_folder_names_are_ids(tmp_path: Path) -> None:
    assert "cannot be an id" in worded(check(write(tmp_path / "My Board"))[0])
    assert "built in already" in worded(check(write(tmp_path / "uk"))[0])
    assert not check(write(tmp_path / "my-board-2"))


def test_odd_figures_pass_when_they_are_listed(mine: Path) -> None:
    edit(mine / "board.toml", "price = 350, mortgage = 175", "price = 350, mortgage = 170")
    assert [fault.key for fault in check(mine)] == ["squares[37].mortgage"]
    edit(mine / "edition.toml", "odd_figures = []", "odd_figures = [37]")
    assert not check(mine)


def test_what_may_be_checked(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    edit(mine / "board.toml", "price = 350", "price = 360")
    profiles = mine.parent / "profiles"
    profiles.mkdir()
    (profiles / "odd.toml").write_text('title = "Odd"\nneeds = ["luck"]\n[options]\nauctoin = true\n', encoding="utf-8")
    board = ["squares[37].mortgage"]
    profile = ["needs[0]", "options.auctoin"]
    assert [fault.key for fault in check(mine)] == board
    assert [fault.key for fault in check(mine / "cards.toml")] == board
    assert [fault.key for fault in check(profiles / "odd.toml")] == profile
    assert [fault.key for fault in check(profiles)] == profile
    assert [fault.key for fault in check(mine.parent)] == board + profile
    monkeypatch.chdir(mine)
    assert [fault.key for fault in check(Path())] == board
    with refused(UserError, "no profile here"):
        check(profiles.parent / "nothing")


def test_the_built_in_editions_and_profiles_are_good() -> None:
    assert check(BUILT_IN) == []


@pytest.mark.parametrize("edition_id", [entry.id for entry in available()])
def test_a_copy_of_an_edition_is_good_and_the_same(tmp_path: Path, edition_id: str) -> None:
    original = load(edition_id)
    folder = tmp_path / "copy"
    folder.mkdir()
    for name, text in written(original, ABOUT).items():
        (folder / name).write_text(text, encoding="utf-8")
    assert check(folder) == []
    copy = load("copy", directories=[tmp_path])
    assert (copy.board, copy.decks, copy.options, copy.money) == (
        original.board,
        original.decks,
        original.options,
        original.money,
    )


@pytest.mark.parametrize(
    ("effect", "is_good"),
    [
        ('{ kind = "keep" }', False),
        ('{ kind = "advance", square = 7 }', False),
        ('{ kind = "advance", square = 8 }', True),
        ('{ kind = "step", steps = -5 }', False),
        ('{ kind = "step", steps = -3 }', False),
        ('{ kind = "step", steps = 2 }', True),
        ('{ kind = "pay-or-draw", amount = 10, deck = "chance" }', False),
        ('{ kind = "pay", amount = 10 }', True),
    ],
)
def test_no_deck_leads_from_card_to_card_for_ever(mine: Path, effect: str, is_good: bool) -> None:
    cards = (mine / "cards.toml").read_text(encoding="utf-8")
    cards = cards[: cards.index("chest = [")] + f'chest = [{{ id = "only", effect = {effect} }}]\n'
    (mine / "cards.toml").write_text(cards, encoding="utf-8")
    edit(mine / "edition.toml", "chest = 16", "chest = 1")
    assert [fault.key for fault in check(mine)] == ([] if is_good else ["chest"])
