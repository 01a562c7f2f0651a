"""What is appended is there, in order, once, and by one writer; what fails says why and loses nothing."""

import hashlib
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from companion.errors import NOTHING
from companion.ledger import witness
from companion.ledger.copying import backup
from companion.ledger.entry import FORMAT, Damaged, LedgerError
from companion.ledger.exchange import exchange
from companion.ledger.sqlite import APPLICATION_ID
from companion.ledger.store import Archive, Ledger
from companion.rules.commands import Begin, End, Finish, Roll, TakeBack
from companion.rules.events import Began, Ended, Rolled, TakenBack, TurnBegan
from companion.rules.game import Game
from companion.rules.rules import Rules
from companion.words.refusals import worded
from tests.ledger.conftest import Hands
from tests.refused import refused

GAME = "20261130-2014-k3f9"


def begun(ledger: Ledger, begin: Begin, game: str = GAME) -> None:
    ledger.append(game, "button", begin, Game.begin(Rules(begin.edition), begin).steps[0].events)


def rolled(ledger: Ledger, game: str = GAME) -> None:
    ledger.append(game, "die", Roll(0, 3, 4, source="die 7"), [Rolled(0, 3, 4, again=False, source="die 7")])


def fill(ledger: Ledger) -> None:
    for _ in range(100):
        rolled(ledger)


def test_entries_come_back_as_they_were_appended(ledger: Ledger, begin: Begin) -> None:
    begun(ledger, begin)
    entry = ledger.append(GAME, "die", Roll(0, 3, 4), [Rolled(0, 3, 4, again=False), TurnBegan(1)])
    first, second = ledger.entries(GAME)
    assert (first.seq, first.format, first.prev, first.command) == (0, FORMAT, "", begin)
    assert second == entry
    assert second.prev == first.hash


def test_the_edition_is_kept_whole_in_the_first_entry(ledger: Ledger, begin: Begin) -> None:
    begun(ledger, begin)
    event = ledger.entries(GAME)[0].events[0]
    assert isinstance(event, Began)
    assert event.edition == begin.edition


def test_a_later_program_goes_on_where_the_earlier_one_stopped(path: Path, hands: Hands, begin: Begin) -> None:
    with Ledger(path, hands.clock()) as ledger:
        begun(ledger, begin)
        hands.pass_by(2)
        rolled(ledger)
    hands.pass_by(3600)
    with Ledger(path, hands.clock()) as ledger:
        hands.pass_by(1)
        rolled(ledger)
        rolled(ledger)
        entries = ledger.entries(GAME)
    assert [entry.seq for entry in entries] == [0, 1, 2, 3]
    assert [entry.elapsed for entry in entries] == [0, 2000, 2000, 2000]


def test_clock_jumps_disturb_neither_order_nor_time_of_play(ledger: Ledger, begin: Begin, hands: Hands) -> None:
    begun(ledger, begin)
    hands.wall -= timedelta(days=365 * 50)
    hands.steady += 1_500_000_000
    begun(ledger, begin, "19761213-2014-aaaa")
    rolled(ledger)
    assert [entry.elapsed for entry in ledger.entries(GAME)] == [0, 1500]
    assert ledger.ids() == [GAME, "19761213-2014-aaaa"]


def test_a_game_begins_once_and_before_all_else(ledger: Ledger, begin: Begin) -> None:
    with refused(LedgerError, "is not begun"):
        rolled(ledger)
    begun(ledger, begin)
    with refused(LedgerError, "is begun already"):
        begun(ledger, begin)
    assert len(ledger.entries(GAME)) == 1


def test_ids_sort_by_date_and_differ(ledger: Ledger, hands: Hands) -> None:
    ids = {ledger.new_id() for _ in range(50)}
    local = hands.wall.astimezone()
    assert len(ids) > 45
    assert all(name.startswith(f"{local:%Y%m%d-%H%M}-") for name in ids)


def test_the_list_of_games_tells_players_entries_and_winner(ledger: Ledger, begin: Begin) -> None:
    begun(ledger, begin)
    begun(ledger, begin, "other")
    ledger.append(GAME, "referee", Finish("late"), [Ended(1, "late")])
    over, going = ledger.games()
    assert (over.id, over.entries, over.over, over.winner) == (GAME, 2, True, "blue")
    assert (going.id, going.players, going.over, going.winner) == ("other", ("red", "blue", "green"), False, "")
    assert [row.id for row in ledger.unfinished()] == ["other"]


