import time

import pytest

from companion.devices.box import Box
from companion.devices.buzzer import PinBuzzer
from companion.devices.gpio import Header
from companion.devices.settings import BuzzerSettings
from companion.simulator import SimulatedBox
from tests.devices.notebook import Notebook


def tones(bench: SimulatedBox) -> list[float]:
    """What was heard so far: Hz, 0 for silence, each once when it changed."""
    heard = [hz if duty else 0 for _, hz, duty in tuple(bench.buzzer_events)]
    return [tone for place, tone in enumerate(heard) if not place or tone != heard[place - 1]]


def hears(bench: SimulatedBox, wanted: list[float]) -> bool:
    end = time.monotonic() + 5
    while tones(bench) != wanted and time.monotonic() < end:
        time.sleep(0.005)
    return tones(bench) == wanted


def test_a_pattern_is_played_and_ends_in_silence(bench: SimulatedBox, box: Box) -> None:
    assert box.buzzer is not None
    box.buzzer.play([(880, 10), (0, 10), (440, 10)])
    assert hears(bench, [0, 880, 0, 440, 0])
    assert {duty for _, _, duty in bench.buzzer_events} == {0, 30}  # volume 60 of the loudest, half a period


def test_silence_costs_nothing(bench: SimulatedBox, box: Box) -> None:
    assert box.buzzer is not None
    assert list(bench.buzzer_events) == []  # no pulses of no width, for which lgpio's thread would wake all the time
    box.buzzer.play([(880, 10), (0, 10)])
    assert hears(bench, [0, 880, 0])
    box.close()
    assert bench.buzzer_events[-1][1:] == (0, 0)


def test_a_new_pattern_cuts_off_the_old(bench: SimulatedBox, box: Box) -> None:
    assert box.buzzer is not None
    box.buzzer.play([(500, 60_000)])
    assert hears(bench, [0, 500])
    box.buzzer.play([(1000, 10)])
    assert hears(bench, [0, 500, 0, 1000, 0])


def test_without_volume_nothing_is_played(bench: SimulatedBox, notes: Notebook) -> None:
    header = Header()
    buzzer = PinBuzzer(BuzzerSettings(volume=0), notes, header)
    buzzer.start()
    assert buzzer.wait_ready(5)
    buzzer.play([(880, 5)])
    buzzer.close()
    header.close()
    assert tones(bench) == []


def test_closing_ends_a_long_tone(bench: SimulatedBox, box: Box) -> None:
    assert box.buzzer is not None
    box.buzzer.play([(500, 60_000)])
    assert hears(bench, [0, 500])
    box.close()
    assert tones(bench) == [0, 500, 0]


@pytest.mark.parametrize("pattern", [[(5, 10)], [(20_000, 10)], [(440, 0)]])
def test_a_tone_that_cannot_be_made_is_refused(box: Box, pattern: list[tuple[int, int]]) -> None:
    assert box.buzzer is not None
    with pytest.raises(ValueError, match="no tone"):
        box.buzzer.play(pattern)
