"""The players that nobody has to be, by name, and one who plays every seat alike."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from companion.bots.bot import Bot
from companion.bots.company import Company
from companion.bots.guide import Guide
from companion.bots.lookahead import LookAhead
from companion.bots.tempers import Cautious, Greedy
from companion.bots.trader import Trader
from companion.rules.commands import AnyCommand
from companion.rules.rules import Rules
from companion.rules.state import State

POLICIES: Mapping[str, type[Bot]] = {
    "cautious": Cautious,
    "greedy": Greedy,
    "trader": Trader,
    "lookahead": LookAhead,
}


class Steady:
    """Plays every seat of any game as a trader; for whoever carries the commands out by hand, and so ends each turn."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._rules: Rules | None = None
        self._company: Company | None = None

    def choose(self, rules: Rules, state: State) -> AnyCommand:
        """The next command of whoever has something to do."""
        if self._company is None or self._rules is not rules:
            guide = Guide(rules)
            bots = [Trader(guide, seat, self._chance) for seat in state.seats]
            self._rules, self._company = rules, Company(rules, bots, self._chance, says_end=True)
        for bot in self._company.bots:
            bot.notice()
        return self._company.next(state)
