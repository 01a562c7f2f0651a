"""A simple player: buys, bids up to the price, builds, mortgages for debts, swaps its way to whole groups.

A policy is pure: it sees a state and chance from outside, and names a command that the rules accept.
"""

from __future__ import annotations

from random import Random

from companion.rules.commands import (
    Accept,
    AnyCommand,
    Bid,
    Build,
    Buy,
    Choose,
    ClaimRent,
    Clear,
    ContestFor,
    Decline,
    Draw,
    End,
    GiveUp,
    GoTo,
    Mortgage,
    Pass,
    Pay,
    PayBail,
    Propose,
    Redeem,
    Reject,
    Roll,
    Sell,
    Throw,
    UseCard,
    Wait,
)
from companion.rules.decide import refusal_of
from companion.rules.prompts import Prompt, prompts, rights
from companion.rules.rules import Rules
from companion.rules.state import BANK, Auction, Offer, Side, State

RESERVE = 100  # cash kept back when building and redeeming
STEP = 10


class Steady:
    """Plays every seat alike; `chance` throws the dice, draws physical cards and decides how eager a bidder is."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def choose(self, rules: Rules, state: State) -> AnyCommand:
        """The next command of whoever is asked first."""
        open_prompts = prompts(rules, state)
        answers = [prompt for prompt in open_prompts if prompt.kind in ("claim", "trade")]
        return self._answer(rules, state, (answers or open_prompts)[0])

    def _answer(self, rules: Rules, state: State, prompt: Prompt) -> AnyCommand:
        seat = prompt.seat
        match prompt.kind:
            case "start" | "roll" | "throw":
                return self._throw(rules, state, prompt)
            case "jail":
                return self._leave_jail(state, prompt)
            case "end":
                return self._develop(rules, state, seat) or End(seat)
            case "pay":
                return self._settle(rules, state, prompt)
            case "auction":
                return self._bid(rules, state)
            case "trade":
                return self._judge(rules, state, prompt)
            case _:
                return self._pick(rules, state, prompt)

    def _throw(self, rules: Rules, state: State, prompt: Prompt) -> AnyCommand:
        first, second = self._chance.randint(1, 6), self._chance.randint(1, 6)
        if prompt.kind == "throw":
            return Throw(prompt.seat, first, second)
        developing = self._develop(rules, state, prompt.seat) if prompt.kind == "roll" else None
        return developing or Roll(prompt.seat, first, second)

    def _leave_jail(self, state: State, prompt: Prompt) -> AnyCommand:
        """A card if there is one, the fee while land is for sale, else the dice; without a try, sit it out."""
        seat, offered = prompt.seat, {type(choice): choice for choice in prompt.choices}
        for_sale = sum(owner == BANK for owner in state.owner) > len(state.owner) // 2
        if UseCard in offered:
            return offered[UseCard]
        if PayBail in offered and (for_sale or Wait in offered):
            return offered[PayBail]
        return offered.get(Wait) or Roll(seat, self._chance.randint(1, 6), self._chance.randint(1, 6))

    def _pick(self, rules: Rules, state: State, prompt: Prompt) -> AnyCommand:
        choices = list(prompt.choices)
        match choices[0]:
            case Buy() | Decline():
                return next((each for each in choices if isinstance(each, Buy)), choices[0])
            case Draw(seat):
                return Draw(seat, self._chance.choice(state.decks[_deck(state)]))
            case Choose(seat) if "percent" in _ways(choices):
                return Choose(seat, _cheaper(rules, state, seat))
            case GoTo():
                return max(choices, key=lambda each: _appeal(rules, state, each))
            case ContestFor() | ClaimRent():
                return choices[0]
        return self._chance.choice(choices)

    def _develop(self, rules: Rules, state: State, seat: int) -> AnyCommand | None:
        """Build first, then lift mortgages, then look for a swap; all from what is beyond the reserve."""
        cash = state.accounts[seat]
        for right in rights(rules, state, seat):
            match right:
                case Build(_, square) if cash - _building_price(rules, state, square) >= RESERVE:
                    return right
                case Redeem(_, square) if cash - rules.redeem_price(state, square) >= 3 * RESERVE:
                    return right
        return self._propose(rules, state, seat) if self._chance.random() < 0.2 else None

    def _settle(self, rules: Rules, state: State, prompt: Prompt) -> AnyCommand:
        """Pay; else sell, then mortgage, then clear whole groups, the cheapest first; else give up."""
        if any(isinstance(choice, Pay) for choice in prompt.choices):
            return Pay(prompt.seat)
        ways = rights(rules, state, prompt.seat)
        for kind in (Sell, Mortgage, Clear):
            found = [way for way in ways if isinstance(way, kind)]
            if found:
                return min(found, key=lambda way: rules.deed(way.square).price)
        return GiveUp(prompt.seat)

    def _bid(self, rules: Rules, state: State) -> AnyCommand:
        """Whoever wants the lot raises by one step; the others leave one by one."""
        auction = state.agenda[-1]
        assert isinstance(auction, Auction)
        worth = rules.deed(auction.square).price
        others = [prompt for prompt in prompts(rules, state) if prompt.seat != auction.leader]
        prompt = self._chance.choice([each for each in others if each.kind == "auction"])
        limit = min(prompt.high, worth * self._chance.randint(50, 110) // 100)
        wanted = max(prompt.low, prompt.low + STEP - 1)
        bid = Bid(prompt.seat, min(wanted, limit))
        if limit >= prompt.low and refusal_of(rules, state, bid) is None:
            return bid
        return Pass(prompt.seat)

    def _propose(self, rules: Rules, state: State, seat: int) -> AnyCommand | None:
        """Ask for the one deed that is missing in a group, for cash."""
        for mates in {rules.mates[square] for square in state.deeds_of(seat)}:
            missing = [square for square in mates if state.owner[square] != seat]
            if len(missing) == 1 and state.owner[missing[0]] != BANK:
                price = min(2 * rules.deed(missing[0]).price, state.accounts[seat] - RESERVE)
                offer = Propose(seat, state.owner[missing[0]], Side(money=max(0, price)), Side(deeds=(missing[0],)))
                if price > 0 and refusal_of(rules, state, offer) is None and not state.offers:
                    return offer
        return None

    def _judge(self, rules: Rules, state: State, prompt: Prompt) -> AnyCommand:
        """Accept an offer that brings more than the printed prices of what goes."""
        answers = {type(choice): choice for choice in prompt.choices}
        offer = _offer(state, prompt)
        gain = _value(rules, offer.gives) - _value(rules, offer.takes)
        accept = answers.get(Accept)
        return accept if accept is not None and gain > 0 else answers[Reject]


def _ways(choices: list[AnyCommand]) -> list[str]:
    return [each.choice for each in choices if isinstance(each, Choose)]


def _deck(state: State) -> str:
    frame = state.agenda[-1]
    deck: str = getattr(frame, "deck", "")
    return deck


def _cheaper(rules: Rules, state: State, seat: int) -> str:
    amount = getattr(state.agenda[-1], "amount", 0)
    percent = getattr(state.agenda[-1], "percent", 0)
    return "flat" if rules.tax_base(state, seat) * percent > amount * 100 else "percent"


def _appeal(rules: Rules, state: State, ride: AnyCommand) -> int:
    """Land for sale draws, foreign land does not."""
    assert isinstance(ride, GoTo)
    square = ride.square
    if square not in rules.deeds:
        return 0
    owner = state.owner[square]
    return rules.deed(square).price if owner == BANK else -rules.rent(state, square) if owner != ride.seat else 0


def _building_price(rules: Rules, state: State, square: int) -> int:
    street = rules.street(square)
    assert street is not None
    return rules.step_price(street, rules.level_above(street, state.level[square]))


def _offer(state: State, prompt: Prompt) -> Offer:
    return next(offer for offer in state.offers if offer.to == prompt.seat)


def _value(rules: Rules, side: Side) -> int:
    return side.money + sum(rules.deed(square).price for square in side.deeds) + 50 * len(side.cards)
