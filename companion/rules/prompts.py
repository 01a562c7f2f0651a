"""What the table is waiting for, and what each player may do: derived from the state, never stored (design: Engine)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from companion.dispatch import complete
from companion.rules import commands as ask
from companion.rules.answers import destinations
from companion.rules.building import is_hotel_next, sites_of
from companion.rules.commands import AnyCommand
from companion.rules.decide import refusal_of
from companion.rules.frames import (
    FREE,
    AnyFrame,
    Auction,
    AwaitChoice,
    AwaitDestination,
    AwaitDraw,
    AwaitEnd,
    AwaitRoll,
    AwaitThrow,
    Contest,
    Estate,
    LastClaims,
    Offered,
    Owing,
    SecondMove,
    StartingThrow,
    Travel,
)
from companion.rules.purchase import highest_bid, lowest_bid
from companion.rules.rules import Rules
from companion.rules.state import State


class Prompt(msgspec.Struct, frozen=True):
    """One open question to a seat: its kind (plays: `waiting`), and commands that would be accepted.

    Dice are the player's: `roll`, `throw` and `start` list none. `low` and `high` bound a bid, in units of money.
    """

    seat: int
    kind: str
    choices: tuple[AnyCommand, ...] = ()
    low: int = 0
    high: int = 0


def prompts(rules: Rules, state: State) -> list[Prompt]:
    """All open questions: of the top frame first, then rents to claim and offers to answer."""
    if state.over or not state.agenda:
        return []
    found = list(_of_frame(rules, state, state.agenda[-1]))
    if not state.is_ending():
        owners = dict.fromkeys(claim.owner for claim in state.claims)
        found += [_prompt(rules, state, owner, "claim", [ask.ClaimRent(owner)]) for owner in owners]
    for offer in state.offers:
        answers: list[AnyCommand] = [ask.Accept(offer.to, offer.seat), ask.Reject(offer.to, offer.seat)]
        found.append(_prompt(rules, state, offer.to, "trade", answers))
    return found


def _prompt(rules: Rules, state: State, seat: int, kind: str, choices: list[AnyCommand]) -> Prompt:
    """A prompt with those of the choices that would be accepted: offer and check are one thing."""
    return Prompt(seat, kind, tuple(choice for choice in choices if refusal_of(rules, state, choice) is None))


def _of_frame(rules: Rules, state: State, top: AnyFrame) -> Iterator[Prompt]:
    """The prompts of one frame; frames that go on by themselves ask nothing."""
    ask_of = FRAMES.get(type(top))
    return ask_of(rules, state, top) if ask_of else iter(())


def _roll(rules: Rules, state: State, top: AwaitRoll) -> Iterator[Prompt]:
    """The throw, and in jail the ways out that are open before it (plays: Jailed, before throwing)."""
    seat = top.seat
    waited = rules.options.jail_tries == 0 and state.jailed[seat] > 0
    if state.jailed[seat] != FREE and not waited:
        yield _prompt(rules, state, seat, "jail", [ask.PayBail(seat), ask.UseCard(seat), ask.Wait(seat)])
    if state.jailed[seat] == FREE or rules.tries or waited:
        yield Prompt(seat, "roll")


def _end(rules: Rules, state: State, top: AwaitEnd) -> Iterator[Prompt]:
    yield _prompt(rules, state, top.seat, "end", [ask.End(top.seat)])


def _buy(rules: Rules, state: State, top: Offered) -> Iterator[Prompt]:
    yield _prompt(rules, state, top.seat, "buy", [ask.Buy(top.seat), ask.Decline(top.seat)])


def _auction(rules: Rules, state: State, top: Auction) -> Iterator[Prompt]:
    """The bids open to each bidder; the leader may raise himself but not leave (plays: Auction)."""
    low = lowest_bid(rules, top)
    for seat in top.bidders:
        high = highest_bid(rules, state, top, seat)
        choices: list[AnyCommand] = [ask.Bid(seat, low)] if low <= high else []
        if top.leader != seat:
            choices.append(ask.Pass(seat))
        yield Prompt(seat, "auction", tuple(choices), low, high)


def _draw(rules: Rules, state: State, top: AwaitDraw) -> Iterator[Prompt]:
    cards = dict.fromkeys(state.decks[top.deck])
    yield _prompt(rules, state, top.seat, "draw", [ask.Draw(top.seat, card) for card in cards])


def _choose(rules: Rules, state: State, top: AwaitChoice) -> Iterator[Prompt]:
    yield _prompt(rules, state, top.seat, "choose", [ask.Choose(top.seat, choice) for choice in top.between])


def _throw(_rules: Rules, _state: State, top: AwaitThrow) -> Iterator[Prompt]:
    yield Prompt(top.seat, "throw")


def _goto(rules: Rules, state: State, top: AwaitDestination) -> Iterator[Prompt]:
    rides = destinations(rules, state, top.seat)
    yield _prompt(rules, state, top.seat, "goto", [ask.GoTo(top.seat, square) for square in rides])


def _pay(rules: Rules, state: State, top: Owing) -> Iterator[Prompt]:
    for seat in dict.fromkeys(debt.debtor for debt in top.debts):
        yield _prompt(rules, state, seat, "pay", [ask.Pay(seat), ask.GiveUp(seat)])


def _contest(rules: Rules, state: State, top: Contest) -> Iterator[Prompt]:
    hotel = is_hotel_next(rules, state, top.sites[0].square)
    for seat in top.rivals:
        lots = sites_of(rules, state, seat, hotel)
        yield Prompt(seat, "contest", (*(ask.ContestFor(seat, lot) for lot in lots), ask.Pass(seat)))


def _last_claims(rules: Rules, state: State, _top: LastClaims) -> Iterator[Prompt]:
    """Owner by owner, the rent or not (C-01)."""
    if claim := rules.last_claim(state):
        yield _prompt(rules, state, claim.owner, "claim", [ask.ClaimRent(claim.owner), ask.Pass(claim.owner)])


def _start(_rules: Rules, _state: State, top: StartingThrow) -> Iterator[Prompt]:
    yield Prompt(top.seats[len(top.thrown)], "start")


FRAMES: dict[type, Callable[[Rules, State, Any], Iterator[Prompt]]] = complete(
    AnyFrame,
    {
        AwaitRoll: _roll,
        AwaitEnd: _end,
        Offered: _buy,
        Auction: _auction,
        AwaitDraw: _draw,
        AwaitChoice: _choose,
        AwaitThrow: _throw,
        AwaitDestination: _goto,
        Owing: _pay,
        Contest: _contest,
        LastClaims: _last_claims,
        StartingThrow: _start,
    },
    besides=(Travel, SecondMove, Estate),
)


def rights(rules: Rules, state: State, seat: int) -> list[AnyCommand]:
    """What the seat may do with its deeds now, whatever the table waits for: build, sell, clear, mortgage, redeem."""
    wishes: list[AnyCommand] = []
    for square in state.deeds_of(seat):
        wishes.append(ask.Redeem(seat, square) if state.mortgaged[square] else ask.Mortgage(seat, square))
        if rules.street(square):
            wishes.append(ask.Build(seat, square))
            if state.level[square]:
                wishes += [ask.Sell(seat, square), ask.Clear(seat, square)]
    return [wish for wish in wishes if refusal_of(rules, state, wish) is None]
