"""Looking things up: never an action, whatever tag is laid on the reader meanwhile (design: Table)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from companion.rules.board import Railroad, Street, Utility
from companion.rules.events import Paid
from companion.rules.frames import BANK
from companion.table.flows.phone import PhonePage
from companion.table.flows.terms import TermsPage
from companion.table.inputs import Button
from companion.table.page import Host, ListPage, Page
from companion.table.parts import Do, MenuItem, StatementLine, Title
from companion.table.scene import Scene
from companion.table.shown import Address, DeedInfo, Standings, Statement, WhoOwns, Why
from companion.table.views import Menu

LOOK_SECONDS = 45  # after so long without a touch a look-up closes


class LookingPage(ListPage):
    """A page that only shows: a laid card opens its statement, a laid deed its information, in place of what is shown.

    It closes when nobody has touched it for a while; back held leaves all that was looked up.
    """

    lasts: ClassVar[int | None] = LOOK_SECONDS
    replaced: ClassVar[bool] = True  # by what is looked up next

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._touch()

    def _touch(self) -> None:
        self.ends = None if self.lasts is None else self.host.clock() + self.lasts

    def press(self, button: Button) -> None:
        """Move, choose or leave; each starts the time anew."""
        self._touch()
        super().press(button)

    def hold(self, button: Button) -> None:
        """Back held goes to what the game waits for."""
        if button is Button.BACK:
            self.host.home()

    def _look(self, page: Page) -> None:
        self._touch()
        if self.replaced:
            self.host.close()
        self.host.open(page)

    def choose(self, index: int) -> None:
        del index
        self.host.close()

    def card(self, seat: int) -> bool:
        """A player's card shows his account."""
        self._look(StatementPage(self.host, seat, own=True))
        return True

    def deed(self, square: int) -> bool:
        """A deed shows what is printed on it, and its rent now."""
        self._look(DeedInfoPage(self.host, square))
        return True


class LookUpPage(LookingPage):
    """What can be looked up; a tag laid on the reader now is looked up, never acted upon."""

    replaced = False

    def __init__(self, host: Host, menus: Page, referee: Page | None) -> None:
        super().__init__(host)
        self._menus = menus
        self._referee = referee
        self._phones = host.phones

    def _items(self) -> tuple[MenuItem, ...]:
        lines = [MenuItem(Do.BALANCES), MenuItem(Do.STANDINGS), MenuItem(Do.WHO_OWNS), MenuItem(Do.WHY)]
        if self.scene.terms():
            lines.insert(3, MenuItem(Do.TERMS))
        if self.host.address:
            lines.append(MenuItem(Do.PAGES))
        lines += [MenuItem(Do.PHONE, name=phone.code) for phone in self._phones if phone.waits()]
        if not self.scene.state.over:
            lines.append(MenuItem(Do.MENU))
        return (*lines, MenuItem(Do.REFEREE)) if self._referee else tuple(lines)

    def count(self) -> int:
        return len(self._items())

    def screen(self) -> Menu:
        return Menu(title=Title.LOOK_UP, items=self._items(), selected=self.selected)

    def choose(self, index: int) -> None:
        host, item = self.host, self._items()[index]
        match item.do:
            case Do.BALANCES:
                host.open(StandingsPage(host, ranked=False))
            case Do.STANDINGS:
                host.open(StandingsPage(host, ranked=True))
            case Do.WHO_OWNS:
                host.open(WhoOwnsPage(host))
            case Do.TERMS:
                host.open(TermsPage(host))
            case Do.WHY:
                host.open(WhyPage(host))
            case Do.PAGES:
                host.open(AddressPage(host))
            case Do.PHONE:
                host.close()
                host.open(PhonePage(host, next(phone for phone in self._phones if phone.code == item.name)))
            case Do.MENU:
                host.close()
                host.open(self._menus)
            case _ if self._referee:
                host.close()
                host.open(self._referee)


class AddressPage(LookingPage):
    """Where spectators find the pages."""

    def count(self) -> int:
        return 1

    def screen(self) -> Address:
        return Address(url=self.host.address)