def test_an_end_that_was_taken_back_is_none(ledger: Ledger, begin: Begin) -> None:
    begun(ledger, begin)
    ledger.append(GAME, "referee", Finish("late"), [Ended(1, "late")])
    ledger.append(GAME, "referee", TakeBack(1, "too early"), [TakenBack(1, "too early")])
    assert not ledger.games()[0].over
    assert [row.id for row in ledger.unfinished()] == [GAME]
    ledger.append(GAME, "button", End(0), [TurnBegan(1)])
    ledger.append(GAME, "referee", Finish("late"), [Ended(2, "late")])
    assert ledger.games()[0].winner == "green"
    assert ledger.unfinished() == []


def test_a_second_writer_is_told_and_a_reader_is_not_disturbed(ledger: Ledger, path: Path, begin: Begin) -> None:
    begun(ledger, begin)
    with refused(LedgerError, "another program writes"):
        Ledger(path)
    with Archive(path) as archive:
        rolled(ledger)
        assert len(archive.entries(GAME)) == 2


def test_a_lock_held_too_long_is_reported_and_nothing_is_lost(ledger: Ledger, path: Path, begin: Begin) -> None:
    begun(ledger, begin)
    ledger._db.execute("PRAGMA busy_timeout = 10")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with refused(LedgerError, "another program holds it"):
        rolled(ledger)
    other.execute("ROLLBACK")
    other.close()
    rolled(ledger)
    assert [entry.seq for entry in ledger.entries(GAME)] == [0, 1]


def test_a_full_disk_is_reported_and_nothing_is_lost(ledger: Ledger, begin: Begin) -> None:
    begun(ledger, begin)
    (pages,) = ledger._db.execute("PRAGMA page_count").fetchone()
    ledger._db.execute(f"PRAGMA max_page_count = {pages}")
    with refused(LedgerError, "the disk is full"):
        fill(ledger)
    written = len(ledger.entries(GAME))
    ledger._db.execute("PRAGMA max_page_count = 100000")
    rolled(ledger)
    assert [entry.seq for entry in ledger.entries(GAME)] == list(range(written + 1))


FILL = """
import resource, sys
from pathlib import Path
from companion.ledger.store import Ledger
from companion.ledger.entry import LedgerError
from companion.rules.commands import Roll
ledger = Ledger(Path(sys.argv[1]))
acknowledged = len(ledger.entries(sys.argv[2]))
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
try:
    while True:
        ledger.append(sys.argv[2], "die", Roll(0, 1, 2), [])
        acknowledged += 1
except LedgerError as error:
    print(acknowledged, error)
"""


def test_a_file_that_may_not_grow_keeps_all_that_was_acknowledged(path: Path, begin: Begin) -> None:
    with Ledger(path) as ledger:
        begun(ledger, begin)
    said = subprocess.run([sys.executable, "-c", FILL, path, GAME], capture_output=True, text=True, check=True).stdout
    acknowledged = int(said.split()[0])
    assert "disk" in said
    with Ledger(path) as ledger:
        assert len(ledger.entries(GAME)) == acknowledged > 10


