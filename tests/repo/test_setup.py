"""What `setup.sh` says and does on machines that lack something; the programs it would call are replaced by notes."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.repo.sources import ROOT

NEEDED = ("bash", "cat", "dirname", "env", "flock", "grep", "id", "readlink", "sha256sum", "tail", "true", "uname")


class Machine:
    """A folder with a copy of `setup.sh` and a PATH that holds only what is put there: no compiler, no apt-get."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "my game"
        self.home.mkdir()
        self.programs = folder / "bin"
        self.programs.mkdir()
        for name in ("setup.sh", "pyproject.toml"):
            shutil.copy(ROOT / name, self.home)
        for name in NEEDED:
            found = shutil.which(name)
            assert found is not None
            (self.programs / name).symlink_to(found)

    def has(self, name: str, script: str) -> None:
        program = self.programs / name
        program.unlink(missing_ok=True)
        program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        program.chmod(0o755)

    def setup(self, *arguments: str, python: str = sys.executable) -> subprocess.CompletedProcess[str]:
        variables = {"PATH": str(self.programs), "HOME": str(self.home), "BANKER_PYTHON": python}
        return subprocess.run(
            [self.home / "setup.sh", *arguments], env=variables, cwd="/", capture_output=True, text=True, check=False
        )


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.parametrize("arguments", [[], ["help"], ["--help"]])
def test_help_installs_nothing(machine: Machine, arguments: list[str]) -> None:
    before = sorted(machine.home.iterdir())
    ended = machine.setup(*arguments)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("usage: ./setup.sh COMMAND")
    assert sorted(machine.home.iterdir()) == before


def test_an_unknown_command(machine: Machine) -> None:
    ended = machine.setup("paly")
    assert ended.returncode == 1
    assert ended.stderr.endswith("setup: unknown command: paly\n")


def test_a_python_that_does_not_fit(machine: Machine) -> None:
    ended = machine.setup("play", python="/bin/false")
    assert (ended.returncode, ended.stderr) == (1, "setup: BANKER_PYTHON=/bin/false is not a Python 3.11 to 3.13\n")


def test_another_system_than_linux(machine: Machine) -> None:
    machine.has("uname", "echo Darwin")
    ended = machine.setup("play")
    assert (ended.returncode, ended.stderr) == (1, "setup: Linux is needed (on Windows: WSL)\n")


def test_without_apt_it_names_what_is_missing(machine: Machine) -> None:
    ended = machine.setup("play")
    assert ended.returncode == 1
    assert ended.stderr.startswith("setup: this system has no apt-get; install what Debian calls: gcc libc6-dev")


def test_without_the_right_it_says_what_to_type(machine: Machine) -> None:
    machine.has("id", "echo 1000")
    machine.has("sudo", "exit 1")
    machine.has("apt-get", "echo must not be called >&2")
    ended = machine.setup("play")
    assert ended.returncode == 1
    command = "sudo apt-get update && sudo apt-get install -y gcc libc6-dev"
    assert ended.stderr.startswith(f"setup: type this, then start again: {command}")
    assert len(ended.stderr.splitlines()) == 1


def test_with_sudo_it_installs_and_shows_the_cause_when_that_fails(machine: Machine, tmp_path: Path) -> None:
    machine.has("id", "echo 1000")
    machine.has("sudo", 'shift; exec "$@"')
    called = tmp_path / "called"
    machine.has("apt-get", f'echo "$@" >>{called}; case "$*" in *install*) echo "E: no such package"; exit 100;; esac')
    ended = machine.setup("play")
    assert ended.returncode == 1
    assert ended.stderr.splitlines()[0].startswith("setup: installing with apt-get: gcc libc6-dev")
    assert "setup: apt-get could not install gcc libc6-dev" in ended.stderr
    assert f": E: no such package; see {machine.home}/.setup.log" in ended.stderr
    update, install = called.read_text(encoding="utf-8").splitlines()
    assert update.endswith(" update")
    assert " install --no-install-recommends gcc libc6-dev" in install


def test_package_lists_that_cannot_be_renewed_are_no_obstacle(machine: Machine) -> None:
    machine.has("id", "echo 0")
    machine.has("apt-get", 'case "$*" in *update*) echo "Temporary failure resolving"; exit 100;; *) exit 1;; esac')
    said = machine.setup("play").stderr.splitlines()
    assert said[1].endswith("going on with the old package lists: no connection to the package server")


def test_it_is_a_program() -> None:
    for script in ("setup.sh", ".ci/run"):
        assert os.access(ROOT / script, os.X_OK)
