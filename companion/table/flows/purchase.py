"""A deed for sale, the auction, and the contest for the last building: each names the lot and the sum."""

from __future__ import annotations

from abc import abstractmethod

from companion.rules.commands import Bid, Buy, ContestFor, Decline, Gavel, Pass
from companion.rules.frames import BANK, Auction, Contest, Offered
from companion.table import coins
from companion.table.flows.choosing import BasePage, Option, OptionsPage
from companion.table.inputs import Button
from companion.table.page import Host, Page
from companion.table.parts import DeedRow, Do, MenuItem, Payment, Title, Trouble
from companion.table.views import AuctionScreen, ContestScreen, DeedList, OfferScreen


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


PASS_SECONDS = 10  # so long a card passes after back


class BiddingPage(Page):
    """Back makes the next card pass; without a card that lapses by itself."""

    urgent = True

    @property
    def passing(self) -> bool:
        """Whether the next card passes."""
        return self.ends is not None

    def press(self, button: Button) -> None:
        """Back asks for the card of whoever passes, or no longer."""
        if button is Button.BACK:
            self.ends = None if self.passing else self.host.clock() + PASS_SECONDS

    def hold(self, button: Button) -> None:
        """Ok held closes the bidding."""
        if button is Button.OK:
            self.host.ask(Gavel())

    def card(self, seat: int) -> bool:
        """Pass, or speak for the lot."""
        if self.passing:
            self.ends = None
            self.host.ask(Pass(seat))
        else:
            self.speak(seat)
        return True

    @abstractmethod
    def speak(self, seat: int) -> None:
        """A card was laid, and not to pass."""


class AuctionPage(BiddingPage):
    """A deed, or a scarce building, under the hammer (S0-20, S0-51)."""

    def __init__(self, host: Host, square: int) -> None:
        super().__init__(host)
        self._square = square
        self._step = coins.usual(self.scene.rules)

    def key(self) -> object:
        """One lot is one page, whoever leads."""
        return type(self), self._square

    @property
    def _frame(self) -> Auction:
        frame = self.scene.state.agenda[-1]
        assert isinstance(frame, Auction)
        return frame

    def _steps(self) -> tuple[int, ...]:
        return coins.raises(self.scene.rules)

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
            passing=self.passing,
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
            case _:
                super().press(button)

    def turn(self, steps: int) -> None:
        """Clockwise makes the step larger."""
        self._step = max(0, min(len(self._steps()) - 1, self._step + steps))

    def speak(self, seat: int) -> None:
        """Bid; the leader is told that he leads already, for nobody means to outbid himself."""
        if seat == self._frame.leader:
            self.host.say(Trouble.LEADS_ALREADY, who=self.scene.party(seat))
        else:
            self.host.ask(Bid(seat, self.ask_price()))


class ContestPage(BiddingPage):
    """A rival's card asks for the building; back and then a card passes; ok held closes the question."""

    @property
    def _frame(self) -> Contest:
        frame = self.scene.state.agenda[-1]
        assert isinstance(frame, Contest)
        return frame

    def screen(self) -> ContestScreen:
        """Who has asked, who may still ask, and how many are left."""
        frame, scene = self._frame, self.scene
        street = scene.rules.street(frame.sites[0].square)
        level = scene.state.level[frame.sites[0].square]
        hotel = street is not None and scene.rules.level_above(street, level) == street.top
        return ContestScreen(
            sites=tuple((scene.party(site.seat), scene.lot(site.square)) for site in frame.sites),
            rivals=tuple(scene.party(seat) for seat in frame.rivals),
            left=scene.state.hotels if hotel else scene.state.houses,
            seconds=self.host.seconds_left(),
            hotel=hotel,
            passing=self.passing,
        )

    def speak(self, seat: int) -> None:
        """Choose the lot."""
        if seat in self._frame.rivals:
            self.host.open(SitePage(self.host, seat))
        else:
            self.host.say(Trouble.NOT_ADDRESSED, who=self.scene.party(seat))

    def deed(self, square: int) -> bool:
        """A rival's deed asks for the building on it, where it could stand there."""
        wish = ContestFor(self.scene.owner(square), square)
        offered = any(wish in prompt.choices for prompt in self.host.prompts() if prompt.kind == "contest")
        if offered:
            self.host.ask(wish)
        return offered


class SitePage(OptionsPage):
    """The lots for which a rival can ask."""

    def __init__(self, host: Host, seat: int) -> None:
        super().__init__(host)
        self._seat = seat

    def options(self) -> list[Option]:
        """What the rules offer him."""
        found = [prompt for prompt in self.host.prompts() if (prompt.seat, prompt.kind) == (self._seat, "contest")]
        wishes = [each for prompt in found for each in prompt.choices if isinstance(each, ContestFor)]
        return [Option(MenuItem(Do.BUILD, lot=self.scene.lot(each.square)), each) for each in wishes]

    def screen(self) -> DeedList:
        state = self.scene.state
        return DeedList(
            title=Title.CONTEST,
            who=self.scene.party(self._seat),
            rows=tuple(self._row(each) for each in self.lines),
            cash=self.scene.cash(self._seat),
            houses=state.houses,
            hotels=state.hotels,
            selected=self.selected,
        )

    def _row(self, each: Option) -> DeedRow:
        assert each.item.lot is not None
        return self.scene.deed(each.item.lot.square)
