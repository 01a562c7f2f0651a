"""A painter makes pictures of its panel's size, and keeps the words while the game stays the same."""

from __future__ import annotations

import pytest

from companion.editions import registry
from companion.screens.painter import Painter
from companion.table.parts import Party
from companion.table.views import EnrolPlayer, Idle


@pytest.mark.parametrize("size", [(128, 64), (128, 128), (256, 64)])
def test_pictures_have_the_size_of_the_panel_in_one_bit(size: tuple[int, int]) -> None:
    picture = Painter(*size).paint(EnrolPlayer(name="red", number=1, of=4), "vi")
    assert picture.size == size
    assert picture.mode == "1"
    assert picture.getbbox() is not None


def test_words_are_kept_until_language_edition_or_players_change() -> None:
    painter, edition = Painter(), registry.load("classic")
    words = painter.words("en", edition, ("red", "blue"))
    assert painter.words("en", edition, ("red", "blue")) is words
    assert painter.words("vi", edition, ("red", "blue")) is not words
    assert painter.words("vi", edition, ("red", "green")).players == ("Đỏ", "Lục")


def test_the_language_shows() -> None:
    page = Idle(who=Party(0, "red"))
    assert Painter().paint(page, "en").tobytes() != Painter().paint(page, "vi").tobytes()
