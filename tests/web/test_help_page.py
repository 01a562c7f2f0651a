"""The rules as a page: of the edition that is played, in our words, with those marked that rule the moment."""

from __future__ import annotations

import json

import pytest

from companion.config import WebSection
from companion.editions import registry
from companion.editions.explained import allowed
from companion.rules.commands import Buy, End, Roll
from companion.rules.options import Options
from companion.web.help import rules_of
from companion.web.server import Server
from companion.words.words import Words
from tests.web.browser import Page
from tests.web.conftest import serve
from tests.web.feeds import GameFeed
from tests.web.listener import ask
from tests.words.speaking import built_in


@pytest.mark.parametrize("language", built_in())
@pytest.mark.parametrize("edition", [entry.id for entry in registry.available()])
def test_every_rule_of_an_edition_is_told_once(edition: str, language: str) -> None:
    chosen = registry.load(edition)
    told = rules_of(chosen, language)
    ids = [rule for topic in told.topics for same, _ in topic.rules for rule in same]
    assert len(ids) == len(set(ids))
    assert set(Words(language, chosen).rules()) <= set(ids)
    assert all(text and text not in same for topic in told.topics for same, text in topic.rules)


def test_options_that_were_chosen_are_told() -> None:
    told = rules_of(
        registry.load("classic", (), {"go_salary": 400, "auction": False, "lift_interest": 20, "build_fee": 50}), "en"
    )
    assert ("go_salary", "$400") in told.figures
    options = {key: text for key, text, _ in told.options}
    sources = {key: source for key, _, source in told.options}
    assert sources["auction"] == "(house rule, S3-13)"
    assert sources["build_fee"] == "(house rule)"
    assert sources["lift_interest"] == "(house rule)"
    assert options["auction"] == "A deed that is not bought is not auctioned."
    assert options["build_fee"] == "Before the first building there is a fee of $50, or a permit."
    assert options["lift_interest"] == "Lifting a mortgage costs 20 % interest."
    assert "S0-20" not in {rule for topic in told.topics for same, _ in topic.rules for rule in same}


@pytest.mark.parametrize("language", built_in())
def test_whatever_is_chosen_has_a_sentence(language: str) -> None:
    words = Words(language, registry.load("classic"))
    for key in Options.__struct_fields__:
        for value in values(key):
            assert words.has(f"option.{key}.{value}"), (key, value)


def values(key: str) -> list[str]:
    """What an option may be, as the texts call it: `n` for any number."""
    given = [value for part in allowed(key).split(", ") for value in part.split(" or ")]
    return ["n" if value[0].isdigit() or value in ("more", "NAME SUM ...") else value for value in given]


def test_without_a_game_the_next_edition_is_told() -> None:
    feed = GameFeed("saigon")
    for server in serve(Server(feed.feed, feed, None, WebSection(port=0))):
        status, _, body = ask(server.port, "GET", "/help/rules?lang=vi")
        assert (status, json.loads(body)["title"]) == (200, "Sài Gòn")


def test_the_ruling_of_the_moment_is_marked(page: Page, served: Server, feed: GameFeed) -> None:
    page.open(f"{served.url}help?lang=en")
    page.until_text("#now", "Red: roll the dice")
    feed.ask(Roll(0, 1, 2), Buy(0), End(0), Roll(1, 1, 2))
    page.until_text("#now", "Rent $4: the site alone, as printed.")
    page.one('#rules .now-on[data-rule="S0-24 S4-20"]')
    page.one("#search").send_keys("release")
    page.until(lambda: all("release" in text.lower() for text in page.texts("#rules li")))
    page.speak("vi")
    page.until_text("#rules", "Tiền lương")
    assert not page.is_wider_than_screen()
    assert page.complaints() == []
