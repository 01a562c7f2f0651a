"""What is shown are the rules in force: no sentence contradicts a choice, in any edition, by any profile or option."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import msgspec
import pytest

from companion.editions import registry
from companion.editions.explained import allowed
from companion.editions.reader import in_unit
from companion.errors import UserError
from companion.rules import grounds, why
from companion.rules.edition import HOUSE_RULES, Edition
from companion.rules.inforce import HOLDS, is_decisive, is_in_force
from companion.rules.options import Options
from companion.web.help import COUNTS, FIGURES, rules_of
from companion.words.languages import same_rules
from companion.words.words import Words
from tests.words.speaking import built_in

EDITIONS = [entry.id for entry in registry.available()]
NUMBERS = ("0", "1", "3", "25")
# Sentences that cannot stand on one page.
QUARRELS = [
    ("S0-20", "S3-13"),
    ("S0-26", "S3-20"),
    ("S0-25", "S3-36"),
    ("S0-42", "S3-19"),
    ("S0-56", "S2-36"),
    ("S0-56", "S3-38"),
    ("S0-66", "S0-72"),
    ("S0-22", "S0-71"),
    ("S0-14", "S3-10"),
    ("S0-40", "S4-60"),
    ("S0-41", "S0-46"),
    ("S0-47", "S0-69"),
    ("S0-34", "S3-30"),
    ("S0-39", "S3-29"),
    ("S1-26", "S3-14"),
    ("S2-31", "S3-39"),
    ("S2-35", "S3-35"),
    ("S0-61", "S3-41"),
    ("S0-05", "S2-45"),
]


def variants(edition: str) -> Iterator[Edition]:
    """The edition, with each profile, and with each value of each option, as far as they go together."""
    yield registry.load(edition)
    for profile in registry.available_profiles():
        yield from _loaded(edition, (profile.id,), {})
    for key in Options.__struct_fields__:
        for value in values(key):
            yield from _loaded(edition, (), {key: value})


def _loaded(edition: str, profiles: tuple[str, ...], rules: dict[str, str | int | bool]) -> Iterator[Edition]:
    try:
        yield registry.load(edition, profiles, rules)
    except UserError:
        return


def values(key: str) -> list[str]:
    """All values of a choice of words, and some numbers."""
    found = [value for part in allowed(key).split(", ") for value in part.split(" or ")]
    words = [value for value in found if value.replace("-", "").isalpha() and value != "more"]
    return [{"true": "yes", "false": "no"}.get(word, word) for word in words] or list(NUMBERS)


def shown(edition: Edition) -> set[str]:
    """The ids of all rules that can be shown to players of an edition: help, why, refusals."""
    groups = [*(ids for name, ids in vars(grounds).items() if name.isupper()), *why.PROMPTS.values()]
    told = {rule for topic in rules_of(edition, "en").topics for same, _ in topic.rules for rule in same}
    return told | {rule for ids in groups for rule in edition.cited(ids)}


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_sentence_contradicts_a_choice(edition: str) -> None:
    count = 0
    for variant in variants(edition):
        rules = shown(variant)
        assert [rule for rule in sorted(rules) if not is_in_force(rule, variant.options, variant.unit)] == []
        assert [pair for pair in QUARRELS if set(pair) <= rules] == []
        count += 1
    assert count > len(Options.__struct_fields__)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_choice_that_decides_something_is_told_once(edition: str) -> None:
    for variant in variants(edition):
        told = rules_of(variant, "en")
        spoken = {rule for topic in told.topics for same, _ in topic.rules for rule in same}
        by_rules = {key for rule in spoken for key, values in HOLDS.get(rule, {}).items() if len(values) == 1}
        by_itself = [key for key, _, _ in told.options]
        decisive = {key for key in Options.__struct_fields__ if is_decisive(key, variant.options, variant.unit)}
        assert len(by_itself) == len(set(by_itself))
        assert not by_rules & set(by_itself)
        assert decisive <= by_rules | set(by_itself) | {*FIGURES, *COUNTS}


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_a_choice_rests_on_is_the_same_in_any_money(edition: str) -> None:
    for variant in variants(edition):
        dear = in_unit(variant, str(10 * variant.unit))
        assert [dear.behind(key) for key in Options.__struct_fields__] == [
            variant.behind(key) for key in Options.__struct_fields__
        ]
        options, others = rules_of(variant, "en").options, rules_of(dear, "en").options
        assert [(key, source) for key, _, source in others] == [(key, source) for key, _, source in options]


@pytest.mark.parametrize("rule", HOLDS)
def test_a_rule_speaks_of_choices_that_there_are(rule: str) -> None:
    for key, values in HOLDS[rule].items():
        kind = type(getattr(Options(), key))
        assert all(type(value) is kind or key == "lift_interest" for value in islice(values, 2)), (rule, key)


def test_a_rule_told_by_another_holds_when_the_other_does() -> None:
    assert [rule for rule, same in same_rules().items() if HOLDS.get(rule, {}) != HOLDS.get(same, {})] == []


def test_no_edition_shows_a_rule_of_another_text() -> None:
    for name in EDITIONS:
        edition = registry.load(name)
        assert {rule.partition("-")[0] for rule in shown(edition) - {*HOUSE_RULES}} <= {*edition.sources, "C", "B"}


def test_a_board_of_ones_own_shows_the_classic_rules_that_its_options_leave() -> None:
    classic = registry.load("classic")
    own = msgspec.structs.replace(classic, id="own", sources=("our table",))
    assert shown(own) == shown(classic)
    changed = msgspec.structs.replace(own, options=msgspec.structs.replace(classic.options, auction=False))
    assert shown(changed) < shown(own)
    assert ("auction", "A deed that is not bought is not auctioned.") in [
        each[:2] for each in rules_of(changed, "en").options
    ]


@pytest.mark.parametrize("language", built_in())
def test_no_id_without_a_sentence_is_cited(language: str) -> None:
    words = Words(language, registry.load("classic"))
    assert words.cited(("S0-20", "C-9999", "S3-13", "peers-6a", "C-42")) == ("S0-20",)
