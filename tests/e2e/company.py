"""People at a table of simulated chips: what their hands do, and how the referee sets a scene."""

from __future__ import annotations

from companion.app.assembly import OpenTable
from companion.demo.gestures import TOLD
from companion.demo.hands import ChipHands
from companion.rules.commands import Subject
from companion.rules.frames import BANK
from companion.rules.prompts import prompts
from companion.rules.rules import Rules
from companion.rules.state import State
from companion.table.feed import Snapshot
from companion.table.parts import Do, MenuItem
from companion.table.tags import DeedTag, PlayerTag, RefereeTag, board_key
from companion.table.views import Menu, TurnScreen

MANY = 60


class Company:
    """Who sits at the table, and all hands; `pages` and `titles` are what was shown, `kinds` the prompts open."""

    def __init__(self, stand: OpenTable) -> None:
        assert stand.bench is not None
        self.stand = stand
        self.hands = ChipHands(stand.bench, stand.box, stand.table)
        self.pages: set[str] = set()
        self.titles: set[str] = set()
        self.kinds: set[str] = set()
        stand.table.feed.subscribe(self._note)

    def _note(self, snapshot: Snapshot) -> None:
        screen = snapshot.display.screen
        self.pages.add(type(screen).__name__)
        self.titles.add(str(getattr(screen, "title", "")))
        if snapshot.view:
            self.kinds |= {prompt.kind for prompt in prompts(self.rules, self.state)}

    @property
    def state(self) -> State:
        assert self.stand.table.game is not None
        return self.stand.table.game.state

    @property
    def rules(self) -> Rules:
        assert self.stand.table.game is not None
        return self.stand.table.game.rules

    # movements

    def card(self, seat: int) -> None:
        self.hands.lay(PlayerTag(self.state.players[seat]))

    def deed(self, square: int) -> None:
        self.hands.lay(DeedTag(board_key(self.rules.board), square))

    def press(self, *buttons: str) -> None:
        for button in buttons:
            self.hands.press(button)

    def past_news(self) -> None:
        for _ in range(MANY):
            if not isinstance(self.hands.screen, TOLD):
                return
            self.press("ok")

    def sees(self, page: type) -> None:
        self.past_news()
        assert isinstance(self.hands.screen, page), self.hands.screen

    def set(self, subject: Subject, where: int, value: int) -> None:
        """The referee sets a figure right; what is right already is not offered."""
        self.past_news()
        self.hands.lay(RefereeTag())
        self.hands.pick(Do.CORRECT)
        self.hands.pick(Do.SUBJECT, subject.value)
        self.card(where) if subject in (Subject.CASH, Subject.AT, Subject.JAILED) else self.deed(where)
        if subject is Subject.CASH:
            self._dial_down()
        else:
            assert isinstance(self.hands.screen, Menu)
            meant = [self._meant(subject, item) for item in self.hands.screen.items]
            self.hands.choose(meant.index(value), len(meant))
        self.press("ok")
        self.hands.hold("ok")
        self.past_news()

    def _meant(self, subject: Subject, item: MenuItem) -> int:
        """The figure that a line stands for."""
        if item.do is Do.VALUE:
            return item.amount if item.amount is not None else BANK
        if subject is Subject.AT and item.lot is not None:
            return item.lot.square
        return self.state.players.index(item.name)

    def _dial_down(self) -> None:
        """To nothing, a hundred at a time."""
        self.press("info", "info")
        for _ in range(MANY):
            if getattr(self.hands.screen, "value", 0) == 0:
                break
            self.press("down")
        self.press("ok")

    def own(self, seat: int, *squares: int) -> None:
        for square in squares:
            if self.state.owner[square] != seat:
                self.set(Subject.OWNER, square, seat)

    def visit(self, square: int) -> None:
        """The player whose turn it is throws 3 and lands there."""
        self._stand(self.state.turn, (square - 3) % self.rules.size)
        self.hands.throw(1, 2)

    def _stand(self, seat: int, square: int) -> None:
        if self.state.at[seat] != square:
            self.set(Subject.AT, seat, square)

    def end_turn(self) -> None:
        self.sees(TurnScreen)
        if any(prompt.kind == "end" for prompt in prompts(self.rules, self.state)):
            self.card(self.state.turn)
        self.past_news()

    def _street(self, which: int) -> int:
        return [square for square in self.rules.deeds if self.rules.street(square)][which]

    def _group(self, which: int) -> tuple[int, ...]:
        """A group of streets for which nobody still owes a rent: its deeds would claim it."""
        owed = {claim.square for claim in self.state.claims}
        groups = list(dict.fromkeys(self.rules.mates[square] for square in self.rules.deeds))
        return [group for group in groups if self.rules.street(group[0]) and not owed & set(group)][which]
