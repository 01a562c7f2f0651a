"""The words of a play, each with its place in the file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import msgspec

from companion.errors import NOTHING, Fault, FaultyFile, Message, message
from companion.rules.options import fold
from companion.text import closest

UNREADABLE = 2

Said = str | Message

_WORD = re.compile(r'\s*(?:"(?P<name>(?:[^"\\]|\\.)*)"|(?P<open>")|(?P<comment>#)|(?P<bare>[^\s"#]+)|$)')


class PlayError(FaultyFile):
    """A play that cannot be read, with all its faults in the order of the file."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(faults, UNREADABLE)

    def within(self, file: object) -> PlayError:
        """The same faults, said to be in this file."""
        return PlayError(*(fault._replace(file=str(file)) for fault in self.faults))


class Faults:
    """Collects faults, so that all of a file are told at once."""

    def __init__(self) -> None:
        self._found: list[Fault] = []

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Go on behind this block when something in it cannot be read."""
        try:
            yield
        except PlayError as error:
            self._found += error.faults

    def check(self) -> None:
        """End here if there were any.

        :raises PlayError: with all of them.
        """
        if self._found:
            raise PlayError(*self._found)


class Word(msgspec.Struct, frozen=True):
    """A word or, if `quoted`, a name in double quotes, and where it begins (line and column from 1)."""

    text: str
    line: int
    column: int
    quoted: bool = False

    @property
    def key(self) -> str:
        """What counts when names are compared: neither case nor the composition of accents (plays: Lexis)."""
        return fold(self.text)

    def is_bare(self, text: str) -> bool:
        """Whether this is a word of the notation itself; a quoted name never is."""
        return not self.quoted and self.text.casefold() == text

    def shown(self) -> str:
        """The word as a play writes it."""
        return quote(self.text) if self.quoted else self.text

    def end(self) -> Word:
        """An empty word right behind this one: where something is missing."""
        return Word("", self.line, self.column + len(self.shown()))


def quote(text: str) -> str:
    """A name in double quotes; a quote or backslash in it follows a backslash, a line break becomes a blank."""
    escaped = " ".join(text.splitlines()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def lex(line: str, number: int) -> list[Word]:
    """The words of a line without its comment; `number` counts lines from 1.

    :raises PlayError: a name is not closed by a second quote.
    """
    words: list[Word] = []
    at = 0
    while (found := _WORD.match(line, at)) and found.lastgroup not in (None, "comment"):
        at = found.end()
        column = found.start(found.lastgroup or 0) + 1
        if found.lastgroup == "open":
            raise unexpected(Word(line[column - 1 :].rstrip(), number, column), message("play.closing-quote"))
        if found.lastgroup == "name":
            words.append(Word(re.sub(r"\\(.)", r"\1", found["name"]), number, column - 1, quoted=True))
        else:
            words.append(Word(found["bare"], number, column))
    return words


def unexpected(word: Word, expected: Said, known: Iterable[str] = ()) -> PlayError:
    """The error that says what was expected in place of a word, and which known word is near it."""
    got = word.shown() if word.text or word.quoted else message("play.end-of-line")
    near = closest(word.text, known) if word.text else None
    return fault(word, expected, got, NOTHING if near is None else message("advice.near", name=near))


def fault(word: Word, expected: Said, got: Said, advice: Message = NOTHING) -> PlayError:
    """The error that says what was expected and what is the case, at the place of a word."""
    return blamed(word, message("play.expected", expected=expected, got=got, advice=advice))


def blamed(word: Word, said: Message) -> PlayError:
    """The error that says something at the place of a word."""
    return PlayError(Fault("", word.line, word.column, "", said))
