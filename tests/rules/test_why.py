"""Rents explained: the figures are those of the day they were charged, or none at all."""

from __future__ import annotations

from companion.editions import registry
from companion.rules import commands as ask
from companion.rules.commands import AnyCommand, Begin, Subject
from companion.rules.game import Game
from companion.rules.prompts import prompts
from companion.rules.rules import Rules
from companion.rules.why import Ruling, of_prompt, of_step, tie_break

A, B = 0, 1
VERMONT, READING, ELECTRIC = 8, 5, 12
LIGHT_BLUE = (6, 8, 9)


def begin(*deeds: int, **rules: str) -> Game:
    """A game of two in which B owns some deeds and A is to throw."""
    edition = registry.load("classic", (), rules)
    return Game.begin(Rules(edition), Begin(edition, ("red", "blue"), deal=((), deeds)))


def rulings(game: Game, *commands: AnyCommand) -> list[Ruling]:
    """What the last of the commands charges, each with its reasons."""
    for command in commands:
        game.ask(command)
    return [ruling for _, ruling in of_step(game) if ruling is not None]


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


INCOME_TAX = ("S0-22", "S4-24")


def test_a_share_of_everything_has_its_sum() -> None:
    game = begin()
    assert rulings(game, ask.Roll(A, 1, 2), ask.Buy(A), ask.End(A), ask.Roll(B, 1, 3), ask.Choose(B, "percent")) == [
        Ruling("tax", INCOME_TAX, {"amount": 150, "base": 1500, "rate": 10}, 4)
    ]


def test_a_share_counts_what_was_owned_before_it_was_paid_and_rounds_up() -> None:
    game = begin()
    game.ask(ask.Correct(Subject.CASH, A, 1831, "test"))
    assert rulings(game, ask.Roll(A, 1, 3), ask.Choose(A, "percent")) == [
        Ruling("tax", INCOME_TAX, {"amount": 184, "base": 1831, "rate": 10}, 4)
    ]


def test_a_flat_tax_has_no_sum() -> None:
    game = begin()
    assert rulings(game, ask.Roll(A, 1, 3), ask.Choose(A, "flat")) == [Ruling("tax", INCOME_TAX, {"amount": 200}, 4)]


def test_a_share_that_is_owed_has_its_sum_and_is_paid_without_one() -> None:
    game = begin(*LIGHT_BLUE, 37, 39)
    game.ask(ask.Correct(Subject.CASH, B, 50, "test"))
    game.ask(ask.Roll(A, 1, 2))
    game.ask(ask.Decline(A))
    game.ask(ask.Gavel())
    owed = rulings(game, ask.End(A), ask.Roll(B, 1, 3), ask.Choose(B, "percent"))
    assert [ruling.figures for ruling in owed] == [{"amount": 112, "base": 1120, "rate": 10}]
    paid = rulings(game, ask.Mortgage(B, 39), ask.Pay(B))
    assert [ruling.figures for ruling in paid] == [{"amount": 112}]


def test_a_tax_that_is_paid_where_the_referee_has_put_the_token_has_no_sum() -> None:
    game = begin()
    paid = rulings(game, ask.Roll(A, 1, 3), ask.Correct(Subject.AT, A, 10, "test"), ask.Choose(A, "percent"))
    assert paid == [Ruling("tax", INCOME_TAX, {"amount": 150}, 10)]


def test_an_auction_says_the_least_bid_and_nobodys_cash() -> None:
    game = begin()
    game.ask(ask.Roll(A, 1, 2))
    game.ask(ask.Decline(A))
    assert {tuple(of_prompt(game.rules, prompt).figures.items()) for prompt in prompts(game.rules, game.state)} == {
        (("low", 1),)
    }


def finished(*cash: int) -> str:
    """What decides when the referee ends a game of two in which A has bought Baltic for 60."""
    game = begin()
    game.ask(ask.Roll(A, 1, 2))
    game.ask(ask.Buy(A))
    for seat, amount in enumerate(cash):
        game.ask(ask.Correct(Subject.CASH, seat, amount, "test"))
    assert tie_break(game.rules, game.state) == ""
    game.ask(ask.Finish("late"))
    return f"{game.state.players[game.state.winner]} {tie_break(game.rules, game.state)}"


def test_between_equals_cash_decides() -> None:
    assert finished(900, 960) == "blue cash"


def test_between_equals_in_everything_the_seat_decides() -> None:
    game = begin()
    game.ask(ask.Finish("late"))
    assert (game.state.winner, tie_break(game.rules, game.state)) == (A, "seat")


def test_whoever_has_more_needs_no_more() -> None:
    assert finished(900, 940) == "red "
