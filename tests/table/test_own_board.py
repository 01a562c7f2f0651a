"""A board of one's own for children at the box: one die, deeds without mortgage and buildings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest

from companion.rules.commands import Roll
from companion.screens.canvas import Canvas
from companion.screens.pages.kit import draw
from companion.table.settings import Evening, TableSettings
from companion.table.shown import DeedInfo
from companion.table.views import DiceEntry, OfferScreen
from companion.words.words import Words
from tests.editions.boards import little, write
from tests.table.parlour import Parlour

Opened = Callable[..., Parlour]


def table(opened: Opened, folder: Path, dice: Literal["serial", "buttons", "bank"]) -> Parlour:
    write(folder / "little", **little())
    settings = TableSettings(dice=dice, cards="tag", news_seconds=0, idle_seconds=0)
    evening = Evening(edition="little", players=("red", "blue"), dice=settings.dice, cards="tag")
    parlour = opened(settings=settings, evening=evening, directories=[folder])
    parlour.begin()
    return parlour


def test_one_die_is_asked_for_and_of_two_the_first_counts(opened: Opened, tmp_path: Path) -> None:
    parlour = table(opened, tmp_path, "serial")
    assert parlour.die.asked == 1
    parlour.throw(4, 3)
    assert parlour.last == Roll(0, 4, source="die")
    assert parlour.sees(OfferScreen).lot.square == 4


def test_one_die_is_dialled(opened: Opened, tmp_path: Path) -> None:
    parlour = table(opened, tmp_path, "buttons")
    parlour.press("ok")
    assert parlour.sees(DiceEntry).dice == (1,)
    parlour.press("up", "ok")
    assert parlour.last == Roll(0, 2, source="buttons")


def test_the_bank_throws_one_die(opened: Opened, tmp_path: Path) -> None:
    parlour = table(opened, tmp_path, "bank")
    parlour.press("ok")
    assert isinstance(parlour.last, Roll)
    assert len(parlour.last.dice) == 1


@pytest.mark.parametrize("language", ["en", "fr", "vi"])
@pytest.mark.parametrize("size", [(128, 64), (128, 128), (256, 64)])
def test_a_deed_shows_what_it_has_and_no_more(
    opened: Opened, tmp_path: Path, language: str, size: tuple[int, int]
) -> None:
    parlour = table(opened, tmp_path, "serial")
    parlour.press("info")
    parlour.deed(10)
    screen = parlour.sees(DeedInfo)
    assert (screen.mortgage, screen.house, screen.hotel, screen.rents) == (0, 0, 0, (2,))
    canvas = Canvas(*size)
    draw(screen, canvas, Words(language, parlour.table.edition(), ("red", "blue")))
    assert not [text for text in canvas.texts if "0" in text.replace("10", "")]
