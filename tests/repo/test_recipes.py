"""The recipes of CONTRIBUTING.md lead to every place that a new thing is written into."""

import re

import pytest

from tests.repo.sources import ROOT

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
RECIPES = dict(re.findall(r"^### Add an? (\w[\w ]*)\n(.*?)(?=^#)", TEXT, re.MULTILINE | re.DOTALL))
WANTED = {"play", "option", "square", "event", "screen", "language", "device", "format", "edition", "subcommand"}
EXAMPLES = {name: found[1] for name, text in RECIPES.items() if (found := re.search(r"Example: `(\w+)`", text))}
NOT_WRITTEN = {"docs/cases.md", "docs/performance.md", "CHANGELOG.md"}  # made by a command, or told there anyway


def places(text: str) -> list[str]:
    """The paths that a recipe names, but for those with words in capitals to be replaced."""
    found = re.findall(r"`((?:companion|tests|docs|hardware)/[\w./-]+|wiring\.md)`", text)
    return [place for place in found if not re.search(r"[A-Z]{2}", place)]


def mentions(word: str) -> list[str]:
    """The files of program, tests and documents in which a word stands."""
    files = (file for folder in ("companion", "tests", "docs", "hardware") for file in (ROOT / folder).rglob("*"))
    return [
        str(file.relative_to(ROOT))
        for file in files
        if file.suffix in {".py", ".toml", ".md"} and re.search(rf"\b{word}\b", file.read_text(encoding="utf-8"))
    ]


def test_there_is_a_recipe_for_each_thing() -> None:
    assert RECIPES.keys() >= WANTED


@pytest.mark.parametrize("name", RECIPES)
def test_the_places_of_a_recipe_are_there_and_a_test_stands_behind_it(name: str) -> None:
    assert [place for place in places(RECIPES[name]) if not (ROOT / place).exists()] == []
    assert any(place.startswith("tests/") for place in places(re.split("(?:Checked|Carried out) by", RECIPES[name])[1]))


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_recipe_names_every_place_of_its_example(name: str) -> None:
    named = tuple(places(RECIPES[name]))
    written = [file for file in mentions(EXAMPLES[name]) if file not in NOT_WRITTEN]
    assert written
    assert [file for file in written if not file.startswith(named)] == []
