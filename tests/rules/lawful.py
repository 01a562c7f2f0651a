"""What must hold at every moment of every game, in any edition."""

from __future__ import annotations

from companion.rules.board import Street
from companion.rules.frames import BANK, FREE, AwaitEnd, AwaitRoll, LastClaims, Owing, StartingThrow
from companion.rules.game import Game
from companion.rules.prompts import prompts, rights
from companion.rules.state import State


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
    assert_consistent(state)


def assert_consistent(state: State) -> None:
    """The agenda, jail, claims, offers and graces fit the players that are left and each other."""
    playing = set(state.playing())
    if not state.over and not isinstance(state.agenda[-1], StartingThrow):
        bottom = state.agenda[0]
        if isinstance(bottom, LastClaims):
            assert state.claims or len(state.agenda) > 1
        else:
            assert isinstance(bottom, AwaitRoll | AwaitEnd)
            assert bottom.seat == state.turn
            assert state.turn in playing
    for frame in state.agenda:
        assert getattr(frame, "seat", state.turn) == state.turn or isinstance(frame, StartingThrow)
        if isinstance(frame, Owing):
            _assert_owing_is_consistent(state, frame, playing)
    for claim in state.claims:
        assert {claim.owner, claim.visitor} <= playing
    for offer in state.offers:
        assert {offer.seat, offer.to} <= playing
    assert all(state.mortgaged[square] and interest > 0 for square, interest in state.grace.items())
    assert all(state.jailed[seat] == FREE for seat in state.seats if state.out[seat])


def _assert_owing_is_consistent(state: State, frame: Owing, playing: set[int]) -> None:
    debtors = {debt.debtor for debt in frame.debts}
    assert frame.debts
    assert debtors <= playing
    assert all(debt.creditor < 0 or debt.creditor in playing - {debt.debtor} for debt in frame.debts)
    assert all(debt.amount > 0 for debt in frame.debts)


def assert_even(game: Game) -> None:
    """Nobody's lots of a group differ by more than one step, where one builds evenly on whole groups and sells bare."""
    state, rules, options = game.state, game.rules, game.rules.options
    if not options.build_even or not options.need_group or options.trade_clear != "group":
        return
    for square in range(rules.size):
        street = rules.street(square)
        if street and state.owner[square] != BANK:
            mates = [mate for mate in rules.mates[square] if state.owner[mate] == state.owner[square]]
            ranks = [rules.rank(street, state.level[mate]) for mate in mates]
            assert max(ranks) - min(ranks) <= 1


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
