"""`kill -9` in the middle of an auction and of a debt: the next start continues exactly there."""

import subprocess
import sys
from pathlib import Path
from random import Random
from time import monotonic, sleep

import pytest

from companion.demo.evening import SimulatedPlayer, simulated_table
from companion.ledger.entry import LedgerError
from companion.ledger.history import fold
from companion.rules.commands import Bid, Buy, Decline, GiveUp, Roll
from companion.rules.frames import BANK, Auction
from companion.table.views import ContinueAsk
from tests.e2e.process import PATIENCE, Banker, entries_of

TWO = ("--players", "red,blue", "--dice", "serial", "--cards", "tag")


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    return tmp_path / "ledger.sqlite"


def begin(banker: Banker) -> None:
    """Red throws higher and begins."""
    banker.press("ok")
    banker.throw(6, 6)
    banker.throw(1, 2)
    banker.entries(3)
    banker.press("ok")


def test_an_auction_goes_on_after_a_power_cut(ledger: Path) -> None:
    with Banker(ledger, *TWO) as banker:
        begin(banker)
        banker.throw(1, 2)
        banker.press("down", "ok")
        banker.card("blue")
        assert banker.entries(6)[-1].command == Bid(1, 10)
        banker.kill()
    before = fold(entries_of(ledger)).state
    assert isinstance(before.agenda[-1], Auction)
    with Banker(ledger, *TWO) as banker:
        banker.press("ok")
        banker.card("red")
        entries = banker.entries(7)
        assert [type(entry.command) for entry in entries[3:]] == [Roll, Decline, Bid, Bid]
        assert entries[-1].command == Bid(0, 20)
        banker.press("back")
        banker.card("blue")
        assert fold(banker.entries(8)).state.owner[3] == 0
        assert banker.close() == 0


def test_named_players_find_their_cards_after_a_power_cut(ledger: Path) -> None:
    with Banker(ledger, "--players", "Mai,Tom", "--dice", "serial") as banker:
        begin(banker)
        banker.kill()
    with Banker(ledger, "--dice", "serial") as banker:
        banker.press("ok")
        banker.throw(1, 2)
        banker.card("Mai")
        assert banker.entries(5)[-1].command == Buy(0)
        assert banker.close() == 0


def test_a_debt_goes_on_after_a_power_cut(ledger: Path, tmp_path: Path) -> None:
    config = tmp_path / "banker.toml"
    config.write_text('[table.rules]\nstart_cash = 70\nincome_tax = "flat"\n')
    arguments = (*TWO, "--config", str(config))
    with Banker(ledger, *arguments) as banker:
        begin(banker)
        banker.throw(1, 2)
        banker.deed(3)
        banker.card("red")
        banker.throw(1, 3)
        entries = banker.entries(7)
        assert [type(entry.command) for entry in entries[4:]] != []
        banker.kill()
    state = fold(entries_of(ledger)).state
    [debt] = state.debts_of(1)
    assert (debt.creditor, debt.amount, debt.cause, debt.square) == (BANK, 200, "tax", 4)
    with Banker(ledger, *arguments) as banker:
        banker.press("ok")
        banker.press("down", "ok")
        banker._hand(do="press", button="ok")
        entries = banker.entries(8)
        assert entries[-1].command == GiveUp(1)
        assert Buy(0) in [entry.command for entry in entries]
        assert fold(entries).state.winner == 0
        banker._hand(do="release", button="ok")
        assert banker.close() == 0


def test_an_interrupted_start_leaves_no_game(ledger: Path) -> None:
    with Banker(ledger, *TWO) as banker:
        banker.kill()
    with Banker(ledger, *TWO) as banker:
        begin(banker)
        assert banker.close() == 0
    assert len(entries_of(ledger)) == 3


def written(ledger: Path) -> int:
    """How many entries another process has committed so far; none while it makes the file."""
    try:
        return len(entries_of(ledger))
    except LedgerError:
        return 0


@pytest.mark.parametrize("entries", [40, 90])
def test_a_game_cut_anywhere_is_played_to_its_end(ledger: Path, entries: int) -> None:
    """Hands play as fast as they can; the power goes at whatever they are doing; the others finish the game."""
    command = [sys.executable, "-m", "companion", "demo", "--seed", "5", "--quiet", "--ledger", str(ledger)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        end = monotonic() + PATIENCE
        while not ledger.exists() or written(ledger) < entries:
            assert monotonic() < end
            assert process.poll() is None
            sleep(0.005)
        process.kill()
    before = entries_of(ledger)
    chance = Random(5)
    with simulated_table(ledger, "classic", 4, chance) as stand:
        ask = stand.table.feed.snapshot().display.screen
        assert isinstance(ask, ContinueAsk)
        assert ask.move.seq == len(before) - 1
        result = SimulatedPlayer(stand, chance, lambda: None).play(resume=True)
    after = entries_of(ledger)
    assert result.faults == ()
    assert after[: len(before)] == before
    assert len(after) == result.entries > len(before)
