"""Devices tell, the mailbox takes: the one place where hardware meets the game, and it only posts."""

from __future__ import annotations

import logging

from companion.devices.ports import FaultKind
from companion.table.inputs import (
    Button,
    Clashed,
    DiceRead,
    Faulted,
    Held,
    Lifted,
    Pressed,
    Recovered,
    Tapped,
    Turned,
)
from companion.table.mailbox import Mailbox

log = logging.getLogger(__name__)

BUTTONS = {button.value: button for button in Button} | {"menu": Button.INFO, "push": Button.OK}


class Posts:
    """A `devices.ports.Listener` that turns what it hears into inputs of the table."""

    def __init__(self, mailbox: Mailbox) -> None:
        self._post = mailbox.post

    def laid(self, uid: str) -> None:
        """A tag was laid on the reader."""
        self._post(Tapped(uid))

    def lifted(self, uid: str) -> None:
        """A tag was taken off."""
        self._post(Lifted(uid))

    def clashed(self) -> None:
        """Two tags lie on the reader."""
        self._post(Clashed())

    def pressed(self, name: str) -> None:
        """A button went down; one of another name than the table's is only logged."""
        if name in BUTTONS:
            self._post(Pressed(BUTTONS[name]))
        else:
            log.warning("button %r means nothing to the table", name)

    def held(self, name: str) -> None:
        """A button has been held."""
        if name in BUTTONS:
            self._post(Held(BUTTONS[name]))

    def released(self, name: str) -> None:
        """Letting go means nothing."""

    def turned(self, step: int) -> None:
        """The dial went on by a detent."""
        self._post(Turned(step))

    def rolled(self, a: int, b: int, source: str, sequence: int) -> None:
        """The die was read."""
        self._post(DiceRead(a, b, f"{source}:{sequence}"))

    def faulted(self, device: str, kind: FaultKind, detail: str) -> None:
        """A device has failed."""
        self._post(Faulted(device, kind.value, detail))

    def recovered(self, device: str) -> None:
        """A device works again."""
        self._post(Recovered(device))
