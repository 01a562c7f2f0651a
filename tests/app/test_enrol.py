"""`banker enrol`: from the reader's chip to the book of tags."""

import io
import queue
from pathlib import Path

import pytest

from companion.app.enrol import Ears, Enrolment, Said
from companion.cli import main
from companion.devices.reader import TagReader
from companion.devices.settings import BoxSettings, ReaderSettings
from companion.editions import registry
from companion.errors import message
from companion.simulator.box import SimulatedBox
from companion.table.keeper import Keeper
from companion.table.settings import Evening
from companion.table.tags import DeedTag, PlayerTag, RefereeTag, TagBook, board_key
from companion.words.refusals import worded

CLASSIC = registry.load("classic")
BOARD = board_key(CLASSIC.board)
THINGS = (PlayerTag("red"), DeedTag(BOARD, 1), DeedTag(BOARD, 3), RefereeTag())


def enrol(book: TagBook, *said: Said) -> tuple[bool, list[str]]:
    lines: list[str] = []
    return Enrolment(book, THINGS, CLASSIC, lambda said: lines.append(worded(said))).run(said), lines


def test_one_after_the_other() -> None:
    book = TagBook()
    done, lines = enrol(book, *(("tag", f"0400000{number}") for number in range(4)))
    assert done
    assert book.all() == dict(zip((f"0400000{number}" for number in range(4)), THINGS, strict=True))
    assert lines[0] == worded(message("enrol.keys"))
    assert lines[2] == "2/4 Lay the tag of: Mediterranean Avenue"
    assert lines[-1] == "All done."


def test_a_doubled_tag_is_refused() -> None:
    book = TagBook()
    done, lines = enrol(book, ("tag", "04aa"), ("tag", "04aa"), ("key", "q"))
    assert not done
    assert "This tag stands for player red already; take another one." in lines
    assert book.all() == {"04aa": PlayerTag("red")}


def test_skip_and_back() -> None:
    book = TagBook()
    enrol(book, ("key", ""), ("tag", "04bb"), ("key", "b"), ("tag", "04cc"), ("key", "q"))
    assert book.all() == {"04cc": DeedTag(BOARD, 1)}


def test_a_fault_is_said_and_nothing_is_skipped() -> None:
    book = TagBook()
    _, lines = enrol(book, ("fault", message("enrol.two-tags")), ("key", "q"))
    assert lines[1:] == [
        "1/4 Lay the tag of: player red",
        "Two tags at once: lay one.",
        "1/4 Lay the tag of: player red",
    ]


def test_from_the_chip_to_the_book(tmp_path: Path) -> None:
    heard: queue.SimpleQueue[Said] = queue.SimpleQueue()
    book = TagBook(tmp_path / "tags.json")
    uids = ("04a1b2c3", "04a1b2c3d4e5f6", "04a1b2c3d4e5f6a7b8c9", "04ffffff")
    with SimulatedBox(BoxSettings(reader=ReaderSettings(poll_ms=1))) as bench:
        reader = TagReader(bench.settings.reader or ReaderSettings(), Ears(heard))
        bench.follow(reader=reader)
        reader.start()
        for uid in uids:
            assert bench.lay(uid)
            assert bench.lift(uid)
        reader.close()
    said = [heard.get_nowait() for _ in range(heard.qsize())]
    assert Enrolment(book, THINGS, CLASSIC, lambda _: None).run(said)
    assert TagBook.read(tmp_path / "tags.json").all() == dict(zip(uids, THINGS, strict=True))


def test_list_and_forget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    (tmp_path / "banker").mkdir()
    book = TagBook(tmp_path / "banker" / "tags.json")
    book.enrol("04aabbcc", PlayerTag("red"))
    book.enrol("04aabbccddeeff", DeedTag(BOARD, 39))
    assert main(["enrol", "--list"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "04aabbccddeeff       Boardwalk",
        "04aabbcc             player red",
    ]
    assert main(["enrol", "--forget", "04aabbcc"]) == 0
    assert TagBook.read(tmp_path / "banker" / "tags.json").all() == {"04aabbccddeeff": DeedTag(BOARD, 39)}
    assert main(["enrol", "--forget", "04aabbcc"]) == 1
    assert "no tag 04aabbcc is known" in capsys.readouterr().err


def test_asked_for_is_who_was_chosen_at_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\n\n"))
    (tmp_path / "banker").mkdir()
    keeper = Keeper(Evening(), tmp_path / "banker" / "evening.json")
    keeper.keep(Evening(edition="uk", players=("Mai", "Tom")))
    assert main(["enrol"]) == 1
    asked = [line for line in capsys.readouterr().out.splitlines() if "Lay the tag" in line]
    assert asked == [
        "1/31 Lay the tag of: player Mai",
        "2/31 Lay the tag of: player Tom",
        "3/31 Lay the tag of: Old Kent Road",
        "4/31 Lay the tag of: Whitechapel Road",
    ]
