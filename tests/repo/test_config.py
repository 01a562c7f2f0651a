"""`banker.toml`: found, read, checked and shown."""

from pathlib import Path

import pytest

from companion.cli import main
from companion.config import Config, TableSection, load
from companion.devices.settings import BoxSettings, ButtonSettings, DieSettings, EncoderSettings
from companion.errors import UserError
from companion.paths import config_candidates, default_ledger, state_directory
from companion.words.refusals import worded
from tests.refused import refused

PARTS = 'one of "reader", "panel", "buttons", "encoder", "buzzer", "die"'


def write(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def faults_of(text: str, folder: Path) -> list[str]:
    file = write(folder / "banker.toml", text)
    with pytest.raises(UserError) as raised:
        load(file)
    assert raised.value.exit_code == 1
    return [line.removeprefix(f"{file}:") for line in worded(raised.value).splitlines()]


def test_defaults_hold_without_a_file() -> None:
    assert load() == Config()
    assert Config().table.ledger_file == default_ledger()


def test_the_first_file_found_is_read_alone(tmp_path: Path, fresh_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    users = write(fresh_home / ".config/banker/banker.toml", "web.port = 1")
    assert users == config_candidates()[0]
    assert load().web.port == 1
    monkeypatch.setenv("XDG_CONFIG_HOME", "relative/is/ignored")
    assert load().web.port == 1
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert load().web.port == 8080
    monkeypatch.setenv("BANKER_CONFIG", str(write(tmp_path / "e.toml", "web.host = 'e'")))
    assert (load().web.host, load().web.port) == ("e", 8080)
    assert load(users).web.port == 1


def test_a_named_file_must_exist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BANKER_CONFIG", str(tmp_path / "none.toml"))
    with refused(UserError, r"none\.toml: No such file or directory"):
        load()


def test_all_sections(tmp_path: Path) -> None:
    config = load(
        write(
            tmp_path / "banker.toml",
            """
            [table]
            language = "vi"
            edition = "saigon"
            rules = {salary = 400, auctions = false}
            players = ["green", "black", "red"]
            ledger = "family.sqlite"
            [web]
            pin = "1234"
            [devices]
            without = ["panel"]
            buttons = {debounce_ms = 10}
            encoder = {}
            """,
        )
    )
    assert config.table.rules == {"salary": 400, "auctions": False}
    assert config.table.ledger_file == state_directory() / "family.sqlite"
    assert config.box == BoxSettings(panel=None, buttons=ButtonSettings(debounce_ms=10), encoder=EncoderSettings())


def test_a_ledger_may_lie_anywhere(fresh_home: Path) -> None:
    assert TableSection(ledger="/media/stick/a.sqlite").ledger_file == Path("/media/stick/a.sqlite")
    assert TableSection(ledger="~/a.sqlite").ledger_file == fresh_home / "a.sqlite"


def test_the_serial_die_is_there_when_it_is_thrown() -> None:
    assert Config().box.die is None
    assert Config(table=TableSection(dice="serial")).box.die == DieSettings()


def test_all_faults_at_once(tmp_path: Path) -> None:
    text = """
[tabel]
[table]
dice = "cube"
players = ["red", "rde", "red"]
[web]
port = 65536
pin = "1234"
[devices]
without = ["pannel"]
[devices.buttons]
pins.ok = 3
pins.up = 12
debounce = 5
[devices.reader]
reset_pin = "25"
"""
    assert faults_of(text, tmp_path) == [
        '2:2: tabel: unknown key; did you mean "table"?',
        '4:8: table.dice: must be one of "serial", "buttons", "bank", not "cube"',
        '5:11: table.players: "rde" is neither a color nor a name with a capital; did you mean "red"?',
        "5:11: table.players: each plays once",
        "7:8: web.port: must be a whole number <= 65535, not 65536",
        f'10:12: devices.without[0]: must be {PARTS}, not "pannel"; did you mean "panel"?',
        '14:1: devices.buttons.debounce: unknown key; did you mean "debounce_ms"?',
        '16:13: devices.reader.reset_pin: must be a whole number, not "25"',
    ]


def test_faults_between_settings_stand_at_their_keys(tmp_path: Path) -> None:
    text = """
table.players = ["red", "rde", "red"]
web.pin = "12"
[devices.buttons]
pins.ok = 3
pins.up = 12
"""
    assert faults_of(text, tmp_path) == [
        '2:17: table.players: "rde" is neither a color nor a name with a capital; did you mean "red"?',
        "2:17: table.players: each plays once",
        "3:11: web.pin: must be 4 to 12 digits, better 6 or more",
        "4:2: devices.buzzer.pin: GPIO 12 is already used by buttons.pins.up",
        "5:11: devices.buttons.pins.ok: GPIO 3 belongs to I2C, SPI or the serial port",
    ]


def test_what_is_shown_can_be_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["config"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("# Defaults; to change them, write what differs into one of: ")
    changed = shown.replace("rules = {}\n", 'rules = {"a b" = true}\n').replace('"classic"', '"uk"')
    edited = write(tmp_path / "a.toml", changed)
    assert load(edited) == Config(table=TableSection(edition="uk", rules={"a b": True}))
    assert main(["config", "--config", str(edited)]) == 0
    assert capsys.readouterr().out.startswith(f"# From {edited}.\n")


def test_a_broken_file_ends_the_command_with_its_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path / "banker.toml", "web.prot = 1\nweb.host = 2")
    assert main(["config", "--config", str(file)]) == 1
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.splitlines() == [
        f'banker: {file}:1:5: web.prot: unknown key; did you mean "port"?',
        f"{file}:2:12: web.host: must be a text, not 2",
    ]


def test_the_state_directory_is_the_services_then_the_users(
    tmp_path: Path, fresh_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert state_directory() == fresh_home / ".local/state/banker"
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "xdg"))
    assert state_directory() == tmp_path / "xdg/banker"
    monkeypatch.setenv("STATE_DIRECTORY", f"{tmp_path / 'service'}:/another")
    assert state_directory() == tmp_path / "service"
    assert state_directory().stat().st_mode & 0o777 == 0o700


def test_a_state_directory_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(write(tmp_path / "file", "")))
    with refused(UserError, r"no directory for the games: .*/file/banker: Not a directory"):
        state_directory()
