"""Lines, their hashes, and how lines of older formats are read."""

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.ledger.entry import FORMAT, Chain, Damaged, Entry, LedgerError, hash_of, read, write
from companion.rules.commands import Begin, Finish, Roll
from companion.rules.events import Ended, Rolled
from tests.refused import refused

TIME = datetime(2026, 11, 30, 20, 14, tzinfo=UTC)


def line(seq: int, prev: str = "", **more: Any) -> tuple[bytes, str]:
    entry = Entry(
        format=0 if seq else FORMAT, game="g", seq=seq, time=TIME, elapsed=0, origin="die", prev=prev,
        command=Roll(0, 3, 4), events=(Rolled(0, 3, 4, again=False),),
    )  # fmt: skip
    return write(msgspec.structs.replace(entry, **more))


def test_a_line_is_plain_json_whose_last_member_is_the_hash() -> None:
    written, digest = line(0)
    data = msgspec.json.decode(written)
    assert next(iter(data)) == "format"
    assert list(data)[-1] == "hash"
    assert data["hash"] == digest == hash_of(written)
    assert data["time"] == "2026-11-30T20:14:00Z"
    assert "prev" not in data
    assert b"\n" not in written


@given(st.text(max_size=40), st.integers(0, 2**40))
def test_what_is_written_is_read(reason: str, elapsed: int) -> None:
    entry = Entry(
        format=FORMAT, game="g", seq=0, time=TIME, elapsed=elapsed, origin=reason, command=Finish(reason),
        events=(Ended(1, reason),),
    )  # fmt: skip
    written, digest = write(entry)
    assert list(read([written])) == [msgspec.structs.replace(entry, hash=digest)]


@given(st.data())
def test_any_other_byte_is_noticed(data: st.DataObject) -> None:
    written, _ = line(0)
    at = data.draw(st.integers(0, len(written) - 1))
    other = data.draw(st.integers(0, 255).filter(lambda byte: byte != written[at]))
    with refused(Damaged, "entry 0"):
        list(read([written[:at] + bytes([other]) + written[at + 1 :]]))


@pytest.mark.parametrize("text", [b"", b"{}", b"null", b'{"hash":""}', b"\xff" * 200])
def test_what_is_no_line_is_damage(text: bytes) -> None:
    with refused(Damaged, "entry 0"):
        list(read([text]))


def test_a_chain_takes_lines_as_they_arrive_and_refuses_the_wrong_one() -> None:
    first, head = line(0)
    second, last = line(1, head)
    chain = Chain("g")
    chain.take(first)
    with refused(Damaged, "entry 1: entry 0 stands in its place"):
        chain.take(first)
    assert chain.take(second).seq == 1
    assert (chain.length, chain.head) == (2, last)
    later = Chain("g")
    later.resume(first, 1, head)
    assert later.take(second).hash == last


def test_a_later_format_is_not_guessed_at() -> None:
    with refused(LedgerError, rf"written in format {FORMAT + 1}; this version reads formats 1 to {FORMAT}"):
        list(read([line(0, format=FORMAT + 1)[0]]))


def test_older_formats_are_brought_up_step_by_step() -> None:
    """As if the throw had been called `Dice` in this format, and its source `by` in the next one."""

    def renamed(data: dict[str, Any]) -> dict[str, Any]:
        events = [event | {"type": "Rolled"} if event["type"] == "Dice" else event for event in data["events"]]
        return data | {"events": events}

    def sourced(data: dict[str, Any]) -> dict[str, Any]:
        for event in data["events"]:
            event["source"] = event.pop("by", "")
        return data

    first, digest = line(0)
    second, _ = line(1, digest)
    old = [_rewritten(first), _rewritten(second, hash_of(_rewritten(first)))]
    with pytest.raises(Damaged):
        list(read(old))
    entries = list(read(old, upcasters=[*[lambda data: data] * (FORMAT - 1), renamed, sourced]))
    assert [entry.events for entry in entries] == [(Rolled(0, 3, 4, again=False, source="die 7F3A"),)] * 2
    assert [entry.hash for entry in entries] == [hash_of(text) for text in old]


def _rewritten(text: bytes, prev: str = "") -> bytes:
    import hashlib

    data = msgspec.json.decode(text)
    del data["hash"]
    for event in data["events"]:
        event |= {"type": "Dice", "by": "die 7F3A"}
        del event["source"]
    if prev:
        data["prev"] = prev
    body = msgspec.json.encode(data)
    return body[:-1] + f',"hash":"{hashlib.sha256(body).hexdigest()}"}}'.encode()


def test_a_game_begins_with_its_whole_edition(begin: Begin) -> None:
    [entry] = read([line(0, command=begin, events=())[0]])
    assert entry.command == begin
