"""A card that keeps what it acknowledges, one that lies, and one that is full."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.doctor import card
from companion.errors import UserError


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card, "PACE_SECONDS", 0.0)


def test_a_number_is_told_when_it_is_flushed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flushed, told = list[int](), list[int]()
    plain = os.fdatasync

    def sync(file: int) -> None:
        plain(file)
        flushed.append(card.kept(tmp_path / "marks"))

    monkeypatch.setattr(os, "fdatasync", sync)
    card.measure(tmp_path / "marks", lambda number, _: told.append(number), 200)
    assert flushed == told == list(range(1, 201))


@pytest.mark.parametrize(("shown", "status", "said"), [(200, 0, "has kept"), (150, 0, "has kept"), (201, 1, "lies")])
def test_what_was_shown_is_compared(
    tmp_path: Path, shown: int, status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    card.measure(card.path_beside(tmp_path / "ledger.sqlite"), lambda *_: None, 200)
    assert main(["doctor", "--card", str(shown), "--ledger", str(tmp_path / "ledger.sqlite")]) == status
    assert said in capsys.readouterr().out


def test_a_card_that_forgot_the_last_blocks_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = card.path_beside(tmp_path / "ledger.sqlite")
    card.measure(path, lambda *_: None, 130)
    before = path.read_bytes()
    card.measure(path, lambda *_: None, 135)
    lying = bytearray(path.read_bytes())
    for number in range(131, 136):
        at = number % card.BLOCKS * card.BLOCK
        lying[at : at + card.BLOCK] = before[at : at + card.BLOCK]
    path.write_bytes(lying)
    assert main(["doctor", "--card", "135", "--ledger", str(tmp_path / "ledger.sqlite")]) == 1
    assert "acknowledged 135 and has kept 130" in capsys.readouterr().out


def test_the_plug_is_pulled(tmp_path: Path) -> None:
    """As far as a killed process is a pulled plug: what was shown is there."""
    ledger = str(tmp_path / "ledger.sqlite")
    command = [sys.executable, "-m", "companion", "doctor", "--card", "--ledger", ledger]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as counting:
        assert counting.stdout
        lines = [counting.stdout.readline() for _ in range(6)]
        counting.kill()
    last = int(lines[-1].split()[0])
    assert (last, card.kept(card.path_beside(Path(ledger))) >= last) == (5, True)


def test_who_stops_looking_on_is_no_fault_of_the_card(tmp_path: Path) -> None:
    def gone(*_: object) -> None:
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        card.measure(tmp_path / "marks", gone, 1)


def test_without_a_measurement_there_is_nothing_to_compare(tmp_path: Path) -> None:
    with pytest.raises(UserError):
        card.kept(tmp_path / "marks")
    with pytest.raises(UserError):
        card.measure(tmp_path / "nowhere" / "marks", lambda *_: None, 1)
