"""Positions by `given`: anything consistent can be given, nothing else, and the error says where."""

from __future__ import annotations

import pytest

from companion.plays.parser import parse
from companion.plays.scene import stage
from companion.rules.frames import BANK, POT, Kept
from companion.rules.rules import DEVELOPER
from tests.plays.staging import HEAD, faults, staged


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        (
            "given red owns @6 @8\ngiven blue owns @9 @8",
            "4:20",
            "a deed that nobody owns yet, got one that red owns",
        ),
        ("given red owns @6 @6", "3:19", "expected a deed that nobody owns yet, got one that red owns"),
        ("given red owns @10", "3:16", "expected a deed, got Jail"),
        ("given @6 buildings 1", "3:7", "expected a street that somebody owns, got Oriental Avenue"),
        ("given red owns @5\ngiven @5 buildings 1", "4:7", "expected a street that somebody owns, got Reading"),
        ("given red owns @6\ngiven @6 buildings 6", "4:20", "expected 0 to 4, or 5, got 6"),
        ("profile quick-classic\ngiven red owns @6\ngiven @6 buildings 4", "5:20", "expected 0 to 3, or 5, got 4"),
        ("given @6 mortgaged", "3:7", "expected a deed that somebody owns, got Oriental Avenue"),
        ("given red jailed 3", "3:18", "expected 0 to 2 here, got 3"),
        ("given red jailed 0\ngiven red at @4", "4:14", "expected @10, since red is jailed, got @4"),
        ("given red doubles 3", "3:19", "expected 0 to 2, of the player whose turn it is"),
        ("given blue doubles 1", "3:20", "expected 0 to 2, of the player whose turn it is"),
        ("given turn red\ngiven turn blue", "4:1", "expected whose turn it is only once"),
        ("given turn red\ngiven first blue", "4:1", "expected whose turn it is only once"),
        ("given red keeps go", "3:17", "expected a card that can be kept"),
        (3 * "given red keeps jail-free\n", "5:17", "expected a card that can be kept and is still in its deck"),
        ("given deck chance go go", "3:22", "expected a card that is still in the deck chance, got go"),
        ("rule houses 2\ngiven red owns @6\ngiven @6 buildings 3", "5:20", "expected no more houses than the bank has"),
        ("rule hotels 0\ngiven red owns @6\ngiven @6 buildings 5", "5:20", "expected no more hotels than the bank has"),
        ("profile no-such", "3:9", "expected a profile"),
        ("profile quick-classic\nprofile deal-all", "4:9", "choose one of them"),
    ],
)
def test_what_is_inconsistent_is_placed(text: str, place: str, expected: str) -> None:
    (fault,) = faults(HEAD + text)
    assert fault.startswith(f"{place}: ")
    assert expected in fault


def test_money_that_is_given_comes_from_the_bank() -> None:
    state = staged("given red cash 40\ngiven pot 350\n").game.state
    assert (state.accounts[0], state.accounts[POT], sum(state.accounts)) == (40, 350, 0)


def test_lines_may_come_in_any_order() -> None:
    state = staged("given @6 buildings 5\ngiven bank houses 2\ngiven @6 mortgaged\ngiven red owns @6\n").game.state
    assert (state.level[6], state.mortgaged[6], state.houses, state.hotels) == (5, True, 2, 11)


def test_whoever_is_jailed_stands_in_jail() -> None:
    assert staged("given red jailed 1\n").game.state.at == [10, 0]


def test_a_deck_begins_with_what_is_given_and_goes_on_as_printed() -> None:
    state = staged("given deck chance loan go\ngiven blue keeps jail-free\n").game.state
    assert state.decks["chance"][:3] == ["loan", "go", "illinois"]
    assert state.stacked == ["chance"]
    assert state.kept[1] == [Kept("chance", "jail-free")]
    assert len(state.decks["chance"]) == 15


def test_a_card_on_top_of_its_deck_is_not_kept_too() -> None:
    state = staged("given blue keeps jail-free\ngiven deck chance jail-free\n").game.state
    assert state.kept[1] == [Kept("chest", "jail-free")]
    assert state.decks["chance"][0] == "jail-free"


def test_given_shops_mean_that_the_fee_is_paid() -> None:
    play = "edition saigon\nplayers red blue\ngiven red owns @1\ngiven @1 buildings 1\n"
    state = stage(parse(play)).game.state
    assert state.token(DEVELOPER, 0) == 1
    assert state.token(DEVELOPER, 1) == 0
    assert state.owner[3] == BANK
