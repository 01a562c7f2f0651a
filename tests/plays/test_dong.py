"""What holds in dollars holds in đồng: each play of the classic board once more with every sum times 10,000."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from companion.editions.registry import load
from companion.plays import forms, runner
from companion.plays.lexis import Word
from companion.plays.names import Names
from companion.plays.parser import EDITION, RULE, AnyLine, Expectation, parse
from companion.plays.scene import stage
from companion.plays.slots import SLOTS, TERMS, ItemSlot, Slot, SquareSlot
from companion.rules.board import Utility
from companion.rules.options import SUMS

PLAYS = sorted((Path(__file__).parent / "classic").glob("*.play"))
UNIT = 10_000
CLASSIC = Names(load("classic"), ())


def in_dong(text: str) -> str:
    """A play of the classic board for the edition `dong`: sums times its unit, squares by number."""
    play = parse(text)
    rows = [list(row) for row in text.split("\n")]
    changes = [change for line in (*play.settings, *play.given, *play.lines) for change in changed(line)]
    for word, new in sorted(changes, key=lambda change: (change[0].line, -change[0].column)):
        rows[word.line - 1][word.column - 1 : word.column - 1 + len(word.shown())] = new
    return "\n".join("".join(row) for row in rows)


def changed(line: AnyLine) -> Iterator[tuple[Word, str]]:
    if line.form == EDITION:
        yield line.fills[0][0], "dong"
    elif line.form == RULE:
        (key,), (value,) = line.fills
        if key.key in SUMS:
            yield value, times(value)
        elif key.key == "handicap":
            yield value, re.sub(r"\b[0-9]+\b", lambda found: str(int(found[0]) * UNIT), value.shown())
    else:
        slots = [part for part in forms.parts(line.form) if part.slot]
        for part, words in zip(slots, line.fills, strict=True):
            for slot, word in pairs(part.slot, words):
                yield from changed_word(line, slot, word)


def pairs(slot: Slot | None, words: Sequence[Word]) -> Iterator[tuple[Slot | None, Word]]:
    """Each word and the slot that it fills; promises and loans have slots of their own."""
    rest = iter(words)
    for word in rest:
        yield slot, word
        if isinstance(slot, ItemSlot):
            yield from zip(TERMS.get(word.text, ()), rest, strict=False)


def changed_word(line: AnyLine, slot: Slot | None, word: Word) -> Iterator[tuple[Word, str]]:
    if isinstance(slot, SquareSlot | ItemSlot) and CLASSIC.squares_of(word):
        yield word, f"@{CLASSIC.square(word)}"
    elif isinstance(slot, ItemSlot) and word.text.isdigit():
        yield word, times(word)
    elif slot is SLOTS["SUM"] or slot is SLOTS["AMOUNT"]:
        yield word, word.text if is_factor(line) else times(word)


def is_factor(line: AnyLine) -> bool:
    """Whether the line says what a utility takes: so many times the dice in any money."""
    if not isinstance(line, Expectation) or line.form != "SQUARE rent AMOUNT":
        return False
    return isinstance(CLASSIC.squares[CLASSIC.square(line.fills[0][0])], Utility)


def times(word: Word) -> str:
    return str(int(word.text) * UNIT)


@pytest.mark.parametrize("file", PLAYS, ids=lambda file: file.stem)
def test_a_classic_play_holds_in_dong(file: Path) -> None:
    text = in_dong(file.read_text("utf-8"))
    failure = runner.run(stage(parse(text)))
    assert failure is None, f"{failure}\n{text}"


def test_a_play_is_written_in_full_sums() -> None:
    text = "edition classic\nrule start_cash 2000\nplayers red blue\ngiven red owns Boardwalk\n"
    text += "red offers blue gives Boardwalk 5 takes 60\n= @12 rent 4\n= red cash 2000 # of 2000\n"
    expected = "edition dong\nrule start_cash 20000000\nplayers red blue\ngiven red owns @39\n"
    expected += "red offers blue gives @39 50000 takes 600000\n= @12 rent 4\n= red cash 20000000 # of 2000\n"
    assert in_dong(text) == expected
