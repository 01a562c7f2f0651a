"""Reading a ledger: entries folded into a game, what was taken back, and which of it somebody wants to see."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

import msgspec

from companion.dispatch import members
from companion.errors import message
from companion.ledger.entry import Damaged, Entry
from companion.reading import UNREADABLE
from companion.rules.commands import TakeBack
from companion.rules.edition import Edition
from companion.rules.events import AnyEvent, Cause, Corrected, Owed, Paid, TradeOffered
from companion.rules.frames import Site
from companion.rules.game import Game, Step
from companion.rules.rules import Rules

RulesOf = Callable[[Edition], Rules]


MISFITS = (*UNREADABLE, ArithmeticError, AssertionError, AttributeError, LookupError, StopIteration, TypeError)
"""What folding raises when a fact does not fit the game it is told of."""


def fold(entries: Sequence[Entry], rules_of: RulesOf = Rules) -> Game:
    """The game that the recorded facts lead to, with all its steps; it can be played on at once (design: Engine).

    `rules_of` gives the rules of an edition. Raise `Damaged` at the first fact that does not fit.
    """
    seq = 0
    try:
        undone = taken_back(entries)
        game = Game.fold((Step(entry.command, entry.events) for entry in entries[:1]), rules_of)
        for entry in entries[1:]:
            seq, step = entry.seq, Step(entry.command, entry.events)
            if seq in undone or isinstance(entry.command, TakeBack):
                game.steps.append(step)  # what was taken back later need not be folded at all
            else:
                game.replay(step)
    except MISFITS as error:
        what = message("damage.misfit")
        raise Damaged("damage.entry", entries[0].game, seq, seq=seq, what=what) from error
    return game


def taken_back(entries: Sequence[Entry]) -> dict[int, int]:
    """Which entries were taken back, and by which entry (C-88)."""
    in_force: list[int] = []
    undone: dict[int, int] = {}
    for entry in entries[1:]:
        if isinstance(entry.command, TakeBack):
            first = len(in_force) - entry.command.count
            undone |= dict.fromkeys(in_force[first:], entry.seq)
            del in_force[first:]
        else:
            in_force.append(entry.seq)
    return undone


_SEATS = ("seat", "to", "of", "owner", "visitor", "payer", "payee", "debtor", "creditor", "winner")
_MANY_SEATS = ("seats", "bidders", "rivals")
_OF_SEATS = ("cash", "at", "jailed", "laps", "keeps")
_OF_TABLE = ("pot", "turn")

KINDS: tuple[str, ...] = (
    *sorted(kind.__name__.lower() for kind in members(AnyEvent)),
    *(cause.value for cause in Cause),
)
"""What a kind can be: any event, or why money moved or is owed."""


class Selection(msgspec.Struct, frozen=True):
    """What is wanted; what is left out does not matter. Times are those of the wall clock."""

    seat: int | None = None
    square: int | None = None
    kinds: frozenset[str] = frozenset()
    since: datetime | None = None
    until: datetime | None = None

    def pick(self, entries: Sequence[Entry]) -> Iterator[tuple[Entry, list[AnyEvent]]]:
        """The entries with the events that are wanted, without those that have none."""
        for entry in entries:
            if self._is_in_time(entry):
                events = [event for event in entry.events if self._is_wanted(event)]
                if events:
                    yield entry, events

    def _is_in_time(self, entry: Entry) -> bool:
        return (self.since is None or entry.time >= self.since) and (self.until is None or entry.time <= self.until)

    def _is_wanted(self, event: AnyEvent) -> bool:
        return (
            (self.seat is None or self.seat in seats_of(event))
            and (self.square is None or self.square in squares_of(event))
            and (not self.kinds or not self.kinds.isdisjoint(kinds_of(event)))
        )


def seats_of(event: AnyEvent) -> set[int]:
    """The accounts that an event names."""
    found = {getattr(event, field) for field in _SEATS if hasattr(event, field)}
    for field in _MANY_SEATS:
        found.update(getattr(event, field, ()))
    found |= {site.seat for site in _sites(event)}
    if isinstance(event, Corrected) and event.subject in _OF_SEATS:
        found.add(event.where)
    return found


def squares_of(event: AnyEvent) -> set[int]:
    """The squares that an event names."""
    found = {event.square} if hasattr(event, "square") else set[int]()
    found.update(getattr(event, "squares", ()))
    found |= {site.square for site in _sites(event)}
    if isinstance(event, TradeOffered):
        found.update(event.gives.deeds, event.takes.deeds)
    if isinstance(event, Corrected) and event.subject not in _OF_SEATS + _OF_TABLE:
        found.add(event.where)
    return found


def kinds_of(event: AnyEvent) -> set[str]:
    """The words that an event can be asked for by."""
    cause = {event.cause.value} if isinstance(event, Paid | Owed) else set[str]()
    return {type(event).__name__.lower(), *cause}


def _sites(event: AnyEvent) -> tuple[Site, ...]:
    return (*getattr(event, "sites", ()), *((event.site,) if hasattr(event, "site") else ()))
