"""Files written by somebody else: whatever stands in them acts on no terminal and looks like nothing of our own."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.cli import main
from companion.editions.registry import load
from companion.ledger.seal import key_beside, make_key
from companion.ledger.store import Ledger
from companion.paths import state_directory
from companion.rules.commands import Begin, Correct, Finish, Roll, Subject
from companion.rules.edition import Edition
from companion.rules.game import Game
from companion.rules.rules import Rules

EVIL = "\x1b[2J\x9b31m\u202e\r\nFORGED: HOLDS"
"""Clears the screen, turns writing round, and begins a line of its own."""
ACTS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e]")


def hostile(value: Any) -> Any:
    """The same, with evil in every name that people read."""
    match value:
        case dict():
            return {key: f"{each}{EVIL}" if key == "name" else hostile(each) for key, each in value.items()}
        case list():
            return [hostile(each) for each in value]
    return value


@pytest.fixture
def edition() -> Edition:
    raw = hostile(msgspec.to_builtins(load("classic")))
    return msgspec.convert(raw | {"title": f"Classic{EVIL}", "note": EVIL, "money": "${}" + EVIL}, Edition)


@pytest.fixture
def ledger(tmp_path: Path, edition: Edition) -> Path:
    path = tmp_path / "ledger.sqlite"
    make_key(key_beside(path))
    game = Game.begin(Rules(edition), Begin(edition, ("red", f"Mallory{EVIL}")))
    with Ledger(path) as ledger:
        name = f"game{EVIL}"
        ledger.append(name, "test", game.steps[0].command, game.steps[0].events)
        for command in (
            Correct(Subject.CASH, 0, 700, EVIL), Roll(0, 1, 2), Roll(1, 1, 1), Finish(EVIL),
        ):  # fmt: skip
            if game.refusal(command) is None:
                ledger.append(name, f"table{EVIL}", command, game.ask(command))
        ledger.seal(name, f"pause{EVIL}")
    return path


@pytest.mark.parametrize(
    "words",
    [
        ("games",),
        ("history", "last"),
        ("at", "last", "-1"),
        ("statement", "last", "2"),
        ("statement", "last", "2", "--csv"),
        ("why", "last", "1"),
        ("dice",),
        ("verify", "last"),
        *(("export", "last", "--format", form) for form in ("csv", "txt", "html")),
        ("history", f"nothing{EVIL}"),
        ("at", f"x{EVIL}", f"7{EVIL}"),
    ],
)
def test_a_hostile_ledger_moves_no_cursor_and_writes_no_line(
    ledger: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        main([*words, "--ledger", str(ledger)])
    except SystemExit as stop:
        assert stop.code == 2  # noqa: PT017
    said = "".join(capsys.readouterr())
    assert said
    assert ACTS.findall(said.replace("\r\n", "\n")) == []
    assert not re.search(r"^\W*FORGED: HOLDS", said, re.MULTILINE)


def quiet(said: str) -> bool:
    """Whether it acts on nothing and begins no line with what it should not."""
    return not ACTS.findall(said.replace("\r\n", "\n")) and not re.search(r"^\W*FORGED: HOLDS", said, re.MULTILINE)


@pytest.mark.parametrize("command", ["verify", "recover"])
def test_a_hostile_file_is_told_in_lines_of_our_own(
    ledger: Path, tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    export = tmp_path / "game.jsonl"
    main(["export", "last", "--ledger", str(ledger), "-o", str(export)])
    main([command, str(export if command == "verify" else ledger)])
    said = "".join(capsys.readouterr())
    assert said
    assert quiet(said), said


def test_hostile_editions_and_tags_are_told_in_lines_of_our_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    folder = tmp_path / "mine"
    monkeypatch.chdir(tmp_path)
    assert main(["edition", "new", str(folder)]) == 0
    evil = json.dumps(EVIL)[1:-1]
    for file in folder.iterdir():
        text = file.read_text(encoding="utf-8")
        file.write_text(re.sub(r'\b(title|name|note) = "', lambda found: found[0] + evil, text), encoding="utf-8")
    board = folder / "board.toml"
    board.write_text(board.read_text(encoding="utf-8") + f'\n["x{evil}"]\n', encoding="utf-8")
    state_directory().mkdir(parents=True, exist_ok=True)
    tags = {"tags": {f"04{EVIL}": {"type": "player", "name": f"Mo{EVIL}"}}}
    (state_directory() / "tags.json").write_text(json.dumps(tags), encoding="utf-8")
    for words in (["check", str(folder)], ["show", str(folder)], ["list", "--editions", str(tmp_path)]):
        try:
            main(["edition", *words])
        except SystemExit as stop:
            assert stop.code == 2  # noqa: PT017
    main(["enrol", "--list"])
    said = "".join(capsys.readouterr())
    assert "FORGED" in said
    assert quiet(said), said
