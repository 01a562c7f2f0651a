from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hub.programs import Cup
from tests.hub.servers import Postgres


@pytest.fixture
def cup(postgres: Postgres, tmp_path: Path) -> Iterator[Cup]:
    cup = Cup(tmp_path, postgres, tables=2, rounds=2)
    yield cup
    cup.close()


def test_two_table_programs_a_killed_table_and_a_killed_hub(cup: Cup) -> None:
    for number in range(2):
        cup.play(number)
    assert cup.shown() == cup.by_hand()
    assert cup.store.incidents("cup") == []
