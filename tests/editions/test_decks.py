"""The decks against a second list of their cards (plays: Card names)."""

import pytest

from companion.editions.registry import load
from companion.rules import cards
from companion.rules.cards import AnyEffect, Card

# What each card does, shortly: + received, - paid, = collected from each, ^ paid to each, > forward to, < back to,
# h and H for each house and hotel; "2 x" where there are several.
CHANCE = {
    "go": ">0",
    "illinois": ">24",
    "st-charles": ">11",
    "boardwalk": ">39",
    "reading": ">5",
    "railroad": "2 x near railroads, rent x 2",
    "utility": "near utilities, throw x 10",
    "jail-free": "keep release",
    "back-3": "step -3",
    "jail": "arrest",
    "repairs": "-25h -100H",
    "poor-tax": "-15",
    "chairman": "^50",
    "dividend": "+50",
    "loan": "+150",
}
CHEST = {
    "go": ">0",
    "bank-error": "+200",
    "doctor": "-50",
    "hospital": "-100",
    "school": "-150",
    "stock": "+45",
    "jail": "arrest",
    "jail-free": "keep release",
    "services": "+25",
    "refund": "+20",
    "beauty": "+10",
    "insurance": "+100",
    "christmas": "+100",
    "inherit": "+100",
    "street-repairs": "-40h -115H",
    "opera": "=50",
}
UK_CHANCE = {
    "go": ">0",
    "pall-mall": ">11",
    "marylebone": ">15",
    "trafalgar": ">24",
    "mayfair": ">39",
    "back-3": "step -3",
    "jail": "arrest",
    "jail-free": "keep release",
    "repairs": "-25h -100H",
    "street-repairs": "-40h -115H",
    "school": "-150",
    "drunk": "-20",
    "speeding": "-15",
    "loan": "+150",
    "crossword": "+100",
    "dividend": "+50",
}
UK_CHEST = {
    "go": ">0",
    "old-kent-road": "<1",
    "jail": "arrest",
    "jail-free": "keep release",
    "hospital": "-100",
    "doctor": "-50",
    "premium": "-50",
    "fine-or-chance": "-10 or chance",
    "bank-error": "+200",
    "annuity": "+100",
    "inherit": "+100",
    "stock": "+50",
    "shares": "+25",
    "refund": "+20",
    "beauty": "+10",
    "birthday": "=10",
}
LUCK = {
    "permit": "4 x keep permit",
    "dismissal": "2 x keep release",
    "court": "2 x arrest",
    "go": ">0",
    "tram": ">15",
    "planning": ">30",
    "back-3": "step -3",
    "forward-5": "step 5",
    "catinat": ">39",
    "station": "near stations, rent x 1",
    **{f"get-{amount}": f"+{amount}" for amount in (10, 25, 40, 50, 75, 100, 150, 200)},
    "building-income": "+10h +25H",
    **{f"pay-{amount}": f"-{amount}" for amount in (15, 30, 50, 75, 100, 150)},
    "building-levy": "-20h -60H",
    "deed-levy": "-10 a deed",
    "all-pay": "-20 all",
    "throw-again": "throw",
}


def instead(deck: dict[str, str], old: str, **new: str) -> dict[str, str]:
    return {name: effect for name, effect in deck.items() if name != old} | new


MODERN_CHANCE = instead(CHANCE, "poor-tax", speeding="-15")
MODERN_CHEST = instead(CHEST, "opera", birthday="=10", stock="+50", school="-50")
MODERN = {"chance": (16, MODERN_CHANCE), "chest": (16, MODERN_CHEST)}
DECKS = {
    "classic": {"chance": (16, CHANCE), "chest": (16, CHEST)},
    "classic-2008": MODERN,
    "web": MODERN,
    "gold": MODERN,
    "uk": {"chance": (16, UK_CHANCE), "chest": (16, UK_CHEST)},
    "saigon": {"luck": (34, LUCK)},
}


def several(card: Card) -> str:
    return f"{card.copies} x " if card.copies > 1 else ""


def shortly(effect: AnyEffect) -> str:  # noqa: C901 (one case for each effect)
    match effect:
        case cards.Advance(square):
            return f">{square}"
        case cards.Return(square):
            return f"<{square}"
        case cards.Step(steps):
            return f"step {steps}"
        case cards.Grant(group):
            return f"grant:{group}"
        case cards.Nearest(group, times, throw_times):
            return f"near {group}, " + (f"throw x {throw_times}" if throw_times else f"rent x {times}")
        case cards.Arrest():
            return "arrest"
        case cards.Receive(amount):
            return f"+{amount}"
        case cards.Pay(amount):
            return f"-{amount}"
        case cards.Collect(amount):
            return f"={amount}"
        case cards.Treat(amount):
            return f"^{amount}"
        case cards.Levy(amount):
            return f"-{amount} all"
        case cards.Repairs(house, hotel):
            return f"-{house}h -{hotel}H"
        case cards.Yield(house, hotel):
            return f"+{house}h +{hotel}H"
        case cards.DeedTax(amount):
            return f"-{amount} a deed"
        case cards.Keep(use):
            return f"keep {use}"
        case cards.PayOrDraw(amount, deck):
            return f"-{amount} or {deck}"
        case cards.ThrowAgain():
            return "throw"


@pytest.mark.parametrize("edition_id", DECKS)
def test_decks_are_as_printed(edition_id: str) -> None:
    found = {
        name: (len(cards.names(deck)), {card.id: several(card) + shortly(card.effect) for card in deck})
        for name, deck in load(edition_id).decks.items()
    }
    assert found == DECKS[edition_id]
