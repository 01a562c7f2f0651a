"""`banker games`, `history`, `at`, `statement`, `dice`: what a dispute is settled with."""

import csv
import io
import re
from pathlib import Path

import pytest

from companion.cli import main
from companion.editions.registry import load
from companion.ledger.history import fold, taken_back
from companion.ledger.store import Archive, Ledger
from companion.rules.commands import Begin, Finish
from companion.rules.events import Paid
from companion.rules.game import Game
from companion.rules.rules import Rules
from tests.commands.conftest import STEPS, Banker
from tests.ledger.playing import new_game, record


def test_games_are_listed_a_line_each_the_id_first(banker: Banker) -> None:
    status, shown = banker("games")
    assert status == 0
    assert [line.split()[0] for line in shown.splitlines()] == ["one", "two", "other"]
    assert "classic" in shown
    assert "Red, Blue, Green" in shown
    assert f"{STEPS} entries" in shown
    assert banker("games", "--unfinished")[1] == shown


def test_games_are_listed_in_vietnamese(banker: Banker) -> None:
    assert "đang chơi" in banker("games", "--language", "vi")[1]


@pytest.mark.parametrize(("given", "meant"), [("two", "two"), ("tw", "two"), ("last", "other"), ("ther", "other")])
def test_a_part_of_an_id_is_enough(banker: Banker, given: str, meant: str) -> None:
    assert f"Game {meant}," in banker("at", given, 0)[1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("history", "o"), "may be any of one, two, other"),
        (("history", "tow"), 'there is no game "tow"'),
        (("history", "one", "--player", "bleu"), 'did you mean "Blue"?'),
        (("history", "one", "--deed", "Orient Avenue"), 'did you mean "Oriental Avenue"?'),
        (("history", "one", "--deed", "@2"), 'there is no deed "@2"'),
        (("history", "one", "--kind", "rents"), 'did you mean "rent"?'),
        (("history", "one", "--since", "late"), '"late" is no time'),
        (("at", "one", 9999), "the game has entries 0 to 149"),
        (("statement", "one", "4"), 'there is no player "4"'),
    ],
)
def test_what_is_not_there_is_said_so(banker: Banker, words: tuple[object, ...], said: str) -> None:
    status, shown = banker(*words)
    assert status == 2
    assert said in shown


@pytest.fixture
def secret(path: Path) -> None:
    """A game `secret` whose balances are, and one that is over."""
    with Ledger(path) as ledger:
        game = new_game(4, 3, profiles=("hidden-cash",))
        record(ledger, "secret", game, 4, STEPS)
        done = new_game(4, 3, profiles=("hidden-cash",))
        record(ledger, "done", done, 4, STEPS)
        ledger.append("done", "test", Finish("agreed"), done.ask(Finish("agreed")))


@pytest.mark.usefixtures("secret")
@pytest.mark.parametrize("words", [("history",), ("at", "-1"), ("at", "9", "--put-back"), ("why", "6")])
def test_what_players_keep_secret_is_told_without_sums(banker: Banker, words: tuple[str, ...]) -> None:
    command, *more = words
    status, shown = banker(command, "secret", *more)
    assert status == 0
    assert not re.search(r"\$\d", shown)
    assert re.search(r"\$\d", banker(command, "done", *more)[1] + banker(command, "secret", *more, "--reveal")[1])


@pytest.mark.usefixtures("secret")
@pytest.mark.parametrize(
    "words",
    [
        ("statement", "secret", "1"),
        ("statement", "secret", "1", "--csv"),
        ("why", "secret", "--would", "red rolls 1 2"),
        *(("export", "secret", "--format", form) for form in ("csv", "html", "jsonl", "play", "txt")),
    ],
)
def test_what_tells_sums_alone_is_told_when_the_game_is_over(banker: Banker, words: tuple[str, ...]) -> None:
    status, shown = banker(*words)
    assert status == 1
    assert shown == "banker: cash is secret in this game until it is over; --reveal tells it all the same\n"
    assert banker(*words, "--reveal")[0] == 0
    assert banker(*("done" if word == "secret" else word for word in words))[0] == 0


def test_a_missing_ledger_is_said_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--ledger", str(tmp_path / "none.db")]) == 2
    assert "there is no such ledger" in capsys.readouterr().err


def test_history_tells_every_entry(banker: Banker) -> None:
    shown = banker("history", "one")[1]
    assert [int(found) for found in re.findall(r"^ *(\d+)  ", shown, re.MULTILINE)] == list(range(STEPS))
    assert "The game begins: Classic" in shown


