"""Bots in empty chairs of a real table: they say so, they play, and they wait where people have to act."""

from __future__ import annotations

import multiprocessing
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from companion.app.chairs import Chairs
from companion.bench.seated import Seated
from companion.cli import main
from companion.rules.commands import Buy, Roll
from companion.rules.game import Game
from companion.rules.prompts import prompts
from companion.table.inputs import Halted, Stopped
from companion.table.parts import Trouble
from companion.table.shown import Notice

PATIENCE = 20.0


@contextmanager
def table(folder: Path, bots: dict[str, str]) -> Iterator[tuple[Seated, list[Notice]]]:
    """A running table with bots that think no time, and the notices that its display has shown."""
    seated, notices = Seated(folder), list[Notice]()
    seated.table.feed.subscribe(
        lambda snapshot: (
            notices.append(snapshot.display.screen) if isinstance(snapshot.display.screen, Notice) else None
        )
    )
    seated.table.change(bots=bots)
    chairs = Chairs(seated.table, Random(3), pause=0.0)
    chairs.start()
    thread = threading.Thread(target=seated.table.run, name="table", daemon=True)
    thread.start()
    try:
        yield seated, notices
    finally:
        chairs.close()
        seated.table.mailbox.post(Stopped())
        thread.join(PATIENCE)
        seated.ledger.close()


def wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.002)


def turns(seated: Seated) -> int:
    game = seated.table.game
    assert game is not None
    return sum(game.state.turns)


def test_four_bots_play_by_themselves_and_the_display_says_who_they_are(tmp_path: Path) -> None:
    bots = {"red": "child", "blue": "trader", "green": "cautious", "yellow": "greedy"}
    with table(tmp_path, bots) as (seated, notices):
        wait_until(lambda: turns(seated) > 25)
        announced = {notice.who.name for notice in notices if notice.trouble is Trouble.BOT_PLAYS and notice.who}
        assert announced == set(bots)
    game = seated.table.game
    assert game is not None
    bought = [seq for seq, step in enumerate(game.steps) if isinstance(step.command, Buy)]
    assert all(seated.table.feed.motive(seated.table.game_id, seq) for seq in bought)
    assert bought
    throws = [step.command for step in game.steps if isinstance(step.command, Roll)]
    assert {throw.source.partition(":")[0] for throw in throws} == {"bot"}


def test_a_bot_asks_again_for_what_the_disk_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.app.chairs.RETRY", 0.01)
    with table(tmp_path, dict.fromkeys(("red", "blue", "green", "yellow"), "greedy")) as (seated, notices):
        wait_until(lambda: turns(seated) > 3)
        seated.ledger.ask("PRAGMA query_only = ON")
        wait_until(lambda: sum(notice.trouble is Trouble.DISK_FAILED for notice in notices) > 0)
        written = turns(seated)
        seated.ledger.ask("PRAGMA query_only = OFF")
        wait_until(lambda: turns(seated) > written + 3)


def test_bots_think_in_a_process_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.bots.bot.Bot.answer", None)  # here; nobody in this process may ask it
    with table(tmp_path, dict.fromkeys(("red", "blue", "green", "yellow"), "grown-up")) as (seated, _):
        wait_until(lambda: turns(seated) > 6)


def test_bots_go_on_in_a_new_process_where_theirs_has_died(tmp_path: Path) -> None:
    with table(tmp_path, dict.fromkeys(("red", "blue", "green", "yellow"), "greedy")) as (seated, _):
        wait_until(lambda: turns(seated) > 3)
        (thinking,) = [each for each in multiprocessing.active_children() if each.name == "bots"]
        thinking.kill()
        thinking.join(PATIENCE)
        played = turns(seated)
        wait_until(lambda: turns(seated) > played + 3)


def test_no_process_thinks_where_no_chair_is_a_bot_s(tmp_path: Path) -> None:
    with table(tmp_path, {}) as (seated, _):
        seated.table.mailbox.settled()
        assert not [each for each in multiprocessing.active_children() if each.name == "bots"]


def test_a_name_that_no_bot_has_any_more_is_nobody_s(tmp_path: Path) -> None:
    with table(tmp_path, {"red": "oracle", "blue": "child"}) as (_, notices):
        wait_until(lambda: bool(notices))
        assert [notice.who.name for notice in notices if notice.who] == ["blue"]


def test_a_bot_waits_for_people_and_goes_on_after_them(tmp_path: Path) -> None:
    with table(tmp_path, {"blue": "greedy", "green": "greedy", "yellow": "greedy"}) as (seated, _):
        for _ in range(4):
            wait_until(lambda: seat_waited_for(seated) == 0)
            seated.table.mailbox.post(seated.asked())
            seated.table.mailbox.settled()
        assert seated.table.game is not None


def seat_waited_for(seated: Seated) -> int:
    """The seat whose throw the table waits for; -1 while it waits for something else."""
    game = Game.fold(
        seated.table.feed.steps(seated.table.game_id, 0)
    )  # as committed, whatever the table does meanwhile
    waiting = prompts(game.rules, game.state)
    return waiting[0].seat if waiting else -1


def test_bots_stand_still_while_the_game_is_paused(tmp_path: Path) -> None:
    with table(tmp_path, dict.fromkeys(("red", "blue", "green", "yellow"), "greedy")) as (seated, _):
        wait_until(lambda: turns(seated) > 3)
        seated.table.mailbox.post(Halted(True))
        seated.table.mailbox.settled()
        time.sleep(0.05)
        seated.table.mailbox.settled()
        stood = turns(seated)
        time.sleep(0.05)
        assert turns(seated) == stood
        seated.table.mailbox.post(Halted(False))
        wait_until(lambda: turns(seated) > stood)


@pytest.mark.parametrize(("bot", "message"), [("blu", 'did you mean "blue"'), ("blue=gredy", 'did you mean "greedy"')])
def test_an_unknown_bot_is_said_at_once(bot: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--simulate", "--no-browser", "--port", "0", "--bot", bot]) == 2
    told = capsys.readouterr().err
    assert message in told
    assert "--bot: " in told
