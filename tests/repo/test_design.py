"""What docs/design.md and README.md say of the house is so: rooms, arrows, places."""

import re
from pathlib import Path

import pytest

from tests.repo import rooms
from tests.repo.sources import ROOT, module_of
from tests.repo.test_imports import OURS, room_of, target_module

DESIGN = (ROOT / "docs/design.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", rooms.PAGES, ids=lambda page: page.name)
def test_rooms_and_arrows_are_those_of_the_import_test(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert rooms.rendered(text) == text, "python -m tests.repo.rooms writes it anew"


def test_every_arrow_is_walked() -> None:
    walked = {
        (room_of(module_of(each.file)), room_of(target_module(each)))
        for each in OURS
        if each.target.startswith("companion.")
    }
    assert [f"{start} -> {end}" for start, end, _ in rooms.arrows() if (start, end) not in walked] == []


def test_places_are_there() -> None:
    places = re.findall(r"`((?:companion/)?(?:[a-z_0-9]+/)+(?:[a-z_0-9]+\.py)?)`", DESIGN)
    places = [place for place in places if not place.startswith("tests/")]
    missing = [place for place in places if not (ROOT / "companion" / place.removeprefix("companion/")).exists()]
    assert places
    assert missing == []
