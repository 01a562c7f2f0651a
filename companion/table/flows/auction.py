"""An auction by taps: a player's card bids what the screen asks; back and then a card passes; ok held is the gavel."""

from __future__ import annotations

from companion.rules.commands import Bid, Gavel, Pass
from companion.rules.frames import BANK, Auction
from companion.table.inputs import Button
from companion.table.page import Host, Page
from companion.table.parts import Trouble
from companion.table.views import AuctionScreen

STEPS = (1, 5, 10, 20, 50, 100)


class AuctionPage(Page):
    """A deed, or a scarce building, under the hammer (S0-20, S0-51)."""

    urgent = True

    def __init__(self, host: Host, square: int) -> None:
        super().__init__(host)
        self._square = square
        self._step = self._steps().index(10) if 10 in self._steps() else 0
        self._passing = False

    def key(self) -> object:
        """One lot is one page, whoever leads."""
        return type(self), self._square

    @property
    def _frame(self) -> Auction:
        frame = self.scene.state.agenda[-1]
        assert isinstance(frame, Auction)
        return frame

    def _steps(self) -> tuple[int, ...]:
        limit = self.scene.rules.options.auction_step_max
        return tuple(step for step in STEPS if not limit or step <= limit) or STEPS[:1]

    def ask_price(self) -> int:
        """What a tapped card bids now."""
        frame, step = self._frame, self._steps()[self._step]
        return frame.bid + step if frame.bid else max(frame.minimum, step)

    def screen(self) -> AuctionScreen:
        """The lot, the leader, and what the next tap bids."""
        frame, scene = self._frame, self.scene
        deed = scene.rules.deed(frame.square)
        return AuctionScreen(
            lot=scene.lot(frame.square),
            leader=scene.party(frame.leader) if frame.leader != BANK else None,
            bid=frame.bid,
            ask=self.ask_price(),
            step=self._steps()[self._step],
            bidders=tuple(scene.party(seat) for seat in frame.bidders),
            seconds=self.host.seconds_left(),
            passing=self._passing,
            building=bool(frame.sites),
            price=deed.price if not frame.sites else 0,
        )

    def press(self, button: Button) -> None:
        """Up and down choose the step, back makes the next card pass."""
        match button:
            case Button.UP:
                self._step = min(self._step + 1, len(self._steps()) - 1)
            case Button.DOWN:
                self._step = max(self._step - 1, 0)
            case Button.BACK:
                self._passing = not self._passing

    def turn(self, steps: int) -> None:
        """Clockwise makes the step larger."""
        self._step = max(0, min(len(self._steps()) - 1, self._step + steps))

    def hold(self, button: Button) -> None:
        """Ok held brings the hammer down."""
        if button is Button.OK:
            self.host.ask(Gavel())

    def card(self, seat: int) -> bool:
        """Bid, or pass; the leader is told that he leads already, for nobody means to outbid himself."""
        if self._passing:
            self._passing = False
            self.host.ask(Pass(seat))
        elif seat == self._frame.leader:
            self.host.say(Trouble.LEADS_ALREADY, who=self.scene.party(seat))
        else:
            self.host.ask(Bid(seat, self.ask_price()))
        return True
