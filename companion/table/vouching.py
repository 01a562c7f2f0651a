"""Who vouches for the game on the table: the device by its seals, the die by what it remembers, and the audit before.

The device seals at every turn's end, at a pause and at the end of the game, when the players have seen it. A game that
this run of the program has not written itself is checked before the device signs it any further.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Protocol

from companion.errors import Message, UserError, message
from companion.ledger.audit import audit
from companion.ledger.entry import Damaged, Entry
from companion.ledger.record import from_archive
from companion.ledger.seal import END, TURN, own_public
from companion.ledger.store import Ledger
from companion.rules.edition import RULES_VERSION
from companion.rules.events import AnyEvent, TurnBegan
from companion.table.desk import Desk
from companion.table.luck import BankLuck
from companion.table.parts import Trouble

log = logging.getLogger(__name__)

LONG = 5000  # entries of a game whose check is told as it goes on


class TableDie(Protocol):
    """What the table tells the die that lies on it."""

    def keep(self, words: tuple[str, ...]) -> None:
        """Remember these words until the next evening."""

    def ask_for(self, dice: int) -> None:
        """The next throw has so many dice."""


class NoDie:
    """There is no die."""

    def keep(self, words: tuple[str, ...]) -> None:
        """Nobody remembers."""

    def ask_for(self, dice: int) -> None:
        """Nobody throws."""


class Vouching:
    """Seals the game, and lets the die keep its head; `at_rest` is called when the game stands still."""

    def __init__(
        self,
        ledger: Ledger,
        desk: Desk,
        luck: BankLuck,
        at_rest: Callable[[], object],
        die: TableDie,
    ) -> None:
        self._ledger = ledger
        self._desk = desk
        self._luck = luck
        self._at_rest = at_rest
        self._die = die
        self._turn_ended = False
        self._sealed = ("", "")  # hash and reason
        self._seals = True

    def note(self, events: Sequence[AnyEvent]) -> None:
        """Take note of an entry: whether a turn has ended with it."""
        self._turn_ended = self._turn_ended or any(type(event) is TurnBegan for event in events)

    def seal(self, last: Entry, *, over: bool, paused: bool) -> None:
        """Seal the last entry if the game stands still or a turn has ended, each once.

        :raises LedgerError: the device cannot; that turns cannot be sealed is told once only.
        """
        reason = END if over else "pause" if paused else TURN if self._turn_ended else ""
        self._turn_ended = False
        if not reason or self._sealed == (last.hash, reason):
            return
        self._sealed = (last.hash, reason)  # also when the device cannot: it is said once
        could, self._seals = self._seals, False
        try:
            if could or reason != TURN:
                self._sign(last.game, reason)
                self._seals = True
        finally:
            self._die.keep((last.game, str(last.seq), last.hash))
            if reason != TURN:
                self._at_rest()

    def _sign(self, game: str, reason: str) -> None:
        if reason == END:
            self._ledger.seal(game, reason, opened=self._luck.opened())
            self._luck.forget()
        else:
            self._ledger.seal(game, reason)

    def hear(self, kept: Sequence[str]) -> None:
        """Hear what the die remembers, game, number and hash; if the ledger lacks it, somebody has changed it."""
        if self._lacks(kept):
            log.error("the die remembers what the ledger lacks: %s", " ".join(kept))
            self._desk.say(Trouble.DIE_REMEMBERS, name=kept[1])

    def _lacks(self, kept: Sequence[str]) -> bool:
        match kept:
            case [game, seq, digest] if seq.isdecimal():
                try:
                    return self._ledger.hash_at(game, int(seq)) != digest
                except Damaged:
                    return True
        return False

    def check(self, game: str, publish: Callable[[], object]) -> int | None:
        """Check a game that is to be continued; the first entry for which nothing vouches, None: there is none.

        That is a turn that ended without a seal, in a game of which every turn was sealed, or what the same rules
        decide otherwise. How far a long game is stands on the display, when it is published.

        :raises Damaged: it is not as it was written.
        """
        record = from_archive(self._ledger, game)
        count = len(record.lines)

        def tell(done: int) -> None:
            if count > LONG:
                self._desk.say(Trouble.CHECKING, name=f"{100 * done // count} %")
                self._desk.sound = None
                publish()

        report = audit(record, key=own_public(self._ledger.path), told=tell)
        if report.faults:
            raise Damaged("damage.entry", game, seq=report.faults[0].seq, what=report.faults[0].message)
        doubts = [each.seq for each in report.differences] if report.version == RULES_VERSION else []
        return min([*doubts, *report.turns_unsealed], default=None)


def not_continued(damage: Damaged) -> Message:
    """Why a game is not continued, without the file and the game it is about."""
    return message("cause", what=damage.figures.get("what", damage))


def cause(error: Exception) -> Message:
    """What failed, without the file it failed on: the display is small, and the log has it all."""
    figures = error.figures if isinstance(error, UserError) else {"error": error}
    return message("cause", what=figures.get("error", error))
