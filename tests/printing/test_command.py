from pathlib import Path

import pytest

from companion.cli import main
from companion.commands.labels import PARTS
from companion.printing import sheets
from companion.printing.cards import COLORS as INKS
from companion.table.settings import COLORS


def test_the_command_writes_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "labels.pdf"
    assert main(["labels", "--edition", "saigon", "--language", "vi", "--paper", "letter", "--out", str(out)]) == 0
    assert capsys.readouterr().out == f"{out}: 11 trang\n"
    assert out.read_bytes().startswith(b"%PDF-")


def test_parts_and_players_are_chosen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "cards.pdf"
    assert main(["labels", "--only", "cards", "--player", "red", "--out", str(out)]) == 0
    assert capsys.readouterr().out == f"{out}: 1 pages\n"


def test_what_a_person_can_mend(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["labels", "--edition", "clasic", "--out", str(tmp_path / "x.pdf")]) != 0
    assert 'did you mean "classic"' in capsys.readouterr().err
    assert main(["labels", "--out", str(tmp_path / "none" / "x.pdf")]) != 0
    assert "x.pdf: No such file or directory" in capsys.readouterr().err


def test_the_command_knows_all_parts_and_every_color_has_ink() -> None:
    assert PARTS == sheets.PARTS
    assert set(COLORS) <= INKS.keys()
