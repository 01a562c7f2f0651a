"""Somebody has the card for a minute between two evenings; who is not on the card remembers what stood there."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.cli import main
from companion.devices.die_link import HostEnd, Recalled
from companion.devices.die_protocol import DieEnd, Memory
from companion.devices.settings import DieSettings
from companion.ledger import audit
from companion.ledger.audit import examine
from companion.ledger.entry import Before, write
from companion.ledger.seal import DeviceKey, check_words, key_beside, make_key, read_seal
from companion.ledger.store import Archive
from companion.rules.commands import Finish
from companion.table import inputs, vouching
from companion.table.parts import Do, Trouble
from companion.table.shown import Notice, Paused
from tests.attack.card import rewrite
from tests.table.parlour import Parlour

Opened = Callable[..., Parlour]


class Die:
    """A die that lies in a drawer from one evening to the next."""

    def __init__(self) -> None:
        self.memory = Memory(7)

    def meet(self, parlour: Parlour, keep: tuple[str, ...] = ()) -> None:
        """Plug it into a table, which is told what it keeps and then gives it something to keep."""
        host, die = HostEnd(DieSettings(), f"{id(parlour):x}"), DieEnd("test", "die-1", self.memory)
        host.keep = keep
        for _ in range(3):
            die.receive(host.out)
            host.out = b""
            told = list(host.receive(die.out))
            die.out = b""
            for remembered in (each for each in told if isinstance(each, Recalled)):
                parlour.do(inputs.Remembered(remembered.words))
            list(host.passed(500))


@pytest.fixture
def die() -> Die:
    return Die()


def evening(opened: Opened, die: Die) -> tuple[Parlour, str, str]:
    """Red plays his turn and blue throws, then comes a pause; the game, and the words on the display."""
    parlour = opened()
    parlour.begin()
    parlour.throw(4, 6)
    parlour.press("ok")
    parlour.throw(4, 6)
    parlour.referee()
    parlour.pick(Do.PAUSE)
    words = parlour.sees(Paused).words
    die.meet(parlour, parlour.die.kept[-1])
    parlour.ledger.close()
    return parlour, parlour.table.game_id, words


def next_evening(opened: Opened) -> Parlour:
    parlour = opened()
    parlour.press("ok")
    assert parlour.table.game is not None, "the game on the card is continued"
    return parlour


def trouble(parlour: Parlour) -> Trouble | None:
    return parlour.screen.trouble if isinstance(parlour.screen, Notice) else None


@pytest.mark.parametrize("with_key", [False, True], ids=["the card", "the card and its key"])
def test_die_and_check_words_show_a_card_that_was_edited(opened: Opened, die: Die, with_key: bool) -> None:
    parlour, game, words = evening(opened, die)
    rewrite(parlour.path, game, 5, 6, DeviceKey(key_beside(parlour.path)) if with_key else None)
    parlour = next_evening(opened)
    die.meet(parlour)
    assert trouble(parlour) is Trouble.DIE_REMEMBERS
    parlour.press("ok")
    parlour.referee()
    parlour.pick(Do.PAUSE)
    assert parlour.sees(Paused).words != words


def test_a_die_that_remembers_what_no_ledger_can_hold_is_believed(opened: Opened, die: Die) -> None:
    _, game, _ = evening(opened, die)
    die.memory.words = f"{game} {1 << 63} {'ab' * 32}"
    parlour = next_evening(opened)
    die.meet(parlour)
    assert trouble(parlour) is Trouble.DIE_REMEMBERS


def test_a_card_that_was_left_alone_alarms_nobody(opened: Opened, die: Die, capsys: pytest.CaptureFixture[str]) -> None:
    parlour, game, words = evening(opened, die)
    parlour = next_evening(opened)
    assert trouble(parlour) is None
    die.meet(parlour)
    assert trouble(parlour) is None
    parlour.referee()
    parlour.pick(Do.PAUSE)
    assert parlour.sees(Paused).words == words == check_words(parlour.table.desk.head)
    main(["verify", game, "--ledger", str(parlour.path)])
    assert f"check words: {words}" in capsys.readouterr().out


def test_turns_that_lost_their_seals_are_doubted(opened: Opened, die: Die) -> None:
    parlour, game, _ = evening(opened, die)
    with Archive(parlour.path) as archive:
        before = len(archive.lines(game))
    rewrite(parlour.path, game, 5, 6, None)
    remove_seals(parlour.path)
    parlour = next_evening(opened)
    assert trouble(parlour) is Trouble.GAME_DOUBTED
    assert int(str(parlour.sees(Notice).name)) < before
    assert [read_seal(line).reason for line in parlour.ledger.seals(game)] == []


def remove_seals(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("DELETE FROM seals")


def test_a_key_of_ones_own_is_a_forgery(opened: Opened, die: Die, tmp_path: Path) -> None:
    parlour, game, _ = evening(opened, die)
    rewrite(parlour.path, game, 5, 6, make_key(tmp_path / "own" / "device.key"))
    parlour = opened()
    parlour.press("ok")
    assert trouble(parlour) is Trouble.GAME_UNREAD
    assert parlour.table.game is None


def two_games(opened: Opened) -> tuple[Parlour, str]:
    """A game that was ended, and another one that was begun after it; the first one's id."""
    parlour = opened()
    parlour.begin()
    parlour.throw(4, 6)
    first = parlour.table.game_id
    assert parlour.ask(Finish("agreed")) is None
    parlour.press("ok", "ok")
    assert parlour.table.game_id != first
    parlour.ledger.close()
    return parlour, first


