"""Why: the rule ids and the figures behind every charge, refusal and prompt; the words for them are made elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from companion.rules.board import Street, Tax, Utility
from companion.rules.cards import Nearest
from companion.rules.commands import Refusal
from companion.rules.events import AnyEvent, Cause, Owed, Paid, RentDue
from companion.rules.frames import BANK
from companion.rules.game import Game
from companion.rules.grounds import AUCTION, CARD, CLAIM, DEBT, LIFT, MORTGAGE, OFFER, RENT, SCARCE, START, TRADE, TURN
from companion.rules.prompts import Prompt
from companion.rules.rules import Rules, percent
from companion.rules.state import State

CAUSES: dict[Cause, tuple[str, ...]] = {
    Cause.SALARY: ("S0-15", "S0-16", "S1-13", "S2-18", "S3-11", "S4-15", "S4-16"),
    Cause.BONUS: ("C-91",),
    Cause.PRICE: OFFER,
    Cause.BID: ("S0-20", "S1-05", "S2-11", "S4-18"),
    Cause.RENT: RENT,
    Cause.TAX: ("S0-22", "S1-12", "S2-50", "S3-22", "S4-24"),
    Cause.BAIL: ("S0-37", "S0-38", "S1-16", "S1-19", "S2-24", "S2-27", "S3-30", "S4-31", "S4-32"),
    Cause.CARD: ("S0-17", "S1-11", "S2-19", "S3-23", "S3-24", "S4-25"),
    Cause.EACH: ("S0-17", "S1-11", "S2-19", "S4-25", "C-78", "C-79"),
    Cause.FINE: ("S3-10",),
    Cause.FARE: ("S3-26",),
    Cause.INTEREST: ("S0-59", "S0-63", "S2-42", "S4-50", "S4-54"),
    Cause.MORTGAGE: MORTGAGE,
    Cause.REDEMPTION: LIFT,
    Cause.BUILDING: ("S0-44", "S0-48", "S1-26", "S1-27", "S2-28", "S3-17", "S3-18", "S4-37", "S4-39"),
    Cause.FEE: ("S3-15",),
    Cause.REFUND: ("S0-54", "S1-29", "S2-34", "S3-35", "S4-44", "S4-45"),
    Cause.TRADE: TRADE,
    Cause.ESTATE: ("S0-61", "S1-34", "S2-41", "S3-41", "S4-52"),
    Cause.POT: ("S4-60", "S3-25"),
    Cause.SEED: ("B-22",),
    Cause.CORRECTION: ("C-88",),
}
DOUBLED = ("S0-26", "S1-08", "S2-14", "S4-22")
BUILT = ("S0-29", "S1-09", "S3-20", "S4-20")
BY_COUNT = ("S0-24", "S1-23", "S2-16", "S3-20", "S4-20")
BY_THROW = ("S0-24", "S1-07", "S2-17", "S4-20")
PROMPTS: dict[str, tuple[str, ...]] = {
    "start": START,
    "roll": TURN,
    "end": TURN,
    "buy": OFFER,
    "auction": AUCTION,
    "draw": CARD,
    "choose": ("S0-22", "S0-23", "S2-50", "S4-24"),
    "throw": ("C-10",),
    "goto": ("S3-26",),
    "pay": DEBT,
    "claim": CLAIM,
    "jail": ("S0-34", "S0-35", "S0-37", "S1-16", "S1-17", "S2-24", "S2-25", "S3-30", "S3-31", "S4-29", "S4-31"),
    "contest": SCARCE,
    "trade": TRADE,
}


class Ruling(msgspec.Struct, frozen=True):
    """What was ruled (a cause, a reason or a prompt's kind), by which rules of the edition's sources, and the figures.

    Figures are in units of money or plain counts, by name: `amount`, `site`, `doubled`, `level`, `count`, `factor`,
    `throw`, `times`, `base`, `rate`, `needed`, `cash` and so on.
    """

    topic: str
    rules: tuple[str, ...]
    figures: dict[str, int]
    square: int = -1


def of_refusal(rules: Rules, refusal: Refusal) -> Ruling:
    """The ruling behind a refusal."""
    return Ruling(refusal.reason.value, rules.edition.cited(refusal.rules), dict(refusal.figures))


def of_prompt(rules: Rules, prompt: Prompt) -> Ruling:
    """The rule by which the table waits for a seat; of an auction the least bid; the most would tell his cash."""
    figures = {"low": prompt.low} if prompt.kind == "auction" else {}
    return Ruling(prompt.kind, rules.edition.cited(PROMPTS[prompt.kind]), figures)


def of_charge(rules: Rules, state: State, event: Paid | Owed | RentDue) -> Ruling:
    """The ruling behind a payment, a debt or a rent that waits; `state` is the one it was charged in."""
    cause = Cause.RENT if isinstance(event, RentDue) else event.cause
    ids, figures = rules.edition.cited(CAUSES[cause]), dict[str, int]()
    if cause is Cause.RENT:
        ids, figures = _rent(rules, state, event.square, event.amount)
    elif cause is Cause.TAX and not isinstance(event, RentDue):
        figures = _tax(rules, state, event)
    return Ruling(cause.value, ids, {"amount": event.amount, **figures}, event.square)


def of_step(game: Game) -> Iterator[tuple[AnyEvent, Ruling | None]]:
    """Each event of the last entry; behind a charge its ruling, in the state that it was made in."""
    state = game.at(len(game.steps) - 1)
    for event in game.steps[-1].events:
        yield event, of_charge(game.rules, state, event) if isinstance(event, Paid | Owed | RentDue) else None
        event.fold(state)


def tie_break(rules: Rules, state: State) -> Literal["", "cash", "seat"]:
    """What put the winner before others of the same worth, `Rules.richest`; "": nothing had to (S0-72, S2-49)."""
    if state.winner == BANK:
        return ""
    worth, cash = rules.worth(state, state.winner), state.accounts[state.winner]
    equal = [seat for seat in state.playing() if seat != state.winner and rules.worth(state, seat) == worth]
    if any(state.accounts[seat] == cash for seat in equal):
        return "seat"
    return "cash" if equal else ""


def _tax(rules: Rules, state: State, event: Paid | Owed) -> dict[str, int]:
    """How a share of all one owns comes about (S0-22, C-20); a flat tax has no figures but its amount, and one that is
    paid elsewhere, after the referee has moved the token, no more (C-88)."""
    square, payer = rules.squares[event.square], event.payer if isinstance(event, Paid) else event.debtor
    base = rules.tax_base(state, payer)
    if not isinstance(square, Tax) or event.amount == square.amount or event.amount != percent(base, square.percent):
        return {}
    return {"base": base, "rate": square.percent}


def _rent(rules: Rules, state: State, square: int, amount: int) -> tuple[tuple[str, ...], dict[str, int]]:
    """How a rent comes about: the table's figure, doubled, by count, or times the throw; times what a card asks for.

    A rent paid later than it was charged may no longer follow from the state; then it has no figures but its amount.
    """
    deed = rules.deed(square)
    if state.mortgaged[square] and rules.options.mortgaged_rent == "bank":
        return rules.edition.cited(("S3-36",)), {}
    if isinstance(deed, Utility):
        return rules.edition.cited(BY_THROW), _throw_figures(rules, state, square, amount)
    base = rules.base_rent(state, square)
    ids, figures = _table_rent(rules, state, square)
    if amount == base:
        return rules.edition.cited(ids), figures
    if amount in (base * times for times in _card_times(rules, deed.group)):
        return (*rules.edition.cited(ids), "C-08"), {**figures, "times": amount // base}
    return rules.edition.cited(CAUSES[Cause.RENT]), {}


def _table_rent(rules: Rules, state: State, square: int) -> tuple[tuple[str, ...], dict[str, int]]:
    """What the deed's table of a street or a railroad says for its owner (S0-24, S0-26, S0-29, C-07)."""
    deed, owner, level = rules.squares[square], state.owner[square], state.level[square]
    if not isinstance(deed, Street):
        return BY_COUNT, {"count": rules.count_of(state, square, owner)}
    if level:
        return BUILT, {"level": level}
    if rules.is_doubled(state, square, owner):
        return DOUBLED, {"site": deed.rents[0], "doubled": 2}
    return CAUSES[Cause.RENT], {"site": deed.rents[0]}


def _throw_figures(rules: Rules, state: State, square: int, amount: int) -> dict[str, int]:
    """The factor and the throw of a utility's rent: the throw that led there, or a fresh one (C-10, C-11)."""
    base = rules.base_rent(state, square)
    factors = [base, *(effect.throw_times for effect in _nearest_cards(rules) if effect.throw_times)]
    factor = next((factor for factor in factors if amount == factor * sum(state.dice)), factors[-1])
    return {"factor": factor, "throw": amount // factor}


def _card_times(rules: Rules, group: str) -> set[int]:
    return {effect.times for effect in _nearest_cards(rules) if effect.group == group}


def _nearest_cards(rules: Rules) -> list[Nearest]:
    return [effect for deck in rules.effects.values() for effect in deck.values() if isinstance(effect, Nearest)]
