"""Who sits on a chair: leaving, handing it over to a person or to the program, joining late (C-104 to C-106)."""

from __future__ import annotations

from companion.rules.commands import AnyCommand, HandOver, Join, Leave
from companion.rules.options import fold
from companion.table.flows.choosing import ConfirmPage
from companion.table.page import Host, ListPage
from companion.table.parts import Do, MenuItem, Title
from companion.table.settings import LEVELS, PERSON
from companion.table.tags import PlayerTag
from companion.table.views import Menu

Line = tuple[MenuItem, AnyCommand | str]  # what it asks for, or who is to play


class ChairPage(ListPage):
    """What may become of a chair; the card of somebody who is not in the game takes it."""

    def __init__(self, host: Host, seat: int) -> None:
        super().__init__(host)
        self._seat = seat

    def is_over(self) -> bool:
        """The chair is another's, or nobody's, after the next entry."""
        return True

    def _lines(self) -> list[Line]:
        scene, seat = self.scene, self._seat
        lines: list[Line] = []
        if scene.rules.options.leave != "no":
            lines.append((self._item(Do.LEAVE, Leave(seat)), Leave(seat)))
        if scene.rules.options.takes:
            who = scene.party(seat)
            ways = (PERSON, *LEVELS) if seat in self.host.bots else LEVELS
            lines += [(MenuItem(Do.BOT, name=way, who=who), way) for way in ways]
            wishes = [HandOver(seat, name) for name in strangers(self.host)]
            lines += [(self._item(Do.HAND_OVER, wish, wish.name), wish) for wish in wishes]
        return lines

    def _item(self, do: Do, wish: AnyCommand, name: str = "") -> MenuItem:
        return MenuItem(do, name=name, enabled=self.scene.game.refusal(wish) is None)

    def count(self) -> int:
        return len(self._lines())

    def screen(self) -> Menu:
        items = tuple(item for item, _ in self._lines())
        return Menu(title=Title.CHAIR, items=items, selected=self.selected, who=self.scene.party(self._seat))

    def choose(self, index: int) -> None:
        """Ask once more before the chair is given up; the program takes it at once."""
        item, wish = self._lines()[index]
        if isinstance(wish, str):
            self.host.home()
            self.host.seat_bot(self._seat, wish)
        elif self.scene.game.refusal(wish):
            self.host.ask(wish)
        else:
            self.host.open(ConfirmPage(self.host, item.do, wish, self._seat, hold=True, name=item.name))

    def tag(self, uid: str) -> bool:
        """The card of somebody who is not in the game."""
        tag = self.host.tags.find(uid)
        if not isinstance(tag, PlayerTag) or not self.scene.rules.options.takes or tag.name not in strangers(self.host):
            return False
        wish = HandOver(self._seat, tag.name)
        self.host.open(ConfirmPage(self.host, Do.HAND_OVER, wish, self._seat, hold=True, name=tag.name))
        return True


def strangers(host: Host) -> list[str]:
    """Those who have a card and are not in the game."""
    state = host.scene.state
    playing = {fold(state.players[seat]) for seat in state.playing()}
    known = (tag.name for tag in host.tags.all().values() if isinstance(tag, PlayerTag))
    return [name for name in dict.fromkeys(known) if fold(name) not in playing]


def may_change_chairs(host: Host) -> bool:
    """Whether the table lets anybody go, or hand his chair over."""
    options = host.scene.rules.options
    return options.leave != "no" or options.takes


def welcome(host: Host, name: str) -> bool:
    """Ask whether somebody who is not in the game joins it; False: this table takes nobody late."""
    if host.scene.rules.options.join == "no" or host.scene.state.over:
        return False
    wish = Join(name)
    if host.scene.game.refusal(wish):
        host.ask(wish)
    else:
        host.open(ConfirmPage(host, Do.JOIN, wish, hold=True, name=name))
    return True
