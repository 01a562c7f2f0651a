"""What a play finds out: refusals, wrong figures, broken invariants; and nothing that is not so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import NOTHING, Message, message
from companion.plays import runner
from companion.plays.actions import ACTIONS
from companion.plays.lexis import Said
from companion.plays.runner import Invariants
from companion.plays.scene import Ask
from companion.rules.commands import Roll
from companion.rules.frames import BANK
from companion.rules.game import Game
from companion.words.refusals import worded
from tests.plays.staging import failure, staged


def told(found: runner.Failure | None) -> str:
    assert found is not None
    return f"{found.line}: {worded(found.message)}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("red rolls 1 2\n= red at @4", "4: expected red at @4, got @3"),
        ("blue rolls 1 2", '3: expected "blue rolls 1 2" to be accepted, got not-your-turn'),
        ("! red rolls 1 2", '3: expected "red rolls 1 2" to be refused, got accepted'),
        ("! red ends -> too-poor", '3: expected "red ends" to be refused: too-poor, got roll-first'),
        ("= red cash 1", "3: expected red cash 1, got 1500"),
        ("= red worth 1", "3: expected red worth 1, got 1500"),
        ("= red laps 1", "3: expected red laps 1, got 0"),
        ("= red jailed 1", "3: expected red jailed 1, got no"),
        ("given red jailed 2\n= red jailed no", "4: expected red jailed no, got 2"),
        ("= red out", "3: expected red out, got in"),
        ("= red keeps jail-free 2", "3: expected red keeps jail-free 2, got 0"),
        ("= boardwalk owner red", "3: expected boardwalk owner red, got bank"),
        ("= @1 buildings 3", "3: expected @1 buildings 3, got 0"),
        ("= @1 mortgaged yes", "3: expected @1 mortgaged yes, got no"),
        ("= @1 rent 2", "3: expected @1 rent 2, got 0"),
        ("= bank houses 3", "3: expected bank houses 3, got 32"),
        ("= bank hotels 3", "3: expected bank hotels 3, got 12"),
        ("= pot 3", "3: expected pot 3, got 0"),
        ("= turn blue", "3: expected turn blue, got red"),
        ("= waiting blue roll", "3: expected waiting blue roll, got waiting red roll"),
        ("= debt red blue 50", "3: expected debt red blue 50, got no debt"),
        ("= over yes", "3: expected over yes, got no"),
        ("= winner red", "3: expected winner red, got no winner"),
    ],
)
def test_failures_say_what_was_expected_and_what_is_the_case(text: str, expected: str) -> None:
    assert told(failure(text)) == expected


def test_the_first_failure_ends_a_play() -> None:
    assert told(failure("= pot 1\n= pot 2")) == "3: expected pot 1, got 0"


def test_open_debts_and_prompts_are_named() -> None:
    play = "given red cash 10\ngiven red at @34\ngiven blue owns @39\nred rolls 2 3\n"
    assert told(failure(play + "= debt red bank 50")) == "7: expected debt red bank 50, got debt red blue 50"
    assert told(failure(play + "= waiting red roll")) == "7: expected waiting red roll, got waiting red pay"


def test_invariants_are_watched() -> None:
    def watched() -> tuple[Game, Invariants]:
        game = staged("given red owns @1\ngiven @1 buildings 2").game
        return game, Invariants(game)

    def found(game: Game, invariants: Invariants) -> str:
        told = (f"{worded(said)}" for said in (expected(*each) for each in invariants.broken(game)))
        return "; ".join(told)

    def expected(what: Said, got: Said) -> Message:
        return message("play.expected", expected=what, got=got, advice=NOTHING)

    game, invariants = watched()
    game.ask(Roll(0, 1, 3))
    assert found(game, invariants) == ""
    game.state.accounts[0] += 5
    assert "money to add up to 0, got 5" in found(game, invariants)
    assert "the folded events to give the live state, got accounts [1500, 1500" in found(game, invariants)
    game, invariants = watched()
    game.state.accounts[0], game.state.accounts[BANK] = -1, -1499
    assert "red to have no less than nothing, got -1" in found(game, invariants)
    game, invariants = watched()
    game.state.level[1] = 3
    assert "buildings to add up to 32, 12, got (33, 12)" in found(game, invariants)
    game, invariants = watched()
    game.state.out[0] = True
    assert "@1 to have an owner who is in the game, got 0" in found(game, invariants)
    game, invariants = watched()
    game.state.owner[10] = 1
    assert "@10 to have an owner who is in the game, got 1" in found(game, invariants)


FILLS = {
    "PLAYER": ["red", "blue"],
    "ACCOUNT": ["red", "blue", "bank"],
    "SQUARE": [f"@{at}" for at in (1, 3, 5, 7, 10, 12, 37, 39)],
    "DIE": ["1", "2", "3", "6"],
    "FACE": ["2", "bus", "mr"],
    "NAME": ["green", "red"],
    "SUM": ["0", "1", "70", "200", "1500"],
    "CARD": ["jail-free"],
    "COUNT": ["0", "1", "2", "5"],
    "DRAWN": ["go", "jail", "jail-free", "chairman", "repairs", "utility", "opera"],
    "WAY": ["flat", "percent"],
    "TRIES": ["no", "0", "2"],
    "YESNO": ["yes", "no"],
    "TEXT": ['"so it was"'],
    "ITEM": ["@1", "@39", "50", "jail-free"],
}


@st.composite
def actions(draw: st.DrawFn) -> str:
    """A line of any form, lawful or not."""
    words = []
    for part in draw(st.sampled_from(sorted(ACTIONS))).split():
        slot = part.rstrip("+*?")
        many = draw(st.integers(0, 2)) if part.endswith("*") else 1
        words += [draw(st.sampled_from(FILLS[slot])) for _ in range(many)] if slot in FILLS else [part]
    return " ".join(words)


@given(st.lists(actions(), max_size=40))
def test_whatever_is_tried_the_invariants_hold(lines: list[str]) -> None:
    scene = staged("given red owns @1 @3 @5\ngiven blue owns @12 @37 @39\n" + "\n".join(lines))
    invariants = Invariants(scene.game)
    for wish in scene.script:
        assert isinstance(wish, Ask)
        runner.attempt(scene.game, wish.command)
        assert list(invariants.broken(scene.game)) == []


def test_a_general_reason_is_met_by_the_more_exact_one() -> None:
    assert failure("! red ends -> not-now") is None
    assert failure("! red ends -> roll-first") is None
    assert told(failure("! red ends -> thrown")) == '3: expected "red ends" to be refused: thrown, got roll-first'
