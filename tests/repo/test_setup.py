"""What `setup.sh` says and does on machines that lack something; the programs it would call are replaced by notes."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from hashlib import sha256
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.repo.sources import ROOT

NEEDED = (
    *(
        "bash",
        "cat",
        "cp",
        "dirname",
        "env",
        "find",
        "flock",
        "grep",
        "id",
        "mkdir",
        "readlink",
        "rm",
        "sed",
        "sha256sum",
    ),
    *("sort", "tail", "true", "uname", "xargs"),
)
SHARED = ["--numprocesses", "auto", "--maxprocesses", "8", "--dist", "loadfile"]
LOCKS = tuple(f"deploy/lock/{profile}.txt" for profile in ("fast", "hub", "print", "run", "test"))
COMPILED = ("companion/rules/turn.py", "companion/bots/bot.py")
COPIED = ("pyproject.toml", "setup.sh", *LOCKS)


class Machine:
    """A folder with a copy of `setup.sh` and a PATH that holds only what is put there: no compiler, no apt-get."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "my game"
        self.home.mkdir()
        self.programs = folder / "bin"
        self.programs.mkdir()
        for name in COPIED:
            (self.home / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.home / name)
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


def test_an_installation_that_was_interrupted_is_ended_first(machine: Machine, tmp_path: Path) -> None:
    machine.has("id", "echo 0")
    ended = tmp_path / "ended"
    machine.has("dpkg", f'echo "$@" >{ended}')
    machine.has(
        "apt-get",
        f'case "$*" in *install*) [ -e {ended} ] || {{ echo "E: dpkg was interrupted, you"; exit 100; }};; esac',
    )
    assert "apt-get could not" not in machine.setup("play").stderr
    assert ended.read_text(encoding="utf-8") == "--configure -a\n"


def test_package_lists_that_cannot_be_renewed_are_no_obstacle(machine: Machine) -> None:
    machine.has("id", "echo 0")
    machine.has("apt-get", 'case "$*" in *update*) echo "Temporary failure resolving"; exit 100;; *) exit 1;; esac')
    said = machine.setup("play").stderr.splitlines()
    assert said[1].endswith("going on with the old package lists: no connection to the package server")


