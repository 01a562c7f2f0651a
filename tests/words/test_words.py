"""The catalogues are complete: every event, reason, card and command of every edition has words in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion import editions, rules
from companion.dispatch import members
from companion.editions import registry
from companion.errors import UserError
from companion.rules import why
from companion.rules.charges import BASES
from companion.rules.commands import AnyCommand, Reason, Refusal
from companion.rules.edition import Edition
from companion.rules.events import Cause, Corrected, HandedOver, Joined, TakenBack, TurnBegan
from companion.words.languages import known, language_named, placeholders, plain, same_rules
from companion.words.words import Words
from tests.refused import refused
from tests.screens import samples

LANGUAGES = list(known())
EDITIONS = [entry.id for entry in registry.available()]
PLAYERS = ("Red", "Blue", "Green")


@pytest.fixture(params=EDITIONS)
def edition(request: pytest.FixtureRequest) -> Edition:
    return registry.load(request.param)


@pytest.fixture(params=LANGUAGES)
def words(request: pytest.FixtureRequest, edition: Edition) -> Words:
    return Words(request.param, edition, PLAYERS)


def keys(name: str) -> dict[str, str]:
    spoken = language_named(name)
    return {f"{part}.{key}": text for part in spoken.families() for key, text in spoken.family(part).items()}


@pytest.mark.parametrize("name", LANGUAGES)
def test_all_catalogues_have_the_same_keys(name: str) -> None:
    def needed(of: str) -> set[str]:
        return {plain(key) for key in keys(of) if not key.startswith("count.")}

    assert needed(name) == needed("en")
    things = {key.split(".")[1] for key in keys("en") if key.startswith("count.")}
    forms = [*language_named(name).manner.plural, "many"]
    counted = {plain(key) for key in keys(name) if key.startswith("count.")}
    assert counted == {f"count.{thing}.{form}" for thing in things for form in forms}


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_variants_stand_beside_a_general_text(spoken: str) -> None:
    assert {plain(key) for key in keys(spoken)} <= keys(spoken).keys()


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_the_same_text_wants_the_same_figures_in_all_languages(spoken: str) -> None:
    def wanted(text: str) -> dict[str, str]:
        return {name: spec.lower() for name, spec in placeholders(text).items()}

    def fits(key: str, text: str) -> bool:
        thing, form = plain(key).rpartition(".")[::2]
        if key.startswith("count.") and form != "many":  # `1 house`; elsewhere 0 has this form as well
            return wanted(text).items() <= wanted(english[f"{thing}.many"]).items()
        return wanted(text) == wanted(english[plain(key)])

    english = keys("en")
    assert [key for key, text in keys(spoken).items() if not fits(key, text)] == []


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_no_text_is_empty_or_has_stray_blanks(spoken: str) -> None:
    wrong = [key for key, text in keys(spoken).items() if not text or text != text.strip() or "  " in text]
    assert wrong == []


def test_vietnamese_is_composed(words: Words) -> None:
    import unicodedata

    wrong = [text for text in keys(words.language).values() if text != unicodedata.normalize("NFC", text)]
    assert wrong == []


def test_every_event_has_a_sentence(words: Words) -> None:
    assert words.edition is not None
    for event in samples.events(words.board, words.edition):
        sentence = words.sentence(event)
        assert sentence[-1] in ".?)!", sentence
        assert "{" not in sentence


def test_a_sentence_names_payer_payee_and_amount(words: Words) -> None:
    from companion.rules.events import Cause, Paid

    for cause in Cause:
        for square in (-1, 1):
            sentence = words.sentence(Paid(0, 1, 1234, cause, square))
            assert sentence.index("Red") < sentence.index("Blue") < sentence.index(words.money(1234)), sentence


def test_every_card_has_words_and_a_title(words: Words) -> None:
    assert words.edition is not None
    for deck in words.edition.decks.values():
        for card in deck:
            assert len(words.card(card)) > 5
            assert words.has(f"title.{card.id}"), card.id


def test_amounts_on_cards_are_in_the_currency_of_the_edition(words: Words) -> None:
    assert words.edition is not None
    for deck in words.edition.decks.values():
        for card in deck:
            amount = getattr(card.effect, "amount", None)
            if amount:
                assert words.money(amount) in words.card(card)


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_is_told_with_its_rules(words: Words, reason: Reason) -> None:
    told = words.reason(Refusal(reason, "C-88"))
    assert told.endswith(" (C-88)")
    assert len(told) > len(" (C-88)") + 5


def test_a_reason_tells_its_figures_when_they_are_known(words: Words) -> None:
    told = words.reason(Refusal(Reason.TOO_POOR, needed=1234, cash=17))
    assert words.money(1234) in told
    assert words.money(17) in told


def test_only_the_rules_of_the_editions_own_sources_are_cited() -> None:
    refusal = Refusal(Reason.NOT_NOW, "S0-19", "S1-04", "S2-09", "S4-17")
    assert Words("en", registry.load("gold")).reason(refusal).endswith(" (S2-09)")
    assert Words("en", registry.load("classic")).reason(refusal).endswith(" (S0-19, S4-17)")


def test_every_command_has_a_label(words: Words) -> None:
    for kind in members(AnyCommand):
        assert words.has(f"label.{kind.__name__}"), kind


def test_a_court_speaks_of_shops_and_markets() -> None:
    words = Words("en", registry.load("saigon"), PLAYERS)
    assert words.buildings(1, 3) == "3 shops"
    assert words.buildings(1, 4) == "1 market"
    classic = Words("en", registry.load("classic"), PLAYERS)
    assert classic.buildings(1, 4) == "4 houses"
    assert classic.buildings(1, 5) == "1 hotel"


@pytest.mark.parametrize(
    ("language", "edition_id", "amount", "expected"),
    [
        ("en", "classic", 1500, "$1,500"),
        ("vi", "classic", 50, "$50"),
        ("vi", "gold", 1234567, "1.234.567đ"),
        ("en", "saigon", -20, "\u2212P20"),
        ("en", "uk", 0, "£0"),
    ],
)
def test_money_is_written_as_the_edition_says(language: str, edition_id: str, amount: int, expected: str) -> None:
    assert Words(language, registry.load(edition_id)).money(amount) == expected


def test_an_unknown_language_is_refused() -> None:
    with refused(UserError, f"known here: {', '.join(known())}"):
        Words("xx")


def test_a_board_of_ones_own_needs_no_words_in_the_catalogue() -> None:
    classic = registry.load("classic")
    words = Words("vi", classic)
    assert words.title("my-own-card") == "my own card"
    assert words.group("dark-green") == "dark green"
    assert words.deck("fortune") == "fortune"


def test_lists_are_joined() -> None:
    words = Words("en")
    assert words.listed([]) == "nothing"
    assert words.listed(["a"]) == "a"
    assert words.listed(["a", "b", "c"]) == "a, b and c"


SOURCES = {"S0": 72, "S1": 37, "S2": 52, "S3": 43, "S4": 61}


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_every_rule_of_the_sources_is_told_in_a_line(spoken: str) -> None:
    words = Words(spoken)
    ids = [f"{source}-{number:02}" for source, last in SOURCES.items() for number in range(1, last + 1)]
    assert [rule for rule in ids if words.rule(rule) == rule] == []


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_every_rule_that_the_engine_cites_is_told(spoken: str) -> None:
    sources = Path(rules.__path__[0]).rglob("*.py"), Path(editions.__path__[0]).rglob("*.py")
    cited = {
        rule for files in sources for file in files for rule in re.findall(r'"([SCB]\d?-\d+)"', file.read_text("utf-8"))
    }
    assert len(cited) > 100
    words = Words(spoken)
    assert [rule for rule in sorted(cited) if words.rule(rule) == rule] == []


PRINTED = {"B-05", "B-10", "B-20"}  # rents of one board


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_sums_in_rules_are_those_that_were_chosen(spoken: str) -> None:
    """All other numbers count things, minutes or hundredths."""
    family = language_named(spoken).family("rule")
    bare = {rule: re.findall(r"\d\d+(?![\d\u202f ]*%)", re.sub(r"{.*?}", "", text)) for rule, text in family.items()}
    counts = {
        "S0-02": ["60", "90"],
        "S0-03": ["32", "12"],
        "S2-17": ["10"],
        "S3-03": ["30", "15"],
        "J-08": ["24", "16", "20"],
    }
    unknown = {rule: found for rule, found in bare.items() if found and rule not in PRINTED}
    assert unknown.items() <= counts.items()
    words = Words(spoken, registry.load("dong"))
    assert words.money(15_000_000) in words.rule("S0-05")


def test_rules_told_by_another_stand_for_themselves_nowhere() -> None:
    for rule, same in same_rules().items():
        assert rule not in language_named("en").family("rule")
        assert same in language_named("en").family("rule")


def test_an_unknown_rule_is_named() -> None:
    assert Words("en").rule("S9-99") == "S9-99"


@pytest.mark.parametrize(
    ("topic", "figures", "told"),
    [
        (
            "rent.doubled",
            {"amount": 32, "site": 16, "doubled": 2},
            "Rent $32 = $16 × 2: the owner has the whole group.",
        ),
        ("rent.throw", {"amount": 80, "factor": 10, "throw": 8}, "Rent $80 = $10 × 8 on the dice."),
        ("rent.level", {"amount": 1400, "site": 1400, "level": 3}, "Rent $1,400: printed for 3 houses."),
        (
            "rent.count",
            {"amount": 100, "site": 50, "count": 2, "times": 2},
            "Rent $100: the owner has 2 of this group. Card: × 2.",
        ),
        ("salary", {"amount": 200}, "$200: salary."),
        ("trade", {"amount": 50}, "$50: trade."),
        ("trade", {}, "An offer waits for an answer."),
        ("auction", {"low": 10}, "Highest bid wins: at least $10."),
        ("too-poor", {"needed": 400, "cash": 120}, "Needs $400, has only $120."),
    ],
)
def test_a_ruling_is_told_with_its_figures(topic: str, figures: dict[str, int], told: str) -> None:
    assert Words("en", registry.load("classic"), PLAYERS).ruled(topic, figures, 39).startswith(told)


def test_every_topic_of_a_ruling_is_told(words: Words) -> None:
    for cause in Cause:
        assert words.money(10) in words.ruled(cause, {"amount": 10}, 1)
    for kind, basis in BASES.items():
        figures = {"amount": 10} if not kind.startswith("no-") else {}
        assert words.ruled(kind, {**dict.fromkeys(basis.figures, 2), **figures}, 1)
    for topic in why.PROMPTS:
        assert words.ruled(topic, {"low": 1, "high": 2})


def test_players_called_by_a_color_are_called_so_in_every_language() -> None:
    words = Words("vi", registry.load("classic"), ("red", "Minh"))
    assert words.players == ("Đỏ", "Minh")
    assert words.sentence(TurnBegan(0)) == "Đến lượt Đỏ."
    assert words.sentence(HandedOver(1, "yellow", "blue")).startswith("Vàng ngồi vào ghế của Lam")
    assert words.sentence(Joined("yellow", 0)).startswith("Vàng vào ván")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", ["", "  "])
def test_a_correction_without_a_reason_says_so(language: str, reason: str) -> None:
    words = Words(language, registry.load("classic"), ("red", "blue"))
    for event in (Corrected("cash", 0, 300, reason), TakenBack(2, reason)):
        said = words.sentence(event)
        assert words.raw("term.no-reason") in said
        assert "()" not in said.replace(" ", "")
