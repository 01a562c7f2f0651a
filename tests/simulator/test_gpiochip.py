import pytest

from companion.simulator.gpiochip import FALLING, GPIO_BUSY, NOT_ALLOCATED, NOT_AN_OUTPUT, GpioChip, Mode

LINE, US, THEM = 5, 1, 2
BOTH = Mode.ALERT | Mode.IN | Mode.PULL_UP | Mode.RISING | Mode.FALLING


@pytest.fixture
def edges() -> list[int]:
    return []


@pytest.fixture
def chip(edges: list[int]) -> GpioChip:
    chip = GpioChip()
    chip.claim(US, LINE, BOTH, lambda _line, level, _time: edges.append(level))
    return chip


def test_a_line_has_one_owner(chip: GpioChip) -> None:
    assert chip.claim(THEM, LINE, Mode.INPUT) == GPIO_BUSY
    assert chip.free(THEM, LINE) == NOT_ALLOCATED
    assert chip.free(US, LINE) == 0
    assert chip.claim(THEM, LINE, Mode.INPUT) == 0


def test_claiming_again_changes_the_pull_only_after_freeing(chip: GpioChip) -> None:
    chip.claim(US, LINE, BOTH & ~Mode.PULL_UP | Mode.PULL_DOWN)
    assert chip.lines[LINE].level == 1
    chip.free(US, LINE)
    chip.claim(US, LINE, BOTH & ~Mode.PULL_UP | Mode.PULL_DOWN)
    assert chip.lines[LINE].level == 0


def test_without_debouncing_every_edge_is_reported(chip: GpioChip, edges: list[int]) -> None:
    for level in (0, 1, 0, 0, 1):
        chip.drive(LINE, level)
    assert edges == [0, 1, 0, 1]


def test_a_debounced_edge_comes_when_the_level_was_stable(chip: GpioChip, edges: list[int]) -> None:
    chip.lines[LINE].debounce_us = 10_000
    for level in (0, 1, 0):
        chip.drive(LINE, level)
        chip.let_pass(6_000)
    assert edges == []
    chip.let_pass(5_000)
    chip.let_pass(50_000)
    assert edges == [0]


def test_only_the_edges_asked_for(edges: list[int]) -> None:
    chip = GpioChip()
    mode = Mode.ALERT | Mode.IN | Mode.PULL_UP | Mode(FALLING << 17)
    chip.claim(US, LINE, mode, lambda _line, level, _time: edges.append(level))
    for level in (0, 1, 0):
        chip.drive(LINE, level)
    assert edges == [0, 0]


def test_outputs_reach_what_hangs_on_them() -> None:
    chip, heard = GpioChip(), list[float]()
    chip.lines[LINE].outputs.append(heard.append)
    chip.lines[LINE].tones.append(lambda hz, duty: heard.extend((hz, duty)))
    assert chip.write(US, LINE, 1) == NOT_ALLOCATED
    chip.claim(US, LINE, Mode.OUTPUT | Mode.OUT)
    assert chip.write(US, LINE, 1) == chip.tone(US, LINE, 440, 50) == 0
    assert heard == [1, 440, 50]
    chip.claim(US, LINE + 1, Mode.INPUT | Mode.IN)
    assert chip.write(US, LINE + 1, 1) == chip.tone(US, LINE + 1, 440, 50) == NOT_AN_OUTPUT
