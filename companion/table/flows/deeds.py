"""What an owner does with deeds: one deed laid on the reader, or a list of all to build, sell, mortgage or redeem."""

from __future__ import annotations

from companion.rules.commands import Build, Clear, Mortgage, Redeem, Sell
from companion.table.flows.choosing import Option, OptionsPage, option
from companion.table.page import Host
from companion.table.parts import DeedRow, Do, Title
from companion.table.views import DeedList, DeedMenu

DeedWish = Build | Sell | Clear | Mortgage | Redeem

DOS: dict[type[DeedWish], Do] = {
    Build: Do.BUILD,
    Sell: Do.SELL,
    Clear: Do.CLEAR,
    Mortgage: Do.MORTGAGE,
    Redeem: Do.REDEEM,
}


class DeedPage(OptionsPage):
    """A deed of one's own was laid on the reader: everything that can be done with it, with its price."""

    stays = True

    def __init__(self, host: Host, square: int) -> None:
        super().__init__(host)
        self._square = square
        self._seat = self.scene.owner(square)
        enabled = [each.item.enabled for each in self.lines]
        self.selected = enabled.index(True) if True in enabled else 0

    def is_over(self) -> bool:
        """The deed has changed hands."""
        return self.scene.owner(self._square) != self._seat

    def _wishes(self) -> list[DeedWish]:
        """The same lines whatever stands on the lot, in the same order: none slips under the cursor."""
        state, seat, square = self.scene.state, self._seat, self._square
        loan: DeedWish = Redeem(seat, square) if state.mortgaged[square] else Mortgage(seat, square)
        if not self.scene.rules.street(square):
            return [loan]
        return [Build(seat, square), Sell(seat, square), Clear(seat, square), loan]

    def options(self) -> list[Option]:
        """Each with its price; what is refused says why when it is chosen."""
        return [option(self.host, DOS[type(wish)], self._seat, wish) for wish in self._wishes()]

    def choose(self, index: int) -> None:
        """Ask for it; only building and selling go on step by step."""
        command = self.lines[index].command
        if self.host.ask(command) and not isinstance(command, Build | Sell):
            self.host.close()

    def screen(self) -> DeedMenu:
        """The deed, and what the line under the cursor would move."""
        return DeedMenu(
            row=self.scene.deed(self._square),
            who=self.scene.party(self._seat),
            cash=self.scene.cash(self._seat),
            items=self.items(),
            selected=self.selected,
            payment=self.payment(),
        )


class DeedListPage(OptionsPage):
    """One wish for any of a player's deeds: laid on the reader or chosen from the list; it stays for the next one."""

    stays = True

    def __init__(self, host: Host, seat: int, title: Title, wish: type[DeedWish]) -> None:
        super().__init__(host)
        self._seat = seat
        self._title = title
        self._wish = wish
        squares = [square for square in self.scene.state.deeds_of(seat) if self._is_about(square)]
        self._squares = sorted(squares, key=lambda square: not self._option(square).item.enabled)

    def is_over(self) -> bool:
        """The player is out of the game."""
        return self.scene.state.out[self._seat]

    def options(self) -> list[Option]:
        """The deeds that the wish could be about at first; none slips away under the cursor."""
        return [self._option(square) for square in self._squares]

    def _option(self, square: int) -> Option:
        return option(self.host, DOS[self._wish], self._seat, self._wish(self._seat, square))

    def _is_about(self, square: int) -> bool:
        state = self.scene.state
        if self._wish is Redeem:
            return state.mortgaged[square]
        if self._wish is Mortgage:
            return not state.mortgaged[square]
        if self._wish is Build:
            return self.scene.rules.street(square) is not None
        return state.level[square] > 0  # to sell, or to clear the group

    def screen(self) -> DeedList:
        state = self.scene.state
        return DeedList(
            title=self._title,
            who=self.scene.party(self._seat),
            rows=tuple(self._row(each) for each in self.lines),
            cash=self.scene.cash(self._seat),
            houses=state.houses,
            hotels=state.hotels,
            selected=self.selected,
            payment=self.payment(),
        )

    def _row(self, each: Option) -> DeedRow:
        assert isinstance(each.command, DeedWish)
        return self.scene.deed(each.command.square, each.item.amount, each.item.enabled)

    def deed(self, square: int) -> bool:
        """A deed of the player's goes under the cursor; ok then does it."""
        if square in self._squares:
            self.selected = self._squares.index(square)
        return square in self._squares