def test_an_earlier_game_written_anew_shows_in_the_next_one(opened: Opened, capsys: pytest.CaptureFixture[str]) -> None:
    parlour, first = two_games(opened)
    assert examine(parlour.path) == []
    with Archive(parlour.path) as archive:
        end = archive.entries(first)[-1]
    line, _ = write(replace(end, command=Finish("ruling"), hash=""))
    with sqlite3.connect(parlour.path) as db:
        db.execute("UPDATE entries SET line = ? WHERE game = ? AND seq = ?", (line.decode(), first, end.seq))
        db.execute("DELETE FROM seals WHERE game = ?", (first,))
    assert main(["verify", str(parlour.path)]) == 1
    assert f"was begun after entry {end.seq} of {first}, which stands here otherwise" in capsys.readouterr().out


def test_an_earlier_entry_that_no_game_can_have_is_told(opened: Opened, capsys: pytest.CaptureFixture[str]) -> None:
    parlour, first = two_games(opened)
    with Archive(parlour.path) as archive:
        begin = archive.entries(parlour.table.game_id)[0]
    line, _ = write(replace(begin, after=Before(first, 1 << 63, "ab" * 32), hash=""))
    with sqlite3.connect(parlour.path) as db:
        db.execute("UPDATE entries SET line = ? WHERE game = ? AND seq = 0", (line.decode(), begin.game))
        db.execute("DELETE FROM seals WHERE game = ?", (begin.game,))
    assert main(["verify", str(parlour.path)]) != 0
    assert f"was begun after entry {1 << 63} of {first}, which is not here" in capsys.readouterr().out


def test_an_earlier_game_that_is_gone_is_told(opened: Opened, capsys: pytest.CaptureFixture[str]) -> None:
    parlour, first = two_games(opened)
    with sqlite3.connect(parlour.path) as db:
        for table, column in (("entries", "game"), ("seals", "game"), ("games", "id")):
            db.execute(f"DELETE FROM {table} WHERE {column} = ?", (first,))
    assert main(["verify", str(parlour.path)]) != 0
    assert f"of {first}, which is not here" in capsys.readouterr().out


def test_a_long_game_says_how_far_its_check_is(opened: Opened, die: Die, monkeypatch: pytest.MonkeyPatch) -> None:
    evening(opened, die)
    monkeypatch.setattr(vouching, "LONG", 1)
    monkeypatch.setattr(audit, "REPORTED_EVERY", 2)
    parlour = next_evening(opened)
    told = [page.name for page in parlour.notebook.shown if isinstance(page, Notice)]
    assert told[0] == "28 %"
    assert len(told) == 3
