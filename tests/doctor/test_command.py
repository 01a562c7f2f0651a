import json
import sqlite3
from pathlib import Path

import pytest

from companion.cli import main
from companion.doctor.checks import CHECKS
from companion.ledger.store import Ledger
from tests.ledger.playing import new_game, record


def doctor(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    status = main(["doctor", *arguments])
    return status, capsys.readouterr().out


def test_a_desktop_is_sound_and_says_that_chips_are_simulated(capsys: pytest.CaptureFixture[str]) -> None:
    status, said = doctor(capsys, "--simulate")
    assert status == 0, said
    assert "no Raspberry Pi is used" in said
    assert said.splitlines()[-1] == "0 faults, 0 warnings; the chips were simulated ones"
    assert "reader     simulated RC522, version 2 (0x92)" in said.splitlines()


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    status, said = doctor(capsys, "--json", "--simulate")
    report = json.loads(said)
    assert (status, report["ok"], report["simulated"], report["model"]) == (0, True, True, "")
    names = [finding["check"] for finding in report["findings"]]
    assert list(dict.fromkeys(names)) == [check.name for check in CHECKS if check.name in names]
    assert {"check", "level", "what", "remedy", "faults"} == set(report["findings"][0])


def test_without_simulation_a_desktop_has_faults(capsys: pytest.CaptureFixture[str]) -> None:
    status, said = doctor(capsys, "--json", "--real")
    faults = {finding["check"] for finding in json.loads(said)["findings"] if finding["level"] == "fault"}
    assert status == 1
    assert {"board", "SPI", "I2C"} <= faults


def test_settings_that_cannot_be_read_are_a_fault_and_all_else_is_looked_at(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "banker.toml"
    file.write_text("[devices]\npanl = 1\n", encoding="utf-8")
    status, said = doctor(capsys, "--simulate", "--config", str(file))
    assert status == 1
    assert 'devices.panl: unknown key; did you mean "panel"?' in said
    assert "panel      simulated" in said


@pytest.mark.parametrize(("pin", "warnings"), [("", 0), ("4321", 1), ("482913", 0)])
def test_a_short_pin_works_and_is_warned_of(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, pin: str, warnings: int
) -> None:
    file = tmp_path / "banker.toml"
    file.write_text(f'[web]\npin = "{pin}"\n', encoding="utf-8")
    status, said = doctor(capsys, "--simulate", "--config", str(file))
    assert (status, said.count("the PIN has 4 digits")) == (0, warnings)


def test_a_damaged_ledger(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    with Ledger(path) as ledger:
        record(ledger, "one", new_game(), 1, 3)
    status, said = doctor(capsys, "--simulate", "--ledger", str(path))
    assert status == 0
    assert f"1 game in {path}" in said or f"1 games in {path}" in said
    with sqlite3.connect(path) as db:
        db.execute("DROP TRIGGER IF EXISTS entries_stay")
        db.execute("UPDATE entries SET line = substr(line, 2)")
    db.close()
    status, said = doctor(capsys, "--simulate", "--ledger", str(path))
    assert status == 1
    assert f"> banker recover --ledger {path}" in said


def test_a_key_that_others_may_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    assert main(["key", "--ledger", str(path)]) == 0
    (tmp_path / "device.key").chmod(0o644)
    status, said = doctor(capsys, "--simulate", "--ledger", str(path))
    assert status == 1
    assert f"chmod 600 {tmp_path / 'device.key'}" in said


def test_live_hands_do_everything_once(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "banker.toml"
    file.write_text('[table]\ndice = "serial"\n[devices.encoder]\n', encoding="utf-8")
    status, said = doctor(capsys, "--simulate", "--live", "--config", str(file))
    assert status == 0
    told = [line[10:] for line in said.splitlines()[1:]]
    assert told[:3] == ["tag deadbeef", "off deadbeef", "tag 04a1b2c3d4e5f6"]
    assert {"pressed up", "pressed info", "turned +1", "turned -1"} <= set(told)
    assert told[-1].startswith("rolled 3 4 (sim-die ")
