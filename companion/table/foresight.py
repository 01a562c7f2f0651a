"""What a command would do, found out by doing it to a copy: what a screen announces is what then happens."""

from __future__ import annotations

import msgspec

from companion.rules.commands import AnyCommand, Refusal, TakeBack
from companion.rules.decide import decide
from companion.rules.events import AnyEvent, Paid
from companion.rules.game import copy
from companion.rules.rules import Rules
from companion.rules.state import State


class Foresight(msgspec.Struct, frozen=True):
    """The events of a command that was tried on a copy and the state after it, or why it would be refused."""

    events: tuple[AnyEvent, ...] = ()
    after: State | None = None
    refusal: Refusal | None = None

    @property
    def payments(self) -> list[Paid]:
        """The payments it would make, in order."""
        return [event for event in self.events if isinstance(event, Paid)]

    def net(self, account: int) -> int:
        """By how much an account would grow (negative: shrink)."""
        gained = sum(paid.amount for paid in self.payments if paid.payee == account)
        return gained - sum(paid.amount for paid in self.payments if paid.payer == account)


def foresee(rules: Rules, state: State, *commands: AnyCommand) -> Foresight:
    """Try commands one after the other on a copy of the state; the last one's events, or the first refusal.

    Taking back is the record's business and not the rules' (C-88): nothing of it is foreseen.
    """
    after = copy(state)
    events: list[AnyEvent] = []
    for command in commands:
        if isinstance(command, TakeBack):
            continue
        try:
            events = decide(rules, after, command)
        except Refusal as refusal:
            return Foresight(refusal=refusal)
    return Foresight(tuple(events), after)
