"""The frame of the `banker` command: what it imports, how it ends, what it says."""

import subprocess
import sys
from importlib import import_module

import pytest

from companion import __version__
from companion.cli import COMMANDS, main
from companion.words.languages import known, language_named
from tests.repo import example_commands


def banker(*arguments: str, module: str = "tests.repo.example_commands") -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", module, *arguments], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("how", "status", "said"),
    [
        ("well", 0, ""),
        ("status", 7, ""),
        ("mendable", 3, "banker: no home directory: set HOME\n"),
        ("interrupted", 130, ""),
    ],
)
def test_how_it_ends(how: str, status: int, said: str) -> None:
    ended = banker("end", "--how", how)
    assert (ended.returncode, ended.stdout, ended.stderr) == (status, "", said)


def test_a_fault_of_the_program_keeps_its_traceback() -> None:
    ended = banker("end", "--how", "broken")
    assert ended.returncode == 1
    assert "Traceback" in ended.stderr
    assert "RuntimeError: a fault of the program" in ended.stderr


def test_a_reader_that_has_left_is_no_error() -> None:
    command = [sys.executable, "-m", "tests.repo.example_commands", "end", "--how", "flood"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["edn"], 'unknown command "edn"; did you mean "end"?'),
        (["zzzz"], 'unknown command "zzzz"; known here: end, missing'),
        (["end", "--how", "so"], "invalid choice: 'so'"),
        (["end", "--ho", "well"], "unrecognized arguments: --ho well"),
        (["--verbose"], "unrecognized arguments: --verbose"),
        ([], "commands:"),
    ],
)
def test_wrong_usage(arguments: list[str], said: str) -> None:
    ended = banker(*arguments)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert said in ended.stderr


def test_help_lists_the_commands_without_importing_them(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"], example_commands.COMMANDS)
    assert ended.value.code == 0
    assert "  missing\n" in capsys.readouterr().out


@pytest.mark.parametrize("language", list(known()))
def test_help_is_in_the_language_of_the_environment(
    language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", f"{language}.UTF-8")
    texts = language_named(language).family("help")
    for arguments in ["--help"], ["games", "--help"]:
        with pytest.raises(SystemExit):
            main(arguments)
        assert texts["command.games"] in capsys.readouterr().out


def test_each_command_says_what_it_is_for_and_no_other() -> None:
    told = {key.removeprefix("command.") for key in language_named("en").family("help") if key.startswith("command.")}
    assert told == set(COMMANDS)


def test_help_of_one_command() -> None:
    ended = banker("end", "--help")
    assert ended.returncode == 0
    assert "usage: banker end" in ended.stdout


def test_version() -> None:
    assert banker("--version", module="companion").stdout == f"banker {__version__}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_exists_and_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    assert f"usage: banker {name}" in capsys.readouterr().out


HEAVY = {
    "PIL", "asyncio", "cryptography", "difflib", "gpiozero", "inspect", "lgpio", "luma", "msgspec", "paho", "segno",
    "serial", "smbus2", "spidev", "sqlalchemy", "sqlite3", "starlette", "tomllib", "uvicorn",
}  # fmt: skip


def test_help_imports_nothing_heavy() -> None:
    """The bar is 60 ms over bare Python; counted in modules, which do not depend on the load of the machine."""
    script = "import sys, companion.cli; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert HEAVY.isdisjoint(loaded)
    ours = {name for name in loaded if name.split(".")[0] == "companion"}
    assert ours == {"companion", "companion.cli", "companion.errors", "companion.text"}


def test_the_targets_are_modules_of_ours() -> None:
    for target in COMMANDS.values():
        assert import_module(target.partition(":")[0]).__name__.startswith("companion.")


@pytest.mark.parametrize(
    "arguments", [["play", "--port"], ["hub", "--port"], ["hub", "--join-port"], ["hub", "--broker-port"]]
)
@pytest.mark.parametrize("port", ["70000", "-1", "http"])
def test_a_port_that_cannot_be_is_wrong_usage(
    arguments: list[str], port: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main([*arguments[:-1], f"{arguments[-1]}={port}"])
    assert stop.value.code == 2
    assert f"argument {arguments[-1]}: invalid port value: '{port}'" in capsys.readouterr().err
