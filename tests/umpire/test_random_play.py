"""Random games through both engines: they agree after every command, and hard situations are met often."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.umpire.random_play import combinations, play

EVERY = combinations()
GAMES = 6  # of each edition with each profile


@pytest.mark.parametrize("number", range(len(EVERY)), ids=["+".join(chosen) for chosen in EVERY])
def test_both_engines_agree(number: int) -> None:
    for seed in range(number, number + GAMES * len(EVERY), len(EVERY)):
        play(EVERY[number], seed)


def test_hard_situations_are_met() -> None:
    met = Counter[str]()
    for seed in range(200):
        met.update(name for name, count in play(EVERY[seed % len(EVERY)], seed).items() if count)
    assert met["bankruptcy"] >= 140
    assert met["estate"] >= 60
    assert met["contest"] >= 20
