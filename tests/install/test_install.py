"""`setup.sh install` and `uninstall` on a Raspberry Pi of files; programs that change the system only write down calls.

The whole of it, with real packages, users and permissions, is `in_a_root.sh`.
"""

import configparser
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.config import load
from companion.devices.settings import BoxSettings
from tests.repo.sources import ROOT
from tests.repo.test_setup import Machine

TOOLS = (
    "bash", "basename", "cat", "chmod", "cmp", "dirname", "env", "flock", "grep", "id", "install", "mkdir", "readlink",
    "rm", "sed", "sh", "sha256sum", "tail", "true", "uname",
)  # fmt: skip
NOTED = ("raspi-config", "systemctl", "udevadm", "groupadd", "useradd", "usermod", "hostname", "chown", "apt-get")
UNIT, RULES, COMMAND = "etc/systemd/system/banker.service", "etc/udev/rules.d/60-banker.rules", "usr/local/bin/banker"
FAST = "dtparam=i2c_arm_baudrate=400000"


class Board(Machine):
    """A machine whose / is a folder, with everything a Raspberry Pi OS brings."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.root = folder / "root"
        self.calls = folder / "calls"
        shutil.rmtree(self.home / "deploy")
        for name in ("companion", "deploy", "docs"):
            (self.home / name).symlink_to(ROOT / name)
        for name in TOOLS:
            found = shutil.which(name)
            assert found is not None, name
            (self.programs / name).unlink(missing_ok=True)
            (self.programs / name).symlink_to(found)
        for name in NOTED:
            self.has(name, f'echo {name} "$@" >>{self.calls}')
        self.has("hostname", "echo table")
        self.has("id", '[ "$*" = -u ] && echo 0')
        self.has("install", 'for a; do shift; case $a in banker|--owner|--group) ;; *) set -- "$@" "$a";; esac; done; '
                 f'exec {shutil.which("install")} "$@"')  # fmt: skip
        for name in ("gcc", "cc", "swig"):
            self.has(name, "")
        self.write("proc/device-tree/model", "Raspberry Pi Zero 2 W Rev 1.0\0")
        self.config = self.write("boot/firmware/config.txt", "arm_boost=1\n\n[pi5]\nusb_max_current_enable=1\n")
        self._make_venv()

    def _make_venv(self) -> None:
        """An environment that is whole, whose Python installs nothing."""
        python = self.write(
            "opt/companion/venv/bin/python", f'#!/bin/sh\necho python "$@" >>{self.calls}\necho 123456\n'
        )
        python.chmod(0o755)

    def write(self, path: str, text: str) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def run(self, command: str) -> subprocess.CompletedProcess[str]:
        variables = {"PATH": str(self.programs), "HOME": str(self.home), "BANKER_PYTHON": sys.executable}
        return subprocess.run(
            [self.home / "setup.sh", command], env=variables | {"BANKER_ROOT": str(self.root)}, cwd="/",
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    def install(self) -> str:
        done = self.run("install")
        assert done.returncode == 0, done.stderr + self.log()
        return done.stderr

    def log(self) -> str:
        log = self.root / "var/log/companion-setup.log"
        return log.read_text(encoding="utf-8") if log.exists() else ""

    def called(self) -> list[str]:
        return self.calls.read_text(encoding="utf-8").splitlines()


@pytest.fixture
def board(tmp_path: Path) -> Board:
    return Board(tmp_path)


def test_everything_is_put_in_its_place(board: Board) -> None:
    said = board.install()
    called = board.called()
    assert "raspi-config nonint do_spi 0" in called
    assert "raspi-config nonint do_i2c 0" in called
    assert "usermod --append --groups gpio,spi,i2c,dialout banker" in called
    assert {"systemctl daemon-reload", "systemctl enable banker.service", "systemctl restart banker.service"} <= {
        *called
    }
    for path in (UNIT, RULES, COMMAND, "opt/companion/share/install.md"):
        assert (board.root / path).is_file(), path
    assert (board.root / COMMAND).stat().st_mode & 0o111
    assert "the referee's PIN is 123456" in said
    assert "sudo reboot" in said
    assert "http://table.local:8080" in said


def test_the_program_is_not_linked_to_the_folder_it_came_from_and_is_compiled(board: Board) -> None:
    board.install()
    [own] = [call for call in board.called() if call.endswith(f" {board.home}")]
    assert "--no-deps" in own
    assert "--editable" not in own
    assert any("-m compileall -q" in call for call in board.called())


def test_a_second_time_changes_nothing(board: Board) -> None:
    board.install()
    (board.root / "etc/banker/banker.toml").write_text("# mine\n", encoding="utf-8")
    before = board.config.read_text(encoding="utf-8")
    said = board.install()
    assert board.config.read_text(encoding="utf-8") == before
    assert before.count(FAST) == 1
    assert (board.root / "etc/banker/banker.toml").read_text(encoding="utf-8") == "# mine\n"
    assert "sudo reboot" not in said
    assert "PIN" not in said


def test_config_txt_keeps_all_else_and_the_block_holds_for_every_model(board: Board) -> None:
    before = board.config.read_text(encoding="utf-8")
    board.install()
    after = board.config.read_text(encoding="utf-8")
    assert after == f"{before}# companion: begin\n[all]\n{FAST}\n# companion: end\n"
    assert board.run("uninstall").returncode == 0
    assert board.config.read_text(encoding="utf-8") == before


def test_without_raspi_config_it_writes_what_that_would(board: Board) -> None:
    (board.programs / "raspi-config").unlink()
    board.install()
    assert f"[all]\ndtparam=spi=on\ndtparam=i2c_arm=on\n{FAST}\n" in board.config.read_text(encoding="utf-8")
    assert (board.root / "etc/modules-load.d/banker.conf").read_text(encoding="utf-8") == "i2c-dev\n"


def test_an_older_system_has_its_config_elsewhere(board: Board) -> None:
    old = board.write("boot/config.txt", "")
    board.config.unlink()
    board.install()
    assert FAST in old.read_text(encoding="utf-8")


def test_uninstalling_leaves_games_and_settings(board: Board) -> None:
    board.install()
    game = board.write("var/lib/banker/ledger.sqlite", "games")
    done = board.run("uninstall")
    assert done.returncode == 0
    assert "systemctl disable --now banker.service" in board.called()
    assert game.exists()
    assert (board.root / "etc/banker/banker.toml").exists()
    for path in (UNIT, RULES, COMMAND, "opt/companion"):
        assert not (board.root / path).exists(), path
    assert board.run("uninstall").returncode == 0


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("proc/device-tree/model", "this is no Raspberry Pi; what you want here is: ./setup.sh play"),
        ("boot/firmware/config.txt", "there is no config.txt in /boot/firmware or /boot; is that partition mounted?"),
    ],
)
def test_where_it_cannot_be_installed(board: Board, path: str, message: str) -> None:
    (board.root / path).unlink()
    done = board.run("install")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == f"setup: {message}"
    assert not (board.root / UNIT).exists()


def test_without_the_right_it_asks_for_it(board: Board) -> None:
    board.has("id", "echo 1000")
    assert board.run("install").stderr == f"setup: type this as root: {board.home}/setup.sh install\n"
    board.has("sudo", f'echo sudo "$@" >>{board.calls}')
    assert board.run("install").returncode == 0
    assert board.called()[-1] == f"sudo -- BANKER_PYTHON={sys.executable} {board.home}/setup.sh install"


def test_the_settings_that_are_written_can_be_read(board: Board) -> None:
    board.install()
    config = load(board.root / "etc/banker/banker.toml")
    assert (config.web.host, config.web.pin, config.box) == ("", "123456", BoxSettings())


def test_the_unit_names_what_is_installed() -> None:
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(ROOT / "deploy/banker.service", encoding="utf-8")
    service = unit["Service"]
    assert service["ExecStart"].split()[:2] == ["/opt/companion/venv/bin/banker", "play"]
    assert service["User"] == "banker"
    assert service["WorkingDirectory"] == f"/var/lib/{service['StateDirectory']}"
    assert f"LG_WD=/run/{service['RuntimeDirectory']}" in service["Environment"]
    script = (ROOT / "deploy/install.sh").read_text(encoding="utf-8")
    [groups] = re.findall(r"GROUPS_OF_THE_HARDWARE=\((.+?)\)", script)
    assert service["SupplementaryGroups"] == groups
