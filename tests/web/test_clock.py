"""The match clock runs while its game is played, stands still in any pause, and outlives the program (C-97)."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from pathlib import Path

import pytest

from companion.app.assembly import OpenTable
from companion.rules.commands import CallTime, Finish
from companion.table.inputs import Asked, Halted
from companion.table.parts import Trouble
from companion.table.shown import Notice
from companion.table.views import AnyScreen
from companion.web.clock import KeptClock, MatchClock, Timekeeper, path_beside, read
from companion.web.messages import ClockData
from companion.web.server import Server
from companion.web.stream import Stream
from tests.e2e.process import Banker
from tests.web.feeds import GameFeed
from tests.web.listener import Listener
from tests.web.stands import PIN, Signed, do, served, stand_in


class Time:
    """A clock of the machine that a test turns on."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


def test_it_counts_and_stands_still(time: Time) -> None:
    clock = MatchClock(clock=time)
    assert clock.read("g") == ClockData(None, False)
    clock.follow("g")
    clock.set("g", 1)
    time.now = 20
    assert clock.read("g") == ClockData(40, True)
    clock.follow("")
    clock.follow("")
    time.now = 500
    assert (clock.read("g"), clock.is_over()) == (ClockData(40, False), False)
    clock.follow("g")
    time.now = 539
    assert (clock.read("g"), clock.is_over()) == (ClockData(1, True), False)
    time.now = 540
    assert (clock.read("g"), clock.is_over()) == (ClockData(0, True), True)
    clock.set("g", 0)
    assert (clock.read("g"), clock.is_over()) == (ClockData(None, False), False)
    clock.follow("")


def test_it_is_for_one_game(time: Time) -> None:
    clock = MatchClock(KeptClock("g", 90.0), time)
    assert clock.read("") == ClockData(90, False)
    clock.follow("other")
    time.now = 50
    assert clock.read("other") == ClockData(None, False)
    clock.follow("g")
    time.now = 60
    assert clock.read("g") == ClockData(80, True)
    assert clock.kept() == KeptClock("g", 80.0)


@pytest.mark.parametrize("content", [b"", b"{", b'{"game":1}', b'{"game":"g","more":1}'])
def test_a_file_of_another_kind_is_logged(content: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "ledger.db.clock"
    path.write_bytes(content)
    with caplog.at_level(logging.WARNING):
        assert read(path) == KeptClock()
    assert str(path) in caplog.text
    assert read(tmp_path / "nothing") == KeptClock()


def test_a_pause_at_the_table_stops_it_too(server: Server, stand: OpenTable) -> None:
    assert Signed(server.port).ask({"do": "clock", "minutes": 90})[0] == 204
    with Listener(server.port, "/screen/events") as screen:
        screen.until("clock", runs=True)
        stand.table.mailbox.post(Halted(on=True))
        screen.until("clock", runs=False)
        stand.table.mailbox.post(Halted(on=False))
        screen.until("clock", runs=True)
        do(stand, Finish("agreed"))
        assert screen.until("clock", runs=False)["left"] > 5390


def test_it_counts_down_from_the_moment_it_is_set(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.clock.LOOK_SECONDS", 0.05)
    with Listener(server.port, "/screen/events") as screen:
        assert Signed(server.port).ask({"do": "clock", "minutes": 90})[0] == 204
        screen.until("clock", runs=True, left=5399)


def test_time_is_called_when_it_is_up(stand: OpenTable) -> None:
    path_beside(stand.ledger.path).write_text(f'{{"game":"{stand.table.game_id}","left":0.2}}')
    with served(stand) as again, Listener(again.port, "/screen/events") as screen:
        screen.until("clock", left=None)
        assert stand.table.mailbox.settled()
        assert stand.ledger.entries(stand.table.game_id)[-1].command == CallTime()
    assert read(path_beside(stand.ledger.path)) == KeptClock()


def test_time_is_called_again_when_the_disk_is_well(stand: OpenTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.clock.LOOK_SECONDS", 0.05)
    stand.ledger.ask("PRAGMA query_only = ON")
    path = path_beside(stand.ledger.path)
    path.write_text(f'{{"game":"{stand.table.game_id}","left":0.2}}')
    refused = threading.Event()
    stand.table.feed.subscribe(lambda snapshot: refused.set() if is_refusal(snapshot.display.screen) else None)
    with served(stand) as again, Listener(again.port, "/screen/events") as screen:
        assert refused.wait(10)
        assert stand.ledger.entries(stand.table.game_id)[-1].command != CallTime()
        stand.ledger.ask("PRAGMA query_only = OFF")
        screen.until("clock", left=None)
        assert stand.table.mailbox.settled()
        assert stand.ledger.entries(stand.table.game_id)[-1].command == CallTime()


def is_refusal(screen: AnyScreen) -> bool:
    return isinstance(screen, Notice) and screen.trouble is Trouble.DISK_FAILED


def test_it_is_kept_until_the_table_has_called_time(tmp_path: Path) -> None:
    feed, path = GameFeed(), tmp_path / "ledger.db.clock"
    feed.begin("g")
    path.write_text('{"game":"g","left":0}')

    async def cut_off() -> None:
        keeper = Timekeeper(feed.feed, feed.mailbox, Stream(), path)
        keeper.start()
        asked = await asyncio.to_thread(feed.mailbox.take, 10)
        assert isinstance(asked, Asked)
        assert asked.command == CallTime()
        keeper.close()

    asyncio.run(cut_off())
    assert read(path) == KeptClock("g", 0.0)


def test_without_a_game_there_is_neither_clock_nor_pause(tmp_path: Path) -> None:
    with stand_in(tmp_path) as stand, served(stand) as server:
        for wish in ({"do": "clock", "minutes": 90}, {"do": "pause", "on": True}):
            status, _, body = Signed(server.port).ask(wish)
            assert (status, json.loads(body)["error"]) == (409, "No game is on the table.")


def test_after_a_power_cut_it_stands_until_the_game_goes_on(tmp_path: Path) -> None:
    config, ledger = tmp_path / "banker.toml", tmp_path / "ledger.db"
    config.write_text(f'[web]\npin = "{PIN}"\n')
    arguments = ("--config", str(config), "--players", "red,blue", "--dice", "serial")
    with Banker(ledger, *arguments) as banker:
        banker.press("ok")
        banker.throw(6, 5)
        banker.throw(1, 2)
        game = banker.entries(3)[0].game
        assert Signed(banker.port).ask({"do": "clock", "minutes": 75})[0] == 204
        assert read(path_beside(ledger)).game == game
        banker.kill()
    kept = read(path_beside(ledger))
    assert 4400 < kept.left <= 4500
    with Banker(ledger, *arguments) as banker, Listener(banker.port, "/screen/events") as screen:
        assert screen.until("clock", runs=False) == {"left": round(kept.left), "runs": False}
        banker.press("ok")
        assert round(kept.left) - 5 <= screen.until("clock", runs=True)["left"] <= round(kept.left)
