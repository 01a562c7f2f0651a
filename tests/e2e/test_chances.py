"""An evening with live chances: the table writes every move down whatever their processes do, and tells who leads."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue
from threading import Thread

import pytest

from companion.ledger.history import fold
from companion.rules.commands import Buy, Roll
from companion.rules.frames import AwaitEnd, AwaitRoll, Offered
from companion.rules.game import Game
from tests.e2e.process import PATIENCE, Banker, entries_of
from tests.web.listener import Listener

NAMES = ("red", "blue")


class Evening:
    """A game played by hands at a program of its own, and the chances that its pages tell."""

    def __init__(self, banker: Banker) -> None:
        self.banker = banker
        self.told: Queue[list[int]] = Queue()
        self.listener = Listener(banker.port, "/events")
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for topic, value in self.listener.events():
            if topic == "chances":
                self.told.put(value["percent"])

    @property
    def game(self) -> Game:
        return fold(entries_of(self.banker.ledger))

    def begin(self) -> None:
        self.banker.press("ok")
        self.banker.throw(6, 6)
        self.banker.throw(1, 2)
        self.banker.entries(3)

    def play(self, throws: int) -> None:
        """So many throws, and what comes of them; each is in the ledger before the next."""
        made = 0
        while made < throws:
            game = self.game
            top, count = game.state.agenda[-1], len(game.steps)
            match top:
                case AwaitRoll() | AwaitEnd():
                    self.banker.throw(1, 2)  # no card, no tax, no jail for eight turns
                    made += 1
                case Offered(seat):
                    self.banker.card(NAMES[seat])
                case _:
                    raise AssertionError(top)
            self.banker.entries(count + 1)

    def chances(self) -> list[int]:
        """The next that are told and are something."""
        while True:
            told = self.told.get(timeout=PATIENCE)
            if told:
                return told

    def until_nothing_is_told(self) -> None:
        while self.told.get(timeout=PATIENCE):
            pass


def reckoners(banker: Banker) -> set[int]:
    """The processes that reckon chances for a program."""
    tasks = Path(f"/proc/{banker.process.pid}/task").iterdir()
    children = {int(pid) for task in tasks for pid in (task / "children").read_text().split()}
    return {pid for pid in children if b"spawn_main" in _command(pid)}


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def eventually(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    config = tmp_path / "banker.toml"
    config.write_text('[web]\nchances = "on"\n[table]\nnews_seconds = 0\n')
    play = ("--players", ",".join(NAMES), "--dice", "serial", "--cards", "bank", "--config", str(config))
    with Banker(tmp_path / "ledger.sqlite", *play) as banker:
        evening = Evening(banker)
        yield evening
    evening.listener.close()


def test_the_table_waits_for_no_chances_and_goes_on_without_them(evening: Evening) -> None:
    banker = evening.banker
    evening.begin()
    assert sum(evening.chances()) == pytest.approx(100, abs=1)
    evening.play(4)
    first = reckoners(banker)
    assert first
    for pid in first:
        os.kill(pid, signal.SIGSTOP)
    evening.play(6)  # each is in the ledger while those who reckon stand still
    for pid in first:
        os.kill(pid, signal.SIGKILL)
    eventually(lambda: len(reckoners(banker) - first) == len(first))
    second = reckoners(banker) - first
    for pid in second:
        os.kill(pid, signal.SIGKILL)
    evening.until_nothing_is_told()
    evening.play(6)
    assert reckoners(banker) == set()
    kinds = [type(entry.command) for entry in entries_of(banker.ledger)]
    assert kinds.count(Roll) == 2 + 16
    assert Buy in kinds
    assert banker.close() == 0


@pytest.mark.parametrize("end", [Banker.close, Banker.kill])
def test_nobody_reckons_on_when_the_program_is_gone(evening: Evening, end: Callable[[Banker], object]) -> None:
    evening.begin()
    evening.chances()
    there = reckoners(evening.banker)
    assert there
    end(evening.banker)
    eventually(lambda: not any(_command(pid) for pid in there))
