"""Carries a play out and tells the first thing that is not as the play says."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.plays.expectations import refuted
from companion.plays.invariants import Invariants
from companion.plays.parser import RefusedLine
from companion.plays.scene import Ask, Question, Scenario
from companion.rules.commands import AnyCommand, Begin, Refusal
from companion.rules.game import Game
from companion.rules.setup import begin_game


class Failure(msgspec.Struct, frozen=True):
    """A line of a play that does not hold: what it expects, and what is the case."""

    line: int
    expected: str
    got: str

    def __str__(self) -> str:
        return f"{self.line}: expected {self.expected}, got {self.got}"


def run(scene: Scenario) -> Failure | None:
    """Carry out all lines, the invariants asked after each; the first failure, or None if the play holds."""
    return next(_failures(scene), None)


def _failures(scene: Scenario) -> Iterator[Failure]:
    invariants = Invariants(scene.game)
    for entry in scene.script:
        yield from _answer(scene, entry) if isinstance(entry, Question) else _do(scene.game, entry)
        for expected, got in invariants.broken(scene.game):
            yield Failure(entry.line.first.line, expected, got)


def _answer(scene: Scenario, question: Question) -> Iterator[Failure]:
    line = question.line
    got = refuted(line.form, question.values, scene.game, scene.names)
    if got is not None:
        yield Failure(line.first.line, line.text, got)


def _do(game: Game, wish: Ask) -> Iterator[Failure]:
    line = wish.line
    reason = attempt(game, wish.command)
    wanted = line.reason if isinstance(line, RefusedLine) else None
    if wanted is None and reason is not None:
        yield Failure(line.first.line, f'"{line.text}" to be accepted', reason)
    elif wanted is not None and (reason is None or wanted not in ("", reason)):
        yield Failure(line.first.line, f'"{line.text}" to be refused{wanted and f": {wanted}"}', reason or "accepted")


def attempt(game: Game, command: AnyCommand) -> str | None:
    """The reason for which the rules refuse a command, or None if it was carried out."""
    try:
        if isinstance(command, Begin):
            begin_game(game.rules, command)
        else:
            game.ask(command)
    except Refusal as refusal:
        return refusal.reason.value
    return None
