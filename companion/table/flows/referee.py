"""The referee: undo and corrections with a reason, pause, time, the end of the game (C-88, C-97)."""

from __future__ import annotations

from collections.abc import Callable

from companion.ledger.seal import check_words
from companion.rules.commands import CallTime, Finish
from companion.table.flows.choosing import ConfirmPage, pick_reason, unasked
from companion.table.flows.correct import Correction
from companion.table.flows.lookup import StandingsPage, WhoOwnsPage
from companion.table.flows.rule import rule
from companion.table.flows.undo import MisreadPage, UndoPage, doubtful
from companion.table.page import Host, ListPage
from companion.table.parts import Do, MenuItem, Title
from companion.table.shown import Paused
from companion.table.views import Menu

ENDINGS = ("time", "agreed", "ruling")


class RefereePage(ListPage):
    """The menu behind the referee's card."""

    def __init__(self, host: Host, pause: Callable[[], None]) -> None:
        super().__init__(host)
        self._pause = pause

    def _items(self) -> tuple[MenuItem, ...]:
        undoable = bool(self.scene.game.in_force)
        doubted = (MenuItem(Do.MISREAD),) if doubtful(self.scene) else ()
        lines = (
            *doubted,
            MenuItem(Do.UNDO, enabled=undoable),
            MenuItem(Do.CORRECT),
            MenuItem(Do.PAUSE),
            MenuItem(Do.CALL_TIME),
        )
        return (*lines, MenuItem(Do.FINISH), MenuItem(Do.WHO_OWNS), MenuItem(Do.STANDINGS))

    def count(self) -> int:
        return len(self._items())

    def screen(self) -> Menu:
        return Menu(title=Title.REFEREE, items=self._items(), selected=self.selected)

    def card(self, seat: int) -> bool:
        """A player's card does not act on what lies below."""
        return unasked(self.host, seat)

    def choose(self, index: int) -> None:
        host = self.host
        match self._items()[index].do:
            case Do.MISREAD if throw := doubtful(self.scene):
                host.open(MisreadPage(host, throw, rule))
            case Do.UNDO if self.scene.game.in_force:
                host.open(UndoPage(host))
            case Do.CORRECT:
                Correction(host).begin()
            case Do.PAUSE:
                host.close()
                self._pause()
            case Do.CALL_TIME:
                host.open(ConfirmPage(host, Do.CALL_TIME, CallTime(), hold=True))
            case Do.FINISH:
                pick_reason(host, Title.FINISH_REASON, ENDINGS, self._finish)
            case Do.WHO_OWNS:
                host.open(WhoOwnsPage(host))
            case Do.STANDINGS:
                host.open(StandingsPage(host, ranked=True))

    def _finish(self, reason: str) -> None:
        self.host.open(ConfirmPage(self.host, Do.FINISH, Finish(reason), hold=True, reason=reason))


class PausePage(ListPage):
    """The clock stands still until ok or the referee's card."""

    def __init__(self, host: Host, since: float, resume: Callable[[], None]) -> None:
        super().__init__(host)
        self._since = since
        self._resume = resume

    def count(self) -> int:
        return 1

    def choose(self, index: int) -> None:
        del index
        self._resume()

    def back(self) -> None:
        """Nothing leaves a pause but ok and the referee."""

    def screen(self) -> Paused:
        return Paused(seconds=int(self.host.clock() - self._since), words=check_words(self.host.head))
