"""From the text of a play to its lines, each of a known form; the edition is not needed yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from companion.errors import message
from companion.plays import forms
from companion.plays.actions import ACTIONS
from companion.plays.expectations import EXPECTATIONS
from companion.plays.lexis import Faults, Word, lex, unexpected
from companion.plays.position import GIVEN

EDITION = "edition ID"
PROFILE = "profile ID"
RULE = "rule OPTION VALUE"
PLAYERS = "players NAME+"
TURN = "given turn PLAYER"
HIGHEST = "given turn highest"
FIRST = "given first PLAYER"
SETTINGS = dict.fromkeys((EDITION, PROFILE, RULE, PLAYERS, HIGHEST, TURN, FIRST))
PLAIN: dict[str, object] = {**SETTINGS, **GIVEN, **ACTIONS}
REFUSABLE: dict[str, object] = {PLAYERS: None, **ACTIONS}


class PlayLine(msgspec.Struct, frozen=True):
    """A line of a play: its form, and the words that fill the slots."""

    first: Word
    form: str
    fills: forms.Fills

    @property
    def text(self) -> str:
        """The line without comment and spare blanks, `=` and `!` left out."""
        fills = iter(self.fills)
        return " ".join(
            text
            for part in forms.parts(self.form)
            for text in ([part.word] if part.slot is None else [word.shown() for word in next(fills)])
        )


class HeadLine(PlayLine, frozen=True):
    """A line of the head: edition, profile, rule, players, whose turn it is."""


class Given(PlayLine, frozen=True):
    """A line of the head: how the game stands."""


class Action(PlayLine, frozen=True):
    """Something is done, and the rules allow it."""


class RefusedLine(PlayLine, frozen=True):
    """Something is tried, and the rules refuse it: for this reason, if one is named (`""`: any)."""

    reason: str = ""


class Expectation(PlayLine, frozen=True):
    """Something must be true."""


Step = Action | RefusedLine | Expectation
AnyLine = HeadLine | Given | Step


class Play(msgspec.Struct, frozen=True):
    """A play as it is written: `settings` and `given` make the head, which ends at the word `head_end`."""

    settings: tuple[HeadLine, ...]
    given: tuple[Given, ...]
    lines: tuple[Step, ...]
    head_end: Word


def parse(text: str) -> Play:
    """Read a play (plays: Lexis).

    :raises PlayError: lines that have no known form: where, and what was expected there.
    """
    lines: list[AnyLine] = []
    faults = Faults()
    for number, row in enumerate(text.split("\n"), 1):
        with faults.noted():
            words = lex(row, number)
            lines += [_line(words)] if words else []
    start = next((at for at, line in enumerate(lines) if _opens(line)), len(lines))
    for line in lines[start:]:
        with faults.noted():
            _check_place(line)
    faults.check()
    return Play(
        tuple(line for line in lines if isinstance(line, HeadLine)),
        tuple(line for line in lines if isinstance(line, Given)),
        tuple(line for line in lines if isinstance(line, Step)),
        lines[start].first if start < len(lines) else Word("", text.count("\n") + 1, 1),
    )


def _check_place(line: AnyLine) -> None:
    if isinstance(line, HeadLine | Given):
        raise unexpected(line.first, message("play.no-head"))


def _opens(line: AnyLine) -> bool:
    """Whether a line ends the head: an action, or one that is refused; `! players` still belongs to it."""
    return isinstance(line, Action | RefusedLine) and line.form != PLAYERS


def _line(words: Sequence[Word]) -> AnyLine:
    first = words[0]
    if first.is_bare("="):
        return Expectation(first, *_matched(words, 1, EXPECTATIONS))
    if first.is_bare("!"):
        return _refused(words)
    form, fills = _matched(words, 0, PLAIN)
    kind = HeadLine if form in SETTINGS else Given if form in GIVEN else Action
    return kind(first, form, fills)


def _refused(words: Sequence[Word]) -> RefusedLine:
    arrow = next((at for at, word in enumerate(words) if word.is_bare("->")), len(words))
    form, fills = _matched(words[:arrow], 1, REFUSABLE)
    if arrow == len(words):
        return RefusedLine(words[0], form, fills)
    _, ((reason,),) = _matched(words, arrow + 1, {"REASON": None})
    return RefusedLine(words[0], form, fills, reason.key)


def _matched(words: Sequence[Word], start: int, known: Mapping[str, object]) -> tuple[str, forms.Fills]:
    found = forms.nearest(known, words[start:])
    if not isinstance(found, forms.Miss):
        return found
    at = start + found.at
    nouns = list(dict.fromkeys(part.noun for part in found.parts)) or [message("play.end-of-line")]
    wanted = message("play.either", nouns=tuple(nouns))
    fitting = [word for part in found.parts for word in (part.slot.known() if part.slot else [part.word])]
    raise unexpected(words[at] if at < len(words) else words[-1].end(), wanted, fitting)
