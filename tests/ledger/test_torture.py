"""A quick sample of the torture; `python -m tests.ledger.torture` does it at length."""

from pathlib import Path

from tests.ledger.torture import damage_ledgers, kill_writers


def test_killed_writers_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    figures = kill_writers(tmp_path, 6, seed=7)
    assert figures.acknowledged > 0
    assert (figures.kills, figures.lost, figures.faults) == (6, 0, 0)


def test_no_damage_goes_unnoticed_and_nothing_is_made_up(tmp_path: Path) -> None:
    figures = damage_ledgers(tmp_path, 12, seed=7, entries=40)
    assert figures.noticed.total() + figures.harmless.total() == 12
    assert figures.noticed.total() > 3
    assert (figures.unnoticed.total(), figures.invented) == (0, 0)
