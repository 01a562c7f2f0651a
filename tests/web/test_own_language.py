"""A language that people keep beside their settings, is chosen at the table and spoken on its pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import paths
from companion.app.assembly import OpenTable
from companion.web import wording
from companion.words.languages import MANNER, known
from companion.words.translating import begin
from tests.web.browser import Page
from tests.web.stands import served, stand_in

OWN = "pl"
START = 8  # lines below that of the language
MANNERS = """name = "Polski"
alphabet = "aąbcćdeęfghijklłmnńoóprsśtuwyzźż"
thousands = " "
decimal = ","
plural.one = "n = 1"
plural.few = "n % 10 = 2..4 and n % 100 != 12..14"
"""
TEXTS = {
    "heading.toml": [('"Ready?"', '"Gotowi?"')],
    "event.toml": [
        ('Moved.plain = "{seat:P} moves to {square:@}."', 'Moved.plain = "{seat:P} idzie na {square:@}."'),
        ('Bought = "{seat:P} buys {square:@}."', 'Bought = "{seat:P} kupuje {square:@}."'),
    ],
    "page.toml": [('"End your turn?"', '"Na pewno koniec?"')],
    "color.toml": [('red = "Red"', 'red = "Czerwony"'), ('blue = "Blue"', 'blue = "Niebieski"')],
    "count.toml": [('house.many = "{n} houses"', 'house.many = "{n} domów"\nhouse.few = "{n} domy"')],
}
COUNTED = """
    const done = arguments[0];
    import("/static/shared/words.js").then((words) =>
      done([...[1, 3, 5, 12, 22].map((n) => words.counted("house", n)),
        words.number(-1234567), words.decimal(12345.678)]));"""


@pytest.fixture(autouse=True)
def own(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
    folder = paths.languages_directories()[0] / OWN
    folder.parent.mkdir(parents=True)
    begin(folder)
    (folder / MANNER).write_text(MANNERS, encoding="utf-8")
    for name, changes in TEXTS.items():
        text = (folder / name).read_text("utf-8")
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new, 1)
        (folder / name).write_text(text, encoding="utf-8")
    wording.offered.cache_clear()
    yield folder
    wording.offered.cache_clear()


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[OpenTable]:
    with stand_in(tmp_path) as stand:
        yield stand


def press(page: Page, *buttons: str) -> None:
    for button in buttons:
        page.click(f'[data-button="{button}"]')


def test_it_is_chosen_at_the_table_and_spoken_on_display_and_pages(page: Page, stand: OpenTable) -> None:
    """The table begins a game in it and plays a whole turn, that the page tells as it goes."""
    bench = stand.bench
    assert bench
    with served(stand) as server:
        page.open(f"{server.url}table?lang={OWN}")
        page.one(".tag.player")
        press(page, "down", "ok")  # a new game, whose first line is the language
        page.until_text("#says", "English")
        press(page, "ok")
        page.until_text("#says", "Language")
        press(page, *["down"] * list(known()).index(OWN), "ok")
        page.until(lambda: stand.table.feed.snapshot().display.language == OWN)
        page.until_text("#says", "Gotowi?")
        counted = page.driver.execute_async_script(COUNTED)
        assert counted == ["1 house", "3 domy", "5 domów", "12 domów", "22 domy", "\u22121 234 567", "12 345,68"]

        press(page, *["down"] * START, "ok")
        for throw in ((6, 5), (1, 2), (1, 2)):  # who begins, and the first turn
            assert bench.roll(*throw)
        page.until_text("#lines", "Czerwony idzie na Baltic Avenue.")
        press(page, "ok")
        page.until_text("#lines", "Czerwony kupuje Baltic Avenue.")
        page.until_text("#says", "Na pewno koniec?")
        press(page, "ok")
        page.until_text("#says", "Niebieski")
        assert page.complaints() == []
