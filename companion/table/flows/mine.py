"""A player's own menu: what he may do at any time, and his account."""

from __future__ import annotations

from companion.rules.commands import AnyCommand, Build, ClaimRent, Clear, GiveUp, Mortgage, Pay, Redeem, Sell, Withdraw
from companion.rules.frames import Claim
from companion.rules.prompts import rights
from companion.table.flows.choosing import ConfirmPage
from companion.table.flows.deeds import DeedListPage, DeedWish
from companion.table.flows.lookup import StatementPage
from companion.table.flows.people import ChairPage, may_change_chairs
from companion.table.flows.terms import TermsPage
from companion.table.flows.trade import PartnerPage, SignPage, can_trade
from companion.table.page import Host, ListPage
from companion.table.parts import Do, MenuItem, Title
from companion.table.views import Menu

LISTS: dict[Do, tuple[Title, type[DeedWish]]] = {
    Do.BUILD: (Title.BUILD, Build),
    Do.SELL: (Title.SELL, Sell),
    Do.CLEAR: (Title.SELL, Clear),
    Do.MORTGAGE: (Title.MORTGAGE, Mortgage),
    Do.REDEEM: (Title.REDEEM, Redeem),
}


class MinePage(ListPage):
    """The menu behind a player's card; the cursor begins on the first line that can be chosen.

    `own`: his card has opened it.
    """

    def __init__(self, host: Host, seat: int, *, own: bool = False) -> None:
        super().__init__(host)
        self._seat = seat
        self._own = own
        useful = (at for at, (item, _) in enumerate(self._items()) if item.enabled and item.do is not Do.GIVE_UP)
        self.selected = next(useful, 0)

    def _items(self) -> list[tuple[MenuItem, int]]:
        """The lines, each with the other player that it is about."""
        state, seat = self.scene.state, self._seat
        given = {type(right) for right in rights(self.scene.rules, state, seat)}
        lines = [(MenuItem(do, enabled=wish in given), seat) for do, (_, wish) in LISTS.items()]
        lines.append((MenuItem(Do.TRADE, enabled=can_trade(self.host, seat)), seat))
        lines += [(MenuItem(Do.WITHDRAW, name=state.players[o.to]), o.to) for o in state.offers if o.seat == seat]
        if self.scene.terms(seat):
            lines.append((MenuItem(Do.TERMS), seat))
        lines.append((MenuItem(Do.STATEMENT), seat))
        if may_change_chairs(self.host):
            lines.append((MenuItem(Do.CHAIR), seat))
        return self._first() + lines

    def _first(self) -> list[tuple[MenuItem, int]]:
        """What waits for this player stands on top."""
        state, seat = self.scene.state, self._seat
        lines = [(MenuItem(Do.ANSWER_OFFER, name=state.players[o.seat]), o.seat) for o in state.offers if o.to == seat]
        lines += [(MenuItem(Do.CLAIM, amount=c.amount, lot=self.scene.lot(c.square)), seat) for c in self._claims()]
        debts = state.debts_of(seat)
        if debts:
            covered = state.accounts[seat] >= debts[0].amount
            lines += [
                (MenuItem(Do.PAY, amount=debts[0].amount, enabled=covered), seat),
                (give_up_item(self.host, seat), seat),
            ]
        return lines

    def _claims(self) -> list[Claim]:
        return [claim for claim in self.scene.state.claims if claim.owner == self._seat][:1]

    def count(self) -> int:
        return len(self._items())

    def screen(self) -> Menu:
        items = tuple(item for item, _ in self._items())
        return Menu(title=Title.MINE, items=items, selected=self.selected, who=self.scene.party(self._seat))

    def choose(self, index: int) -> None:
        """Open what the line is about, or ask for it."""
        item, other = self._items()[index]
        host, seat = self.host, self._seat
        match item.do:
            case Do.BUILD | Do.SELL | Do.CLEAR | Do.MORTGAGE | Do.REDEEM:
                host.open(DeedListPage(host, seat, *LISTS[item.do]))
            case Do.TRADE:
                host.open(PartnerPage(host, seat))
            case Do.ANSWER_OFFER:
                host.open(SignPage(host, other, seat))
            case Do.TERMS:
                host.open(TermsPage(host, seat))
            case Do.STATEMENT:
                host.open(StatementPage(host, seat, own=self._own))
            case Do.CHAIR:
                host.open(ChairPage(host, seat))
            case Do.GIVE_UP:
                give_up(host, seat)
            case _:
                self._ask(self._command(item.do, other))

    def _command(self, do: Do, other: int) -> AnyCommand:
        match do:
            case Do.WITHDRAW:
                return Withdraw(self._seat, other)
            case Do.CLAIM:
                return ClaimRent(self._seat)
            case _:
                return Pay(self._seat)

    def _ask(self, command: AnyCommand) -> None:
        if self.host.ask(command):
            self.host.home()


def give_up_item(host: Host, seat: int) -> MenuItem:
    """The line for giving up, greyed where the rules refuse it (C-70)."""
    return MenuItem(Do.GIVE_UP, enabled=host.scene.game.refusal(GiveUp(seat)) is None)


def give_up(host: Host, seat: int) -> None:
    """Ask once more before a player gives up; where he may not, say why."""
    if host.scene.game.refusal(GiveUp(seat)):
        host.ask(GiveUp(seat))
    else:
        host.open(ConfirmPage(host, Do.GIVE_UP, GiveUp(seat), seat, hold=True))


class WhosePage(ListPage):
    """Whose menu: the way to it while a card means something else, as a bid in an auction."""

    def count(self) -> int:
        return len(self.scene.state.playing())

    def screen(self) -> Menu:
        names = [self.scene.state.players[seat] for seat in self.scene.state.playing()]
        items = tuple(MenuItem(Do.PARTNER, name=name) for name in names)
        return Menu(title=Title.MINE, items=items, selected=self.selected)

    def choose(self, index: int) -> None:
        self._open(self.scene.state.playing()[index], own=False)

    def card(self, seat: int) -> bool:
        """His card opens it."""
        self._open(seat, own=True)
        return True

    def _open(self, seat: int, *, own: bool) -> None:
        self.host.close()
        self.host.open(MinePage(self.host, seat, own=own))
