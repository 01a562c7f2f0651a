"""The steps of bids and dials grow with the money: a dear board asks for no more taps than the dollar board."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.editions import registry
from companion.rules.frames import Auction
from companion.rules.rules import Rules
from companion.table.coins import dial, raises
from companion.table.settings import Evening
from tests.table.parlour import Parlour

DEAREST = 39


@pytest.mark.parametrize("steps", [raises, dial])
def test_steps_of_dong_are_those_of_dollars_in_its_unit(steps: Callable[[Rules], tuple[int, ...]]) -> None:
    dong = Rules(registry.load("dong"))
    assert steps(dong) == tuple(step * dong.unit for step in steps(Rules(registry.load("classic"))))


def taps(folder: Path, edition: str) -> int:
    """How many cards are laid until the dearest lot costs its price under the hammer."""
    folder.mkdir()
    parlour = Parlour(folder, evening=Evening(players=("red", "blue", "green"), edition=edition))
    parlour.begin()
    parlour.at(0, DEAREST - 3)
    parlour.throw(1, 2)
    parlour.press("down", "ok")
    price, laid = parlour.rules.deed(DEAREST).price, 0
    while parlour.state.top(Auction).bid < price and laid < 1000:
        parlour.card(("blue", "green")[laid % 2])
        laid += 1
    parlour.ledger.close()
    return laid


def test_the_dearest_lot_takes_as_many_taps_in_dong_as_in_dollars(tmp_path: Path) -> None:
    dollars, dong = (taps(tmp_path / edition, edition) for edition in ("classic", "dong"))
    assert 1 < dong <= dollars < 1000
