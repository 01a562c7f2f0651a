"""The device vouches for a game at every pause and at its end, once for each entry."""

from pathlib import Path

import pytest

from companion.ledger.seal import key_beside, make_key, read_seal
from companion.ledger.witness import Head
from companion.table.parts import Do, Trouble
from companion.table.shown import Notice
from tests.refused import told
from tests.table.parlour import Parlour


def seals(parlour: Parlour) -> list[tuple[int, str]]:
    found = [read_seal(line) for line in parlour.ledger.seals(parlour.table.game_id)]
    return [(seal.seq, seal.reason) for seal in found]


def pause(parlour: Parlour) -> None:
    parlour.referee()
    parlour.pick(Do.PAUSE)


def test_a_pause_is_sealed_once(parlour: Parlour) -> None:
    assert seals(parlour) == []
    pause(parlour)
    parlour.pass_time(10)
    assert seals(parlour) == [(parlour.entries - 1, "pause")]
    parlour.press("ok")
    parlour.throw(1, 2)
    pause(parlour)
    assert [reason for _, reason in seals(parlour)] == ["pause", "pause"]


def test_the_end_is_sealed(parlour: Parlour) -> None:
    parlour.referee()
    parlour.pick(Do.FINISH)
    parlour.press("down", "ok")
    parlour.press("ok")
    parlour.hold("ok")
    assert parlour.state.over
    assert seals(parlour) == [(parlour.entries - 1, "end")]


@pytest.mark.parametrize("content", ["", "no key"])
def test_a_device_that_cannot_seal_says_so_once_and_plays_on(parlour: Parlour, content: str) -> None:
    key = make_key(key_beside(parlour.path))
    key.path.write_text(content)
    pause(parlour)
    assert parlour.sees(Notice).trouble is Trouble.NOT_SEALED
    assert parlour.table.desk.is_paused, "a seal that fails does not undo the pause"
    assert "is no private key" in told(parlour.sees(Notice).name)
    assert seals(parlour) == []
    parlour.press("ok")
    parlour.pass_time(100)
    assert not isinstance(parlour.screen, Notice)
    assert parlour.table.game is not None


def test_a_witness_that_cannot_be_written_undoes_nothing(parlour: Parlour) -> None:
    parlour.throw(1, 2)
    entries = parlour.entries
    kept = parlour.ledger._witness._file
    with Path("/dev/full").open("r+b", buffering=0) as full:
        parlour.ledger._witness._file = full
        parlour.ledger._note(lambda: parlour.ledger._witness.note(Head("g", 0, "")))
        parlour.ledger._witness._file = kept
    parlour.pass_time(1)
    assert parlour.sees(Notice).trouble is Trouble.WITNESS_LOST
    assert parlour.entries == entries


def turn_seal(parlour: Parlour) -> list[tuple[int, str]]:
    found = [read_seal(line) for line in parlour.ledger.turn_seal(parlour.table.game_id)]
    return [(seal.seq, seal.reason) for seal in found]


def test_each_turn_is_sealed_and_only_the_newest_seal_is_kept(parlour: Parlour) -> None:
    before = turn_seal(parlour)
    assert before == [(parlour.entries - 1, "turn")]
    parlour.throw(4, 6)
    assert turn_seal(parlour) == before
    parlour.press("ok")
    assert turn_seal(parlour) == [(parlour.entries - 1, "turn")]
    pause(parlour)
    assert (turn_seal(parlour), seals(parlour)) == ([], [(parlour.entries - 1, "pause")])
    assert parlour.die.kept[-1] == (parlour.table.game_id, str(parlour.entries - 1), parlour.table.desk.head)


def test_that_turns_cannot_be_sealed_is_said_once(parlour: Parlour) -> None:
    make_key(key_beside(parlour.path)).path.write_text("no key")
    parlour.throw(4, 6)
    parlour.press("ok")
    assert parlour.sees(Notice).trouble is Trouble.NOT_SEALED
    parlour.press("ok")
    parlour.throw(4, 6)
    parlour.press("ok")
    assert not isinstance(parlour.screen, Notice)
