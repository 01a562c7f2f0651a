"""The two simple players: one keeps its money together, one buys whatever it can."""

from __future__ import annotations

from companion.bots.bot import Bot, Temper


class Cautious(Bot):
    """Keeps a good reserve, bids low, and trades only for a full share of the gain."""

    temper = Temper(keeps_buying=75, keeps_building=150, keeps_lifting=300, bids=80, shares=100)


class Greedy(Bot):
    """Buys all it can pay, bids high, and builds with its last money."""

    temper = Temper(keeps_buying=0, keeps_building=25, keeps_lifting=150, bids=110, shares=50)
