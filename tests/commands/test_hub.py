import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.editions.registry import load
from companion.hub.hub import Hub
from companion.hub.store import Store, sqlite_url
from companion.tomlcheck import read
from companion.tournament.settings import Settings
from tests.hub.tables import Table, joined

PEOPLE = """name,team,seed,alternate,apart
Anh,Huế,1,,Bình; Chi
Bình,Huế,2,,
Chi,,,,
Dũng,,,,
Hà,,,x,
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "hub"


def banker(data: Path, *words: str) -> int:
    return main(["hub", "--data", str(data), *words])


def opened(data: Path, tmp_path: Path) -> Hub:
    people = tmp_path / "people.csv"
    people.write_text(PEOPLE, encoding="utf-8")
    assert banker(data, "new", "cup") == 0
    assert banker(data, "people", str(people), "--here") == 0
    return Hub(Store(sqlite_url(data / "hub.sqlite")), "cup")


def test_the_template_is_settings_that_can_be_played(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert banker(data, "template", "Cúp Sài Gòn") == 0
    file = tmp_path / "cup.toml"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    settings = read(file).decode(Settings)
    assert settings is not None
    assert settings.name == "Cúp Sài Gòn"
    assert load(settings.overlay.edition, settings.overlay.profiles).id == "classic"
    assert banker(data, "new", "cup", "--settings", str(file)) == 0
    assert banker(data, "new", "cup") == 1
    assert "already" in capsys.readouterr().err


def test_faults_of_settings_are_told_with_their_lines(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cup.toml"
    file.write_text('name = "x"\nsizes = [4, 4]\n[scoring]\nbye = "share"\n', encoding="utf-8")
    assert banker(data, "new", "cup", "--settings", str(file)) == 1
    told = capsys.readouterr().err
    assert "did you mean" in told
    assert ":4" in told


def test_people_from_a_spreadsheet(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hub = opened(data, tmp_path)
    assert "People registered: 5." in capsys.readouterr().out
    people = hub.tournament.people
    assert people[0].apart == (1, 2)
    assert (people[1].team, people[1].seed, people[4].alternate) == ("Huế", 2, True)
    assert hub.tournament.here == set(range(5))
    bad = tmp_path / "bad.csv"
    bad.write_text("name,apart\nEm,Nobody\n", encoding="utf-8")
    assert banker(data, "people", str(bad)) == 1
    assert "Nobody" in capsys.readouterr().err
    ragged = tmp_path / "ragged.csv"
    ragged.write_text("name,team\nEm,Huế,told by phone,twice\nGiang\n", encoding="utf-8")
    assert banker(data, "people", str(ragged)) == 0
    assert [person.name for person in Hub(hub.store, "cup").tournament.people.values()][-2:] == ["Em", "Giang"]
    hub.store.close()


def test_a_game_on_a_stick_and_everything_written_down(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hub = opened(data, tmp_path)
    hub.draw(seed=1)
    table = Table(tmp_path / "table", seed=1)
    joined(hub, table, 0)
    game = table.played(4, 30)
    table.ledger.close()
    export = tmp_path / "game.jsonl"
    assert main(["export", game, "--ledger", str(table.path), "-o", str(export)]) == 0
    assert banker(data, "import", str(export)) == 0
    assert f"{game}: 32 new entries" in capsys.readouterr().out
    codes = tmp_path / "codes.html"
    assert main(["table", "codes", game, "--ledger", str(table.path), "-o", str(codes)]) == 0
    assert "<svg" in codes.read_text(encoding="utf-8")
    assert banker(data, "export", str(tmp_path / "all")) == 0
    rows = json.loads((tmp_path / "all" / "standings.json").read_text(encoding="utf-8"))
    assert sum(row["wins"] for row in rows) == 1
    assert (tmp_path / "all" / f"{game}.jsonl").read_bytes() == export.read_bytes()
    hub.store.close()


def test_what_is_not_there_is_said(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert banker(data, "import", "nothing.jsonl") == 1
    assert "`banker hub new ID`" in capsys.readouterr().err
    assert main(["table", "status"]) == 1
    assert "`banker table join URL CODE`" in capsys.readouterr().err
    assert main(["table", "join", "http://somewhere", "CODE"]) == 2
    assert "https://" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["", "a/b", "../x", "cup#1", "cup+", "$cup", "a b", "x" * 41, "cúp\n"])
def test_a_tournament_that_could_not_be_found_again_is_not_opened(
    data: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert banker(data, "new", name) == 2
    assert "a tournament cannot be called" in capsys.readouterr().err
    assert banker(data, "new", "cúp-2026.a") == 0


def test_before_the_first_tournament_there_is_none_yet(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert banker(data) == 1
    assert "there is no tournament yet" in capsys.readouterr().err
    assert banker(data, "--event", "cup") == 1
    assert 'there is no tournament "cup"' in capsys.readouterr().err
