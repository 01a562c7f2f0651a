"""The players that nobody has to be, by name: one that looks ahead, and one who plays every seat alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from companion.bots.bot import Bot, Cautious, Greedy
from companion.bots.guide import Guide
from companion.bots.planner import Planner
from companion.bots.self_play import SelfPlay, reshuffled
from companion.bots.trader import Trader
from companion.rules.commands import Accept, AnyCommand, Buy, Decline, PayBail, Reject, Wait
from companion.rules.frames import Offer
from companion.rules.game import Game
from companion.rules.rules import Rules
from companion.rules.state import State

SAMPLES = 6  # futures tried for each way
ROUNDS = 12  # rounds that a future is played on


class LookAhead(Trader):
    """Trades like a trader; where it could do one thing or leave it, roll-outs decide (units: share of all worth).

    Both ways are tried with the same dice. The order of the decks is not known to a player, so each future shuffles.
    """

    def consider(self, state: State, square: int) -> AnyCommand:
        """Buy or leave to the auction."""
        wish = super().consider(state, square)
        if state.accounts[self.seat] < self.guide.deed(square).price:
            return wish
        return self.best(state, [Buy(self.seat), Decline(self.seat)])

    def leave_jail(self, state: State) -> AnyCommand | None:
        """Pay the fee, or try the dice (sit it out in Court)."""
        wish = super().leave_jail(state)
        if not isinstance(wish, PayBail):
            return wish
        stay = Wait(self.seat)
        if self.guide.accepts(state, stay):
            return self.best(state, [wish, stay])
        return wish

    def judge(self, state: State, offer: Offer) -> AnyCommand:
        """Accept or refuse an offer."""
        accept = Accept(self.seat, offer.seat)
        reject = Reject(self.seat, offer.seat)
        return self.best(state, [accept, reject]) if self.guide.accepts(state, accept) else reject

    def best(self, state: State, ways: Sequence[AnyCommand]) -> AnyCommand:
        """The way that leaves this seat the largest share of all that the players own, on average."""
        seeds = [self.chance.getrandbits(32) for _ in range(SAMPLES)]
        return max(ways, key=lambda way: sum(self._future(state, way, seed) for seed in seeds))

    def _future(self, state: State, way: AnyCommand, seed: int) -> float:
        chance = Random(seed)
        ahead = reshuffled(state, chance)
        game = Game(self.rules, ahead)
        game.ask(way)
        bots = [Greedy(self.guide, seat, chance) for seat in ahead.seats]
        SelfPlay(self.rules, bots, chance).play(game, ahead.turns[ahead.turn] + ROUNDS)
        return self._share(game.state)

    def _share(self, state: State) -> float:
        """This seat's share of all worth; nothing for a bankrupt."""
        if state.out[self.seat]:
            return 0.0
        worths = [self.rules.worth(state, seat) for seat in state.playing()]
        return self.rules.worth(state, self.seat) / max(1, sum(worths))


POLICIES: Mapping[str, type[Bot]] = {
    "cautious": Cautious,
    "greedy": Greedy,
    "trader": Trader,
    "lookahead": LookAhead,
    "planner": Planner,
}
LEVELS: Mapping[str, str] = {"child": "cautious", "grown-up": "planner"}  # as people choose them


class Steady:
    """Plays every seat of any game as a trader; for whoever carries the commands out by hand, and so ends each turn."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._rules: Rules | None = None
        self._company: SelfPlay | None = None

    def choose(self, rules: Rules, state: State) -> AnyCommand:
        """The next command of whoever has something to do."""
        if self._company is None or self._rules is not rules:
            guide = Guide(rules)
            bots = [Trader(guide, seat, self._chance) for seat in state.seats]
            self._rules, self._company = rules, SelfPlay(rules, bots, self._chance, says_end=True)
        return self._company.next(state)
