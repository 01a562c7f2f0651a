"""Copies while playing, and what is saved of damaged files."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.ledger.audit import audit
from companion.ledger.carve import carve
from companion.ledger.copying import backup
from companion.ledger.entry import LedgerError
from companion.ledger.exchange import exchange
from companion.ledger.record import GameLines, from_archive
from companion.ledger.recovery import recover, save
from companion.ledger.seal import key_beside, make_key
from companion.ledger.sqlite import PAGE
from companion.ledger.store import Archive, Ledger
from companion.words.refusals import worded
from tests.ledger.playing import new_game, play, record
from tests.refused import refused


@pytest.fixture
def played(path: Path) -> Iterator[Ledger]:
    """Two games of 150 entries that a program is still writing: most of them stand in the log only."""
    with Ledger(path) as ledger:
        for seed, name in enumerate(("first", "second")):
            record(ledger, name, new_game(seed), seed, 150)
        ledger.seal("first", "pause", make_key(key_beside(path)))
        yield ledger


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    return tmp_path / "saved" / "saved.db"


def lines_of(path: Path) -> dict[str, list[bytes]]:
    with Archive(path) as archive:
        return {game: archive.lines(game) for game in archive.ids()}


def test_a_backup_while_playing_is_whole_and_can_be_played_on(played: Ledger, saved: Path) -> None:
    backup(played.path, saved)
    before = lines_of(saved)
    assert before == lines_of(played.path)
    extra = list(play(new_game(1), 1, 151))[-1]
    played.append("second", "test", extra.command, extra.events)
    assert lines_of(saved) == before
    with Ledger(saved) as copy:
        assert copy.append("second", "test", extra.command, extra.events).seq == 150


def test_a_new_backup_replaces_the_older_one(played: Ledger, saved: Path) -> None:
    backup(played.path, saved)
    record(played, "third", new_game(3), 3, 20)
    backup(played.path, saved)
    assert list(lines_of(saved)) == ["first", "second", "third"]
    assert [file.name for file in saved.parent.iterdir()] == ["saved.db"]


def test_a_backup_to_nowhere_says_why(played: Ledger) -> None:
    with refused(LedgerError, "/proc/none"):
        backup(played.path, Path("/proc/none/saved.db"))


def test_one_game_can_be_saved_alone(played: Ledger, saved: Path) -> None:
    save([from_archive(played, "first")], saved)
    with Archive(saved) as archive:
        report = audit(from_archive(archive, "first"))
        assert (archive.ids(), report.faults, report.sound, len(report.seals)) == (["first"], [], 150, 1)
    with refused(LedgerError, "is there already"):
        save([], saved)


def test_a_whole_ledger_is_recovered_whole(played: Ledger, saved: Path) -> None:
    salvages = recover(played.path, saved)
    assert [(each.game, each.kept, each.known, worded(each.fault)) for each in salvages] == [
        ("first", 150, 150, ""),
        ("second", 150, 150, ""),
    ]
    assert lines_of(saved) == lines_of(played.path)


def test_a_log_damaged_in_its_beginning_loses_nothing(played: Ledger, saved: Path) -> None:
    log = played.path.with_name("ledger.db-wal")
    damaged = saved.parent / "ledger.db"
    damaged.parent.mkdir()
    damaged.write_bytes(played.path.read_bytes())
    content = bytearray(log.read_bytes())
    content[30 * (PAGE + 24)] ^= 1
    damaged.with_name("ledger.db-wal").write_bytes(content)
    assert "second" not in lines_of(damaged)
    recover(damaged, saved)
    assert lines_of(saved) == lines_of(played.path)


def test_a_ledger_without_its_first_page_is_carved(path: Path, saved: Path) -> None:
    with Ledger(path) as ledger:
        record(ledger, "g", new_game(), 1, 150)
    before = lines_of(path)
    path.write_bytes(b"\0" * PAGE + path.read_bytes()[PAGE:])
    with pytest.raises(LedgerError):
        Archive(path)
    salvages = recover(path, saved)
    assert [(each.kept, each.known) for each in salvages] == [(150, 150)]
    assert lines_of(saved) == before


def test_the_remains_of_an_old_line_do_not_hide_the_whole_one_behind_them(path: Path) -> None:
    with Ledger(path) as ledger:
        record(ledger, "g", new_game(), 1, 20)
    line = lines_of(path)["g"][-1]
    page = path.with_name("page")
    page.write_bytes(line[:60] + line)
    assert list(carve(page).values()) == [line]


def test_entries_that_only_the_witness_knows_of_are_told(path: Path, saved: Path) -> None:
    with Ledger(path) as ledger:
        record(ledger, "g", new_game(), 1, 50)
        ledger.ask("PRAGMA wal_checkpoint(TRUNCATE)")
        record_more = list(play(new_game(), 1, 60))[50:]
        for step in record_more:
            ledger.append("g", "test", step.command, step.events)
        path.with_name("ledger.db-wal").rename(path.with_name("lost"))
        [salvage] = recover(path, saved)
    assert (salvage.kept, salvage.known, worded(salvage.fault)) == (50, 60, "entry 50: it is not to be found")


def test_a_recovered_ledger_takes_the_place_of_the_damaged_one(path: Path, saved: Path) -> None:
    with Ledger(path) as ledger:
        record(ledger, "g", new_game(), 1, 50)
        earlier = path.read_bytes(), path.with_name("ledger.db-wal").read_bytes()
        record(ledger, "h", new_game(), 1, 50)
    path.write_bytes(earlier[0])
    path.with_name("ledger.db-wal").write_bytes(earlier[1])
    with refused(LedgerError, f"game h had reached entry 49; .* banker recover --replace {path}"):
        Ledger(path)
    assert [(each.game, each.kept, each.known, worded(each.fault)) for each in recover(path, saved)] == [
        ("g", 50, 50, ""),
        ("h", 0, 50, "entry 0: it is not to be found"),
    ]
    kept = exchange(saved, path)
    saved.unlink()
    assert kept
    assert kept.name == "ledger.db.damaged-1"
    assert kept.read_bytes() == earlier[0]
    with Ledger(path) as ledger:
        assert ledger.ids() == ["g"]
        record(ledger, "h", new_game(), 1, 5)
        recover(path, saved)
        with refused(LedgerError, "another program writes"):
            exchange(saved, path)


def test_a_truncated_export_keeps_its_prefix(played: Ledger, saved: Path, tmp_path: Path) -> None:
    export = tmp_path / "first.jsonl"
    record = from_archive(played, "first")
    export.write_bytes(GameLines("first", record.lines[:70]).text() + record.lines[70][:-5])
    [salvage] = recover(export, saved)
    assert (salvage.kept, salvage.known) == (70, 71)
    assert worded(salvage.fault).startswith("entry 70: ")
    assert lines_of(saved) == {"first": list(record.lines[:70])}


@pytest.mark.parametrize("content", [b"", b"nothing of ours\n" * 9])
def test_nothing_to_recover_is_said_so(tmp_path: Path, saved: Path, content: bytes) -> None:
    file = tmp_path / "some.file"
    file.write_bytes(content)
    with refused(LedgerError, "holds no game from its beginning on"):
        recover(file, saved)
    with refused(LedgerError, "No such file"):
        recover(tmp_path / "none", saved)
    assert not saved.exists()
