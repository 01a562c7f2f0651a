"""Backups that the table makes by itself."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.app.backups import Backups
from companion.ledger.audit import examine
from companion.ledger.copying import BACKUPS_KEPT
from companion.ledger.store import Archive, Ledger
from companion.rules.commands import Finish
from tests.ledger.playing import new_game, record
from tests.web.stands import begin, do, stand_in


def test_a_game_that_ends_is_in_a_backup_with_its_seal(tmp_path: Path) -> None:
    with stand_in(tmp_path) as stand:
        begin(stand)
        do(stand, Finish("agreed"))
        game = stand.table.game_id
    (copy,) = (tmp_path / "backups").iterdir()
    assert not examine(copy)
    with Archive(copy) as kept, Archive(tmp_path / "ledger.db") as ledger:
        assert kept.lines(game) == ledger.lines(game)
        assert kept.seals(game) == ledger.seals(game) != []


def test_a_day_has_one_backup_and_seven_days_are_kept(tmp_path: Path) -> None:
    path, first = tmp_path / "ledger.db", datetime(2026, 11, 27, tzinfo=UTC)
    days = [first + timedelta(days) for days in range(BACKUPS_KEPT + 2)]
    clock = iter(sorted([*days, *days]))
    with Ledger(path) as ledger:
        record(ledger, "game", new_game(), 1, 5)
        backups = Backups(path, lambda: next(clock))
        for _ in range(2 * len(days)):
            backups.ask()
        backups.close()
    assert names(tmp_path) == [f"ledger-{day:%Y%m%d}.db" for day in days[2:]]


def test_a_clock_that_goes_back_does_not_cost_the_newest_backup(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    days = iter(
        [datetime(2026, 12, day, tzinfo=UTC) for day in range(1, BACKUPS_KEPT + 1)] + [datetime(1970, 1, 1, tzinfo=UTC)]
    )
    with Ledger(path) as ledger:
        record(ledger, "game", new_game(), 1, 5)
        backups = Backups(path, lambda: next(days))
        for _ in range(BACKUPS_KEPT + 1):
            backups.ask()
        backups.close()
    assert len(names(tmp_path)) == BACKUPS_KEPT
    assert names(tmp_path)[0] == "ledger-19700101.db"


def test_a_backup_that_fails_is_logged_and_the_next_one_is_made(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path, folder = tmp_path / "ledger.db", tmp_path / "backups"
    with Ledger(path) as ledger:
        record(ledger, "game", new_game(), 1, 5)
        folder.write_text("no folder")
        broken = Backups(path)
        broken.ask()
        broken.close()
        assert "no backup was made" in caplog.text
        folder.unlink()
        well = Backups(path)
        well.ask()
        well.close()
    assert len(names(tmp_path)) == 1


def names(folder: Path) -> list[str]:
    return sorted(copy.name for copy in (folder / "backups").iterdir())
