"""Before a game and after it: continue, welcome, set up, and the final standing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from companion.ledger.seal import check_words
from companion.ledger.store import GameRow
from companion.rules.commands import Finish
from companion.rules.edition import Edition
from companion.rules.events import Ended
from companion.rules.frames import BANK
from companion.rules.why import tie_break
from companion.table.flows.lookup import LookingPage
from companion.table.inputs import Button
from companion.table.page import Host, ListPage, Page
from companion.table.parts import Do, MenuItem, Title
from companion.table.scene import step_line
from companion.table.settings import Evening
from companion.table.views import ContinueAsk, EndScreen, Menu

CHECK_LINES = 2  # of the four check words


class OverPage(LookingPage):
    """The standing; ok goes on to the next game, and every tag is only looked up."""

    lasts = None
    replaced = False

    def __init__(self, host: Host, leave: Callable[[], None]) -> None:
        super().__init__(host)
        self._leave = leave

    def count(self) -> int:
        return len(self.scene.state.players) + CHECK_LINES

    def screen(self) -> EndScreen:
        """Who has won, and why the game is over."""
        state = self.scene.state
        return EndScreen(
            winner=self.scene.party(state.winner) if state.winner != BANK else None,
            rows=self.scene.ranked(),
            reason=self._reason(),
            tie=tie_break(self.scene.rules, state),
            words=check_words(self.host.head),
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


class Reception(Protocol):
    """What the pages before a game may ask of the table."""

    @property
    def evening(self) -> Evening:
        """How the table plays."""

    def unfinished(self) -> Sequence[GameRow]:
        """The games that can be continued, the latest first."""

    def edition(self) -> Edition:
        """The edition of the evening, with its profiles and rules."""

    def editions(self) -> Sequence[tuple[str, str]]:
        """Id and title of every edition there is."""

    def profiles(self) -> Sequence[tuple[str, str]]:
        """Id and title of every profile there is."""

    def change(self, **fields: object) -> bool:
        """Play like this from now on, and remember it; False: that does not go together, and the screen says so."""

    def start(self) -> None:
        """Begin a game as the evening is set."""

    def resume(self, game: str) -> None:
        """Continue a game."""


class ContinuePage(Page):
    """An interrupted game was found."""

    def __init__(self, host: Host, reception: Reception, row: GameRow, otherwise: Page) -> None:
        super().__init__(host)
        self._reception = reception
        self._row = row
        self._otherwise = otherwise
        self._yes = True

    def screen(self) -> ContinueAsk:
        row = self._row
        assert row.move is not None
        assert row.board is not None
        began, moved = row.started.astimezone(), row.last.astimezone()
        return ContinueAsk(
            game=row.id,
            started=f"{began:%H:%M}",
            day=f"{began:%Y-%m-%d}",
            edition=dict(self._reception.editions()).get(row.edition, row.edition),
            players=row.players,
            move=step_line(row.entries - 1, row.move, row.players, row.board),
            moved=f"{moved:%H:%M}" if moved.date() == began.date() else f"{moved:%m-%d %H:%M}",
            yes=self._yes,
        )

    def press(self, button: Button) -> None:
        """Up and down change the answer, ok gives it, back says no."""
        match button:
            case Button.UP | Button.DOWN:
                self._yes = not self._yes
            case Button.OK if self._yes:
                self._reception.resume(self._row.id)
            case Button.OK | Button.BACK:
                self.host.open(self._otherwise)


class WelcomePage(ListPage):
    """The first page of an evening; `below`: the question whether to continue lies under it."""

    def __init__(self, host: Host, reception: Reception, setup: Page, enrolment: Page, *, below: bool = False) -> None:
        super().__init__(host)
        self._below = below
        self._reception = reception
        self.setup = setup
        self._enrolment = enrolment

    def _items(self) -> tuple[MenuItem, ...]:
        evening = self._reception.evening
        again = MenuItem(Do.SAME_AGAIN, name=self._reception.edition().title, amount=len(evening.players))
        left = (MenuItem(Do.CONTINUE),) if self._reception.unfinished() else ()
        return (again, MenuItem(Do.NEW_GAME), *left, MenuItem(Do.ENROL))

    def count(self) -> int:
        """Start, set up, continue if something was left, enrol."""
        return len(self._items())

    def screen(self) -> Menu:
        return Menu(title=Title.WELCOME, items=self._items(), selected=self.selected, back=self._below)

    def choose(self, index: int) -> None:
        match self._items()[index].do:
            case Do.SAME_AGAIN:
                self._reception.start()
            case Do.NEW_GAME:
                self.host.open(self.setup)
            case Do.CONTINUE:
                self.host.open(GamesPage(self.host, self._reception, self._reception.unfinished()))
            case _:
                self.host.open(self._enrolment)


class GamesPage(ListPage):
    """All games that can be continued."""

    def __init__(self, host: Host, reception: Reception, rows: Sequence[GameRow]) -> None:
        super().__init__(host)
        self._reception = reception
        self._rows = rows

    def count(self) -> int:
        return len(self._rows)

    def screen(self) -> Menu:
        """Each with the day and hour at which it began."""
        items = tuple(MenuItem(Do.CONTINUE, name=f"{row.started.astimezone():%d.%m. %H:%M}") for row in self._rows)
        return Menu(title=Title.GAMES, items=items, selected=self.selected)

    def choose(self, index: int) -> None:
        self._reception.resume(self._rows[index].id)
