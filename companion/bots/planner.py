"""A player who plans: gathers groups by bargains that the other side just accepts, and reckons before it acts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from companion.bots.bot import Temper
from companion.bots.chances import future
from companion.bots.trader import Trader
from companion.rules.commands import Accept, AnyCommand, Propose, Reject
from companion.rules.frames import BANK, AwaitEnd, AwaitRoll, Offer, Side
from companion.rules.state import State

FUTURES = 100  # that are tried at one decision: about 50 ms of one core
PARTLY = 170  # per cent of the printed price that a deed is worth in a group of which one deed is missing
WHOLE = 300  # ... in a whole group
FAIR = 50  # per cent of this seat's gain that the other side must gain, or it refuses
SETTLED = 2  # turns before the first bargain


class Planner(Trader):
    """Buys and swaps its way to whole groups, also by deeds that make none whole yet; roll-outs decide what it offers
    and accepts."""

    temper = Temper(keeps_buying=25, keeps_building=25, keeps_lifting=200, bids=105, shares=50)

    def _look_for_trade(self, state: State) -> AnyCommand | None:
        if state.offers or state.turns[self.seat] < SETTLED:
            return None
        self._next_look = state.turns[self.seat] + 1
        return self.proposal(state)

    def judge(self, state: State, offer: Offer) -> AnyCommand:
        """Accept what makes winning likelier."""
        accept, reject = Accept(self.seat, offer.seat), Reject(self.seat, offer.seat)
        return self.best(state, [accept, reject]) if self.guide.accepts(state, accept) else reject

    def best(self, state: State, ways: Sequence[AnyCommand]) -> AnyCommand:
        """The way by which this seat wins most often; all ways meet the same chance."""
        seeds = [self.chance.getrandbits(32) for _ in range(FUTURES // len(ways))]
        shares = [
            sum(future(self.guide, state, Random(seed), way).shares[self.seat] for seed in seeds) / len(seeds)
            for way in ways
        ]
        ranked = sorted(range(len(ways)), key=lambda at: -shares[at])
        self.reckoned = shares[ranked[0]], shares[ranked[1]]
        return ways[ranked[0]]

    def _wishes(self, state: State) -> Iterator[tuple[int, tuple[int, ...], int]]:
        yield from super()._wishes(state)
        for square in self._scattered(state):
            other = state.owner[square]
            for given in [(), *((spare,) for spare in self._spares(state, other))]:
                yield other, given, square

    def _scattered(self, state: State) -> Iterator[int]:
        """What others hold of the sold streets of which this seat has a part, and no two share the rest."""
        for group in self.guide.streets:
            owners = {state.owner[square] for square in group}
            if len(owners) > 2 and self.seat in owners and BANK not in owners:
                yield from (square for square in group if state.owner[square] != self.seat)

    def _spares(self, state: State, other: int) -> Iterator[int]:
        """Deeds of one's own that make no group whole, neither here nor there."""
        for square in state.deeds_of(self.seat):
            owners = [state.owner[mate] for mate in self.rules.mates[square]]
            if not self.rules.street(square) or (
                owners.count(self.seat) == 1 and owners.count(other) < len(owners) - 1
            ):
                yield square

    def _balanced(self, state: State, other: int, given: tuple[int, ...], missing: int) -> tuple[int, Propose] | None:
        """The trade at the least payment with which the other side is content; nothing if it is not worth that."""
        gives, takes = Side(given), Side((missing,))
        theirs = self.trade_gain(state, other, takes, gives)
        shown = self.trade_gain(state, self.seat, gives, takes)
        unit = self.rules.unit
        payment = 2 * unit + max(-theirs, (shown * FAIR - theirs * 100) // ((100 + FAIR) * unit) * unit)
        payment = max(payment, -state.accounts[other])
        gain = self._hope(state, given, missing, other) - payment
        if gain <= 0 or theirs + payment <= 0 or payment > state.accounts[self.seat] - self.guide.scale:
            return None
        return gain, Propose(self.seat, other, Side(given, max(0, payment)), Side((missing,), max(0, -payment)))

    def _hope(self, state: State, given: tuple[int, ...], missing: int, other: int) -> int:
        """What the seat's groups would be worth more after a swap, with what may yet become of them."""
        after = state.owner.copy()
        after[missing] = self.seat
        for square in given:
            after[square] = other
        groups = {self.rules.mates[square] for square in (missing, *given)}
        return sum(self._prospect(after, group) - self._prospect(state.owner, group) for group in groups)

    def _prospect(self, owner: list[int], group: tuple[int, ...]) -> int:
        if self.rules.street(group[0]) is None:
            return self.guide.group_worth(owner, group, self.seat)
        mine = [square for square in group if owner[square] == self.seat]
        price, lacking = sum(self.guide.deed(square).price for square in mine), len(group) - len(mine)
        return self.guide.part(price, WHOLE if not lacking else PARTLY if lacking == 1 else 100)

    def proposal(self, state: State) -> AnyCommand | None:
        """The bargain that is worth most beyond its price."""
        if type(state.agenda[-1]) not in (AwaitRoll, AwaitEnd):
            return None
        found = sorted(filter(None, (self._balanced(state, *wish) for wish in self._wishes(state))), key=_gain)
        return next((bargain for _, bargain in found if self.guide.accepts(state, bargain)), None)


def _gain(found: tuple[int, Propose]) -> int:
    return -found[0]