@pytest.fixture
def locked_away(begin: Begin) -> Iterator[Path]:
    """A ledger in a folder that this process may only read, root or not."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with Ledger(folder / "ledger.db") as ledger:
            begun(ledger, begin)
        for file in folder.iterdir():
            file.chmod(0o444)
        folder.chmod(0o555)
        me = os.geteuid()
        if me == 0:
            os.seteuid(65534)  # nobody: root may write anywhere
        try:
            yield folder / "ledger.db"
        finally:
            os.seteuid(me)
            folder.chmod(0o755)


def test_a_read_only_folder_can_be_read_and_says_why_it_cannot_be_written(locked_away: Path) -> None:
    with refused(LedgerError, "denied"):
        Ledger(locked_away)
    with Archive(locked_away) as archive:
        assert len(archive.entries(GAME)) == 1


@pytest.mark.parametrize("seq", [0, 1])
def test_a_damaged_game_keeps_nobody_from_playing_another(path: Path, begin: Begin, seq: int) -> None:
    with Ledger(path) as ledger:
        for name in ("broken", "whole"):
            begun(ledger, begin, name)
            rolled(ledger, name)
    db = sqlite3.connect(path)
    db.execute("UPDATE entries SET line = replace(line, 'seq', 'sec') WHERE game = 'broken' AND seq = ?", (seq,))
    db.commit()
    db.close()
    with Ledger(path) as ledger:
        broken, whole = ledger.games()
        assert "do not have the hash" in worded(broken.fault or NOTHING)
        assert [row.id for row in ledger.unfinished()] == [whole.id]
        rolled(ledger, "whole")
        with refused(Damaged, f"entry {seq}: "):
            rolled(ledger, "broken")


@pytest.mark.parametrize("nonsense", ['{"type":"Fly"}', "[" * 2000 + "]" * 2000, "1" * 5000, '"\\ud800"'])
def test_a_line_that_is_no_entry_keeps_nobody_from_playing_another(path: Path, begin: Begin, nonsense: str) -> None:
    with Ledger(path) as ledger:
        for name in ("broken", "whole"):
            begun(ledger, begin, name)
            rolled(ledger, name)
    body = f'{{"game":"broken","seq":1,"command":{nonsense}}}'
    line = f'{body[:-1]},"hash":"{hashlib.sha256(body.encode()).hexdigest()}"}}'
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("UPDATE entries SET line = ? WHERE game = 'broken' AND seq = 1", (line,))
    with Ledger(path) as ledger:
        broken, whole = ledger.games()
        assert broken.fault
        assert "\n" not in worded(broken.fault)
        assert [row.id for row in ledger.unfinished()] == [whole.id]
        rolled(ledger, "whole")
        with refused(Damaged, "entry 1: "):
            ledger.entries("broken")


def test_a_long_name_of_a_game_leaves_no_trace_in_the_witness(path: Path, begin: Begin) -> None:
    with Ledger(path) as ledger:
        for name in ("g" * 200, "h"):
            begun(ledger, begin, name)
        assert witness.recall(path) == ("h", 0, ledger.entries("h")[0].hash)


def test_no_ledger_and_no_game_are_said_so(path: Path, ledger: Ledger) -> None:
    with refused(LedgerError, "there is no such ledger"):
        Archive(path.with_name("none.db"))
    with refused(LedgerError, "there is no game x"):
        ledger.entries("x")


@pytest.mark.parametrize("content", [b"", b"no database at all" * 50])
def test_another_file_is_no_ledger(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with refused(LedgerError, "is not a ledger"):
        Archive(path)


def test_a_ledger_that_was_never_finished_is_made_anew(path: Path, begin: Begin) -> None:
    """The power was cut after SQLite had made the file, and before the tables were in it."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA page_size = 4096")
        db.execute("PRAGMA journal_mode = WAL")
    assert path.stat().st_size
    with Ledger(path) as ledger:
        begun(ledger, begin)
        assert ledger.ids() == [GAME]


def test_a_ledger_emptied_after_its_first_entry_is_damage(path: Path, begin: Begin) -> None:
    with Ledger(path) as ledger:
        begun(ledger, begin)
    path.write_bytes(b"")
    with refused(LedgerError, "is not a ledger"):
        Ledger(path)


def test_another_program_s_database_is_left_alone(path: Path) -> None:
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE shopping (item TEXT)")
    db.close()
    before = path.read_bytes()
    with refused(LedgerError, "is not a ledger"):
        Ledger(path)
    assert path.read_bytes() == before


def test_tables_of_another_layout_are_damage(path: Path) -> None:
    Ledger(path).close()
    db = sqlite3.connect(path)
    db.execute("DROP INDEX turning")
    db.close()
    with refused(Damaged, "its tables are not those of a ledger"):
        Ledger(path)


def test_a_later_layout_is_not_touched(path: Path) -> None:
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute("PRAGMA user_version = 99")
    db.execute("CREATE TABLE t (x)")
    db.close()
    with refused(LedgerError, "later version"):
        Ledger(path)


def test_the_witness_notices_that_acknowledged_entries_are_gone(path: Path, begin: Begin) -> None:
    with Ledger(path) as ledger:
        begun(ledger, begin)
        rolled(ledger)
    copy = path.read_bytes()
    with Ledger(path) as ledger:
        rolled(ledger)
    path.write_bytes(copy)
    with refused(Damaged, "had reached entry 2; the last one here is 1") as caught:
        Ledger(path)
    assert (caught.value.game, caught.value.seq) == (GAME, 2)


