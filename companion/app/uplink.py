"""A table that takes part in a tournament: its ledger goes to the hub, the hub's wishes come into the mailbox."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING

from companion.ledger.seal import key_beside, public_key, public_of
from companion.paths import state_directory
from companion.publishing.wire import Membership, Seat, membership_file, read_membership
from companion.rules.commands import CallTime
from companion.table.inputs import Arranged, Asked
from companion.table.settings import COLORS
from companion.table.table import Table

if TYPE_CHECKING:
    from companion.publishing.mqtt import MqttConnection
    from companion.publishing.outbox import Outbox


class Uplink:
    """Sends what is committed and posts what the hub wants; the table never waits for it (design: Hub)."""

    def __init__(self, table: Table, ledger: Path, member: Membership) -> None:
        from companion.publishing.cursors import Cursors, beside
        from companion.publishing.mqtt import of_table
        from companion.publishing.outbox import Outbox

        self._table = table
        key = public_key(str(public_of(key_beside(ledger))))
        self._outbox: Outbox = Outbox(ledger, Cursors(beside(ledger)), member, key, self._seat)
        self._connection: MqttConnection = of_table(member, self._outbox.hear, self._outbox.connected)
        self._leave: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Take up what was arranged last, and send from now on."""
        seat = self._outbox.seat()
        if seat is not None:
            self._seat(seat)
        self._leave = self._table.feed.subscribe(lambda _: self._outbox.ring())
        self._outbox.start(self._connection)
        self._connection.start()

    def seat(self) -> Seat | None:
        """Where the table is seated, as far as it has heard."""
        return self._outbox.seat()

    def stop(self) -> None:
        """Send no more; what is left goes out next time."""
        self._leave()
        self._outbox.stop()
        self._connection.stop()

    def _seat(self, seat: Seat) -> None:
        post = self._table.mailbox.post
        evening = {"edition": seat.edition, "profiles": seat.profiles, "rules": seat.rules}
        post(Arranged({**evening, "players": COLORS[: len(seat.players)]}))
        if seat.called:
            post(Asked(CallTime(), "hub", Future()))


def uplink(table: Table, ledger: Path) -> Uplink | None:
    """What sends this table's games to a hub, None if it has joined no tournament."""
    member = read_membership(membership_file(state_directory()))
    return Uplink(table, ledger, member) if member else None
