"""A play ready to be carried out: edition and players, the game as it stands, its lines with all names looked up."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

import msgspec

from companion.editions.choices import Refused, option
from companion.editions.registry import load
from companion.editions.shelf import Shelf
from companion.errors import UserError, message
from companion.plays import forms
from companion.plays.actions import make
from companion.plays.expectations import STANDING
from companion.plays.lexis import Faults, PlayError, Word, blamed, fault, unexpected
from companion.plays.names import GONE, Names
from companion.plays.parser import (
    EDITION,
    FIRST,
    HIGHEST,
    PLAYERS,
    PROFILE,
    RULE,
    TURN,
    Action,
    Expectation,
    HeadLine,
    Play,
    RefusedLine,
    Step,
    parse,
)
from companion.plays.position import GIVEN, Position
from companion.plays.slots import Value
from companion.rules.commands import AnyCommand, Begin
from companion.rules.edition import Edition
from companion.rules.game import Game
from companion.rules.options import Options
from companion.rules.rules import Rules
from companion.rules.setup import begin_game, strangers
from companion.rules.state import State


def edition_of(play: Play, directories: Sequence[Path] = ()) -> Edition:
    """The edition of a play with its profiles and rules laid over it, in the order of the file (plays: Head).

    :raises PlayError: something is unknown or does not fit, at the word that says so.
    """
    word = _only(play, EDITION).fills[0][0]
    shelf = Shelf(directories)
    edition = _known(word, "edition", shelf.editions())
    profiles: list[str] = []
    loaded = _loaded(word, edition, profiles, directories)
    for line in _all(play, PROFILE):
        profile = line.fills[0][0]
        profiles.append(_known(profile, "profile", shelf.profiles()))
        loaded = _loaded(profile, edition, profiles, directories)
    lines, values = _rules(play)
    if not values:
        return loaded
    try:
        return load(edition, profiles, values, directories)
    except Refused as refused:
        raise _blamed(lines.get(refused.about, next(iter(lines.values()))), refused) from refused


def _loaded(word: Word, edition: str, profiles: Sequence[str], directories: Sequence[Path]) -> Edition:
    """The edition so far; what does not fit is put down to a word."""
    try:
        return load(edition, profiles, directories=directories)
    except UserError as error:
        raise _blamed(word, error) from error


def _known(word: Word, what: str, ids: Collection[str]) -> str:
    if word.key not in ids:
        raise unexpected(word, message(f"play.one-of.{what}", names=tuple(ids)), ids)
    return word.key


def players_of(play: Play, edition: Edition) -> tuple[str, ...]:
    """The names of the players in seating order.

    :raises PlayError: two are called the same, the edition is not for so many, or a handicap names somebody else.
    """
    line = _only(play, PLAYERS)
    names = line.fills[0]
    for at, word in enumerate(names):
        if any(word.key == other.key for other in names[:at]):
            raise unexpected(word, message("play.new-name"))
    low, high = edition.options.min_players, edition.options.max_players
    if not low <= len(names) <= high:
        raise fault(names[-1], message("play.players", low=low, high=high), str(len(names)))
    unknown = strangers(edition.options.handicap, [word.text for word in names])
    if unknown:
        given = next((rule.fills[1][0] for rule in _all(play, RULE) if rule.fills[0][0].key == "handicap"), line.first)
        known = tuple(word.text for word in names)
        raise fault(given, message("play.one-of.player", names=known), unknown[0])
    return tuple(word.text for word in names)


def _rules(play: Play) -> tuple[dict[str, Word], dict[str, Value]]:
    """Where each option is set, and to what."""
    words: dict[str, Word] = {}
    values: dict[str, Value] = {}
    for line in _all(play, RULE):
        (key,), (value,) = line.fills
        if key.key in values:
            raise unexpected(key, message("play.new-option"))
        _known(key, "option", Options.__struct_fields__)
        try:
            values[key.key] = option(key.key, value.key)
        except UserError as error:
            raise _blamed(value, error) from error
        words[key.key] = value
    return words, values


def _blamed(word: Word, error: UserError) -> PlayError:
    return blamed(word, message("play.other-than", word=word.shown(), error=error))


def _all(play: Play, form: str) -> list[HeadLine]:
    return [line for line in play.settings if line.form == form]


def _only(play: Play, form: str) -> HeadLine:
    lines = _all(play, form)
    keyword = form.split(maxsplit=1)[0]
    if len(lines) > 1:
        raise unexpected(lines[1].first, message("play.no-second", word=keyword))
    if not lines:
        raise fault(play.head_end, message("play.head-line", word=keyword), message("play.none"))
    return lines[0]


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
    """The game as it is given, and what comes then."""

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
    if any(line.form == TURN for line in play.settings):
        _count_turns(state)
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
            entry = _bound(step, edition, names)
            script.append(entry)
            if isinstance(entry, Ask) and isinstance(step, Action):
                names.follow(entry.command)
    faults.check()
    return Scenario(Game(rules, state), tuple(script))


def wish(text: str, edition: Edition, players: Sequence[str]) -> AnyCommand:
    """The command that one line of a play stands for in a game of these players, as a referee's "what if" asks it.

    :raises PlayError: the line is not one action, or a name has no meaning.
    """
    lines = parse(text).lines
    if len(lines) != 1 or not isinstance(lines[0], Action):
        raise unexpected(Word(text, 1, 1), message("play.one-action"))
    bound = _bound(lines[0], edition, Names(edition, players))
    assert isinstance(bound, Ask)
    return bound.command


def _first(play: Play, names: Names) -> int:
    """The seat that is to throw, or that the highest throw decides (S0-10)."""
    lines: list[HeadLine] = [line for line in play.settings if line.form in (TURN, FIRST, HIGHEST)]
    if len(lines) > 1:
        raise unexpected(lines[1].first, message("play.one-turn"))
    if not lines:
        return 0
    return HIGHEST_THROW if lines[0].form == HIGHEST else names.seat(lines[0].fills[0][0])


def _count_turns(state: State) -> None:
    """Give those who sit before the one whose turn it is the turn that they have had in this round (plays: players)."""
    for seat in range(state.turn):
        state.turns[seat] += 1


def _bound(line: Step, edition: Edition, names: Names) -> Ask | Question:
    values = forms.bind(line.form, line.fills, names)
    if isinstance(line, Expectation):
        if GONE in values and line.form != STANDING:
            raise fault(line.fills[0][0], message("play.one-of.player", names=names.players), line.fills[0][0].shown())
        return Question(line, values)
    command = Begin(edition, values[0]) if line.form == PLAYERS else make(line.form, values)
    return Ask(line, command)
