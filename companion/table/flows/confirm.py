"""The question before something that cannot be taken back by the player himself."""

from __future__ import annotations

from companion.rules.commands import AnyCommand
from companion.table.flows.choices import payment_of
from companion.table.inputs import Button
from companion.table.page import Host, Page
from companion.table.parts import Do
from companion.table.views import Confirm


class ConfirmPage(Page):
    """Ok, or where `hold` ok held, asks for it; anything else leaves it."""

    def __init__(
        self, host: Host, do: Do, command: AnyCommand, seat: int | None = None, *, hold: bool = False, reason: str = ""
    ) -> None:
        super().__init__(host)
        self._do = do
        self._command = command
        self._seat = seat
        self._hold = hold
        self._reason = reason

    def screen(self) -> Confirm:
        """What would happen, with the money it would move."""
        return Confirm(
            do=self._do,
            who=None if self._seat is None else self.scene.party(self._seat),
            payment=payment_of(self.host, self._command),
            hold=self._hold,
            reason=self._reason,
        )

    def press(self, button: Button) -> None:
        """Ok confirms unless it must be held; back and the others leave."""
        if button is not Button.OK:
            self.host.close()
        elif not self._hold:
            self._confirm()

    def hold(self, button: Button) -> None:
        """Ok held confirms."""
        if button is Button.OK and self._hold:
            self._confirm()

    def _confirm(self) -> None:
        if self.host.ask(self._command):
            self.host.home()
        else:
            self.host.close()
