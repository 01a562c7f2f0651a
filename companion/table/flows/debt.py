"""A debt: pay it, raise money for it, or give up (plays: Paying); and the rents that an ending game asks for (C-01)."""

from __future__ import annotations

from companion.rules.commands import AnyCommand, ClaimRent, Pass, Pay
from companion.rules.frames import Debt, Owing
from companion.table.flows.choosing import BasePage, Option
from companion.table.flows.mine import MinePage, give_up, give_up_item
from companion.table.page import Host, ListPage
from companion.table.parts import Do, MenuItem, Title
from companion.table.views import DebtScreen, Menu


class DebtPage(ListPage):
    """The oldest debt; the debtor's card pays it as soon as his cash covers it."""

    urgent = True

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        debt = self.debt
        self._key = (debt.debtor, debt.creditor, debt.cause, debt.square)

    @property
    def debt(self) -> Debt:
        """The oldest debt as it stands: a part of it may have been set off (C-67)."""
        return self.scene.state.top(Owing).debts[0]

    def key(self) -> object:
        """One debt is one page, whatever is left of it."""
        return type(self), self._key

    def _items(self) -> tuple[MenuItem, ...]:
        covered = self.scene.state.accounts[self.debt.debtor] >= self.debt.amount
        pay = (MenuItem(Do.PAY, amount=self.debt.amount),) if covered else ()
        return (*pay, MenuItem(Do.RAISE), give_up_item(self.host, self.debt.debtor))

    def count(self) -> int:
        """Pay once there is enough, raise money, give up."""
        return len(self._items())

    def screen(self) -> DebtScreen:
        """Who owes whom how much, and what could be raised."""
        scene, debt = self.scene, self.debt
        owing = scene.state.top(Owing)
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
                give_up(self.host, debtor)

    def card(self, seat: int) -> bool:
        """A debtor's card pays his oldest debt, or opens his menu while his cash does not cover it."""
        debts = self.scene.state.debts_of(seat)
        if not debts or self.scene.state.accounts[seat] < debts[0].amount:
            return False
        self.host.ask(Pay(seat))
        return True


class LastRentPage(BasePage):
    """The owner whom the ending game asks for the rent that waits: he takes it or lets it go (C-01)."""

    urgent = True

    def __init__(self, host: Host) -> None:
        claim = host.scene.rules.last_claim(host.scene.state)
        assert claim is not None
        super().__init__(host, claim.owner)
        self._claim = claim

    def key(self) -> object:
        """One rent is one page."""
        return type(self), self._claim

    def options(self) -> list[Option]:
        """The rent, or not."""
        claim, lot = self._claim, self.scene.lot(self._claim.square)
        ways: tuple[tuple[MenuItem, AnyCommand], ...] = (
            (MenuItem(Do.CLAIM, amount=claim.amount, lot=lot), ClaimRent(claim.owner)),
            (MenuItem(Do.LET_GO), Pass(claim.owner)),
        )
        return [Option(item, command) for item, command in ways]

    def screen(self) -> Menu:
        who = self.scene.party(self.seat)
        seconds, items = self.host.seconds_left(), self.items()
        return Menu(title=Title.LAST_RENT, items=items, selected=self.selected, who=who, seconds=seconds, back=False)