def test_a_witness_left_behind_by_a_power_cut_is_no_fault(path: Path, begin: Begin) -> None:
    with Ledger(path) as ledger:
        begun(ledger, begin)
        before = witness.beside(path).read_bytes()
        rolled(ledger)
    witness.beside(path).write_bytes(before)
    with Ledger(path) as ledger:
        rolled(ledger)
        assert len(ledger.entries(GAME)) == 3


class TestGone:
    """What was acknowledged is never lost without a word."""

    @pytest.fixture
    def played(self, path: Path, begin: Begin) -> Path:
        with Ledger(path) as ledger:
            begun(ledger, begin)
            rolled(ledger)
            ledger.seal(GAME, "pause")
        return path

    @pytest.mark.parametrize("empty", [False, True])
    def test_a_ledger_that_is_gone_is_missed(self, played: Path, empty: bool) -> None:
        played.unlink()
        if empty:
            played.touch()
        with refused(LedgerError, "banker restore|is not a ledger"):
            Ledger(played)

    def test_a_witness_of_zeroed_sectors_says_nothing(self, played: Path) -> None:
        witness.beside(played).write_bytes(bytes(512))
        with Ledger(played) as ledger:
            rolled(ledger)

    def test_a_witness_of_the_first_version_is_read(self, played: Path) -> None:
        file = witness.beside(played)
        file.write_bytes(file.read_bytes()[:128])
        with Ledger(played) as ledger:
            rolled(ledger)
        head = witness.recall(played)
        assert head is not None
        assert head.seq == 2

    def test_a_seal_that_is_gone_is_missed(self, played: Path) -> None:
        with closing(sqlite3.connect(played, isolation_level=None)) as db:
            db.execute("DELETE FROM seals")
        with refused(Damaged, "the seal of entry 1 of game .* is gone"):
            Ledger(played)

    @pytest.mark.parametrize("size", [90, 127, 128, 200])
    def test_a_witness_that_was_cut_off_still_says_what_it_does(self, played: Path, size: int) -> None:
        said = witness.beside(played).read_bytes()
        witness.beside(played).write_bytes(said[:size])
        Ledger(played).close()
        assert witness.beside(played).read_bytes()[:128] == said[:128]
        with closing(sqlite3.connect(played, isolation_level=None)) as db:
            db.execute("DELETE FROM entries WHERE seq = (SELECT max(seq) FROM entries)")
        witness.beside(played).write_bytes(said[:size])
        with refused(Damaged, "had reached entry"):
            Ledger(played)

    @pytest.mark.parametrize("suffix", ["", "-wal", "-head"])
    @pytest.mark.parametrize("moved", [False, True])
    def test_files_that_go_in_mid_game_are_missed_at_the_next_move(
        self, played: Path, suffix: str, moved: bool
    ) -> None:
        with Ledger(played) as ledger:
            rolled(ledger)
            file = played.with_name(played.name + suffix)
            copy = file.read_bytes()
            file.unlink()
            if moved:
                file.write_bytes(copy)
            with refused(LedgerError, "moved or deleted"):
                rolled(ledger)

    def test_a_game_that_counts_otherwise_is_not_written(self, played: Path) -> None:
        with Ledger(played) as ledger, refused(LedgerError, "entry 2 comes next in the ledger, and 3"):
            ledger.append(GAME, "die", Roll(0, 3, 4), [], 3)

    def test_a_witness_is_on_the_disk_before_the_next_entry(self, played: Path) -> None:
        with Ledger(played) as ledger:
            rolled(ledger)
            assert not ledger._witness._is_flushed
            ledger.settle()
            assert ledger._witness._is_flushed

    def test_a_log_of_another_ledger_is_named(self, played: Path) -> None:
        copy = played.with_name("copy.db")
        backup(played, copy)
        with Ledger(played) as ledger:
            rolled(ledger)
            log = played.with_name(played.name + "-wal").read_bytes()
        played.write_bytes(copy.read_bytes())
        played.with_name(played.name + "-wal").write_bytes(log)
        for opening in (Ledger, Archive):
            with refused(LedgerError, "belongs to another ledger"):
                opening(played)
        kept = exchange(copy, played)
        assert kept is not None
        with Ledger(played) as ledger:
            assert len(ledger.entries(GAME)) == 2
