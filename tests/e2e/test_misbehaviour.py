"""Devices that misbehave, through the chips: each gives one message on the display, and nothing is booked twice."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import TypeVar

import pytest

from companion.app.assembly import OpenTable
from companion.demo.evening import simulated_table
from companion.demo.hands import ChipHands
from companion.rules.commands import Buy, End, Roll
from companion.simulator.box import SimulatedBox
from companion.table.parts import Trouble
from companion.table.shown import Notice
from companion.table.tags import DeedTag, PlayerTag, board_key
from companion.table.views import AnyScreen, DiceEntry, OfferScreen, TurnScreen

PATIENCE = 15.0
S = TypeVar("S")


class Evening:
    """A game of red and blue on simulated chips, red to throw."""

    def __init__(self, stand: OpenTable) -> None:
        assert stand.bench is not None
        self.stand = stand
        self.bench: SimulatedBox = stand.bench
        self.hands = ChipHands(stand.bench, stand.box, stand.table)
        self.hands.press("ok")
        self.hands.throw(6, 6)
        self.hands.throw(1, 2)
        self.until(lambda screen: isinstance(screen, TurnScreen))

    def new_hands(self) -> None:
        """Hands that do not count on what the reader told of other tags."""
        self.bench.await_polls(5)
        self.hands = ChipHands(self.bench, self.stand.box, self.stand.table)

    @property
    def screen(self) -> AnyScreen:
        return self.stand.table.feed.snapshot().display.screen

    @property
    def commands(self) -> list[object]:
        game = self.stand.table.game
        assert game is not None
        return [step.command for step in game.steps[3:]]

    def until(self, is_it: Callable[[AnyScreen], bool]) -> None:
        """Wait for a page, turning away news on the way."""
        end = monotonic() + PATIENCE
        while not is_it(self.screen):
            assert monotonic() < end, self.screen
            if not isinstance(self.screen, Notice):
                self.hands.press("ok")
            sleep(0.005)

    def sees(self, trouble: Trouble) -> None:
        end = monotonic() + PATIENCE
        while not (isinstance(self.screen, Notice) and self.screen.trouble is trouble):
            assert monotonic() < end, self.screen
            sleep(0.005)

    def deed(self, square: int) -> None:
        game = self.stand.table.game
        assert game is not None
        self.hands.lay(DeedTag(board_key(game.rules.board), square))


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with simulated_table(tmp_path / "ledger.sqlite", "classic", 2, Random(1)) as stand:
        yield Evening(stand)


def test_an_unknown_tag(evening: Evening) -> None:
    evening.bench.lay("04deadbeef0000")
    evening.sees(Trouble.UNKNOWN_TAG)
    evening.bench.lift()
    assert evening.commands == []


def test_two_tags_at_once(evening: Evening) -> None:
    evening.hands.throw(1, 2)
    tags = evening.stand.table.tags
    for color in ("red", "blue"):
        evening.bench.lay(tags.uids(PlayerTag(color))[0], timeout=0)
    evening.sees(Trouble.TWO_TAGS)
    evening.bench.lift()
    evening.new_hands()
    evening.deed(3)  # uncovers the question
    assert [type(command) for command in evening.commands] == [Roll]
    evening.deed(3)
    assert [type(command) for command in evening.commands] == [Roll, Buy]


def test_a_deed_that_nobody_offered(evening: Evening) -> None:
    evening.deed(39)
    evening.sees(Trouble.DEED_NOT_OFFERED)
    assert evening.commands == []


def test_a_tag_that_lies_there_is_laid_once(evening: Evening) -> None:
    evening.hands.throw(1, 2)
    evening.deed(3)
    evening.bench.lay(evening.stand.table.tags.uids(PlayerTag("red"))[0])
    evening.bench.await_polls(50)
    evening.stand.table.mailbox.settled()
    assert evening.commands[2:] == [End(0)]


def test_a_noisy_reader_books_nothing_twice(evening: Evening) -> None:
    evening.hands.throw(1, 2)
    evening.bench.set_reader_noise(0.2, seed=3)
    evening.deed(3)
    evening.hands.lay(PlayerTag("red"))
    evening.bench.await_polls(100)
    evening.bench.set_reader_noise(0)
    evening.stand.table.mailbox.settled()
    assert [type(command) for command in evening.commands] == [Roll, Buy, End]


def test_a_button_that_bounces_five_times_is_pressed_once(evening: Evening) -> None:
    evening.hands.throw(1, 2)
    evening.deed(3)
    evening.hands.press("back")
    evening.bench.press("ok", bounces=5)
    evening.bench.release("ok", bounces=5)
    evening.stand.table.mailbox.settled()
    assert evening.commands[2:] == [End(0)]


@pytest.mark.parametrize("line", [b"\x00\xff\xfe", b"ROLL 3f2a0001 5 6*0000\n", b"x" * 500 + b"\n"])
def test_a_broken_line_of_the_die(evening: Evening, line: bytes) -> None:
    evening.bench.die.babble(line + b"\n")
    sleep(0.05)
    evening.hands.throw(1, 2)
    assert [type(command) for command in evening.commands] == [Roll]
    assert isinstance(evening.screen, OfferScreen)


def test_seven_and_seven(evening: Evening) -> None:
    from companion.devices.die_protocol import encode

    evening.bench.die.babble(encode("ROLL", "0badcafe", 7, 7))
    evening.sees(Trouble.BAD_DICE)
    assert evening.commands == []
    evening.hands.throw(1, 2)
    assert [type(command) for command in evening.commands] == [Roll]


def test_a_die_that_falls_silent_and_digits_instead(evening: Evening) -> None:
    evening.bench.die.silent = True
    evening.sees(Trouble.DIE_GONE)
    evening.hands.press("ok")
    evening.hands.press("ok")
    assert isinstance(evening.screen, DiceEntry)
    for button in ("ok", "up", "ok"):
        evening.hands.press(button)
    assert evening.commands == [Roll(0, 1, 2, source="buttons")]


def test_a_die_that_is_unplugged_and_comes_back(evening: Evening) -> None:
    evening.bench.die.unplug()
    evening.sees(Trouble.DIE_GONE)
    evening.bench.die.plug()
    evening.sees(Trouble.DEVICE_BACK)
    evening.hands.throw(1, 2)
    assert [type(command) for command in evening.commands] == [Roll]


def test_a_throw_out_of_turn(evening: Evening) -> None:
    evening.hands.throw(1, 2)
    evening.hands.throw(3, 3)
    evening.sees(Trouble.NO_DICE_NOW)
    assert [type(command) for command in evening.commands] == [Roll]


def test_a_reader_that_dies_and_lives_again(evening: Evening) -> None:
    evening.bench.kill_reader()
    evening.sees(Trouble.READER_GONE)
    evening.hands.throw(1, 2)
    evening.bench.revive_reader()
    evening.sees(Trouble.DEVICE_BACK)
    evening.new_hands()
    evening.deed(3)  # uncovers the question
    assert [type(command) for command in evening.commands] == [Roll]
    evening.deed(3)
    assert [type(command) for command in evening.commands] == [Roll, Buy]


def test_a_display_that_is_pulled_off_and_put_back(evening: Evening) -> None:
    evening.bench.unplug_panel()
    evening.sees(Trouble.PANEL_GONE)
    evening.hands.throw(1, 2)
    evening.bench.plug_panel()
    evening.sees(Trouble.DEVICE_BACK)
    evening.hands.press("ok")
    assert isinstance(evening.screen, OfferScreen)
    panel = evening.stand.box.panel
    assert panel is not None
    with suppress(TimeoutError):
        evening.stand.painter.settled(PATIENCE)
    assert panel.wait_shown(PATIENCE)
    assert any(evening.bench.panel_bits())
