"""A game written as a play is judged to be the same game."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.editions.registry import load
from companion.errors import UserError
from companion.plays import runner
from companion.plays.judge import find, judge
from companion.plays.parser import parse
from companion.plays.scene import stage
from companion.plays.writer import unique, write
from companion.rules import commands as ask
from companion.rules.commands import AnyCommand
from companion.rules.edition import Edition
from companion.rules.frames import BANK
from companion.rules.game import Game
from companion.rules.rules import Rules
from tests.refused import refused
from tests.rules import play

PLAYS = list(find([Path(__file__).parent]))


def assert_is_the_same(game: Game) -> str:
    text = write(game)
    scene = stage(parse(text))
    assert runner.run(scene) is None
    assert scene.game.state == game.state
    assert write(scene.game) == text
    return text


def test_every_play_can_be_written_from_its_game() -> None:
    for path in PLAYS:
        scene = stage(parse(path.read_text(encoding="utf-8")))
        assert runner.run(scene) is None
        assert_is_the_same(scene.game)


EDITIONS = [
    load("classic"),
    load("classic", ["quick-classic"]),
    load("classic", ["two-paid-deeds", "pot"], {"rent_claim": "second-throw", "start_cash": 900}),
    load("uk"),
    load("web"),
    load("gold", ["quick-gold"]),
    load("saigon"),
]


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: "-".join((edition.id, *edition.profiles)))
@pytest.mark.parametrize("stacked", [True, False], ids=["bank-draws", "cards-named"])
def test_whole_games_can_be_written(edition: Edition, stacked: bool) -> None:
    chance = Random(f"{edition.id} {stacked}")
    game = play.begin(edition, 4, chance, stacked=stacked, first=-1)
    for number, _ in enumerate(play.play(game, chance, 250)):
        if number == 100:
            game.ask(ask.TakeBack(2, "both were wrong"))
        elif chance.random() < 0.1:
            meddle(game, chance)
    text = assert_is_the_same(game)
    assert "given turn highest" in text
    assert "referee undoes" in text
    assert "= over yes" in text


def meddle(game: Game, chance: Random) -> None:
    """The referee takes something back, or sets a figure right."""
    seat = chance.choice(game.state.seats)
    square = chance.choice(game.rules.deeds)
    wishes: list[AnyCommand] = [
        ask.TakeBack(chance.randint(1, 5), 'the "wrong" square'),
        ask.Correct(ask.Subject.CASH, seat, chance.randint(0, 900), "counted again"),
        ask.Correct(ask.Subject.AT, seat, chance.randrange(game.rules.size), "moved too far"),
        ask.Correct(ask.Subject.OWNER, square, chance.choice([BANK, seat]), ""),
        ask.Correct(ask.Subject.BUILDINGS, square, chance.randint(0, 3), "a house fell"),
        ask.Correct(ask.Subject.MORTGAGED, square, chance.randint(0, 1), "it lay face up"),
        ask.Correct(ask.Subject.JAILED, seat, chance.randint(-1, 0), "only visiting"),
    ]
    wish = chance.choice(wishes)
    if game.refusal(wish) is None:
        game.ask(wish)


def test_dice_set_right_say_in_a_comment_how_they_were_read_first() -> None:
    edition = load("classic")
    game = Game.begin(Rules(edition), ask.Begin(edition, ("red", "blue")))
    game.ask(ask.Roll(0, 1, 3, source="die", misread="1-2"))
    assert "red rolls 1 3  # first read as 1-2\n" in write(game)
    again = stage(parse(write(game)))
    assert runner.run(again) is None
    assert again.game.state == game.state


def test_options_are_written_as_rules_over_the_profiles() -> None:
    edition = load("classic", ["pot"], {"auction": "no", "lift_interest": "0", "start_cash": 1200})
    game = Game.begin(Rules(edition), ask.Begin(edition, ("Ann", "bank"), 1))
    assert write(game).splitlines()[:7] == [
        "edition classic",
        "profile pot",
        "rule start_cash 1200",
        "rule auction no",
        "rule lift_interest 0",
        'players Ann "bank"',
        'given first "bank"',
    ]
    assert_is_the_same(game)


def test_names_are_made_so_that_a_play_can_tell_them_apart() -> None:
    assert unique(["Ann", "ann", "", "Ann 2", " b\nc "]) == ["Ann", "ann 2", "player 3", "Ann 2 4", "b c"]
    edition = load("classic")
    game = Game.begin(Rules(edition), ask.Begin(edition, ("Ann", "ANN", '"', "#\\"), 0))
    game.ask(ask.Roll(0, 1, 2))
    assert 'players Ann "ANN 2" "\\"" "#\\\\"' in write(game)
    scene = stage(parse(write(game)))
    assert runner.run(scene) is None


def test_a_game_of_an_edition_that_is_gone_is_not_written() -> None:
    edition = load("classic")
    game = Game.begin(Rules(edition), ask.Begin(edition, ("red", "blue")))
    game.rules.edition = Edition(id="gone", title="Gone", board=edition.board, decks=edition.decks)
    with refused(UserError, "gone"):
        write(game)


def test_a_play_says_when_its_board_is_not_the_installed_one(tmp_path: Path) -> None:
    uk = load("uk")
    edition = Edition(id="classic", title="Old", board=uk.board, decks=uk.decks, options=uk.options)
    file = tmp_path / "old.play"
    file.write_text(write(Game.begin(Rules(edition), ask.Begin(edition, ("red", "blue")))), encoding="utf-8")
    assert file.read_text(encoding="utf-8").startswith("# The board or the cards of this game are not those")
    assert judge(file) is None
