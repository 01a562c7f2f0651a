"""Offers: what a refusal tells of another's cash."""

from __future__ import annotations

import pytest

from companion.editions import registry
from companion.rules.commands import Begin, Propose, Reason, Refusal
from companion.rules.frames import Side
from companion.rules.game import Game
from companion.rules.rules import Rules


@pytest.mark.parametrize(
    ("profiles", "figures"), [((), {"needed": 1501, "cash": 1500}), (("hidden-cash",), {"needed": 1501})]
)
def test_asking_for_too_much_tells_the_others_cash_only_where_it_is_no_secret(
    profiles: tuple[str, ...], figures: dict[str, int]
) -> None:
    edition = registry.load("classic", profiles)
    game = Game.begin(Rules(edition), Begin(edition, ("red", "blue"), deal=((5,), ())))
    refusal = game.refusal(Propose(0, 1, Side((5,)), Side(money=1501)))
    assert isinstance(refusal, Refusal)
    assert (refusal.reason, refusal.figures) == (Reason.TOO_POOR, figures)
