"""A deed on offer: its deed laid on the reader buys it, whoever lays it; the cursor decides for ok and card."""

from __future__ import annotations

from companion.rules.commands import Buy, Decline
from companion.rules.frames import BANK, Offered
from companion.table.flows.choices import BasePage, Option
from companion.table.page import Host
from companion.table.parts import Do, MenuItem, Payment
from companion.table.views import OfferScreen


class OfferPage(BasePage):
    """Buy or leave it to the auction (S0-19, S0-20)."""

    urgent = True

    def __init__(self, host: Host, frame: Offered) -> None:
        super().__init__(host, frame.seat)
        self.square = frame.square

    def key(self) -> object:
        """One offer is one page."""
        return type(self), self.seat, self.square

    def options(self) -> list[Option]:
        """Buying first."""
        return [
            Option(MenuItem(Do.BUY, amount=self._price), Buy(self.seat)),
            Option(MenuItem(Do.DECLINE), Decline(self.seat)),
        ]

    @property
    def _price(self) -> int:
        return self.scene.rules.deed(self.square).price

    def screen(self) -> OfferScreen:
        """Who pays whom how much for what, and what is left."""
        scene, price = self.scene, self._price
        cash, shown = scene.state.accounts[self.seat], not scene.hides_cash
        return OfferScreen(
            payment=Payment(
                payer=scene.party(self.seat),
                payee=scene.party(BANK),
                amount=price,
                cause="price",
                lot=scene.lot(self.square),
                payer_cash=cash - price if shown and cash >= price else None,
            ),
            lot=scene.lot(self.square),
            cash=cash if shown else None,
            after=cash - price if shown else None,
            affordable=cash >= price,
            raisable=scene.rules.raisable(scene.state, self.seat) if shown else None,
            buy=self.selected == 0,
            auction=scene.rules.options.auction,
        )

    def card(self, seat: int) -> bool:
        """The buyer's card takes the line under the cursor; while he cannot pay it opens his menu to raise money."""
        if seat == self.seat and self.selected == 0 and self.scene.state.accounts[seat] < self._price:
            return False
        return super().card(seat)

    def deed(self, square: int) -> bool:
        """The deed on offer buys it."""
        if square != self.square:
            return False
        self.host.ask(Buy(self.seat))
        return True
