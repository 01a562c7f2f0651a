"""The settings of a play: its edition with profiles and single rules, and its players."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from companion.editions.choices import Refused, Value, option
from companion.editions.registry import load
from companion.editions.shelf import Shelf
from companion.errors import UserError
from companion.plays.lexis import PlayError, PlayFault, Word, fault, unexpected
from companion.plays.parser import EDITION, PLAYERS, PROFILE, RULE, HeadLine, Play
from companion.rules.edition import Edition
from companion.rules.options import Options


def edition_of(play: Play, directories: Sequence[Path] = ()) -> Edition:
    """The edition of a play with its profiles and rules laid over it, in the order of the file (plays: Head).

    :raises PlayError: something is unknown or does not fit, at the word that says so.
    """
    word = _only(play, EDITION).fills[0][0]
    shelf = Shelf(directories)
    edition = _known(word, "an edition", shelf.editions())
    profiles: list[str] = []
    loaded = _loaded(word, edition, profiles, directories)
    for line in _all(play, PROFILE):
        profile = line.fills[0][0]
        profiles.append(_known(profile, "a profile", shelf.profiles()))
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
        raise unexpected(word, f"{what} ({', '.join(ids)})", ids)
    return word.key


def players_of(play: Play, edition: Edition) -> tuple[str, ...]:
    """The names of the players in seating order.

    :raises PlayError: two are called the same, or the edition is not for so many.
    """
    line = _only(play, PLAYERS)
    names = line.fills[0]
    for at, word in enumerate(names):
        if any(word.key == other.key for other in names[:at]):
            raise unexpected(word, "a name that nobody has yet")
    low, high = edition.options.min_players, edition.options.max_players
    if not low <= len(names) <= high:
        raise fault(names[-1], f"{low} to {high} players", str(len(names)))
    return tuple(word.text for word in names)


def _rules(play: Play) -> tuple[dict[str, Word], dict[str, Value]]:
    """Where each option is set, and to what."""
    words: dict[str, Word] = {}
    values: dict[str, Value] = {}
    for line in _all(play, RULE):
        (key,), (value,) = line.fills
        if key.key in values:
            raise unexpected(key, "an option that has not been set yet")
        _known(key, "an option", Options.__struct_fields__)
        try:
            values[key.key] = option(key.key, value.key)
        except UserError as error:
            raise _blamed(value, error) from error
        words[key.key] = value
    return words, values


def _blamed(word: Word, error: UserError) -> PlayError:
    return PlayError(PlayFault(word.line, word.column, f"expected something else than {word.shown()}: {error}"))


def _all(play: Play, form: str) -> list[HeadLine]:
    return [line for line in play.settings if line.form == form]


def _only(play: Play, form: str) -> HeadLine:
    lines = _all(play, form)
    keyword = form.split(maxsplit=1)[0]
    if len(lines) > 1:
        raise unexpected(lines[1].first, f'no second "{keyword}" line')
    if not lines:
        raise fault(play.head_end, f'a line "{keyword}" in the head', "none")
    return lines[0]
