"""In jail, or in Court, before the throw: throw for doubles, pay, use a card, sit out (S0-34 to S0-37, S3-30)."""

from __future__ import annotations

from companion.rules.commands import AnyCommand, PayBail, UseCard, Wait
from companion.table.flows.choices import Option, option, payment_of
from companion.table.flows.mine import MinePage
from companion.table.flows.turn import WAYS, ThrowingPage
from companion.table.inputs import Button
from companion.table.page import ListPage
from companion.table.parts import Do, MenuItem, Waits
from companion.table.views import JailScreen

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
        """How many ways there are."""
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
