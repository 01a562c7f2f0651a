"""The rules of the edition in force as a page: what is said of each topic, and the figures that were chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from companion.rules.board import Deed, Street
from companion.rules.edition import Edition
from companion.rules.options import classic
from companion.rules.why import PROMPTS, of_kinds
from companion.web.messages import RulesData, TopicData
from companion.words.words import Words

TOPICS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "turn": (PROMPTS["start"], PROMPTS["roll"], PROMPTS["end"], *of_kinds("salary.lap", "fine")),
    "buying": (PROMPTS["buy"], PROMPTS["auction"], *of_kinds("price.offer", "bid")),
    "rent": (
        *of_kinds("rent.site", "rent.doubled", "rent.level", "rent.count", "rent.throw"),
        PROMPTS["claim"],
        PROMPTS["throw"],
    ),
    "building": (*of_kinds("building.house", "building.hotel", "refund.step", "fee"), PROMPTS["contest"]),
    "mortgage": of_kinds("mortgage", "redemption.rate", "redemption.plain", "redemption.printed", "interest.trade"),
    "cards": (PROMPTS["draw"], PROMPTS["choose"], *of_kinds("each.collect", "tax.flat", "tax.printed", "pot")),
    "jail": (PROMPTS["jail"], *of_kinds("bail.ahead", "bail.move")),
    "trade": (PROMPTS["trade"],),
    "debt": (PROMPTS["pay"], *of_kinds("estate.player", "estate.bank")),
}
FIGURES = ("start_cash", "go_salary", "jail_fee")
COUNTS = ("houses", "hotels", "jail_tries", "transfer_interest", "min_players", "max_players")


def rules_of(edition: Edition, language: str) -> RulesData:
    """Title and figures of an edition, its rules by topic, and a sentence for each choice that none of them tells."""
    words = Words(language, edition)
    told = set[str]()
    topics = [TopicData(topic, list(_rules(words, ids, told))) for topic, ids in TOPICS.items()]
    others = [rule for rule in words.rules() if rule not in told]
    told.update(others)
    rest = list(_by_text(words, others))
    return RulesData(
        title=edition.title,
        figures=[(key, words.money(getattr(edition.options, key))) for key in FIGURES]
        + [(key, words.number(getattr(edition.options, key))) for key in _counts(edition)],
        topics=[topic for topic in topics if topic.rules] + [TopicData("more", rest)],
        options=list(_choices(words, edition, told)),
    )


def _counts(edition: Edition) -> Iterator[str]:
    """The counts that mean something on the board and beside the other choices: no houses where nobody builds."""
    deeds = [square for square in edition.board.squares if isinstance(square, Deed)]
    builds = any(isinstance(deed, Street) and deed.top for deed in deeds)
    idle = set() if builds else {"houses", "hotels"}
    if not any(deed.mortgage for deed in deeds):
        idle.add("transfer_interest")
    yield from (key for key in COUNTS if key not in idle and edition.decides(key))


def _rules(words: Words, groups: tuple[tuple[str, ...], ...], told: set[str]) -> Iterator[tuple[list[str], str]]:
    """The rules of one topic that the edition's sources have, none twice."""
    ids = [rule for rule in dict.fromkeys(rule for ids in groups for rule in words.cited(ids)) if rule not in told]
    told.update(ids)
    return _by_text(words, ids)


def _by_text(words: Words, ids: Iterable[str]) -> Iterator[tuple[list[str], str]]:
    """Rules that say the same are told once, under all their ids."""
    found: dict[str, list[str]] = {}
    for rule in ids:
        found.setdefault(words.rule(rule), []).append(rule)
    return ((same, text) for text, same in found.items())


def _choices(words: Words, edition: Edition, told: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """A sentence for each choice that no rule told speaks of, except the figures told above, and its source."""
    for key in edition.untold(told):
        if key not in (*FIGURES, *COUNTS):
            value = getattr(edition.options, key)
            text = words.text(words.either(f"option.{key}.{str(value).lower()}", f"option.{key}.n"), n=value)
            yield key, text, _source(words, edition, key)


def _source(words: Words, edition: Edition, key: str) -> str:
    """The edition's own rules by their ids; those of other texts say where a house rule comes from; what is as ever
    where no text speaks of it needs none."""
    rules, own = edition.behind(key)
    if not own and getattr(edition.options, key) == getattr(classic(edition.unit), key):
        return ""
    if not rules:
        return words.raw("web.source.alone")
    return words.text("web.source.rules" if own else "web.source.house", rules=rules)
