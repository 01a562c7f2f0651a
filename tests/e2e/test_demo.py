"""`banker demo`: whole games through the chips, and everything agrees at the end."""

from pathlib import Path

import msgspec
import pytest

from companion.cli import main
from companion.demo.command import half_blocks
from companion.demo.evening import disagreements
from companion.editions.registry import load
from companion.editions.writer import written
from companion.ledger.history import fold
from companion.ledger.store import Archive
from companion.rules.frames import BANK


def test_a_classic_game_of_four_has_a_winner(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ledger = tmp_path / "ledger.sqlite"
    assert main(["demo", "--seed", "2", "--players", "4", "--ledger", str(ledger), "--json"]) == 0
    summary = msgspec.json.decode(capsys.readouterr().out)
    with Archive(ledger) as archive:
        (row,) = archive.games()
        entries = archive.entries(row.id)
    assert summary == {
        "games": 1,
        "winner": row.winner,
        "entries": len(entries),
        "turns": summary["turns"],
        "ok": True,
    }
    game = fold(entries)
    assert game.state.over
    assert list(disagreements(game, game)) == []
    assert {entry.origin for entry in entries} <= {"table", "tap", "button", "die"}


@pytest.mark.parametrize(("edition", "players"), [("saigon", 3), ("web", 2), ("gold", 3), ("junior", 4)])
def test_other_editions_end_too(edition: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["demo", "--seed", "8", "--edition", edition, "--players", str(players), "--quiet"]
    assert main(arguments) == 0
    assert " wins after " in capsys.readouterr().out


def test_a_dear_board_is_played_in_as_many_entries_as_the_dollar_board(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also one whose Boardwalk costs 40,000,000 without a unit, and one that is raised by 100,000 at most."""
    mine = tmp_path / "banker" / "editions" / "dear"
    mine.mkdir(parents=True)
    count = "[count]\nsquares = 40\ndeeds = 28\nchance = 16\nchest = 16\n"
    about = 'title = "Dear"\nunit = 100_000\ndecks = "classic"\nboard = "classic"\n'
    (mine / "edition.toml").write_text(f"{about}{count}", "utf-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    dear = load("dear", directories=[mine.parent])
    for name, steps in (("unitless", 0), ("stepwise", 100_000)):
        options = msgspec.structs.replace(dear.options, auction_step_max=steps)
        for file, text in written(msgspec.structs.replace(dear, unit=1, options=options), str).items():
            (mine.parent / name).mkdir(exist_ok=True)
            (mine.parent / name / file).write_text(text, "utf-8")
    entries = {}
    for edition in ("classic", "dong", "dear", "unitless", "stepwise"):
        assert main(["demo", "--seed", "1", "--edition", edition, "--quiet", "--json"]) == 0
        entries[edition] = msgspec.json.decode(capsys.readouterr().out)["entries"]
    assert entries.pop("stepwise") <= entries["classic"] * 3  # a bid for every 100,000
    assert max(entries.values()) <= entries["classic"] * 11 // 10


def test_two_games_at_one_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ledger = tmp_path / "ledger.sqlite"
    arguments = ["demo", "--seed", "3", "--players", "2", "--games", "2", "--ledger", str(ledger), "--json"]
    assert main(arguments) == 0
    summary = msgspec.json.decode(capsys.readouterr().out)
    assert (summary["games"], len(summary["winner"]), summary["ok"]) == (2, 2, True)
    with Archive(ledger) as archive:
        assert [row.over for row in archive.games()] == [True, True]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "9"], "classic is for 2 to 8 players, not for 9"),
        (["--games", "0"], "at least one game must be played"),
        (["--edition", "web", "--players", "5"], "web is for 2 to 4 players"),
        (["--edition", "wep"], 'did you mean "web"'),
    ],
)
def test_what_makes_no_sense_is_said(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status = main(["demo", *arguments])
    except SystemExit as error:  # argparse ends like this
        status = int(error.code or 0)
    assert status != 0
    assert said in capsys.readouterr().err


def test_what_does_not_agree_is_found(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.sqlite"
    assert main(["demo", "--seed", "3", "--players", "2", "--ledger", str(ledger), "--quiet"]) == 0
    with Archive(ledger) as archive:
        entries = archive.entries(archive.ids()[0])
    game, other = fold(entries), fold(entries[:-1])
    game.state.accounts[0] += 1
    game.state.houses -= 1
    game.state.winner = BANK
    assert list(disagreements(game, other)) == [
        "the ledger does not fold to the state at the table",
        "money does not add up: 1 too much",
        "buildings on the board and in the bank do not add up",
        "nobody has won",
    ]


def test_pixels_become_half_blocks() -> None:
    bits = bytes([0b10100000, 0b11000000])
    assert half_blocks(bits, 8, 2).splitlines()[1] == "│█▄▀     │"
