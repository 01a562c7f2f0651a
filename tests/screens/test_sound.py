"""Each sound is short and cannot be mistaken for another."""

from __future__ import annotations

from itertools import combinations

from companion.screens.sound import PATTERNS
from companion.table.parts import Sound


def test_every_sound_has_a_pattern_that_the_buzzer_can_play() -> None:
    assert PATTERNS.keys() == set(Sound)
    for pattern in PATTERNS.values():
        assert all((hz == 0 or 100 <= hz <= 4000) and ms > 0 for hz, ms in pattern)
        assert pattern[0][0]
        assert pattern[-1][0]


def test_sounds_are_short() -> None:
    assert all(sum(ms for _, ms in pattern) <= 1000 for pattern in PATTERNS.values())
    assert sum(ms for _, ms in PATTERNS[Sound.ACCEPTED]) <= 100


def test_no_two_sounds_go_up_and_down_alike() -> None:
    def melody(sound: Sound) -> tuple[int, ...]:
        return tuple(hz for hz, _ in PATTERNS[sound])

    assert all(melody(one) != melody(other) for one, other in combinations(Sound, 2))


def test_money_in_rises_and_money_out_falls() -> None:
    gain, loss = ([hz for hz, _ in PATTERNS[sound]] for sound in (Sound.MONEY_IN, Sound.MONEY_OUT))
    assert gain == sorted(gain)
    assert loss == sorted(loss, reverse=True)
