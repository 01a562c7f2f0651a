"""Whose turn it is, the throw by buttons or by the bank, and the ways out of jail."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.rules.commands import AnyCommand, End, PayBail, Roll, Throw, UseCard, Wait
from companion.rules.dice import Dice, Die
from companion.rules.frames import BANK, FREE, AwaitThrow, StartingThrow
from companion.table.flows.choosing import Option, option, payment_of
from companion.table.flows.mine import MinePage
from companion.table.inputs import Button
from companion.table.page import Host, ListPage, Page
from companion.table.parts import Do, MenuItem, Waits
from companion.table.views import DiceEntry, FreshThrow, JailScreen, StartThrow, TurnScreen


class DiceEntryPage(Page):
    """Up and down set a die, ok goes on to the next one and in the end takes them all, back goes back."""

    def __init__(
        self,
        host: Host,
        seat: int,
        purpose: str,
        take: Callable[[Dice, str], bool],
        dice: Sequence[Die],
        lying: Dice | None = None,
    ) -> None:
        super().__init__(host)
        self._seat = seat
        self._purpose = purpose
        self._take = take
        self._dice = [tuple(dict.fromkeys(faces)) for faces in dice]  # a face that a die has twice is dialled once
        self._dialled = list(lying or [faces[0] for faces in dice])
        self._place = 0

    def screen(self) -> DiceEntry:
        known = len(self._dice) if self._purpose == "misread" else self._place + 1
        dice = (*self._dialled[:known], *(0 for _ in self._dice[known:]))
        return DiceEntry(who=self.scene.party(self._seat), dice=dice, place=self._place, purpose=self._purpose)

    def press(self, button: Button) -> None:
        """Count, go on, go back."""
        match button:
            case Button.UP:
                self._count(1)
            case Button.DOWN:
                self._count(-1)
            case Button.OK if self._place + 1 < len(self._dice):
                self._place += 1
            case Button.OK:
                self.host.close()
                self._take(tuple(self._dialled), "buttons")
            case Button.BACK if self._place:
                self._place -= 1
            case Button.BACK:
                self.host.close()

    def turn(self, steps: int) -> None:
        self._count(steps)

    def _count(self, by: int) -> None:
        faces = self._dice[self._place]
        self._dialled[self._place] = faces[(faces.index(self._dialled[self._place]) + by) % len(faces)]


WAYS = {"serial": Waits.DIE, "buttons": Waits.ENTER, "bank": Waits.BANK}


class ThrowingPage(Page):
    """A page that waits for dice: by the die, die by die on the buttons, or thrown by the bank."""

    purpose = "roll"

    def __init__(self, host: Host, seat: int) -> None:
        super().__init__(host)
        self.seat = seat

    def key(self) -> object:
        """The same page as long as the same player is to throw."""
        return type(self), self.seat

    def thrower(self) -> int:
        """Whose throw it would be."""
        return self.seat

    def dice(self) -> Sequence[Die]:
        """What is to be thrown with."""
        return self.scene.rules.dice_for(self.scene.state, self.thrower())

    def command(self, dice: Dice, source: str) -> Roll | Throw:
        """The wish that a throw means here."""
        return Roll.of(self.thrower(), dice, source)

    def thrown(self, dice: Dice, source: str) -> bool:
        """Take the throw for the player who is to throw; where more dice lie than he throws with, the first count."""
        self.host.ask(self.command(dice[: len(self.dice())], source))
        return True

    def begin(self) -> None:
        """Let the bank throw, or have the dice set."""
        if self.host.settings.dice == "bank":
            self.thrown(self.host.throw(self.dice()), "bank")
        else:
            self.host.open(DiceEntryPage(self.host, self.seat, self.purpose, self.thrown, self.dice()))

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


def dice_asked(page: Page | None) -> int:
    """How many dice the next throw has; two where nobody is to throw."""
    return len(page.dice()) if isinstance(page, ThrowingPage) else 2


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

    def thrower(self) -> int:
        """A throw now is the next player's (plays: End of a turn)."""
        return self.scene.next_seat()

    def begin(self) -> None:
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

    def command(self, dice: Dice, source: str) -> Roll | Throw:
        return Throw.of(self.seat, dice, source)

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
        last=page.scene.rules.last_round(state),
        tries=state.jailed[page.seat] if state.jailed[page.seat] != FREE else None,
        of=page.scene.rules.options.jail_tries,
        waits_for_lap=page.scene.waits_for_lap(state.at[page.seat]),
    )


DOS: dict[type[AnyCommand], Do] = {PayBail: Do.PAY_BAIL, UseCard: Do.USE_CARD, Wait: Do.WAIT}


class JailPage(ThrowingPage, ListPage):
    """The ways out that the rules offer; the dice are one of them wherever a try is allowed."""

    urgent = True

    def _ways(self) -> list[Option | MenuItem]:
        """The lines: the throw first, which is no command yet, then the others with their price."""
        mine = [prompt for prompt in self.host.prompts() if prompt.seat == self.seat]
        throw = Do.ROLL if WAYS[self.host.settings.dice] is Waits.BANK else Do.ENTER_DICE
        ways: list[Option | MenuItem] = [MenuItem(throw) for prompt in mine if prompt.kind == "roll"]
        for prompt in mine:
            if prompt.kind == "jail":
                ways += [option(self.host, DOS[type(each)], self.seat, each) for each in prompt.choices]
        return [*ways, MenuItem(Do.MENU)]

    def count(self) -> int:
        return len(self._ways())

    def screen(self) -> JailScreen:
        """The ways out, and what the one under the cursor costs."""
        ways, state = self._ways(), self.scene.state
        under = ways[self.selected] if ways else None
        return JailScreen(
            who=self.scene.party(self.seat),
            cash=self.scene.cash(self.seat),
            tries=max(0, state.jailed[self.seat]),
            of=self.scene.rules.options.jail_tries,
            items=tuple(way if isinstance(way, MenuItem) else way.item for way in ways),
            selected=self.selected,
            payment=payment_of(self.host, under.command) if isinstance(under, Option) else None,
        )

    def press(self, button: Button) -> None:
        """Move the cursor and choose."""
        ListPage.press(self, button)

    def back(self) -> None:
        """There is nothing below."""

    def choose(self, index: int) -> None:
        """Throw, or ask for the way out."""
        way = self._ways()[index]
        if isinstance(way, Option):
            self.host.ask(way.command)
        elif way.do is Do.MENU:
            self.host.open(MinePage(self.host, self.seat))
        else:
            self.begin()

    def card(self, seat: int) -> bool:
        """The player's card takes the line under the cursor."""
        if seat == self.seat and self.count():
            self.choose(self.selected)
        return seat == self.seat
