"""What can be wrong at the start: one clear message and a status that is not zero, or the game goes on."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from companion.app.play import _stand
from companion.config import Config
from companion.editions import registry
from companion.errors import Message
from companion.ledger.seal import DeviceKey, fingerprint
from companion.paths import state_directory
from companion.table.parts import Trouble
from companion.table.shown import Notice
from companion.table.views import Display
from companion.web.publisher import written
from tests.e2e.process import PATIENCE, Banker


def play(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "companion", "play", "--no-browser", "--port", "0", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE, check=False, env=os.environ | environment
    )


def message(done: subprocess.CompletedProcess[str]) -> str:
    """The one message of a start that failed."""
    assert done.returncode not in (0, None)
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("banker: ")
    return done.stderr


def test_an_occupied_port(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        done = play("--simulate", "--port", port, "--ledger", str(tmp_path / "ledger.sqlite"))
    assert f"port {port} of 127.0.0.1 is taken by another program" in message(done)


def test_a_broken_configuration_tells_all_faults(tmp_path: Path) -> None:
    config = tmp_path / "banker.toml"
    config.write_text('[table]\ndise = "bank"\nlanguage = "de"\n')
    said = message(play("--simulate", "--config", str(config)))
    assert "dise" in said
    assert "dice" in said, "did you mean"
    assert "language" in said


@pytest.mark.parametrize("text", ["a = " + "[" * 5000, "a = " + "[" * 5000 + "]" * 5000, "a = " + "{b = " * 3000])
def test_a_configuration_nested_too_deep_is_one_line(text: str, tmp_path: Path) -> None:
    config = tmp_path / "banker.toml"
    config.write_text(text)
    said = message(play("--simulate", "--config", str(config)))
    assert "banker.toml" in said
    assert len(said.splitlines()) == 1


def test_a_configuration_that_is_not_there(tmp_path: Path) -> None:
    assert "nowhere.toml" in message(play("--simulate", "--config", str(tmp_path / "nowhere.toml")))


def test_an_unknown_edition(tmp_path: Path) -> None:
    said = message(play("--simulate", "--edition", "clasic", "--ledger", str(tmp_path / "ledger.sqlite")))
    assert 'did you mean "classic"' in said


@pytest.mark.parametrize(
    ("players", "said"),
    [("red,bleu", 'did you mean "blue"'), ("red", "at least two players"), ("red,red", "each once")],
)
def test_players_that_do_not_make_sense(players: str, said: str) -> None:
    done = play("--simulate", "--players", players)
    assert said in message(done)
    assert done.returncode == 2


def test_a_ledger_that_is_none(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.sqlite"
    ledger.write_text("once upon a time " * 100)
    assert "is not a ledger" in message(play("--simulate", "--ledger", str(ledger)))
    assert ledger.read_text().startswith("once upon a time"), "it is left as it was"


def test_a_place_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = message(play("--simulate", "--ledger", str(tmp_path / "file" / "ledger.sqlite")))
    assert str(tmp_path / "file") in said


def test_a_broken_evening_is_put_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table opens all the same, and nothing of the file is lost."""
    state = tmp_path / "state"
    (state / "banker").mkdir(parents=True)
    (state / "banker" / "evening.json").write_text("{")
    monkeypatch.setenv("XDG_STATE_HOME", str(state))
    with Banker(tmp_path / "ledger.sqlite") as banker:
        assert banker.close() == 0
    aside = [file for file in (state / "banker").iterdir() if file.name.startswith("evening.json.")]
    assert [file.read_text() for file in aside] == ["{"]


@pytest.mark.parametrize("damage", [b"", b"{", b"\xff\xfe", b"[" * 5000])
@pytest.mark.parametrize(("name", "file"), [("evening", "evening.json"), ("tags", "tags.json")])
def test_a_damaged_file_beside_the_ledger_is_put_aside_and_said(
    name: str, file: str, damage: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    folder = state_directory()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / file).write_bytes(damage)
    stand = _stand(Config(), {}, simulated=False)
    try:
        notice = stand.table.desk.screen()
        assert isinstance(notice, Notice)
        assert (notice.trouble, notice.name) == (Trouble.PUT_ASIDE, Message(f"file.{name}"))
        assert (folder / f"{file}.damaged-1").read_bytes() == damage
    finally:
        stand.close()


def test_two_damaged_files_are_both_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    folder = state_directory()
    folder.mkdir(parents=True, exist_ok=True)
    for file in ("evening.json", "tags.json"):
        (folder / file).write_bytes(b"{")
    stand = _stand(Config(), {}, simulated=False)
    try:
        display = Display(stand.table.desk.screen())
        said = " ".join(written(display, registry.load("classic"), ()))
        assert "how you played last, the book of tags" in said
    finally:
        stand.close()


def test_the_table_of_a_machine_without_any_device_is_open(tmp_path: Path) -> None:
    """On a real table every device may be missing: the pages are there, and the game waits."""
    with Banker(tmp_path / "ledger.sqlite", where="--real") as banker:
        assert banker.close() == 0


def said_until_stopped(banker: Banker) -> tuple[str, str]:
    """What it prints after the address, until Ctrl-C has ended it; and its errors."""
    banker.process.send_signal(signal.SIGINT)
    said = banker.process.communicate(timeout=PATIENCE)
    assert banker.process.returncode == 0
    return said


def test_the_first_start_makes_the_key_that_seals_games(tmp_path: Path) -> None:
    with Banker(tmp_path / "ledger.sqlite") as banker:
        said = said_until_stopped(banker)[0]
    assert fingerprint(DeviceKey(tmp_path / "device.key").public) in said
    with Banker(tmp_path / "ledger.sqlite") as banker:
        assert "key" not in said_until_stopped(banker)[0]


def test_without_a_key_the_table_opens_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "device.key").symlink_to(tmp_path / "nowhere")
    with Banker(tmp_path / "ledger.sqlite") as banker:
        assert "no key to seal games with" in said_until_stopped(banker)[1]
