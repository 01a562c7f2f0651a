"""A roll made in a MicroPython VM is in the ledger: pty, pyserial, desk, rules."""

from pathlib import Path
from random import Random
from time import monotonic, sleep

from companion.app.assembly import OpenTable
from companion.bots.policies import Steady
from companion.demo.evening import simulated_table
from companion.demo.gestures import Gestures
from companion.demo.hands import LOOK_SECONDS, ChipHands
from companion.rules.commands import Roll, Throw
from companion.rules.dice import Face
from companion.table.parts import Do
from companion.table.views import Menu
from firmware.roller import BRIGHT, DIM
from tests.firmware.conftest import settings_of
from tests.firmware.pico import IDENTITY, VirtualPico

THROWS = 24
WITHOUT_CABLE = 10  # the throw before which the cable is pulled


class RollerHands(ChipHands):
    """Hands that press the roller's button where others throw what they like; `shown` is what its LEDs said."""

    def __init__(self, stand: OpenTable, pico: VirtualPico) -> None:
        assert stand.bench is not None
        super().__init__(stand.bench, stand.box, stand.table)
        self.shown: list[tuple[int, ...]] = []
        self._pico = pico

    def await_die(self) -> None:
        """Wait until the table has the roller for its die."""
        end = monotonic() + 10
        while self._box.die is None or self._box.die.identity != IDENTITY:
            assert monotonic() < end
            sleep(LOOK_SECONDS)

    def throw(self, *_dice: Face) -> None:
        self.shown.append(self._roll_without_cable() if len(self.shown) == WITHOUT_CABLE else self._pico.roll())
        self._settle()

    def _roll_without_cable(self) -> tuple[int, ...]:
        self._pico.unplug()
        a, b = self._pico.roll(DIM)
        self._pico.plug()
        assert self._pico.wait_said(f"shown {a} {b} {BRIGHT}", 1 + self._pico.said.count(f"shown {a} {b} {BRIGHT}"))
        return a, b


def test_rolls_of_the_virtual_roller_are_the_game(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.sqlite"
    with simulated_table(ledger, "classic", 2, Random(7)) as stand:
        assert stand.bench is not None
        stand.bench.die.unplug()
        with VirtualPico(tmp_path / "pico", stand.bench.die.link, settings_of("roller", TUMBLE_MS=20)) as pico:
            pico.noise = 0.05
            hands = RollerHands(stand, pico)
            hands.await_die()
            hands.press_until(Menu)
            hands.pick(Do.SAME_AGAIN)
            policy = Steady(Random(7))
            while len(hands.shown) < THROWS:
                game = stand.table.game
                assert game
                Gestures(hands, game.rules).make(game.state, policy.choose(game.rules, game.state))
        entries = stand.ledger.entries(stand.table.game_id)
    rolls = [entry.command for entry in entries if isinstance(entry.command, Roll | Throw)]
    assert [(roll.first, roll.second) for roll in rolls] == hands.shown
    sources = [roll.source.split(":") for roll in rolls]
    assert {identity for identity, _ in sources} == {IDENTITY}
    assert [int(number) - int(sources[0][1]) & 0xFFFFFFFF for _, number in sources] == list(range(THROWS))
    assert pico.damaged
