"""Why: the rule ids and the figures behind every charge, refusal and prompt; the words for them are made elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from companion.rules.charges import BASES
from companion.rules.commands import Refusal
from companion.rules.events import AnyEvent, Cause, NothingDue, Owed, Paid, RentDue
from companion.rules.frames import BANK
from companion.rules.game import Step
from companion.rules.grounds import AUCTION, CARD, CLAIM, DEBT, OFFER, SCARCE, START, TRADE, TURN
from companion.rules.prompts import Prompt
from companion.rules.rules import Rules
from companion.rules.state import State

PROMPTS: dict[str, tuple[str, ...]] = {
    "start": START,
    "roll": TURN,
    "end": TURN,
    "buy": OFFER,
    "auction": AUCTION,
    "draw": CARD,
    "choose": ("S0-22", "S0-23", "S4-24"),
    "throw": ("C-10",),
    "goto": ("S3-26",),
    "pay": DEBT,
    "claim": CLAIM,
    "jail": ("S0-34", "S0-35", "S0-37", "S1-16", "S1-17", "S2-24", "S2-25", "S3-30", "S3-31", "S4-29", "S4-31"),
    "contest": SCARCE,
    "trade": TRADE,
}


class Ruling(msgspec.Struct, frozen=True):
    """What was ruled (a ground's kind, a cause, a reason or a prompt's kind), by which rules, the figures, and the card
    that led there.

    Figures are in units of money or plain counts, by name: `amount` and those of the ground (`charges.BASES`),
    `needed`, `cash` and so on.
    """

    topic: str
    rules: tuple[str, ...]
    figures: dict[str, int]
    square: int = -1
    card: str = ""
    deck: str = ""


Charge = Paid | Owed | RentDue | NothingDue


def of_refusal(rules: Rules, refusal: Refusal) -> Ruling:
    """The ruling behind a refusal."""
    return Ruling(refusal.reason.value, rules.edition.cited(refusal.rules), dict(refusal.figures))


def of_prompt(rules: Rules, prompt: Prompt) -> Ruling:
    """The rule by which the table waits for a seat; of an auction the least bid; the most would tell his cash."""
    figures = {"low": prompt.low} if prompt.kind == "auction" else {}
    return Ruling(prompt.kind, rules.edition.cited(PROMPTS[prompt.kind]), figures)


def of_charge(event: Charge) -> Ruling:
    """The ground that was recorded with a charge; one without, of an older ledger, has its amount and cause alone."""
    figures = {} if isinstance(event, NothingDue) else {"amount": event.amount}
    if event.ground is None:
        return Ruling(Cause.RENT if isinstance(event, RentDue) else event.cause, (), figures, event.square)
    ground = event.ground
    return Ruling(ground.kind, ground.rules, {**figures, **ground.figures}, event.square, ground.card, ground.deck)


def of_step(step: Step) -> Iterator[tuple[AnyEvent, Ruling | None]]:
    """Each event of an entry; behind a charge its ruling."""
    for event in step.events:
        yield event, of_charge(event) if isinstance(event, Charge) else None


def of_kinds(*kinds: str) -> tuple[tuple[str, ...], ...]:
    """The rules behind these kinds of grounds, in force or not."""
    return tuple(BASES[kind].rules for kind in kinds)


def tie_break(rules: Rules, state: State) -> Literal["", "cash", "lots", "seat"]:
    """What put the winner before others of the same wealth, `Rules.wealth`; "": nothing had to (S0-72, S2-49, J-07)."""
    if state.winner == BANK:
        return ""
    first, second = rules.wealth(state, state.winner)
    others = [rules.wealth(state, seat) for seat in state.playing() if seat != state.winner]
    if (first, second) in others:
        return "seat"
    by: Literal["cash", "lots"] = "lots" if rules.options.win_by == "cash" else "cash"
    return by if any(wealth == first for wealth, _ in others) else ""
