"""One table's board for whoever watches it: the pages of the table itself, fed from what the hub has of its game."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from companion.rules.game import Step
from companion.web.publisher import board, charts, opening, standing, told
from companion.web.replica import HistoryLine, Replica
from companion.web.sse import Events
from companion.web.stream import Stream

if TYPE_CHECKING:
    from companion.hub.hub import Hub

TOPICS = ("board", "charts", "line", "seated", "standing")


class WatchedTable:
    """Follows the game of one table of a round, whichever game that is by now."""

    def __init__(self, hub: Hub, number: int, table: int) -> None:
        self._hub, self._number, self._table = hub, number, table
        self.stream = Stream()
        self.stream.attach(asyncio.get_running_loop())
        self.events = Events(self.stream, TOPICS)
        self._replica: Replica | None = None
        self._name()
        self.catch_up()

    def catch_up(self) -> None:
        """Tell what is new."""
        fresh = self._hub.ask(self._fresh)
        replica = self._replica
        if replica is not None and fresh is not None:
            for step in fresh:
                with opening(replica, self.stream):
                    self._tell(replica.take(step))
            self._stand(replica)

    def _fresh(self, hub: Hub) -> list[Step] | None:
        """The steps that are not told yet, of a game that is not yet followed all; None without a game."""
        game = hub.tournament.rounds[self._number].games.get(self._table, "")
        live = hub.intake.live(game)
        if live is None or live.game is None:
            return None
        if self._replica is None or self._replica.id != game or self._replica.seen > len(live.game.steps):
            self._open(Replica(game, live.game.steps[0]))
        return live.game.steps[self._replica.seen if self._replica else 0 :]

    def _open(self, replica: Replica) -> None:
        self._replica = replica
        self.stream.restart()
        self._name()
        self.stream.put("board", lambda language: board(replica, language))
        self._tell(replica.opening())

    def _name(self) -> None:
        """Say who sits here, by seat; at the table they go by the colors of their seats."""
        tournament = self._hub.tournament
        people = [tournament.name(person) for person in tournament.players(self._number, self._table)]
        seated = {"round": self._number + 1, "table": self._table + 1, "people": people}
        self.stream.put("seated", lambda _: seated)

    def _stand(self, replica: Replica) -> None:
        self.stream.put("standing", lambda language: standing(replica, language))
        self.stream.put("charts", lambda _: charts(replica))

    def _tell(self, line: HistoryLine) -> None:
        replica = self._replica
        assert replica is not None
        if line.events or line.back:
            self.stream.add("line", lambda language: told(replica, line, language))

    def close(self) -> None:
        self.stream.close()
