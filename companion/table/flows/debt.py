"""A debt: pay it, raise money for it, or give up (plays: Paying)."""

from __future__ import annotations

from companion.rules.commands import GiveUp, Pay
from companion.rules.frames import Owing
from companion.table.flows.confirm import ConfirmPage
from companion.table.flows.mine import MinePage
from companion.table.page import Host, ListPage
from companion.table.parts import Do, MenuItem
from companion.table.views import DebtScreen


class DebtPage(ListPage):
    """The oldest debt; the debtor's card pays it as soon as his cash covers it."""

    urgent = True

    def __init__(self, host: Host, frame: Owing) -> None:
        super().__init__(host)
        self.debt = frame.debts[0]

    def key(self) -> object:
        """One debt is one page."""
        return type(self), self.debt

    def _items(self) -> tuple[MenuItem, ...]:
        covered = self.scene.state.accounts[self.debt.debtor] >= self.debt.amount
        pay = (MenuItem(Do.PAY, amount=self.debt.amount),) if covered else ()
        return (*pay, MenuItem(Do.RAISE), MenuItem(Do.GIVE_UP))

    def count(self) -> int:
        """Pay once there is enough, raise money, give up."""
        return len(self._items())

    def screen(self) -> DebtScreen:
        """Who owes whom how much, and what could be raised."""
        scene, debt = self.scene, self.debt
        owing = scene.state.agenda[-1]
        assert isinstance(owing, Owing)
        return DebtScreen(
            payment=scene.owed(debt),
            cash=scene.cash(debt.debtor),
            raisable=None if scene.hides_cash else scene.rules.raisable(scene.state, debt.debtor),
            more=len(owing.debts) - 1,
            items=self._items(),
            selected=self.selected,
        )

    def back(self) -> None:
        """There is nothing below."""

    def choose(self, index: int) -> None:
        """Pay; or open the debtor's menu; or ask once more before he gives up."""
        debtor = self.debt.debtor
        match self._items()[index].do:
            case Do.PAY:
                self.host.ask(Pay(debtor))
            case Do.RAISE:
                self.host.open(MinePage(self.host, debtor))
            case Do.GIVE_UP:
                self.host.open(ConfirmPage(self.host, Do.GIVE_UP, GiveUp(debtor), debtor, hold=True))

    def card(self, seat: int) -> bool:
        """A debtor's card pays his oldest debt, or opens his menu while his cash does not cover it."""
        debts = self.scene.state.debts_of(seat)
        if not debts or self.scene.state.accounts[seat] < debts[0].amount:
            return False
        self.host.ask(Pay(seat))
        return True
