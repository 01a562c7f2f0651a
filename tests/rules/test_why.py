"""Rents explained: the figures are those of the day they were charged, or none at all."""

from __future__ import annotations

from companion.editions import registry
from companion.rules import commands as ask
from companion.rules.commands import AnyCommand, Begin, Subject
from companion.rules.events import Owed, Paid, RentDue
from companion.rules.game import Game
from companion.rules.rules import Rules
from companion.rules.why import Ruling, of_charge

A, B = 0, 1
VERMONT, READING, ELECTRIC = 8, 5, 12
LIGHT_BLUE = (6, 8, 9)


def begin(*deeds: int, **rules: str) -> Game:
    """A game of two in which B owns some deeds and A is to throw."""
    edition = registry.load("classic", (), rules)
    return Game.begin(Rules(edition), Begin(edition, ("red", "blue"), deal=((), deeds)))


def rulings(game: Game, *commands: AnyCommand) -> list[Ruling]:
    """What the last of the commands charges, each with its reasons as the state stands before it is paid."""
    *before, last = commands
    for command in before:
        game.ask(command)
    fold = Game.fold(game.steps)
    charges = [event for event in game.ask(last) if isinstance(event, Paid | Owed | RentDue)]
    return [of_charge(game.rules, fold.state, charge) for charge in charges]


def test_a_doubled_rent_has_its_figures() -> None:
    game = begin(*LIGHT_BLUE)
    assert rulings(game, ask.Roll(A, 3, 5)) == [
        Ruling("rent", ("S0-26", "S4-22"), {"amount": 12, "site": 6, "doubled": 2}, VERMONT)
    ]


def test_a_rent_claimed_after_building_is_not_explained_by_the_house() -> None:
    game = begin(*LIGHT_BLUE, rent_claim="second-throw")
    assert rulings(game, ask.Roll(A, 3, 5), ask.Build(B, VERMONT), ask.ClaimRent(B)) == [
        Ruling("rent", ("S0-24", "S4-20"), {"amount": 12}, VERMONT)
    ]


def test_a_rent_claimed_after_mortgaging_is_no_rent_of_the_bank() -> None:
    game = begin(VERMONT, rent_claim="second-throw")
    assert rulings(game, ask.Roll(A, 3, 5), ask.Mortgage(B, VERMONT), ask.ClaimRent(B)) == [
        Ruling("rent", ("S0-24", "S4-20"), {"amount": 6, "site": 6}, VERMONT)
    ]


def test_a_railroad_counts_those_held() -> None:
    game = begin(READING, 15)
    assert rulings(game, ask.Roll(A, 1, 4)) == [Ruling("rent", ("S0-24", "S4-20"), {"amount": 50, "count": 2}, READING)]


def test_a_card_doubles_the_rent_of_a_railroad() -> None:
    game = begin(READING, 15)
    game.ask(ask.Roll(A, 3, 4))
    assert rulings(game, ask.Draw(A, "railroad")) == [
        Ruling("rent", ("S0-24", "S4-20", "C-08"), {"amount": 100, "count": 2, "times": 2}, 15)
    ]


def test_a_fresh_throw_is_multiplied_by_ten() -> None:
    game = begin(ELECTRIC)
    game.ask(ask.Roll(A, 3, 4))
    game.ask(ask.Draw(A, "utility"))
    assert rulings(game, ask.Throw(A, 2, 3)) == [
        Ruling("rent", ("S0-24", "S4-20"), {"amount": 50, "factor": 10, "throw": 5}, ELECTRIC)
    ]


def test_a_debt_keeps_to_its_day_when_the_owner_clears_the_group() -> None:
    game = begin(*LIGHT_BLUE)
    for lot in LIGHT_BLUE:
        game.ask(ask.Build(B, lot))
    game.ask(ask.Correct(Subject.CASH, A, 10, "a fine for the test"))
    assert rulings(game, ask.Roll(A, 3, 5))[0].figures == {"amount": 30, "level": 1}
    game.ask(ask.Correct(Subject.CASH, A, 30, "enough now"))
    assert rulings(game, ask.Clear(B, VERMONT), ask.Pay(A))[0].figures == {"amount": 30}
