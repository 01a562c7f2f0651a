"""Reading plays: every form, every place of a fault, and no text that does worse than be refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.plays import forms, runner
from companion.plays.expectations import EXPECTATIONS
from companion.plays.judge import find
from companion.plays.lexis import PlayError, lex, quote
from companion.plays.names import name
from companion.plays.parser import PLAIN, PlayLine, parse
from companion.plays.scene import Ask, stage
from companion.rules.commands import Propose
from companion.rules.frames import Side
from tests.plays.staging import HEAD, failure, faults, staged

PLAYS = list(find([Path(__file__).parent]))
KEYWORDS = sorted({part.word for form in [*PLAIN, *EXPECTATIONS] for part in forms.parts(form) if part.word})


def test_every_line_can_be_written_and_read_again() -> None:
    for path in PLAYS:
        play = parse(path.read_text(encoding="utf-8"))
        for line in (*play.settings, *play.given, *play.lines):
            found = forms.match(line.form, lex(line.text, 1))
            assert not isinstance(found, forms.Miss), line.text
            assert PlayLine(line.first, line.form, found).text == line.text


def test_comments_blanks_and_case_do_not_matter() -> None:
    play = "Edition CLASSIC # the old one\r\n\n\tplayers  Red   'blue'\n  RED Rolls 1 2#3\n= rEd AT \"baltic avenue\"\n"
    scene = stage(parse(play))
    assert scene.game.state.players == ("Red", "'blue'")
    assert [line.first.column for line in parse(play).lines] == [3, 1]


def test_quoted_names_may_hold_quotes_and_backslashes() -> None:
    awkward = 'the "old" \\ player # 1'
    scene = stage(parse(f"edition classic\nplayers {quote(awkward)} blue\n{quote(awkward)} rolls 1 2\n"))
    assert scene.game.state.players[0] == awkward


def test_accents_composed_in_another_way_are_the_same_name() -> None:
    assert stage(parse('edition web\nplayers Hoa\u0300 Lan\n= "H\u004f\u00c0" cash 1500\n')).script


@pytest.mark.parametrize("word", KEYWORDS)
def test_players_called_like_a_word_of_the_notation_are_told_apart(word: str) -> None:
    player = name(word)
    play = f"""edition classic
