from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from companion.table.settings import Evening
from tests.table.parlour import Parlour


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[..., Parlour]]:
    """Open tables on this test's ledger, and close them after it."""
    parlours: list[Parlour] = []

    def open_one(**how: object) -> Parlour:
        for parlour in parlours:
            parlour.ledger.close()
        parlours.append(partial(Parlour, tmp_path)(**how))  # type: ignore[arg-type]  # checked by Parlour itself
        return parlours[-1]

    yield open_one
    for parlour in parlours:
        parlour.ledger.close()


@pytest.fixture
def promising(opened: Callable[..., Parlour]) -> Parlour:
    """The same where trades may hold promises and loans."""
    players = ("red", "blue", "green")
    parlour = opened(evening=Evening(players=players, dice="serial", cards="tag", rules={"promises": True}))
    parlour.begin()
    return parlour


@pytest.fixture
def parlour(opened: Callable[..., Parlour]) -> Parlour:
    """A table of red, blue and green whose game has begun; red is to throw."""
    parlour = opened()
    parlour.begin()
    assert parlour.state.turn == 0
    return parlour
