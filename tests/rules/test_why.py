"""Charges explained: the rules and figures are those by which they were decided."""

from __future__ import annotations

from itertools import product

import pytest

from companion.editions import registry
from companion.rules import commands as ask
from companion.rules.commands import AnyCommand, Begin, Subject
from companion.rules.events import Cause, Paid
from companion.rules.game import Game
from companion.rules.prompts import prompts
from companion.rules.rules import Rules
from companion.rules.why import Ruling, of_charge, of_prompt, of_step, tie_break

A, B = 0, 1
VERMONT, READING, ELECTRIC = 8, 5, 12
WATER, CHANCE = 28, 7
LIGHT_BLUE = (6, 8, 9)
INCOME_TAX = ("S0-22", "S4-24")


def begin(*deeds: int, **rules: str) -> Game:
    """A game of two in which B owns some deeds and A is to throw."""
    edition = registry.load("classic", (), rules)
    return Game.begin(Rules(edition), Begin(edition, ("red", "blue"), deal=((), deeds)))


def rulings(game: Game, *commands: AnyCommand) -> list[Ruling]:
    """What the last of the commands charges, each with its reasons."""
    for command in commands:
        game.ask(command)
    return [ruling for _, ruling in of_step(game.steps[-1]) if ruling is not None]


def test_a_doubled_rent_has_its_figures() -> None:
    game = begin(*LIGHT_BLUE)
    assert rulings(game, ask.Roll(A, 3, 5)) == [
        Ruling("rent.doubled", ("S0-26", "S4-22"), {"amount": 12, "site": 6, "doubled": 2}, VERMONT)
    ]


@pytest.mark.parametrize("between", [ask.Build(B, VERMONT), ask.Mortgage(B, VERMONT)])
def test_a_rent_claimed_later_keeps_the_ground_of_its_day(between: AnyCommand) -> None:
    game = begin(*LIGHT_BLUE, rent_claim="second-throw")
    [due] = rulings(game, ask.Roll(A, 3, 5))
    assert (due.topic, due.figures) == ("rent.doubled", {"amount": 12, "site": 6, "doubled": 2})
    assert rulings(game, between, ask.ClaimRent(B)) == [due]


def test_a_railroad_counts_those_held() -> None:
    game = begin(READING, 15)
    assert rulings(game, ask.Roll(A, 1, 4)) == [
        Ruling("rent.count", ("S0-24", "S4-20"), {"amount": 50, "site": 50, "count": 2}, READING)
    ]


def test_a_card_doubles_the_rent_of_a_railroad() -> None:
    game = begin(READING, 15)
    game.ask(ask.Roll(A, 3, 4))
    figures = {"amount": 100, "site": 50, "count": 2, "times": 2}
    assert rulings(game, ask.Draw(A, "railroad")) == [
        Ruling("rent.count", ("S0-24", "S4-20", "C-08"), figures, 15, "railroad", "chance")
    ]


@pytest.mark.parametrize("deeds", [(ELECTRIC,), (ELECTRIC, WATER)])
def test_a_fresh_throw_is_told_as_ten_times_the_throw_whatever_both_throws_are(deeds: tuple[int, ...]) -> None:
    """Of all 1,296 pairs of throws: the one that led to the card, and the one that the card asks for."""
    told = 0
    for led in product(range(1, 7), repeat=2):
        at_chance = begin(*deeds)
        at_chance.ask(ask.Correct(Subject.AT, A, (CHANCE - sum(led)) % 40, "test"))
        at_chance.ask(ask.Roll(A, led[0], led[1]))
        at_chance.ask(ask.Draw(A, "utility"))
        for fresh in product(range(1, 7), repeat=2):
            game = Game.fold(at_chance.steps)
            [ruling] = rulings(game, ask.Throw(A, fresh[0], fresh[1]))
            figures = {"amount": 10 * sum(fresh), "factor": 10, "throw": sum(fresh)}
            assert ruling == Ruling("rent.fresh", ("C-10",), figures, ELECTRIC, "utility", "chance")
            told += 1
    assert told == 1296


def test_a_debt_keeps_its_ground_when_the_owner_clears_the_group() -> None:
    game = begin(*LIGHT_BLUE)
    for lot in LIGHT_BLUE:
        game.ask(ask.Build(B, lot))
    game.ask(ask.Correct(Subject.CASH, A, 10, "a fine for the test"))
    [owed] = rulings(game, ask.Roll(A, 3, 5))
    assert owed.figures == {"amount": 30, "site": 30, "level": 1}
    game.ask(ask.Correct(Subject.CASH, A, 30, "enough now"))
    assert rulings(game, ask.Clear(B, VERMONT), ask.Pay(A)) == [owed]


def test_a_share_counts_what_was_owned_before_it_was_paid_and_rounds_up() -> None:
    game = begin()
    game.ask(ask.Correct(Subject.CASH, A, 1831, "test"))
    figures = {"amount": 184, "base": 1831, "rate": 10}
    assert rulings(game, ask.Roll(A, 1, 3), ask.Choose(A, "percent")) == [
        Ruling("tax.share", (*INCOME_TAX, "C-20"), figures, 4)
    ]


def test_a_flat_tax_was_chosen() -> None:
    game = begin()
    assert rulings(game, ask.Roll(A, 1, 3), ask.Choose(A, "flat")) == [
        Ruling("tax.flat", INCOME_TAX, {"amount": 200}, 4)
    ]


def test_a_share_that_is_owed_has_its_sum_and_is_paid_with_it() -> None:
    game = begin(*LIGHT_BLUE, 37, 39)
    game.ask(ask.Correct(Subject.CASH, B, 50, "test"))
    game.ask(ask.Roll(A, 1, 2))
    game.ask(ask.Decline(A))
    game.ask(ask.Gavel())
    [owed] = rulings(game, ask.End(A), ask.Roll(B, 1, 3), ask.Choose(B, "percent"))
    assert owed.figures == {"amount": 112, "base": 1120, "rate": 10}
    assert rulings(game, ask.Mortgage(B, 39), ask.Pay(B)) == [owed]


def test_a_charge_of_an_older_ledger_has_its_amount_and_cause_and_nothing_guessed() -> None:
    assert of_charge(Paid(A, B, 12, Cause.RENT, VERMONT)) == Ruling("rent", (), {"amount": 12}, VERMONT)


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
