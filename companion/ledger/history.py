"""Reading a ledger: entries folded into a game, what was taken back, and the table as it stood (issue 4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.ledger.entry import Entry
from companion.rules.commands import TakeBack
from companion.rules.edition import Edition
from companion.rules.game import Game, Step
from companion.rules.rules import Rules

RulesOf = Callable[[Edition], Rules]


def fold(entries: Sequence[Entry], rules_of: RulesOf = Rules) -> Game:
    """The game that the recorded facts lead to, with all its steps; it can be played on at once (design 2).

    `rules_of` gives the rules of an edition (`editions.registry.ruleset` knows those with rules of their own).
    """
    undone = taken_back(entries)
    game = Game.fold((Step(entry.command, entry.events) for entry in entries[:1]), rules_of)
    for entry in entries[1:]:
        step = Step(entry.command, entry.events)
        if entry.seq in undone or isinstance(entry.command, TakeBack):
            game.steps.append(step)  # what was taken back later need not be folded at all
        else:
            game.replay(step)
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
