"""The manual: a section for each situation in every language, with pictures that are those of the display."""

import re
from pathlib import Path

import pytest

from companion.words.languages import DEFAULT
from tests.words.speaking import built_in

DOCS = Path(__file__).parents[2] / "docs"
MANUALS = {name: DOCS / ("play.md" if name == DEFAULT else f"play.{name}.md") for name in built_in()}
PICTURE = re.compile(r'src="([^"]+)"')


def sections(language: str) -> list[str]:
    return MANUALS[language].read_text(encoding="utf-8").split("\n## ")[1:]


@pytest.mark.parametrize("language", MANUALS)
def test_every_section_has_pictures_in_its_language(language: str) -> None:
    for section in sections(language):
        pictures = PICTURE.findall(section)
        assert pictures, section
        for picture in pictures:
            assert f"/golden/{language}/" in picture
            assert (DOCS / picture).is_file(), picture


def test_all_languages_tell_the_same() -> None:
    pictures = {
        language: [[Path(each).name for each in PICTURE.findall(section)] for section in sections(language)]
        for language in MANUALS
    }
    assert [name for name, told in pictures.items() if told != pictures[DEFAULT]] == []
