"""A play ready to be carried out: the game as it stands, and its lines with all names looked up."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from companion.plays import forms
from companion.plays.actions import make
from companion.plays.head import edition_of, players_of
from companion.plays.lexis import Faults, Word, unexpected
from companion.plays.names import Names
from companion.plays.parser import HIGHEST, PLAYERS, TURN, Action, Expectation, HeadLine, Play, RefusedLine, Step, parse
from companion.plays.position import GIVEN, Position
from companion.plays.slots import Value
from companion.rules.commands import AnyCommand, Begin
from companion.rules.edition import Edition
from companion.rules.game import Game
from companion.rules.rules import Rules
from companion.rules.setup import begin_game

HIGHEST_THROW = -1
ORDER = list(GIVEN)


class Ask(msgspec.Struct, frozen=True):
    """An action of a play, and whether the rules must refuse it."""

    line: Action | RefusedLine
    command: AnyCommand


class Question(msgspec.Struct, frozen=True):
    """An expectation of a play, and the values of its slots."""

    line: Expectation
    values: list[Value]


class Scenario(msgspec.Struct, frozen=True):
    """The names that the words of a play stand for, the game as it is given, and what comes then."""

    names: Names
    game: Game
    script: tuple[Ask | Question, ...]


def stage(play: Play, directories: Sequence[Path] = ()) -> Scenario:
    """Get a play ready; `directories` hold editions of one's own.

    :raises PlayError: a name has no meaning, or what is given is inconsistent.
    """
    edition = edition_of(play, directories)
    players = players_of(play, edition)
    names = Names(edition, players)
    rules = Rules(edition)
    state, _ = begin_game(rules, Begin(edition, players, _first(play, names)))
    faults = Faults()
    position = Position(rules, state)
    for line in sorted(play.given, key=lambda line: ORDER.index(line.form)):
        with faults.noted():
            GIVEN[line.form](position, line.fills, *forms.bind(line.form, line.fills, names))
    with faults.noted():
        position.settle()
    script = []
    for step in play.lines:
        with faults.noted():
            script.append(_bound(step, edition, names))
    faults.check()
    return Scenario(names, Game(rules, state), tuple(script))


def wish(text: str, edition: Edition, players: Sequence[str]) -> AnyCommand:
    """The command that one line of a play stands for in a game of these players, as a referee's "what if" asks it.

    :raises PlayError: the line is not one action, or a name has no meaning.
    """
    lines = parse(text).lines
    if len(lines) != 1 or not isinstance(lines[0], Action):
        raise unexpected(Word(text, 1, 1), "one action, as `red builds @6`")
    bound = _bound(lines[0], edition, Names(edition, players))
    assert isinstance(bound, Ask)
    return bound.command


def _first(play: Play, names: Names) -> int:
    """The seat that is to throw, or that the highest throw decides (S0-10)."""
    lines: list[HeadLine] = [line for line in play.settings if line.form in (TURN, HIGHEST)]
    if len(lines) > 1:
        raise unexpected(lines[1].first, "whose turn it is only once")
    if not lines:
        return 0
    return HIGHEST_THROW if lines[0].form == HIGHEST else names.seat(lines[0].fills[0][0])


def _bound(line: Step, edition: Edition, names: Names) -> Ask | Question:
    values = forms.bind(line.form, line.fills, names)
    if isinstance(line, Expectation):
        return Question(line, values)
    command = Begin(edition, values[0]) if line.form == PLAYERS else make(line.form, values)
    return Ask(line, command)
