"""A scarce building: others who could buy it name a lot of their own, or pass (S0-51)."""

from __future__ import annotations

from companion.rules.commands import ContestFor, Gavel, Pass
from companion.rules.frames import Contest
from companion.table.flows.choices import Option, OptionsPage
from companion.table.inputs import Button
from companion.table.page import Host, Page
from companion.table.parts import DeedRow, Do, MenuItem, Title, Trouble
from companion.table.views import ContestScreen, DeedList


class ContestPage(Page):
    """A rival's card asks for the building; back and then a card passes; ok held closes the question."""

    urgent = True

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._passing = False

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
            passing=self._passing,
        )

    def press(self, button: Button) -> None:
        """Back makes the next card pass."""
        if button is Button.BACK:
            self._passing = not self._passing

    def hold(self, button: Button) -> None:
        """Ok held closes the question."""
        if button is Button.OK:
            self.host.ask(Gavel())

    def card(self, seat: int) -> bool:
        """Pass, or choose the lot."""
        if self._passing:
            self._passing = False
            self.host.ask(Pass(seat))
        elif seat in self._frame.rivals:
            self.host.open(SitePage(self.host, seat))
        else:
            self.host.say(Trouble.NOT_ADDRESSED, who=self.scene.party(seat))
        return True

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
        """His lots."""
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
