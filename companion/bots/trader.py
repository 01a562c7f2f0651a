"""A player who swaps: looks for the trade that makes a group whole and leaves both sides better off (S0-52)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from companion.bots.bot import Bot, Temper
from companion.bots.guide import Guide
from companion.rules.commands import AnyCommand, Propose
from companion.rules.frames import BANK, AwaitEnd, AwaitRoll, Side
from companion.rules.state import State

PAUSE = 4  # turns between two looks for a trade, so that nobody is asked the same thing for ever
PATIENCE = 0.8  # how often a look is left out because the deeds lie as they lay at the last one


class Trader(Bot):
    """Proposes swaps and purchases at its own turn, a few turns apart; both sides gain, so that trading comes to an
    end."""

    temper = Temper(keeps_buying=25, keeps_building=75, keeps_lifting=200, bids=105, shares=50)

    def __init__(self, guide: Guide, seat: int, chance: Random) -> None:
        super().__init__(guide, seat, chance)
        self._next_look = PAUSE
        self._titles: list[int] = []

    def before_throw(self, state: State) -> AnyCommand | None:
        """Do what others do; then, now and then, propose a trade."""
        command = super().before_throw(state)
        self.wanted = 0  # a look for a trade may be due at any turn
        if command is None and state.turns[self.seat] >= self._next_look:
            return self._look_for_trade(state)
        return command

    def _look_for_trade(self, state: State) -> AnyCommand | None:
        """Wait a while after each look, longer if no title has passed since."""
        unchanged = state.owner == self._titles
        self._titles = state.owner.copy()
        self._next_look = state.turns[self.seat] + PAUSE
        return None if (unchanged and self.chance.random() < PATIENCE) or state.offers else self.proposal(state)

    def proposal(self, state: State) -> AnyCommand | None:
        """The lawful trade by which the seat gains most, the gain being shared by a payment."""
        if type(state.agenda[-1]) not in (AwaitRoll, AwaitEnd):
            return None
        found = [each for wish in self._wishes(state) if (each := self._balanced(state, *wish))]
        found = [each for each in found if self.guide.accepts(state, each[1])]
        return max(found, key=lambda each: each[0])[1] if found else None

    def _wishes(self, state: State) -> Iterator[tuple[int, tuple[int, ...], int]]:
        """The other seat, what could be given for it (the deed that makes a group of theirs whole, or none), and the
        deed that is missing in a group of one's own."""
        missing = list(self._missing(state))
        if not missing:
            return
        keys: dict[int, list[int]] = {}
        for square in state.deeds_of(self.seat):
            if self.guide.is_rival_waiting(state, self.seat, square):
                keys.setdefault(state.owner[self.rules.partners[square]], []).append(square)
        for square in missing:
            other = state.owner[square]
            for given in [(), *((key,) for key in keys.get(other, ()))]:
                yield other, given, square

    def _missing(self, state: State) -> Iterator[int]:
        """The last deeds that others hold of groups that are this seat's but for them."""
        owner, seat = state.owner, self.seat
        for group in self.guide.groups:
            owners = [owner[square] for square in group]
            if owners.count(seat) == len(group) - 1 > 0 and BANK not in owners:
                yield next(square for square in group if owner[square] != seat)

    def _balanced(self, state: State, other: int, given: tuple[int, ...], missing: int) -> tuple[int, Propose] | None:
        """The trade with the payment that shares its gain evenly, as far as cash allows; nothing if somebody loses."""
        mine = self.trade_gain(state, self.seat, Side(given), Side((missing,)))
        theirs = self.trade_gain(state, other, Side((missing,)), Side(given))
        if mine + theirs <= 0:
            return None
        payment = self.rules.share(mine - theirs, 2)
        payment = max(-state.accounts[other], min(payment, state.accounts[self.seat] - self._building_reserve))
        gives, takes = Side(given, max(0, payment)), Side((missing,), max(0, -payment))
        if mine - payment <= 0 or theirs + payment <= 0:
            return None
        return mine - payment, Propose(self.seat, other, gives, takes)
