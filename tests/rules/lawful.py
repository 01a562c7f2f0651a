"""What must hold at every moment of every game, in any edition."""

from __future__ import annotations

from companion.rules.board import Street
from companion.rules.game import Game
from companion.rules.prompts import prompts, rights
from companion.rules.state import BANK


def assert_sound(game: Game) -> None:
    """Money, deeds, buildings, cards: nothing is made and nothing is lost; nobody is below zero."""
    state, rules = game.state, game.rules
    assert sum(state.accounts) == 0
    assert min(state.accounts[:-1]) >= 0
    houses = hotels = 0
    for square in range(rules.size):
        owner, level, deed = state.owner[square], state.level[square], rules.squares[square]
        assert owner == BANK or (square in rules.deeds and not state.out[owner])
        assert not level or (isinstance(deed, Street) and owner != BANK)
        assert not state.mortgaged[square] or owner != BANK
        if level:
            assert isinstance(deed, Street)
            hotels += level == deed.top
            houses += level if level != deed.top else 0
    assert (state.houses + houses, state.hotels + hotels) == (rules.options.houses, rules.options.hotels)
    for name, deck in rules.edition.decks.items():
        hands = [kept.card for hand in state.kept for kept in hand if kept.deck == name]
        assert len(state.decks[name]) + len(hands) == sum(card.copies for card in deck)
    assert state.over or state.agenda


def assert_offers_are_accepted(game: Game) -> None:
    """What is offered is what is accepted: every choice of every prompt, and every right of every seat."""
    asked = prompts(game.rules, game.state)
    assert game.state.over or asked
    for prompt in asked:
        assert not game.state.out[prompt.seat]
        for choice in prompt.choices:
            assert game.refusal(choice) is None, (prompt, choice)
    for seat in game.state.playing():
        for wish in rights(game.rules, game.state, seat):
            assert game.refusal(wish) is None, wish


def assert_folds_alike(game: Game) -> None:
    """The facts alone lead to the same state."""
    assert Game.fold(game.steps).state == game.state
