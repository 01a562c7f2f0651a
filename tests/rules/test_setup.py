"""How games begin: what is dealt, and what of a beginning is refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from random import Random

import pytest

from companion.editions import registry
from companion.rules.commands import Begin, Reason, Refusal, Roll
from companion.rules.frames import BANK, POT, Owing
from companion.rules.game import Game, copy
from companion.rules.rules import Rules
from companion.rules.setup import hands

FOUR = ("red", "blue", "green", "white")
CLASSIC = registry.load("classic")


def pile(seed: int) -> list[int]:
    deeds = CLASSIC.board.deeds()
    return Random(seed).sample(deeds, len(deeds))


def changeable(value: object) -> Iterator[int]:
    """What of a value can change, by identity."""
    if isinstance(value, dict):
        yield id(value)
        yield from changeable(tuple(value.values()))
    elif isinstance(value, list | tuple):
        if isinstance(value, list):
            yield id(value)
        for each in value:
            yield from changeable(each)


def test_a_copy_shares_nothing_that_can_change() -> None:
    saigon = registry.load("saigon")
    state = Game.begin(Rules(saigon), Begin(saigon, FOUR)).state
    state.tokens["planning"] = [0]
    other = copy(state)
    mine, its = ({*changeable(tuple(getattr(each, field.name) for field in fields(each)))} for each in (state, other))
    assert len(mine) == len(its) > len(fields(state)) // 2
    assert not mine & its


def test_nothing_is_dealt_in_an_ordinary_game() -> None:
    assert hands(CLASSIC, 4, pile(1)) == ()


def test_a_quick_game_deals_the_pile_from_its_top() -> None:
    deeds = pile(1)
    dealt = hands(registry.load("classic", ("quick-classic",)), 4, deeds)
    assert dealt == tuple(tuple(deeds[at : at + 3]) for at in (0, 3, 6, 9))


def test_all_deeds_are_dealt_as_far_as_they_can_be_shared() -> None:
    dealt = hands(registry.load("classic", ("deal-all",)), 3, pile(1))
    assert [len(hand) for hand in dealt] == [9, 9, 9]


def test_no_more_is_dealt_than_there_is() -> None:
    dealt = hands(registry.load("classic", (), {"deal_deeds": 4}), 8, pile(1))
    assert [len(hand) for hand in dealt] == [3] * 8


@pytest.mark.parametrize("seed", range(20))
def test_no_two_paid_deeds_of_a_hand_are_of_one_group(seed: int) -> None:
    dealt = hands(registry.load("classic", ("jma",)), 6, pile(seed))
    assert len({square for hand in dealt for square in hand}) == 12
    assert all(second not in CLASSIC.board.mates(first) for first, second in dealt)


def test_paid_deeds_beyond_the_cash_are_owed_before_the_first_turn() -> None:
    edition = registry.load("classic", ("two-paid-deeds",), {"start_cash": 450})
    game = Game.begin(Rules(edition), Begin(edition, FOUR, deal=((39, 1), (37, 34))))
    owing = game.state.agenda[-1]
    assert isinstance(owing, Owing)
    assert [(debt.debtor, debt.creditor, debt.amount) for debt in owing.debts] == [(0, BANK, 60), (1, BANK, 320)]
    assert game.state.accounts[:4] == [50, 100, 450, 450]


def test_the_pot_begins_with_its_seed() -> None:
    edition = registry.load("classic", ("pot",), {"pot_seed": 500})
    state = Game.begin(Rules(edition), Begin(edition, FOUR)).state
    assert (state.accounts[POT], sum(state.accounts)) == (500, 0)


@pytest.mark.parametrize(
    ("begin", "reason"),
    [
        (Begin(CLASSIC, ("red",)), Reason.PLAYERS),
        (Begin(CLASSIC, ("red", "red")), Reason.PLAYERS),
        (Begin(CLASSIC, FOUR, first=4), Reason.PLAYERS),
        (Begin(registry.load("classic", rules={"handicap": "pink 1800"}), FOUR), Reason.PLAYERS),
        (Begin(CLASSIC, FOUR, decks={"luck": ("go",)}), Reason.NO_SUCH_CARD),
        (Begin(CLASSIC, FOUR, decks={"chance": ("go",)}), Reason.NO_SUCH_CARD),
        (Begin(CLASSIC, FOUR, deal=((1,), (1,))), Reason.NOT_YOURS),
        (Begin(CLASSIC, FOUR, deal=((0,),)), Reason.NOT_YOURS),
        (Begin(CLASSIC, FOUR, deal=((1,), (3,), (5,), (6,), (8,))), Reason.NOT_YOURS),
    ],
)
def test_what_cannot_begin_is_refused(begin: Begin, reason: Reason) -> None:
    with pytest.raises(Refusal, match=f"^{reason}$"):
        Game.begin(Rules(CLASSIC), begin)


def test_the_first_turn_is_thrown_for_before_debts_of_dealt_deeds_are_settled() -> None:
    edition = registry.load("classic", ("two-paid-deeds",), {"start_cash": 100})
    game = Game.begin(Rules(edition), Begin(edition, ("red", "blue"), -1, deal=((39,), (1,))))
    game.ask(Roll(0, 1, 2))
    game.ask(Roll(1, 3, 4))
    assert (game.state.turn, game.state.thrown) == (1, False)
    assert [debt.debtor for debt in game.state.debts_of(0)] == [0]
    assert Game.fold(game.steps).state == game.state
