"""Menus that hand on what was picked: reasons, subjects, figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.table.page import Host, ListPage
from companion.table.parts import Do, MenuItem, Title, Trouble
from companion.table.views import Menu

REASONS = ("misread-dice", "wrong-tap", "wrong-card", "wrong-amount", "agreed", "ruling")


def unasked(host: Host, seat: int) -> bool:
    """Say that a player's card means nothing here, so that it does not act on what the page hides."""
    host.say(Trouble.NOT_ADDRESSED, who=host.scene.party(seat))
    return True


class PickPage(ListPage):
    """A menu that hands on what was picked."""

    def __init__(self, host: Host, title: Title, items: Sequence[MenuItem], take: Callable[[int], None]) -> None:
        super().__init__(host)
        self._title = title
        self._items = tuple(items)
        self._take = take

    def count(self) -> int:
        """How many lines there are."""
        return len(self._items)

    def screen(self) -> Menu:
        """The menu."""
        return Menu(title=self._title, items=self._items, selected=self.selected)

    def card(self, seat: int) -> bool:
        """A player's card does nothing below what the referee is asked."""
        return unasked(self.host, seat)

    def choose(self, index: int) -> None:
        """Hand it on."""
        self.host.close()
        self._take(index)


def pick_reason(host: Host, title: Title, reasons: Sequence[str], take: Callable[[str], None]) -> None:
    """Ask for a reason; the ledger keeps its key, the words are made elsewhere."""
    items = [MenuItem(Do.REASON, name=reason) for reason in reasons]
    host.open(PickPage(host, title, items, lambda index: take(reasons[index])))
