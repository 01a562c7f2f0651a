"""Who may change the record: whoever holds the referee's card; where none is enrolled, all who play together (C-88)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.commands import AnyCommand
from companion.table.flows.choosing import ConfirmPage, payment_of, unasked
from companion.table.inputs import Button
from companion.table.page import Host, Page
from companion.table.parts import Do, Trouble
from companion.table.shown import Consent
from companion.table.tags import RefereeTag


def rule(host: Host, do: Do, *commands: AnyCommand, note: str = "") -> None:
    """Change the record at the referee's word, which his card has opened; else ask all who play."""
    host.home()
    if host.tags.has_referee():
        carry_out(host, commands)
    else:
        ask_consent(host, do, *commands, note=note)


def ask_consent(host: Host, do: Do, *commands: AnyCommand, note: str = "") -> None:
    """Wait for the referee's card, or for those of all who play and are no program's; nobody need be asked of bots."""
    page = ConsentPage(host, do, commands, note)
    if page.waits_for or host.tags.has_referee():
        host.open(page)
    else:
        carry_out(host, commands)


def carry_out(host: Host, commands: Sequence[AnyCommand], origin: str = "") -> None:
    """Ask for one command after the other, the later ones only while none is refused."""
    host.home()
    all(host.ask(command, origin) for command in commands)


class RuledPage(ConfirmPage):
    """Asks once more, by a hold, before the record is changed."""

    def _confirm(self) -> None:
        rule(self.host, self._do, self._command, note=self._reason)


class ConsentPage(Page):
    """Each player lays his own card; back refuses for all, and so does time; the next entry makes it old."""

    def __init__(self, host: Host, do: Do, commands: Sequence[AnyCommand], note: str) -> None:
        super().__init__(host)
        self._do = do
        self._commands = commands
        self._note = note
        self._agreed: list[int] = []
        self._payment = payment_of(host, commands[0])
        patience = host.settings.consent_seconds
        self.ends = host.clock() + patience if patience else None

    def is_over(self) -> bool:
        """The next entry makes it old."""
        return True

    @property
    def waits_for(self) -> list[int]:
        """The players whose cards are still to be laid."""
        answered = {*self._agreed, *self.host.bots}
        return [seat for seat in self.scene.state.playing() if seat not in answered]

    def screen(self) -> Consent:
        """What is asked, and who has not agreed yet; nobody: it is the referee's to agree."""
        waits_for = [] if self.host.tags.has_referee() else self.waits_for
        return Consent(
            do=self._do,
            agreed=tuple(map(self.scene.party, self._agreed)),
            waits_for=tuple(map(self.scene.party, waits_for)),
            payment=self._payment,
            note=self._note,
        )

    def tag(self, uid: str) -> bool:
        """The referee's card agrees at once."""
        found = isinstance(self.host.tags.find(uid), RefereeTag)
        if found:
            carry_out(self.host, self._commands)
        return found

    def card(self, seat: int) -> bool:
        """A player agrees; with the last one it is done, and the ledger has their names."""
        if self.host.tags.has_referee() or seat not in (*self.waits_for, *self._agreed):
            return unasked(self.host, seat)
        self._agreed = [*dict.fromkeys((*self._agreed, seat))]
        if not self.waits_for:
            names = ", ".join(self.scene.state.players[each] for each in sorted(self._agreed))
            carry_out(self.host, self._commands, f"consent: {names}")
        return True

    def press(self, button: Button) -> None:
        if button is Button.BACK:
            self.host.close()
            self.host.say(Trouble.NOT_AGREED)
