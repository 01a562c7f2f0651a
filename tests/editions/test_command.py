"""`banker edition` as a person uses it."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.cli import main
from companion.editions.registry import available, available_profiles, load
from companion.rules.board import AnySquare, Street
from companion.rules.cards import AnyEffect, Receive
from companion.rules.edition import Edition


def test_list_names_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["edition", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Editions:"
    assert [line.split()[0] for line in lines if line.startswith("  ")] == [
        entry.id for entry in [*available(), *available_profiles()]
    ]
    assert "  quick-gold            Quick game, GOLD" in lines


def test_show_prints_board_figures_decks_and_choices(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["edition", "show", "saigon"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "our own: the source prints none" in shown
    assert "37 Boulevard Charner navy, P380, mortgage P190, lift P209, rents P38 P152 P380 P836 P1,330" in shown
    assert "15 Saigon–Chợ Lớn Tram fare P10" in shown
    assert "Deck luck, 34 cards: permit permit permit permit" in shown
    assert "go_salary = P250 salary" in shown
    assert "auction = no whether a declined deed is auctioned (S0-20, S3-13)" in shown
    assert main(["edition", "show", "classic", "--profile", "pot"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("classic: Classic + pot\n")
    assert "  4  Income Tax             tax $200 or 10 %" in shown
    assert " 12  Electric Company       utilities, $150, mortgage $75, throw × 4 10" in shown
    assert shown.endswith(
        "Money is written $1,500. Choices that are not classic:\n"
        "  parking = pot  whether Free Parking pays out a pot (S0-40, S4-60)\n"
    )


def test_new_then_check_then_show(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "boards" / "village"
    assert main(["edition", "new", str(folder), "--from", "uk"]) == 0
    assert f"Edit it, then: banker edition check {folder}" in capsys.readouterr().out
    assert main(["edition", "check", str(folder)]) == 0
    assert capsys.readouterr().out == "0 faults\n"
    board = folder / "board.toml"
    board.write_text(board.read_text(encoding="utf-8").replace('"Mayfair"', '"Mill Lane"'), encoding="utf-8")
    assert main(["edition", "--editions", str(folder.parent), "show", "village"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("village: village\n")
    assert "Mill Lane" in shown
    assert main(["edition", "--editions", str(folder.parent), "list"]) == 0
    assert f"  village       village  ({folder})" in capsys.readouterr().out


def test_check_tells_all_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "village"
    main(["edition", "new", str(folder)])
    board = folder / "board.toml"
    text = (
        board.read_text(encoding="utf-8").replace("price = 350", "price = 360").replace("rents = [50,", "rents = [500,")
    )
    board.write_text(text, encoding="utf-8")
    capsys.readouterr()
    assert main(["edition", "check", str(folder)]) == 1
    captured = capsys.readouterr()
    lines = captured.out.splitlines()
    assert captured.err == "2 faults\n"
    assert len(lines) == 2
    assert lines[0].startswith(f"{board}:")
    assert "squares[37].mortgage: 175 is not half the price of 360" in lines[0]
    assert "squares[39].rents: must rise, but 200 follows 500" in lines[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "clasic"], 'did you mean "classic"?'),
        (["show", "saigon", "--profile", "pot"], "Sài Gòn has a pot already"),
        (["new", "classic"], '"classic" is built in already'),
        (["new", "My Board"], '"My Board" cannot be an id'),
        (["new", "mine", "--from", "gol"], 'did you mean "gold"?'),
        (["check", "nowhere"], "no edition.toml and no profile here"),
    ],
)
def test_what_a_person_can_mend(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["edition", *arguments]) == 1
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.out == ""
    assert not list(tmp_path.iterdir())


def test_the_command_line_answers_the_questions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "bazaar"
    answers = ("--title", "Bazaar", "--unit", "500", "--money", "€", "--start-cash", "900000", "--dice", "1")
    assert main(["edition", "new", str(folder), "--from", "gold", *answers]) == 0
    assert main(["edition", "check", str(folder)]) == 0
    edition = load("bazaar", directories=[tmp_path])
    assert (edition.title, edition.unit, edition.money) == ("Bazaar", 500, "€{}")
    assert (edition.options.start_cash, edition.options.dice) == (900_000, 1)
    assert (edition.options.go_salary, edition.options.auction_step_max) == (100_000, 5_000)
    assert edition.board.squares[39] == _times(load("gold").board.squares[39], 500)
    assert edition.decks["chance"][-1].effect == _card_times(load("gold"), 500)
    capsys.readouterr()


def _times(square: AnySquare, times: int) -> AnySquare:
    assert isinstance(square, Street)
    rents = tuple(rent * times for rent in square.rents)
    sums = {key: getattr(square, key) * times for key in ("price", "mortgage", "house")}
    return replace(square, rents=rents, **sums)


def _card_times(edition: Edition, times: int) -> AnyEffect:
    effect = edition.decks["chance"][-1].effect
    assert isinstance(effect, Receive)
    return Receive(effect.amount * times)


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        (["--unit", "0"], "unit: must be a whole number"),
        (["--unit", "many"], "unit: must be a whole number"),
        (["--from", "dong", "--unit", "15000"], "a multiple of 10,000"),
        (["--money", "{}{}"], "money: must hold {} once"),
        (["--unit", "10", "--start-cash", "77"], "start_cash: must be a multiple of 10"),
        (["--dice", "3"], "dice: must be a whole number <= 2"),
        (["--from", "gol"], 'did you mean "gold"?'),
    ],
)
def test_an_answer_without_a_meaning_writes_nothing(
    answers: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["edition", "new", str(tmp_path / "mine"), *answers]) == 1
    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("language", "question"), [("en", "Is it played with 1 die"), ("fr", "Joue-t-on avec 1 dé"), ("vi", "Chơi với 1")]
)
def test_a_person_is_asked_until_the_answer_has_a_meaning(tmp_path: Path, language: str, question: str) -> None:
    """By the edition, the title, the unit, the money, the start money, the dice; an empty answer is the usual one."""
    ours, theirs = pty.openpty()
    os.write(ours, b"gol\ngold\nMy Town\n\n\xc2\xa3\nlots\n2000\n\n")
    command = [sys.executable, "-m", "companion", "edition", "new", str(tmp_path / "town"), "--dice", "1"]
    command = command if language == "en" else command[:-2]
    done = subprocess.run(
        command,
        stdin=theirs,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"LANG": f"{language}.UTF-8"},
    )
    os.close(ours)
    os.close(theirs)
    assert done.returncode == 0, done.stderr
    edition = load("town", directories=[tmp_path])
    assert (edition.title, edition.money, edition.options.start_cash) == ("My Town", "£{}", 2000)
    assert edition.options.dice == (1 if language == "en" else 2)
    assert (question in done.stdout) == (language != "en")
    assert "gol" in done.stdout.splitlines()[1]
    assert "lots" in done.stdout


def test_new_never_overwrites(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine").mkdir()
    assert main(["edition", "new", str(tmp_path / "mine")]) == 1
    assert "File exists" in capsys.readouterr().err
    assert not list((tmp_path / "mine").iterdir())