def test_history_shows_what_was_taken_back(banker: Banker, path: Path) -> None:
    with Archive(path) as archive:
        undone = taken_back(archive.entries("one"))
    assert undone
    shown = banker("history", "one")[1]
    marked = {int(seq) for seq in re.findall(r"^ *(\d+)  .*\[taken back by entry \d+\]$", shown, re.MULTILINE)}
    assert marked == set(undone)


def test_history_filters(banker: Banker) -> None:
    rolls = banker("history", "one", "--kind", "rolled", "--player", "red")[1]
    assert rolls
    assert all("Red rolls" in line for line in rolls.splitlines())
    price = banker("history", "one", "--kind", "price", "--kind", "bid")[1]
    assert all("price of" in line or "auction of" in line for line in price.splitlines())
    everything = banker("history", "one")[1]
    assert banker("history", "one", "--since", "2020-01-01")[1] == everything
    assert banker("history", "one", "--until", "2020-01-01T00:00")[1] == "Nothing of that kind happened.\n"


def test_history_of_a_deed_names_it_in_every_line(banker: Banker) -> None:
    for given in ("Oriental Avenue", "@6"):
        lines = banker("history", "one", "--deed", given, "--kind", "conveyed")[1].splitlines()
        assert lines
        assert all("Oriental Avenue" in line for line in lines)


def test_the_table_stands_as_it_stood(banker: Banker, path: Path) -> None:
    with Archive(path) as archive:
        game = fold(archive.entries("one")[:100])
    status, shown = banker("at", "one", 99)
    assert status == 0
    for seat, name in enumerate(("Red", "Blue", "Green")):
        if not game.state.out[seat]:
            assert f"{name}: ${game.state.accounts[seat]:,}, at {game.rules.name(game.state.at[seat])}" in shown
    for square in game.rules.deeds:
        assert (game.rules.name(square) in shown) or game.state.owner[square] < 0
    assert banker("at", "one", -1)[1] == banker("at", "one", STEPS - 1)[1]


@pytest.mark.parametrize("player", ["red", "RED", "1"])
def test_a_statement_adds_up(banker: Banker, path: Path, player: str) -> None:
    with Archive(path) as archive:
        entries = archive.entries("one")
    rows = list(csv.DictReader(io.StringIO(banker("statement", "one", player, "--csv")[1])))
    moved = sum(int(row["in"] or 0) - int(row["out"] or 0) for row in rows)
    assert moved == int(rows[-1]["balance"]) == fold(entries).state.accounts[0]
    paid = [event for entry in entries for event in entry.events if isinstance(event, Paid)]
    kept = [row for row in rows if (row["in"] or row["out"]) and not row["takes_back"]]
    assert len(kept) == 1 + sum(0 in (event.payer, event.payee) for event in paid)
    assert all(row["rules"] for row in kept)


def test_a_statement_is_readable_in_both_languages(banker: Banker) -> None:
    english, vietnamese = banker("statement", "one", "red")[1], banker("statement", "one", "red", "--language", "vi")[1]
    assert english.startswith("Statement of Red\nGame one, Classic\n")
    assert vietnamese.startswith("Sao kê của Đỏ\n")
    assert len(english.splitlines()) == len(vietnamese.splitlines())


def test_dice_are_counted_and_judged(banker: Banker) -> None:
    status, shown = banker("dice")
    assert status == 0
    assert "die 7F3A: " in shown
    assert re.search(r"chi2 = \d+\.\d\d, df = 5, p = 0\.\d+", shown)
    few = banker("dice", "one", "--language", "vi")[1]
    assert "lần gieo" in few


@pytest.mark.parametrize(
    ("language", "told"), [("en", "the earlier seat decides."), ("vi", "ai ngồi trước thì thắng.")]
)
def test_the_result_says_what_decided_between_equals(banker: Banker, path: Path, language: str, told: str) -> None:
    edition = load("classic")
    begin = Begin(edition, ("red", "blue"))
    game = Game.begin(Rules(edition), begin)
    with Ledger(path) as ledger:
        ledger.append("equals", "test", begin, game.steps[0].events)
        ledger.append("equals", "test", Finish("late"), game.ask(Finish("late")))
    assert told in banker("history", "equals", "--language", language)[1]
    assert told in banker("export", "equals", "--format", "html", "--language", language)[1]
    assert told not in banker("history", "one", "--language", language)[1]