class StandingsPage(LookingPage):
    """Balances in seat order, or standings with the richest first."""

    def __init__(self, host: Host, *, ranked: bool) -> None:
        super().__init__(host)
        self._ranked = ranked

    def count(self) -> int:
        return len(self.scene.state.players)

    def screen(self) -> Standings:
        """The list, the stock of buildings and the pot."""
        scene = self.scene
        return Standings(
            rows=scene.ranked() if self._ranked else scene.rows(),
            ranked=self._ranked,
            houses=scene.state.houses,
            hotels=scene.state.hotels,
            pot=scene.state.accounts[-2],
            selected=self.selected,
        )


class WhoOwnsPage(LookingPage):
    """All deeds with their owners."""

    def count(self) -> int:
        return len(self.scene.rules.deeds)

    def screen(self) -> WhoOwns:
        return WhoOwns(rows=tuple(map(self.scene.deed, self.scene.rules.deeds)), selected=self.selected)

    def choose(self, index: int) -> None:
        """The deed in full."""
        self.host.open(DeedInfoPage(self.host, self.scene.rules.deeds[index]))


class DeedInfoPage(LookingPage):
    """A deed as it is printed, and its rent now."""

    def __init__(self, host: Host, square: int) -> None:
        super().__init__(host)
        self._square = square

    def count(self) -> int:
        return 1

    def screen(self) -> DeedInfo:
        rules, state = self.scene.rules, self.scene.state
        deed = rules.deed(self._square)
        owned = state.owner[self._square] != BANK
        rents = deed.rents if isinstance(deed, Street | Railroad) else ()
        return DeedInfo(
            row=self.scene.deed(self._square),
            kind="street" if isinstance(deed, Street) else "utility" if isinstance(deed, Utility) else "railroad",
            price=deed.price,
            mortgage=deed.mortgage,
            rents=deed.factors if isinstance(deed, Utility) else rents,
            house=deed.house if isinstance(deed, Street) and deed.top > 1 else 0,
            hotel=deed.hotel_price if isinstance(deed, Street) else 0,
            rent=rules.rent(state, self._square) if owned else None,
        )


class StatementPage(LookingPage):
    """A player's account, the latest payment first; `own`: his card has opened it, which shows what he need not say."""

    def __init__(self, host: Host, seat: int, *, own: bool) -> None:
        super().__init__(host)
        self._seat = seat
        self._own = own
        self._lines = statement(host.scene, seat)

    def count(self) -> int:
        return len(self._lines)

    def screen(self) -> Statement:
        """Cash, and every payment with the balance after it."""
        hidden = self.scene.hides_cash and not self._own
        return Statement(
            who=self.scene.party(self._seat),
            cash=None if hidden else self.scene.state.accounts[self._seat],
            lines=() if hidden else self._lines,
            selected=self.selected,
        )


def statement(scene: Scene, seat: int) -> tuple[StatementLine, ...]:
    """Every payment of a player that is in force, latest first, with his cash after it."""
    game = scene.game
    cash = game.start.accounts[seat]
    lines = []
    for seq in game.in_force:
        for paid in game.steps[seq].events:
            if isinstance(paid, Paid) and seat in (paid.payer, paid.payee):
                gain = paid.amount if paid.payee == seat else -paid.amount
                cash += gain
                other = scene.party(paid.payer if gain > 0 else paid.payee)
                lines.append(StatementLine(seq, gain, other, paid.cause, cash, scene.lot_or_none(paid.square)))
    return tuple(reversed(lines))


class WhyPage(LookingPage):
    """Why the last thing came out as it did, and then each rule it rests on, round and round."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._part = 0

    def count(self) -> int:
        return 1

    def press(self, button: Button) -> None:
        """Turn to the next rule or the one before."""
        self._part += {Button.DOWN: 1, Button.UP: -1}.get(button, 0)
        super().press(button)

    def screen(self) -> Why:
        """The figures that decided, or one of the rules."""
        return msgspec.structs.replace(self.host.why(), part=self._part)
