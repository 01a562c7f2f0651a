"""`banker judge`: what it prints, and with what it ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import main

HERE = Path(__file__).parent
GOOD = "edition classic\nplayers red blue\nred rolls 1 2\n= red at @3\n"
WRONG = GOOD.replace("@3", "@4")
BROKEN = GOOD.replace("rolls", "rols")


def judged(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, list[str], list[str]]:
    status = main(["judge", *map(str, arguments)])
    out, err = capsys.readouterr()
    return status, out.splitlines(), err.splitlines()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "deeper").mkdir()
    (tmp_path / "good.play").write_text(GOOD, encoding="utf-8")
    (tmp_path / "deeper" / "good too.play").write_text("\ufeff" + GOOD.replace("\n", "\r\n"), encoding="utf-8")
    (tmp_path / "notes.txt").write_text("no play", encoding="utf-8")
    return tmp_path


def test_all_plays_of_a_folder_hold(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert judged(capsys, folder) == (0, ["2 passed, 0 failed"], [])
    assert judged(capsys, folder, "--quiet") == (0, [], [])


def test_each_play_that_fails_has_one_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = folder / "wrong.play"
    wrong.write_text(WRONG + "= red at @5\n", encoding="utf-8")
    line = f"{wrong}:4: expected red at @4, got @3"
    assert judged(capsys, folder) == (1, [line, "2 passed, 1 failed"], [])
    assert judged(capsys, "-q", wrong) == (1, [line], [])


def test_a_play_that_cannot_be_read_does_not_stop_the_others(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = folder / "a.play"
    broken.write_text(BROKEN + "= red cash x\n", encoding="utf-8")
    (folder / "wrong.play").write_text(WRONG, encoding="utf-8")
    status, out, err = judged(capsys, folder)
    assert (status, out[-1]) == (2, "2 passed, 1 failed")
    assert len(out) == 2
    assert err[0].startswith(f'{broken}:3:5: expected "rolls", "throws", ')
    assert err[0].endswith('got rols; did you mean "rolls"?')
    assert err[1:] == [f"{broken}:5:12: expected a whole number, got x"]


def test_what_is_no_text_is_not_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "latin.play"
    file.write_bytes("edition classic # Đường\n".encode("utf-16"))
    assert judged(capsys, file) == (2, ["0 passed, 0 failed"], [f"{file}: expected text in UTF-8, got byte 0xff at 0"])


def test_what_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "no.play"
    assert judged(capsys, missing) == (2, [], [f"banker: {missing}: there is no such file or folder"])
    assert judged(capsys, tmp_path) == (2, [], [f"banker: {tmp_path}: no file in this folder ends in .play"])


def test_editions_of_ones_own_are_read_beside_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (Path.home() / ".config" / "banker").mkdir(parents=True)
    assert main(["edition", "new", str(tmp_path / "mine" / "garden"), "--from", "classic"]) == 0
    capsys.readouterr()
    play = tmp_path / "garden.play"
    play.write_text(GOOD.replace("classic", "garden"), encoding="utf-8")
    assert judged(capsys, play)[0] == 2
    assert judged(capsys, play, "--editions", tmp_path / "mine") == (0, ["1 passed, 0 failed"], [])
    (tmp_path / "mine").rename(Path.home() / ".config" / "banker" / "editions")
    assert judged(capsys, play) == (0, ["1 passed, 0 failed"], [])
