"""Promises and loans that are open: whoever benefits lets one go, a borrower pays back (P-03, P-04)."""

from __future__ import annotations

from companion.rules.commands import AnyCommand, ForgiveLoan, ForgivePromise, Repay
from companion.table.flows.choosing import ConfirmPage
from companion.table.page import Host, ListPage
from companion.table.parts import Do, TermRow
from companion.table.shown import Terms


class TermsPage(ListPage):
    """Those of one player, who may act on a line; or of all, to look at."""

    def __init__(self, host: Host, seat: int | None = None) -> None:
        super().__init__(host)
        self._seat = seat

    def _rows(self) -> tuple[TermRow, ...]:
        return self.scene.terms(self._seat)

    def count(self) -> int:
        return len(self._rows())

    def screen(self) -> Terms:
        who = None if self._seat is None else self.scene.party(self._seat)
        return Terms(rows=self._rows(), who=who, selected=self.selected)

    def choose(self, index: int) -> None:
        """Ask once more; of what binds the player to another he cannot let go."""
        wish = _wish(self._rows()[index], self._seat)
        if wish is not None:
            self.host.open(ConfirmPage(self.host, *wish, self._seat))


def _wish(row: TermRow, seat: int | None) -> tuple[Do, AnyCommand] | None:
    """What a player may do about a promise or a loan."""
    who, other, lot = row.who.account, row.other.account, row.term.lot
    if lot is not None:
        return (Do.FORGIVE, ForgivePromise(who, other, lot.square)) if seat == who else None
    if seat == who:
        return Do.REPAY, Repay(who, other)
    return (Do.FORGIVE, ForgiveLoan(other, who)) if seat == other else None
