"""Every ground on which money is due, or is not, in every edition under every profile: its figures come to the amount,
its rules are in force, and each language has words for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import combinations
from random import Random

import msgspec
import pytest

from companion.editions import registry
from companion.editions.choices import Refused
from companion.rules import commands as ask
from companion.rules.charges import BASES, VARYING
from companion.rules.commands import AnyCommand, Begin, Refusal, Subject
from companion.rules.edition import HOUSE_RULES, Edition
from companion.rules.events import Paid
from companion.rules.frames import NO_CARD, Side
from companion.rules.game import Game
from companion.rules.inforce import is_in_force
from companion.rules.rules import Rules
from companion.rules.why import Charge, of_charge
from companion.words.words import Words
from tests.rules.play import answer, begin

Figures = Mapping[str, int]
EDITIONS = [entry.id for entry in registry.available()]
PROFILES = [entry.id for entry in registry.available_profiles()]
PAIRS = 12  # drawn of each edition's, of which some do not go together


def _rent(_rules: Rules, figures: Figures) -> int:
    return figures["site"] * figures.get("doubled", 1) * figures.get("times", 1)


SUMS: Mapping[str, Callable[[Rules, Figures], int]] = {
    "salary.lap": lambda _, figures: figures["salary"] * figures["laps"],
    "salary.go": lambda _, figures: figures["salary"] * figures["laps"] + figures["bonus"],
    "rent.site": _rent,
    "rent.doubled": _rent,
    "rent.level": _rent,
    "rent.count": _rent,
    "rent.throw": lambda _, figures: figures["factor"] * figures["throw"] * figures.get("times", 1),
    "rent.fresh": lambda _, figures: figures["factor"] * figures["throw"],
    "tax.share": lambda rules, figures: rules.percent(figures["base"], figures["rate"]),
    "card.buildings": lambda _, f: f["houses"] * f["house"] + f["hotels"] * f["hotel"],
    "card.deeds": lambda _, figures: figures["deeds"] * figures["each"],
    "each.collect": lambda _, figures: figures["each"],
    "interest.trade": lambda rules, figures: rules.percent(figures["mortgage"], figures["rate"]),
    "interest.estate": lambda rules, figures: rules.percent(figures["mortgage"], figures["rate"]),
    "redemption.rate": lambda rules, f: f["mortgage"] + rules.percent(f["mortgage"], f["rate"]),
    "redemption.plain": lambda _, figures: figures["mortgage"],
    "redemption.printed": lambda _, figures: figures["lift"],
    "refund.step": lambda rules, figures: rules.share(figures["price"], 2),
    "refund.houses": lambda rules, figures: rules.share(figures["house"], 2) * figures["houses"],
    "refund.hotel": lambda rules, f: rules.share(f["house"], 2) * f["houses"] + rules.share(f["hotel"], 2),
}
"""How the figures of a kind come to the amount; the other kinds have none that would."""


def check(event: Charge, edition: Edition, words: list[Words]) -> str:
    """Check one charge, and say of which kind it was."""
    ground = event.ground
    assert ground is not None
    ruling = of_charge(event)
    if ground.kind in SUMS:
        due = SUMS[ground.kind](Rules(edition), ground.figures) - ground.figures.get("paid", 0)
        assert due == ruling.figures["amount"], (edition.id, ground)
    assert set(ground.figures) <= {*BASES[ground.kind].figures, "paid"}
    plain = registry.load(edition.id).options
    brought = [rule for rule in HOUSE_RULES if edition.options != plain and not is_in_force(rule, plain, edition.unit)]
    for rule in ground.rules:
        assert rule.partition("-")[0] in (*edition.sources, "C", "B") or rule in brought, (edition.id, ground)
        assert is_in_force(rule, edition.options, edition.unit)
    for told in words:
        assert told.rule(ground.rules[0]) != ground.rules[0] if ground.rules else True
        text = told.ruled(ruling.topic, ruling.figures, ruling.square, ruling.card)
        assert "amount" not in ruling.figures or told.money(ruling.figures["amount"]) in text
        assert told.sentence(event)
    return ground.kind


def charges(game: Game) -> Iterator[Charge]:
    for step in game.steps:
        for event in step.events:
            if isinstance(event, Charge):
                yield event


def variants() -> Iterator[Edition]:
    """Every edition, plain, under each profile that suits it, and under some of their pairs."""
    for edition in EDITIONS:
        pairs = Random(edition).sample(list(combinations(PROFILES, 2)), PAIRS)
        for profiles in [(), *((profile,) for profile in PROFILES), *pairs]:
            with suppress(Refused):
                yield registry.load(edition, profiles)


@pytest.mark.parametrize("edition", list(variants()), ids=lambda edition: "-".join((edition.id, *edition.profiles)))
def test_charges_of_any_game_come_to_their_amounts_by_rules_in_force(edition: Edition) -> None:
    bought = "price.must" if edition.options.must_buy else "price.offer"
    sure, seen = {"salary.lap", "rent.site", *(() if edition.options.deal_all else (bought,))}, set[str]()
    for seed in range(5):
        if seed > 1 and sure <= seen:
            break
        chance = Random(seed)
        game = begin(edition, 3, chance, stacked=bool(seed % 2))
        for _ in range(400):
            if game.state.over:
                break
            with suppress(Refusal):
                game.ask(answer(game, chance))
        words = [Words(language, edition, game.state.players) for language in ("en", "vi")]
        for event in charges(game):
            seen.add(check(event, edition, [] if event.ground and event.ground.kind in seen else words))
    assert sure <= seen


A, B = 0, 1
BROWN, LIGHT_BLUE, PARK_PLACE, BOARDWALK = (1, 3), (6, 8, 9), 37, 39


def classic(deal: tuple[tuple[int, ...], ...], *commands: AnyCommand, **rules: int | str) -> Game:
    """A game of two on the classic board, as far as these commands lead."""
    return played(registry.load("classic", (), rules), deal, *commands)


def played(edition: Edition, deal: tuple[tuple[int, ...], ...], *commands: AnyCommand) -> Game:
    game = Game.begin(Rules(edition), Begin(edition, ("red", "blue"), deal=deal))
    for command in commands:
        game.ask(command)
    return game


def cash(seat: int, amount: int) -> AnyCommand:
    return ask.Correct(Subject.CASH, seat, amount, "test")


def at(seat: int, square: int) -> AnyCommand:
    return ask.Correct(Subject.AT, seat, square, "test")


def pledged(square: int) -> AnyCommand:
    return ask.Correct(Subject.MORTGAGED, square, 1, "test")


HOTELS = [ask.Correct(Subject.BUILDINGS, lot, level, "test") for level in range(1, 5) for lot in LIGHT_BLUE]


def all_cards_in_hands() -> Game:
    uk = registry.load("uk")
    [free] = [card for card in uk.decks["chance"] if card.id == "jail-free"]
    edition = msgspec.structs.replace(uk, decks={**uk.decks, "chance": (free,)})
    return played(edition, (), ask.Roll(A, 3, 4), ask.Draw(A, "jail-free"), ask.Roll(B, 3, 4))


RARE: Mapping[str, Callable[[], Game]] = {
    "bonus": lambda: classic((), ask.Roll(A, 1, 1), two_ones_bonus=100),
    "salary.go": lambda: classic((), at(A, 35), ask.Roll(A, 2, 3), go_exact_bonus=200),
    "seed": lambda: classic((), parking="pot", pot_seed=100),
    "correction": lambda: classic((), cash(A, 10)),
    "building.hotel": lambda: classic(((), LIGHT_BLUE), *HOTELS, ask.Build(B, 6)),
    "refund.hotel": lambda: classic(((), LIGHT_BLUE), *HOTELS, ask.Build(B, 6), ask.Clear(B, 6)),
    "building.auction": lambda: classic(
        (BROWN, LIGHT_BLUE), ask.Build(B, 6), ask.ContestFor(A, 3), ask.Bid(A, 60), ask.Pass(B), houses=1
    ),
    "fee": lambda: classic(((), LIGHT_BLUE), ask.Build(B, 6), build_fee=200),
    "deal": lambda: classic(((), (6,)), ask.Propose(A, B, Side(money=10), Side((6,))), ask.Accept(B, A)),
    "interest.trade": lambda: classic(
        ((), (6,)), pledged(6), ask.Propose(A, B, Side(money=10), Side((6,))), ask.Accept(B, A)
    ),
    "estate.player": lambda: classic(((), (6,)), cash(A, 3), ask.Roll(A, 2, 4), ask.GiveUp(A)),
    "interest.estate": lambda: classic(((1,), (6,)), pledged(1), cash(A, 3), ask.Roll(A, 2, 4), ask.GiveUp(A)),
    "estate.bank": lambda: classic((), cash(A, 50), ask.Roll(A, 1, 3), ask.Choose(A, "flat"), ask.GiveUp(A)),
    "undone": lambda: classic(
        ((1,), (PARK_PLACE, BOARDWALK)), cash(A, 1), at(A, 36), ask.Roll(A, 1, 2), ask.Mortgage(A, 1), ask.GiveUp(A)
    ),
    "no-card": all_cards_in_hands,
}


@pytest.mark.parametrize("kind", RARE)
def test_rare_charges_too(kind: str) -> None:
    game = RARE[kind]()
    words = [Words(language, game.rules.edition, game.state.players) for language in ("en", "vi")]
    assert kind in {check(event, game.rules.edition, words) for event in charges(game)}


def test_a_building_won_at_auction_is_no_deed() -> None:
    game = RARE["building.auction"]()
    [paid] = [event for event in game.steps[-1].events if isinstance(event, Paid)]
    words = Words("en", game.rules.edition, ("red", "blue"))
    assert words.sentence(paid) == "Red pays the bank $60 (building on Baltic Avenue)."
    assert paid.ground is not None
    assert paid.ground.rules == ("S0-51",)


@pytest.mark.parametrize(
    ("edition", "profile", "kind", "rules"),
    [
        ("classic", "quick-classic", "building.hotel", ("S0-48", "S0-69")),
        ("gold", "quick-gold", "building.hotel", ("S2-47",)),
        ("classic", "quick-classic", "tax.fixed", ("S0-71",)),
        ("classic", "quick-classic", "bail.move", ("S0-70", "C-23")),
        ("gold", "", "redemption.plain", ("S2-36",)),
        ("uk", "", "bail.stay", ("C-23",)),
        ("classic-2008", "pot", "pot", ("S4-60",)),
        ("web", "", "interest.trade", ("S1-37",)),
    ],
)
def test_options_decide_which_rules_are_cited(edition: str, profile: str, kind: str, rules: tuple[str, ...]) -> None:
    played_by = Rules(registry.load(edition, [profile] if profile else []))
    assert played_by.ground(kind, ("", ""), (), ()).rules == rules


@pytest.mark.parametrize(
    ("edition", "key", "value", "kind", "rules"),
    [
        ("classic", "build_fee", 200, "fee", ("S3-15",)),
        ("classic", "third_double", "fine", "fine", ("S3-10",)),
        ("classic", "jail_collects", False, "no-rent.jailed", ("S3-29",)),
        ("classic", "buy_from", "first-go", "no-sale", ("S3-12",)),
        ("classic", "lift_interest", 0, "redemption.plain", ("S2-36",)),
        ("classic", "mortgage_clear", "none", "mortgage", ("S3-35",)),
    ],
)
def test_a_house_rule_by_itself_is_cited(
    edition: str, key: str, value: int | str, kind: str, rules: tuple[str, ...]
) -> None:
    played_by = Rules(registry.load(edition, (), {key: value}))
    assert played_by.ground(kind, ("", ""), (), ()).rules == rules


def test_gold_without_a_largest_step_cites_none() -> None:
    gold = registry.load("gold", (), {"auction_step_max": 0})
    assert "S2-11" not in Rules(gold).ground("bid", ("", ""), (), ()).rules


@pytest.mark.parametrize("kind", BASES)
def test_alike_grounds_are_one_object_but_those_that_vary_without_end_are_not_kept(kind: str) -> None:
    rules = Rules(registry.load("classic"))
    known = len(rules.grounds)
    for count in range(2, 50):
        figures = (count,) * len(BASES[kind].figures)
        first, second = (rules.ground(kind, NO_CARD, figures, ()) for _ in range(2))
        assert first == second
        assert (first is second) == (kind not in VARYING)
    assert kind not in VARYING or len(rules.grounds) == known
