"""What a square or a card asks of its visitor: which card was drawn, which of two ways, which square to ride to."""

from __future__ import annotations

from companion.rules.commands import Choose, Draw, GoTo
from companion.rules.frames import AwaitChoice, AwaitDraw
from companion.table.flows.choosing import BasePage, Option
from companion.table.page import Host
from companion.table.parts import Do, MenuItem, Trouble
from companion.table.views import CardPick, ChoiceScreen, Destination


class PromptPage(BasePage):
    """The choices of one prompt of one player."""

    urgent = True
    kind = ""

    def choices(self) -> list[Draw | Choose | GoTo]:
        """The commands that the prompt offers."""
        found = [prompt for prompt in self.host.prompts() if (prompt.seat, prompt.kind) == (self.seat, self.kind)]
        return [each for prompt in found for each in prompt.choices if isinstance(each, Draw | Choose | GoTo)]

    def options(self) -> list[Option]:
        """One line a choice; its consequences are not worked out beforehand (S0-23)."""
        return [Option(MenuItem(Do.CHOOSE), each) for each in self.choices()]


class DrawPage(PromptPage):
    """A card was taken from a physical deck: it is named from the list, or its tag is laid on the reader (S0-17)."""

    kind = "draw"

    def __init__(self, host: Host, frame: AwaitDraw) -> None:
        super().__init__(host, frame.seat)
        self._deck = frame.deck

    def key(self) -> object:
        """The next card may be of the other deck."""
        return type(self), self.seat, self._deck

    def screen(self) -> CardPick:
        """The cards that can be on top."""
        cards = [each.card for each in self.choices() if isinstance(each, Draw)]
        return CardPick(
            who=self.scene.party(self.seat),
            deck=self._deck,
            cards=tuple(self.scene.card(self._deck, card) for card in cards),
            selected=self.selected,
        )

    def card(self, seat: int) -> bool:
        """A player's card names no drawn card: too easily the wrong one."""
        del seat
        return False

    def drawn(self, deck: str, card: str) -> bool:
        """The tag of the card names it."""
        wish = Draw(self.seat, card)
        if deck == self._deck and wish in self.choices():
            self.host.ask(wish)
        else:
            self.host.say(Trouble.CARD_NOT_IN_DECK, name=card)
        return True


class ChoicePage(PromptPage):
    """A choice (S0-22, C-25, SD-04)."""

    kind = "choose"

    def __init__(self, host: Host, frame: AwaitChoice) -> None:
        super().__init__(host, frame.seat)
        self._frame = frame

    def key(self) -> object:
        """One choice is one page."""
        return type(self), self._frame

    def screen(self) -> ChoiceScreen:
        """Both ways as they are announced: nobody works the percentage out before choosing (S0-23)."""
        frame, state = self._frame, self.scene.state
        return ChoiceScreen(
            who=self.scene.party(self.seat),
            between=frame.between,
            amount=frame.amount,
            percent=frame.percent,
            deck=frame.deck,
            selected=self.selected,
            lot=self.scene.lot(state.at[self.seat]),
            dice=state.dice[:2] if len(frame.between) > 2 else (),
        )


class DestinationPage(PromptPage):
    """The square to ride to: chosen from the list, or its deed is laid on the reader (S3-26)."""

    kind = "goto"

    def screen(self) -> Destination:
        squares = [each.square for each in self.choices() if isinstance(each, GoTo)]
        return Destination(
            who=self.scene.party(self.seat),
            lots=tuple(self.scene.lot(square) for square in squares),
            selected=self.selected,
        )

    def card(self, seat: int) -> bool:
        """A player's card chooses no square: too easily the wrong one."""
        del seat
        return False

    def deed(self, square: int) -> bool:
        """A deed chooses its square."""
        wish = GoTo(self.seat, square)
        if wish not in self.choices():
            return False
        self.host.ask(wish)
        return True
