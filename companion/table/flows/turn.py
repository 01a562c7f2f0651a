"""Whose turn it is: throw, end the turn; and the throws for the first turn and for a card."""

from __future__ import annotations

from companion.rules.commands import End, Roll, Throw
from companion.rules.frames import BANK, FREE, AwaitThrow, StartingThrow
from companion.table.flows.dice import DiceEntryPage
from companion.table.flows.mine import MinePage
from companion.table.inputs import Button
from companion.table.page import Host, Page
from companion.table.parts import Waits
from companion.table.views import FreshThrow, StartThrow, TurnScreen

WAYS = {"serial": Waits.DIE, "buttons": Waits.ENTER, "bank": Waits.BANK}


class ThrowingPage(Page):
    """A page that waits for dice: by the die, by two digits, or thrown by the bank."""

    purpose = "roll"

    def __init__(self, host: Host, seat: int) -> None:
        super().__init__(host)
        self.seat = seat

    def key(self) -> object:
        """The same page as long as the same player is to throw."""
        return type(self), self.seat

    def command(self, first: int, second: int, source: str) -> Roll | Throw:
        """The wish that a throw means here."""
        return Roll(self.seat, first, second, source)

    def thrown(self, first: int, second: int, source: str) -> bool:
        """Take the throw for the player who is to throw."""
        self.host.ask(self.command(first, second, source))
        return True

    def begin(self) -> None:
        """Let the bank throw, or take the digits."""
        if self.host.settings.dice == "bank":
            self.thrown(*self.host.throw(), "bank")
        else:
            self.host.open(DiceEntryPage(self.host, self.seat, self.purpose, self.thrown))

    def press(self, button: Button) -> None:
        """Ok throws; up and down open the player's menu."""
        match button:
            case Button.OK:
                self.begin()
            case Button.UP | Button.DOWN:
                self.host.open(MinePage(self.host, self.seat))

    def card(self, seat: int) -> bool:
        """The player's card throws where the bank or the buttons do; with a real die it opens the menu."""
        if seat != self.seat or self.host.settings.dice == "serial":
            return False
        self.begin()
        return True


class RollPage(ThrowingPage):
    """The movement throw."""

    def screen(self) -> TurnScreen:
        """Who throws, where he stands and what he has."""
        return _turn_screen(self, WAYS[self.host.settings.dice])


class EndPage(ThrowingPage):
    """All thrown: the player ends the turn, or the next player throws."""

    def screen(self) -> TurnScreen:
        """Who may still act, and who is next."""
        return _turn_screen(self, Waits.END)

    def command(self, first: int, second: int, source: str) -> Roll | Throw:
        """A throw now is the next player's (plays: End of a turn)."""
        return Roll(self.scene.next_seat(), first, second, source)

    def begin(self) -> None:
        """End the turn."""
        self.host.ask(End(self.seat))

    def card(self, seat: int) -> bool:
        """The player's card ends the turn."""
        if seat == self.seat:
            self.begin()
        return seat == self.seat


class StartPage(ThrowingPage):
    """The throws for the first turn."""

    purpose = "start"

    def screen(self) -> StartThrow:
        """Who throws now, and what was thrown."""
        frame = self.scene.state.agenda[-1]
        assert isinstance(frame, StartingThrow)
        seats = zip(frame.seats, frame.thrown, strict=False)
        return StartThrow(
            who=self.scene.party(self.seat),
            waits=WAYS[self.host.settings.dice],
            thrown=tuple((self.scene.party(seat), total) for seat, total in seats),
        )


class FreshThrowPage(ThrowingPage):
    """The throw that a card demands."""

    purpose = "throw"

    def command(self, first: int, second: int, source: str) -> Roll | Throw:
        """A fresh throw."""
        return Throw(self.seat, first, second, source)

    def screen(self) -> FreshThrow:
        """For which square, and what multiplies it."""
        frame = self.scene.state.agenda[-1]
        assert isinstance(frame, AwaitThrow)
        return FreshThrow(
            who=self.scene.party(self.seat),
            lot=self.scene.lot(frame.square),
            owner=self.scene.party(self.scene.owner(frame.square)),
            times=frame.times,
            waits=WAYS[self.host.settings.dice],
        )


def _turn_screen(page: ThrowingPage, waits: Waits) -> TurnScreen:
    state = page.scene.state
    following = page.scene.next_seat()
    return TurnScreen(
        who=page.scene.party(page.seat),
        at=page.scene.lot(state.at[page.seat]),
        cash=page.scene.cash(page.seat),
        waits=waits,
        doubles=state.doubles,
        next=page.scene.party(following) if following not in (page.seat, BANK) else None,
        time_up=state.time_up,
        tries=state.jailed[page.seat] if state.jailed[page.seat] != FREE else None,
        of=page.scene.rules.options.jail_tries,
        waits_for_lap=page.scene.waits_for_lap(state.at[page.seat]),
    )
