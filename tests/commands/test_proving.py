"""`banker key`, `seal`, `export`, `verify`, `backup`, `recover`: what nobody can argue with."""

import hashlib
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.cli import main
from companion.editions.registry import load
from companion.ledger.record import from_text
from companion.ledger.seal import key_beside, make_key, public_of
from companion.ledger.store import Ledger
from companion.rules.commands import Begin, Finish
from companion.rules.game import Game
from companion.rules.rules import Rules
from tests.commands.conftest import STEPS, Banker
from tests.ledger.playing import new_game, play


@pytest.fixture
def export(banker: Banker, tmp_path: Path) -> Path:
    """A sealed export of game `one`."""
    banker("key")
    file = tmp_path / "one.jsonl"
    assert banker("export", "one", "-o", file) == (0, "")
    return file


def test_the_key_is_made_once_and_shown(banker: Banker) -> None:
    status, shown = banker("key")
    assert status == 0
    assert re.fullmatch(r"([0-9A-F]{4} ){4}[0-9A-F]{4}\n[0-9a-f]{64}\n.*device\.pub\n", shown)
    assert banker("key") == (0, shown)


def test_a_game_is_sealed_on_demand(banker: Banker) -> None:
    assert banker("seal", "one")[0] == 1
    banker("key")
    assert f"one: entry {STEPS - 1} is sealed by" in banker("seal", "one")[1]
    status, shown = banker("verify", "one")
    assert status == 0
    assert f"one: HOLDS, {STEPS} of {STEPS} entries" in shown
    assert f"entry {STEPS - 1} is sealed by" in shown


def test_an_unsealed_game_is_not_proven_and_says_why(banker: Banker) -> None:
    status, shown = banker("verify", "one")
    assert status == 3
    assert "no device has sealed it" in shown


def test_an_export_without_a_key_says_that_it_is_not_sealed(banker: Banker, tmp_path: Path) -> None:
    status, shown = banker("export", "one", "-o", tmp_path / "one.jsonl")
    assert status == 0
    assert "is not sealed" in shown


def test_an_export_is_verified_elsewhere(banker: Banker, export: Path, path: Path) -> None:
    public = public_of(key_beside(path))
    for status, shown in (banker("verify", export), banker("verify", export, "--key", public)):
        assert status == 3
        assert f"whether it went on after entry {STEPS - 1}" in shown
    [record] = from_text(export.read_bytes())
    assert (record.game, len(record.lines), len(record.seals)) == ("one", STEPS, 1)


def test_a_changed_export_names_the_place(banker: Banker, export: Path) -> None:
    lines = export.read_bytes().split(b"\n")
    lines[57] = lines[57].replace(b'"seat":', b'"seaf":', 1)
    export.write_bytes(b"\n".join(lines))
    status, shown = banker("verify", export)
    assert status == 1
    assert f"one: FORGED OR DAMAGED, 57 of {STEPS} entries hold" in shown
    assert "DAMAGED: entry 57: its bytes do not have the hash" in shown


def test_a_foreign_key_is_named(banker: Banker, export: Path, tmp_path: Path) -> None:
    foreign = make_key(tmp_path / "other" / "device.key")
    status, shown = banker("verify", export, "--key", foreign.public)
    assert status == 1
    assert f"the seal of entry {STEPS - 1} is of another device" in shown


@pytest.mark.parametrize("what", ["none", "/nowhere/x.jsonl"])
def test_what_cannot_be_checked_is_status_2(banker: Banker, what: str) -> None:
    assert banker("verify", what)[0] == 2


def test_another_file_is_no_key(banker: Banker, export: Path) -> None:
    assert banker("verify", export, "--key", export)[0] == 2


def test_a_whole_ledger_is_verified(banker: Banker, path: Path) -> None:
    status, shown = banker("verify", path)
    assert status == 3
    assert shown.count(f"NOT PROVEN, {STEPS} of {STEPS} entries fit together") == 3