players blue {player}
given turn {player}
given {player} owns @1 @3
given {player} cash 900
{player} rolls 1 3
{player} chooses flat
{player} offers blue gives @1 takes 50
referee sets {player} cash 600
= turn {player}
= {player} cash 600
= @1 owner {player}
= waiting {player} end
"""
    assert runner.run(stage(parse(play))) is None


def test_a_trade_takes_deeds_one_sum_and_cards_in_any_order() -> None:
    scene = staged('red offers blue gives 50 "park place" jail-free takes\n')
    (wish,) = scene.script
    assert isinstance(wish, Ask)
    assert wish.command == Propose(0, 1, Side((37,), 50, ("jail-free",)), Side())


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("red rolls 3 7", "3:13", "expected a die from 1 to 6, got 7"),
        ("red rolls", "3:10", "expected a die from 1 to 6, got the end of the line"),
        ("red rolls 3 4 5 6", "3:17", "expected the end of the line, got 6"),
        ("red rols 3 4", "3:5", 'got rols; did you mean "rolls"?'),
        ("given red csh 5", "3:11", 'got csh; did you mean "cash"?'),
        ("given red cash -5", "3:16", "expected a sum of money, got -5"),
        ("given red cash 12.5", "3:16", "expected a sum of money, got 12.5"),
        ("given red cash 99999999999999", "3:16", "expected a sum of money"),
        ("given red at @40", "3:14", "expected a square (@0 to @39, or its name), got @40"),
        ("given red at @x", "3:14", "expected a square (@N or its name), got @x"),
        ("given red at bordwalk", "3:14", 'did you mean "Boardwalk"?'),
        ("given red at Chance", "3:14", "expected one of @7, @22, @36"),
        ("given rd at @4", "3:7", 'expected a player (red, blue), got rd; did you mean "red"?'),
        ("given red owns", "3:15", "expected a square (@N or its name), got the end of the line"),
        ("red draws", "3:10", "expected a card"),
        ("given red keeps jailfree", "3:17", 'did you mean "jail-free"?'),
        ("given deck chanc go", "3:12", 'expected a deck (chance, chest), got chanc; did you mean "chance"?'),
        (
            "! red rolls 1 2 -> too-por",
            "3:20",
            'a refusal, got too-por; did you mean "too-poor"?',
        ),
        ("! red rolls 1 2 ->", "3:19", "expected a reason for a refusal, got the end of the line"),
        ("= red cash", "3:11", "expected a whole number, got the end of the line"),
        ("= waiting red rol", "3:15", 'got rol; did you mean "roll"?'),
        ("= over maybe", "3:8", 'expected "yes" or "no", got maybe'),
        ("red offers blue gives @5", "3:25", 'a promise or a loan or "takes", got the end of the line'),
        ("referee sets red cash 5 because", "3:25", "expected a reason in double quotes"),
        ('red draws "go', "3:11", 'expected a second quote that closes the name, got "go'),
        ("red rolls 1 2\ngiven red cash 5", "4:1", "expected an action or what must be true"),
        ("rule hoses 3", "3:6", 'did you mean "houses"?'),
        ("rule auction perhaps", "3:14", "expected something else than perhaps"),
        ("profile quik-classic", "3:9", 'did you mean "quick-classic"?'),
        ("edition uk", "3:1", 'expected no second "edition" line'),
        ("given red cash 5\ngiven red cash 6", "4:16", "expected each thing to be given once"),
    ],
)
def test_faults_are_placed(text: str, place: str, expected: str) -> None:
    (fault,) = faults(HEAD + text)
    assert fault.startswith(f"{place}: ")
    assert expected in fault


def test_all_faults_are_told_at_once() -> None:
    assert [fault.split(" ")[0] for fault in faults(HEAD + "red rols 1 2\n= red cash x\nred bids")] == [
        "3:5:",
        "4:12:",
        "5:9:",
    ]
    assert [fault.split(" ")[0] for fault in faults(HEAD + "given pink cash 3\npink ends\n= @99 rent 5")] == [
        "3:7:",
        "4:1:",
        "5:3:",
    ]


def test_what_is_missing_is_expected_where_the_head_ends() -> None:
    assert faults("edition classic\n\nred rolls 1 2\n") == ['3:1: expected a line "players" in the head, got none']
    assert faults("# nothing\n") == ['2:1: expected a line "edition" in the head, got none']


@pytest.mark.parametrize("player", ["red", "RED"])
def test_two_players_are_not_called_the_same(player: str) -> None:
    assert faults(f"edition classic\nplayers red {player}\n") == [
        f"2:13: expected a name that nobody has yet, got {player}"
    ]


def test_an_edition_is_for_so_many_players() -> None:
    assert faults("edition web\nplayers a b c d e\n") == ["2:17: expected 2 to 4 players, got 5"]
    assert failure("! players a b c d e f g h i -> players") is None
    assert failure("! players a b c -> players") is not None


VALUES = [
    "classic",
    "saigon",
    "quick-classic",
    "houses",
    "jail-free",
    "boardwalk",
    "-1",
    "3",
    "6",
    "uneven",
    "no",
    "yes",
]
PIECES = st.one_of(
    st.sampled_from([*KEYWORDS, *VALUES, "=", "!", "->", "#", '"', "\\", "\n", "@1", "@39", "@99", "red", "blue"]),
    st.text(max_size=5),
)


@given(st.lists(PIECES, max_size=30).map(" ".join))
@example("= \u00b2")
@example("given red cash \u0663")
@example('"\\')
@example("@\u00b2 rolls 1 1")
def test_no_text_does_worse_than_be_refused(text: str) -> None:
    for play in (text, HEAD + text):
        try:
            stage(parse(play))
        except PlayError as error:
            places = [(fault.line, fault.column) for fault in error.faults]
        else:
            places = [(1, 1)]
        assert places
        assert places == sorted(places)
        assert min(places) >= (1, 1)
