"""The game is over: the winner and the final standing."""

from __future__ import annotations

from collections.abc import Callable

from companion.rules.commands import Finish
from companion.rules.events import Ended
from companion.rules.frames import BANK
from companion.rules.why import tie_break
from companion.table.flows.lookup import LookingPage
from companion.table.page import Host
from companion.table.views import EndScreen


class OverPage(LookingPage):
    """The standing; ok goes on to the next game, and every tag is only looked up."""

    def __init__(self, host: Host, leave: Callable[[], None]) -> None:
        super().__init__(host)
        self._leave = leave

    def count(self) -> int:
        """How many players there were."""
        return len(self.scene.state.players)

    def screen(self) -> EndScreen:
        """Who has won, and why the game is over."""
        state = self.scene.state
        return EndScreen(
            winner=self.scene.party(state.winner) if state.winner != BANK else None,
            rows=self.scene.ranked(),
            reason=self._reason(),
            tie=tie_break(self.scene.rules, state),
            selected=self.selected,
        )

    def _reason(self) -> str:
        """The referee's own reason, where he has ended it; else what the rules say."""
        last = self.scene.game.steps[-1]
        if isinstance(last.command, Finish):
            return last.command.reason
        return next((event.reason for event in last.events if isinstance(event, Ended)), "")

    def choose(self, index: int) -> None:
        """On to the next game."""
        del index
        self._leave()

    def back(self) -> None:
        """There is nothing below."""
