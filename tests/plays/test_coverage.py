"""What the plays must show between them: every rule, card, refusal, end, question and choice."""

from __future__ import annotations

import re
import typing
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.dispatch import members
from companion.editions.registry import available, available_profiles, load
from companion.plays import runner
from companion.plays.actions import ACTIONS
from companion.plays.expectations import EXPECTATIONS
from companion.plays.judge import find
from companion.plays.parser import SETTINGS, Expectation, Play, RefusedLine, parse
from companion.plays.position import GIVEN
from companion.plays.scene import stage
from companion.plays.slots import KINDS, START
from companion.rules import cards, events
from companion.rules.commands import Reason
from companion.rules.events import AnyEvent, Drawn, Ended
from companion.rules.game import Game
from companion.rules.options import Options

HERE = Path(__file__).parent
LAST_RULE = {"S0": 72, "S1": 37, "S2": 52, "S3": 43, "S4": 61, "J": 8, "P": 7, "SD": 10}
ENDS = {"last", "first-bankruptcy", "second-bankruptcy", "first-unpaid", "time", "goal", "rounds", "referee"}

NOT_OF_THE_RULES = {"no-game", "no-misreading", "not-now"}  # what the table says; what only plays say
OF_OWN_BOARDS = {"no-mortgage"}  # what no built-in board prints: tests/editions/test_own_board.py

WITHOUT_A_PLAY = {
    "S0-02": "how long a game takes is no rule",
    "S0-04": "where the decks and tokens lie",
    "S0-07": "who acts as banker; here it is the box",
    "S1-36": "a chapter that the source does not have",
    "S2-01": "a reading aloud and a trial game",
    "S2-03": "where the decks lie",
    "S2-04": "who acts as banker; here it is the box",
    "S2-52": "a list of what the source does not say",
    "S3-01": "what the game is about",
    "S3-04": "who acts as banker; here it is the box",
    "S4-03": "the history of the game",
    "S4-04": "where the decks and tokens lie",
    "S4-06": "who acts as banker; here it is the box",
    "S4-07": "who acts as auctioneer; here it is the box",
    "S4-40": "what the source does not say",
}


class Performance(NamedTuple):
    """A play, the comments in it, and the game that came of it."""

    path: Path
    comments: str
    play: Play
    game: Game


@cache
def performances() -> list[Performance]:
    return [perform(path) for path in find([HERE])]


def perform(path: Path) -> Performance:
    text = path.read_text(encoding="utf-8")
    play = parse(text)
    scene = stage(play)
    assert runner.run(scene) is None, path
    comments = " ".join(line for line in text.splitlines() if line.startswith("#"))
    return Performance(path, comments, play, scene.game)


def happenings() -> Iterator[tuple[Game, AnyEvent]]:
    for performance in performances():
        for step in performance.game.steps:
            for event in step.events:
                yield performance.game, event


def test_every_play_begins_with_what_it_shows() -> None:
    for path in find([HERE]):
        assert re.match(r"# \S", path.read_text(encoding="utf-8")), path
        assert path.parent.name == stage(parse(path.read_text(encoding="utf-8"))).game.rules.edition.id


def test_every_rule_has_a_play_or_a_reason_for_having_none() -> None:
    rules = {f"{source}-{number:02}" for source, last in LAST_RULE.items() for number in range(1, last + 1)}
    named = {rule for each in performances() for rule in re.findall(r"\b(?:S\d|SD|J|P)-\d\d\b", each.comments)}
    assert named <= rules
    assert rules - named == WITHOUT_A_PLAY.keys()


def test_every_id_in_a_name_of_a_play_is_explained_in_it() -> None:
    for each in performances():
        for rule in re.findall(r"(?<![\w-])(?:(?:S\d|J|P)-\d\d|C-\d+)\b", each.path.stem):
            assert rule in each.comments, each.path


@pytest.mark.parametrize("edition", [entry.id for entry in available() if entry.id != "dong"])  # test_dong.py
def test_every_card_of_every_deck_is_drawn(edition: str) -> None:
    drawn = {
        (event.deck, event.card)
        for game, event in happenings()
        if isinstance(event, Drawn) and game.rules.edition.id == edition
    }
    assert drawn == {(name, card) for name, deck in load(edition).decks.items() for card in cards.names(deck)}


def test_every_reason_for_a_refusal_occurs() -> None:
    named = {line.reason for each in performances() for line in each.play.lines if isinstance(line, RefusedLine)}
    assert named - {""} == {reason.value for reason in Reason} - NOT_OF_THE_RULES - OF_OWN_BOARDS


def test_every_way_to_end_occurs() -> None:
    assert {event.reason for _, event in happenings() if isinstance(event, Ended)} == ENDS


def test_every_question_is_waited_for() -> None:
    asked = {
        line.fills[1][0].key
        for each in performances()
        for line in each.play.lines
        if isinstance(line, Expectation) and line.form == "waiting PLAYER KIND"
    }
    assert asked == {*KINDS, START}


def test_every_form_of_the_notation_is_used() -> None:
    used = {line.form for each in performances() for line in (*each.play.settings, *each.play.given, *each.play.lines)}
    assert used == {*SETTINGS, *GIVEN, *ACTIONS, *EXPECTATIONS}


def test_every_event_occurs() -> None:
    every = {event.__name__ for event in members(events.AnyEvent)}
    assert every - {type(event).__name__ for _, event in happenings()} == {"Began"}  # a play begins before its record


def test_every_profile_and_every_choice_is_played() -> None:
    editions = [each.game.rules.edition for each in performances()]
    assert {profile for edition in editions for profile in edition.profiles} == {
        profile.id for profile in available_profiles()
    }
    played = {(key, getattr(edition.options, key)) for edition in editions for key in Options.__struct_fields__}
    assert choices() - played == set()


def choices() -> set[tuple[str, object]]:
    """The values of every option that has but a few."""
    found: set[tuple[str, object]] = set()
    for key, kind in typing.get_type_hints(Options).items():
        if kind is bool:
            found |= {(key, True), (key, False)}
        for part in (kind, *typing.get_args(kind)):
            if typing.get_origin(part) is typing.Literal:
                found |= {(key, value) for value in typing.get_args(part)}
    return found
