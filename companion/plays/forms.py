"""Forms of lines: `PLAYER bids SUM` and the like, matched against words, and filled to write a line.

A form is a row of words and slots. A word in lower case stands for itself, one in capitals is a slot (slots.py); behind
a slot, `+` means one or more of it, `*` any number, `?` one or none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

import msgspec

from companion.plays.lexis import Said, Word
from companion.plays.names import Names
from companion.plays.slots import SLOTS, Slot, Value

Fills = tuple[tuple[Word, ...], ...]  # slot by slot; what takes several words stands there word by word


class Part(msgspec.Struct, frozen=True):
    """A word that stands for itself, or a slot and how often it is filled (`""`, `+`, `*` or `?`)."""

    word: str = ""
    slot: Slot | None = None
    often: str = ""

    @property
    def noun(self) -> Said:
        """What an error message calls it."""
        return self.slot.noun if self.slot else f'"{self.word}"'

    def span(self, words: Sequence[Word]) -> int:
        """How many of these words can stand here together: none if the first does not fit."""
        return self.slot.span(words) if self.slot else int(words[0].is_bare(self.word))


class Miss(msgspec.Struct, frozen=True):
    """Where a form stopped to match (`at`, counted in words) and which parts would have fitted there."""

    at: int
    parts: tuple[Part, ...]


@lru_cache(maxsize=256)
def parts(form: str) -> tuple[Part, ...]:
    """The parts of a form."""
    return tuple(_part(text) for text in form.split())


def _part(text: str) -> Part:
    often = text[-1] if text[-1] in "+*?" else ""
    slot = text.removesuffix(often)
    return Part(slot=SLOTS[slot], often=often) if slot.isupper() else Part(word=text)


def match(form: str, words: Sequence[Word]) -> Fills | Miss:
    """The words that fill each slot of a form, or where the words leave it."""
    row = parts(form)
    fills = []
    spare: tuple[Part, ...] = ()  # parts that could have taken the next word too
    at = 0
    for number, part in enumerate(row):
        end = _end(row, number, words, at)
        if end == at and part.often in ("", "+"):
            return Miss(at, (*spare, part))
        if part.slot:
            fills.append(tuple(words[at:end]))
        is_spare = part.often in ("+", "*") or end == at
        spare = (*(spare if end == at else ()), *((part,) if is_spare else ()))
        at = end
    return Miss(at, spare) if at < len(words) else tuple(fills)


def _end(row: Sequence[Part], number: int, words: Sequence[Word], at: int) -> int:
    """Where the words of one part end: a repeated slot stops before the word that follows it in the form."""
    part = row[number]
    many = part.often in ("+", "*")
    stop = row[number + 1].word if number + 1 < len(row) else ""
    end = at
    while end < len(words) and not (many and stop and words[end].is_bare(stop)):
        span = part.span(words[end:])
        end += span
        if not (many and span):
            break
    return end


def bind(form: str, fills: Fills, names: Names) -> list[Value]:
    """The value of each slot: a tuple for a repeated one, `""` for an empty optional one.

    :raises PlayError: a word has no meaning in this game.
    """
    slots = [part for part in parts(form) if part.slot]
    return [_value(part, fill, names) for part, fill in zip(slots, fills, strict=True)]


def _value(part: Part, fill: tuple[Word, ...], names: Names) -> Value:
    assert part.slot is not None
    values = []
    while fill:
        span = part.slot.span(fill)
        values.append(part.slot.bind_all(names, fill[:span]))
        fill = fill[span:]
    if part.often in ("+", "*"):
        return tuple(values)
    return values[0] if values else ""


def write(form: str, values: Iterable[Value], names: Names) -> str:
    """A line of this form; `bind` reads the same values from it."""
    rest = iter(values)
    return " ".join(text for part in parts(form) for text in _written(part, rest, names))


def _written(part: Part, rest: Iterator[Value], names: Names) -> list[str]:
    if part.slot is None:
        return [part.word]
    value = next(rest)
    if part.often in ("+", "*"):
        return [part.slot.show(names, each) for each in value]
    return [] if part.often == "?" and value == "" else [part.slot.show(names, value)]


def written_last(form: str, value: Value, names: Names) -> str:
    """A value as the last slot of a form shows it."""
    return " ".join(_written(parts(form)[-1], iter([value]), names))


def nearest(forms: Mapping[str, object], words: Sequence[Word]) -> tuple[str, Fills] | Miss:
    """The first form that matches, or where the words leave the forms that they follow furthest.

    A first word that begins forms by itself is that word, not a name.
    """
    misses = []
    begun = [form for form in forms if words and words[0].is_bare(parts(form)[0].word)]
    for form in begun or forms:
        found = match(form, words)
        if not isinstance(found, Miss):
            return form, found
        misses.append(found)
    far = max((miss.at for miss in misses), default=0)
    wanted = dict.fromkeys(part for miss in misses if miss.at == far for part in miss.parts)
    return Miss(far, tuple(wanted))
