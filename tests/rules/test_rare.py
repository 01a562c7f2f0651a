"""What no board of ours can bring about: a second tram, and a deck whose cards are all in players' hands."""

from __future__ import annotations

import msgspec

from companion.editions import registry
from companion.rules import commands as ask
from companion.rules.board import Tram
from companion.rules.cards import Card, Keep
from companion.rules.commands import AnyCommand, Begin, Reason
from companion.rules.edition import Edition
from companion.rules.frames import AwaitEnd
from companion.rules.game import Game
from companion.rules.rules import Rules

A, B = 0, 1
TRAM, SECOND_TRAM, MARINS = 15, 9, 1


def begin(edition: Edition) -> Game:
    return Game.begin(Rules(edition), Begin(edition, ("red", "blue")))


def play(game: Game, *commands: AnyCommand) -> None:
    for command in commands:
        game.ask(command)


def reason(game: Game, command: AnyCommand) -> Reason | None:
    refusal = game.refusal(command)
    return refusal.reason if refusal else None


def test_no_tram_leads_to_another_and_round_and_round() -> None:
    edition = registry.load("saigon")
    squares = list(edition.board.squares)
    squares[SECOND_TRAM] = Tram("Saigon–Gò Vấp Tram", fare=15)
    board = msgspec.structs.replace(edition.board, squares=tuple(squares))
    game = begin(msgspec.structs.replace(edition, board=board))
    play(game, ask.Roll(A, 4, 5))
    assert game.state.accounts[A] == 1500 - 15
    assert reason(game, ask.GoTo(A, TRAM)) is Reason.NO_STOP
    assert reason(game, ask.GoTo(A, SECOND_TRAM)) is Reason.NO_STOP
    play(game, ask.GoTo(A, MARINS))
    assert game.state.accounts[A] == 1500 - 15 + 250


def test_a_deck_that_is_in_hands_gives_nothing_more() -> None:
    edition = registry.load("uk")
    decks = {**edition.decks, "chance": (Card("jail-free", Keep()),)}
    game = begin(msgspec.structs.replace(edition, decks=decks))
    play(game, ask.Roll(A, 3, 4), ask.Draw(A, "jail-free"))
    assert game.state.decks["chance"] == []
    play(game, ask.Roll(B, 3, 4))
    assert game.state.agenda[-1] == AwaitEnd(B)
    assert game.state.kept[B] == []


def test_the_chance_instead_of_the_fine_is_free_when_the_deck_is_in_hands() -> None:
    edition = registry.load("uk")
    decks = {**edition.decks, "chance": (Card("jail-free", Keep()),)}
    game = begin(msgspec.structs.replace(edition, decks=decks))
    play(game, ask.Roll(A, 3, 4), ask.Draw(A, "jail-free"), ask.Roll(B, 1, 1), ask.Draw(B, "fine-or-chance"))
    play(game, ask.Choose(B, "chance"))
    assert game.state.accounts[B] == 1500
    assert game.state.decks["chest"][-1] == "fine-or-chance"


def test_a_card_of_several_copies_runs_out_when_all_are_kept() -> None:
    game = begin(registry.load("saigon"))
    for seat in (A, B, A, B):
        play(game, ask.Correct(ask.Subject.AT, seat, 38, "to the next card"), ask.Roll(seat, 1, 3))
        play(game, ask.Draw(seat, "permit"), ask.End(seat))
    play(game, ask.Correct(ask.Subject.AT, A, 38, "to the next card"), ask.Roll(A, 1, 3))
    assert reason(game, ask.Draw(A, "permit")) is Reason.NOT_IN_DECK
    assert [len(hand) for hand in game.state.kept] == [2, 2]