def test_a_damaged_ledger_is_noticed_and_recovered(
    banker: Banker, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = bytearray(path.read_bytes())
    content[content.index(b'{"game":"two","seq":77,') + 40] ^= 1
    path.write_bytes(content)
    status, shown = banker("verify", path)
    assert status == 1
    assert f"two: FORGED OR DAMAGED, 77 of {STEPS} entries hold" in shown
    assert banker("verify", "one")[0] == 3
    assert main(["recover", str(path)]) == 1
    assert f"two: 77 of {STEPS} entries saved; entry 77: it is not to be found" in capsys.readouterr().out
    assert banker("verify", path.with_name("ledger.recovered.db"))[0] == 3


@pytest.mark.parametrize("cut", [0, 5, 40_000])
def test_a_ledger_that_was_cut_off_is_noticed(banker: Banker, path: Path, cut: int) -> None:
    path.write_bytes(path.read_bytes()[:cut])
    status, shown = banker("verify", path)
    assert status in (1, 2)
    assert shown


def test_backups_hold(banker: Banker, path: Path, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    status, shown = banker("backup", "--all", stick)
    assert (status, shown) == (0, f"{stick / path.name}: 3 games, {3 * STEPS} entries\n")
    assert banker("backup", "two", stick) == (0, f"{stick / 'two.db'}: 1 game, {STEPS} entries\n")
    assert banker("backup", "two", stick)[0] == 1
    assert banker("backup", stick)[0] == 2


def test_ten_games_exported_as_plays_are_accepted_by_the_judge(banker: Banker, path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "plays"
    folder.mkdir()
    with Ledger(path) as ledger:
        for seed in range(10):
            _play_to_the_end(ledger, f"game-{seed}", new_game(seed + 10, 2 + seed % 3), seed)
    for seed in range(10):
        assert banker("export", f"game-{seed}", "--format", "play", "-o", folder / f"{seed}.play")[0] == 0
    assert main(["judge", str(folder)]) == 0


def _play_to_the_end(ledger: Ledger, name: str, game: Game, seed: int) -> None:
    for step in play(game, seed, 120):
        ledger.append(name, "test", step.command, step.events)
    if not game.state.over:
        ledger.append(name, "test", Finish("late"), game.ask(Finish("late")))


def test_the_result_sheet_is_one_well_formed_page_that_asks_for_nothing(banker: Banker, export: Path) -> None:
    page = banker("export", "one", "--format", "html")[1]
    for language in ("en", "vi"):
        shown = banker("export", "one", "--format", "html", "--language", language)[1]
        body = shown[shown.index("<body>") : shown.index("</body>") + 7]
        root = ElementTree.fromstring(re.sub(r"class=n", 'class="n"', body))
        assert root.find(".//{http://www.w3.org/2000/svg}svg") is not None
        assert f'lang="{language}"' in shown
        assert "<code>banker verify</code>" in shown
        assert "`" not in shown
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    [record] = from_text(export.read_bytes())
    assert re.search(r'"hash":"([0-9a-f]{64})"\}$', record.lines[-1].decode())[1] in page  # type: ignore[index]


def test_luck_and_trades_of_a_finished_game_are_told_and_printed(banker: Banker, path: Path) -> None:
    assert banker("luck", "one") == (1, "banker: this game is not over yet\n")
    with Ledger(path) as ledger:
        _play_to_the_end(ledger, "ended", new_game(5, 3), 5)
    status, told = banker("luck", "ended")
    assert status == 0
    lines = [line.split() for line in told.splitlines()[2:5]]
    assert [line[0] for line in lines] == ["Red", "Blue", "Green"]
    page = banker("export", "ended", "--format", "html", "--luck")[1]
    for _, *points in lines:
        assert all(f">{each}<" in page for each in points)
    assert told.splitlines()[-1] in page
    assert "Luck" not in banker("export", "ended", "--format", "html")[1]


def test_names_cannot_write_into_the_page(banker: Banker, path: Path) -> None:
    edition = load("classic")
    begin = Begin(edition, ("<b>Ann", "Bob & Co"))
    with Ledger(path) as ledger:
        ledger.append("names", "test", begin, Game.begin(Rules(edition), begin).steps[0].events)
    page = banker("export", "names", "--format", "html")[1]
    assert "&lt;b&gt;Ann" in page
    assert "<b>Ann" not in page


@pytest.mark.parametrize("form", ["csv", "txt"])
def test_statements_of_all_or_one_are_exported(banker: Banker, form: str) -> None:
    everybody = banker("export", "one", "--format", form)[1]
    assert all(name in everybody for name in ("Red", "Blue", "Green"))
    single = banker("export", "one", "--format", form, "--player", "green")[1]
    assert len(single) < len(everybody)


def test_a_backup_is_restored_and_what_lay_there_is_kept(banker: Banker, path: Path, tmp_path: Path) -> None:
    stick = tmp_path / "stick.sqlite"
    banker("backup", "--all", stick)
    path.unlink()
    path.with_name(path.name + "-wal").unlink(missing_ok=True)
    assert banker("games")[0] == 2
    status, shown = banker("restore", stick)
    assert status == 0
    assert " games in place" in shown
    assert banker("games")[0] == 0
    stick.write_bytes(b"no ledger")
    assert "nothing was changed" in banker("restore", stick)[1]


def test_an_export_of_unknown_hands_is_not_proven(banker: Banker, export: Path, path: Path) -> None:
    public_of(key_beside(path)).unlink()
    status, shown = banker("verify", export)
    assert status == 3
    assert "nobody has said whose key that is" in shown


def test_last_is_the_last_game_whatever_files_lie_about(
    banker: Banker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("last").write_text("a forged export")
    assert "other: NOT PROVEN" in banker("verify", "last")[1]


def test_text_of_a_file_never_reaches_the_terminal_raw(banker: Banker, tmp_path: Path) -> None:
    body = b'{"format":2,"game":"x\\n\\u001b[2Jone: HOLDS","seq":0'
    file = tmp_path / "x.jsonl"
    file.write_bytes(body + b',"hash":"' + hashlib.sha256(body + b"}").hexdigest().encode() + b'"}\n')
    status, shown = banker("verify", file)
    assert status == 1
    assert "\x1b" not in shown
    assert "\none: HOLDS" not in shown
