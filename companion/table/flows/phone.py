"""A player's phone: paired by his card, and a trade put together on it is signed at the table."""

from __future__ import annotations

from companion.rules.commands import Propose, Reason, Refusal
from companion.table.flows.trade import TradePage
from companion.table.inputs import Button, Pairing
from companion.table.layers import Layers
from companion.table.page import Host, Page
from companion.table.scene import Scene
from companion.table.shown import PhoneAsk

PATIENCE = 60.0  # seconds until the page goes away by itself


class PhonePage(Page):
    """The code of one phone: whoever lays his card lets this phone see his account, and no other."""

    def __init__(self, host: Host, pairing: Pairing) -> None:
        super().__init__(host)
        self._pairing = pairing
        self.ends = host.clock() + PATIENCE

    def screen(self) -> PhoneAsk:
        """The code, to be compared with the phone's."""
        return PhoneAsk(code=self._pairing.code)

    def press(self, button: Button) -> None:
        """Back leaves, and nothing is paired."""
        if button in (Button.BACK, Button.OK):
            self.host.close()

    def card(self, seat: int) -> bool:
        """The card of whoever holds the phone; for one that waits no longer it does nothing."""
        self.host.close()
        if self._pairing.seat.set_running_or_notify_cancel():
            self._pairing.seat.set_result(seat)
        return True


def hand_over(host: Host, layers: Layers, trade: Propose, *, show: bool) -> Refusal | None:
    """Lay a trade on the sketchpad and, where no page is open, show it; what the rules refuse changes nothing."""
    refusal = host.scene.game.refusal(trade)
    if refusal is not None and gives_away(host.scene, trade, refusal):
        refusal = None
    if refusal is None and show:
        sketch = host.sketch(trade.seat, trade.to)
        sketch.replace(host.scene.state, trade.gives, trade.takes)
        if layers.top is layers.base:
            host.open(TradePage(host, sketch))
    return refusal


def gives_away(scene: Scene, trade: Propose, refusal: Refusal) -> bool:
    """Whether a refusal would tell in private what the other need not say: then only his signature asks.

    The rules name no cash where they refuse for the partner's; a debt that still could not be paid is his too, unless
    the proposer has one.
    """
    if not scene.hides_cash:
        return False
    is_poor = refusal.reason is Reason.TOO_POOR and "cash" not in refusal.figures
    return is_poor or (refusal.reason is Reason.IN_DEBT and not scene.state.debts_of(trade.seat))