def set_up(machine: Machine, profile: str, programs: dict[str, str]) -> None:
    """Let a machine be ready, with these scripts as the programs of its virtual environment."""
    venv = machine.home / ".venv"
    for name, script in programs.items():
        (venv / name).parent.mkdir(parents=True, exist_ok=True)
        (venv / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        (venv / name).chmod(0o755)
    noted = b"".join((machine.home / name).read_bytes() for name in COPIED)
    digest = sha256(noted + f"{machine.home}\n{venv / 'bin/python'}\n".encode()).hexdigest()
    (venv / f"ready-{profile}").write_text(f"{digest}  -\n", encoding="utf-8")


@pytest.mark.parametrize("chosen", [[], ["tests/rules", "-k", "rent"]])
def test_all_tests_share_the_cores_and_what_is_chosen_runs_as_pytest_runs_it(
    machine: Machine, chosen: list[str]
) -> None:
    checks = ("bin/ruff", "bin/banker", "node_modules/.bin/eslint", "node_modules/.bin/tsc")
    set_up(machine, "test", {"bin/python": 'echo "$@"'} | dict.fromkeys(checks, "exit 0"))
    words = machine.setup("test", *chosen).stdout.splitlines()[-1].split()
    assert words == ["-m", "pytest", *(chosen or SHARED)]


@pytest.fixture
def compiling(machine: Machine) -> Machine:
    """One that is set up; its pip notes what it compiles, and its banker says with which rules it runs."""
    for name in ("README.md", "LICENSE", "deploy/native.py", *COMPILED, "companion/cli.py"):
        (machine.home / name).parent.mkdir(exist_ok=True, parents=True)
        (machine.home / name).write_text(name, encoding="utf-8")
    target = (
        'while [ $# -gt 0 ]; do [ "$1" != --target ] || { echo compiled >>"$HOME/compiled"; mkdir "$2"; }; shift; done'
    )
    set_up(machine, "run", {"bin/python": target, "bin/banker": 'cd "$BANKER_COMPILED" && echo fast'})
    machine.has("cc", "exit 0")
    return machine


def runs_fast(machine: Machine) -> int:
    """How often was compiled once it ran."""
    ended = machine.setup("fast")
    assert (ended.returncode, ended.stdout) == (0, "fast\n"), ended.stderr
    return len((machine.home / "compiled").read_text(encoding="utf-8").splitlines())


def test_it_compiles_once_and_then_waits_for_no_other_setup(compiling: Machine) -> None:
    assert runs_fast(compiling) == 1
    compiling.has("flock", "exit 1")
    assert runs_fast(compiling) == 1


@pytest.mark.parametrize("name", COMPILED)
def test_it_compiles_anew_when_rules_or_bots_change(compiling: Machine, name: str) -> None:
    assert runs_fast(compiling) == 1
    (compiling.home / name).write_text("changed", encoding="utf-8")
    assert runs_fast(compiling) == 2


def test_it_does_not_compile_anew_when_anything_else_changes(compiling: Machine) -> None:
    assert runs_fast(compiling) == 1
    (compiling.home / "companion" / "cli.py").write_text("changed", encoding="utf-8")
    assert runs_fast(compiling) == 1


def test_the_first_simulation_has_the_rules_compiled_beside_it_and_says_so(compiling: Machine) -> None:
    (compiling.home / ".venv" / "bin" / "banker").write_text("#!/bin/sh\necho played\n", encoding="utf-8")
    asked = compiling.home / "asked"
    compiling.has("nice", f'echo "$@" >>{asked}')
    first = compiling.setup("banker", "simulate")
    assert first.stdout == "played\n"
    assert first.stderr == "setup: compiling the rules in the background; later simulations will be faster\n"
    assert compiling.setup("compile").returncode == 0
    assert compiling.setup("banker", "simulate").stderr == ""
    (compiling.programs / "cc").unlink()
    (compiling.home / COMPILED[0]).write_text("changed", encoding="utf-8")
    assert compiling.setup("banker", "simulate").stderr == ""


def test_what_could_not_be_compiled_is_tried_once(compiling: Machine) -> None:
    (compiling.home / ".venv" / "bin" / "banker").write_text("#!/bin/sh\necho played\n", encoding="utf-8")
    compiling.has("cp", "exit 1")
    assert compiling.setup("compile").returncode == 1
    assert compiling.setup("banker", "simulate").stderr == ""


def test_a_plain_and_a_compiled_wheel_are_made(compiling: Machine) -> None:
    asked, dist = compiling.home / "asked", compiling.home / "dist"
    noting = f'#!/bin/sh\necho "${{HATCH_BUILD_HOOK_ENABLE_MYPYC:-false}} $*" >>"{asked}"\n'
    (compiling.home / ".venv" / "bin" / "python").write_text(noting, encoding="utf-8")
    dist.mkdir()
    (dist / "plain.whl").touch()
    ended = compiling.setup("wheel")
    assert (ended.returncode, ended.stderr.splitlines()[-1]) == (0, "setup: ready: plain.whl")
    plain, built = [line for line in asked.read_text("utf-8").splitlines() if " -m pip wheel " in line]
    assert (plain.split()[0], plain.endswith(f" {compiling.home}")) == ("false", True)
    assert (built.split()[0], built.endswith(f" {compiling.home}/.venv/fast-source")) == ("true", True)


def test_what_was_half_compiled_is_not_taken_for_ready(compiling: Machine) -> None:
    pip = compiling.home / ".venv" / "bin" / "python"
    whole = pip.read_text(encoding="utf-8")
    pip.write_text(whole.replace('mkdir "$2"', 'mkdir "$2"; exit 1'), encoding="utf-8")
    assert compiling.setup("fast").returncode == 1
    pip.write_text(whole, encoding="utf-8")
    assert runs_fast(compiling) == 2


def modules_tried() -> list[str]:
    found = re.search(r'RUN_MODULES="([^"]+)"', (ROOT / "setup.sh").read_text(encoding="utf-8"))
    assert found
    return found[1].split()


def test_it_is_ready_when_all_that_it_runs_on_can_be_imported() -> None:
    tried = {each.partition(".")[0] for each in modules_tried()}
    sources = packages_distributions()
    found = {canonicalize_name(name) for module in tried for name in sources[module]}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = {canonicalize_name(Requirement(each).name) for each in project["dependencies"]}
    assert asked - found == {"rpi-lgpio"}


def test_it_is_not_ready_before(machine: Machine) -> None:
    broken = 'case "$*" in *importlib*) echo "ImportError: libopenjp2.so.7"; exit 1;; esac'
    set_up(machine, "test", {"bin/python": broken, "bin/banker": "echo opened"})
    (machine.home / ".venv" / "ready-test").unlink()
    machine.has("cc", "exit 0")
    ended = machine.setup("play")
    assert ended.returncode == 1
    assert ended.stderr.endswith("setup: what was installed does not run here: ImportError: libopenjp2.so.7\n")
    assert not (machine.home / ".venv" / "ready-run").exists()


def test_it_is_a_program() -> None:
    for script in ("setup.sh", ".ci/run"):
        assert os.access(ROOT / script, os.X_OK)
