"""Whatever the network, a table or a crash does to a stream, what the database has is what the tables wrote."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy.exc import DBAPIError

from companion.hub.hub import Hub
from companion.hub.store import Store, sqlite_url
from companion.hub.worker import Message
from companion.ledger.entry import Entry, write
from companion.publishing import wire
from companion.rules import codec
from companion.rules.events import Paid
from tests.hub.tables import EVENT, NOON, Ear, Table, joined, set_up

GAMES = 3


class Streams:
    """A few played games with what their tables send, made once; every example takes them in anew."""

    def __init__(self, folder: Path) -> None:
        self.tables = [Table(folder / str(place), place) for place in range(GAMES)]
        for table in self.tables:
            table.played(4, 25)

    def messages(self, place: int, parts: int) -> list[Message]:
        """All that a table has to say, its lines in so many bundles."""
        table, box = self.tables[place], f"box-{place}"
        lines = table.lines()
        size = -(-len(lines) // parts)
        said = [("playing", msgspec.json.encode(wire.Playing(table.id, 0, place)))]
        said += [("lines", b"\n".join(lines[at : at + size])) for at in range(0, len(lines), size)]
        said += [("seal", seal) for seal in table.seals()]
        return [(box, kind, payload, NOON) for kind, payload in said]

    def open(self, store: Store) -> Hub:
        """A hub at which these tables are seated."""
        set_up(store, people=GAMES * 4, rounds=1)
        hub = Hub(store, EVENT)
        hub.draw(seed=1)
        hub.begin_round()
        for place, table in enumerate(self.tables):
            joined(hub, table, place)
        return hub

    def is_all_in(self, hub: Hub) -> bool:
        """Whether every game is in the database as it was written, nothing twice, and counts."""
        kept = [hub.store.lines(EVENT, table.id) == table.lines() for table in self.tables]
        total = sum(len(table.lines()) for table in self.tables)
        return all(kept) and hub.store.count(EVENT) == total and len(hub.results(final=True)) == GAMES


@pytest.fixture(scope="module")
def streams(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Streams]:
    streams = Streams(tmp_path_factory.mktemp("streams"))
    yield streams
    for table in streams.tables:
        table.ledger.close()


def take(hub: Hub, messages: Sequence[Message]) -> None:
    """As the hub's thread does: a batch that the database refuses is taken again."""
    try:
        hub.process(messages)
    except DBAPIError:
        hub.process(messages)


@settings(
    max_examples=12, deadline=None, phases=[Phase.generate], suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_shuffled_doubled_lost_and_resent_while_two_hubs_come_and_go(
    streams: Streams, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    store = Store(sqlite_url(tmp_path_factory.mktemp("storm") / "hub.sqlite"))
    hubs = [streams.open(store), Hub(store, EVENT)]
    said = [each for place in range(GAMES) for each in streams.messages(place, data.draw(st.integers(1, 9)))]
    for _ in range(data.draw(st.integers(1, 4))):
        wild = data.draw(st.lists(st.sampled_from(said), max_size=30))
        while wild:
            size = data.draw(st.integers(1, len(wild)))
            which = data.draw(st.integers(0, 1))
            if data.draw(st.booleans()):
                hubs[which] = Hub(store, EVENT)  # the other one may be behind by now
            take(hubs[which], wild[:size])
            del wild[:size]
    for each in said:  # what a table sends in the end: everything, in order
        take(hubs[0], [each])
    assert streams.is_all_in(hubs[0])
    assert streams.is_all_in(Hub(store, EVENT))
    assert store.incidents(EVENT) == []
    store.close()


def unfit(table: Table) -> tuple[int, bytes]:
    """A line with a good hash that follows and yet does not fit the game, and its place."""
    entries = [codec.decoder(Entry)(line) for line in table.lines()]
    at, paid = next((e.seq, event) for e in entries for event in e.events if isinstance(event, Paid))
    forged = msgspec.structs.replace(entries[at], events=(codec.replace(paid, payer=77),), hash="")
    return at, write(forged)[0]


def test_an_unfit_line_takes_nothing_of_its_batch_with_it(store: Store, streams: Streams) -> None:
    hub, table = streams.open(store), streams.tables[0]
    at, forged = unfit(table)
    lines = table.lines()
    first = b"\n".join([*lines[:at], forged])
    hub.process([("box-0", "lines", first, NOON), ("box-0", "lines", b"\n".join(lines), NOON)])
    assert store.lines(EVENT, table.id) == lines
    assert [each.kind for each in store.incidents(EVENT)] == ["facts"]


@pytest.mark.parametrize("kind", ["lines", "seal", "playing", "hello", "health"])
@pytest.mark.parametrize(
    "payload",
    [
        b'{"game":"a\\u0000b","seq":0,"round":0,"table":0,"games":{"a\\u0000":1},"key":"","version":""}',
        b'{"game":"a\0b","seq":0}',
        b'{"game":"a","seq":99999999999,"round":0,"table":99999999999,"games":{"a":99999999999},"key":"","version":""}',
        b'{"game":"a","seq":-1,"round":-5,"table":-5,"games":{"a":-1},"key":"","version":""}',
        b'{"game":"a","seq":0,"more":"\xff"}',
        b'{"time":"2026-11-30T12:00:00","uptime":1}',
        b"\xff\xfe\0",
        b"[]",
        b"",
    ],
)
def test_what_no_database_could_keep_stops_nobody(store: Store, streams: Streams, kind: str, payload: bytes) -> None:
    hub, table = streams.open(store), streams.tables[1]
    good = streams.messages(1, 1)
    hub.process([good[0], ("box-0", kind, payload, NOON), *good[1:]])
    assert store.lines(EVENT, table.id) == table.lines()
    assert (0, 1) in hub.results(final=True)
    assert {each.kind for each in store.incidents(EVENT)} <= {"unreadable", "foreign-key", "misplaced"}


def test_evidence_with_a_spoilt_line_of_a_real_game(store: Store, streams: Streams) -> None:
    hub, table = streams.open(store), streams.tables[0]
    lines = table.lines()
    spoilt = lines[3].replace(b'"elapsed":', b'"more":"\xff","elapsed":')
    hub.process([("box-0", "lines", b"\n".join([*lines[:3], spoilt]), NOON)])
    hub.downlink.connection = Ear([])
    hub.process([("box-0", "lines", b"\n".join(lines), NOON)])
    assert store.lines(EVENT, table.id) == lines


def test_a_hub_that_is_behind_takes_the_end_of_a_game(store: Store, streams: Streams) -> None:
    hub, table = streams.open(store), streams.tables[0]
    playing, lines, seal = streams.messages(0, 1)
    first = ("box-0", "lines", b"\n".join(table.lines()[:5]), NOON)
    hub.process([playing, first])
    other = Hub(store, EVENT)
    other.process([lines])
    take(hub, [lines, seal])
    assert store.lines(EVENT, table.id) == table.lines()
    assert store.incidents(EVENT) == []
    assert (0, 0) in hub.results(final=True)


def test_a_hub_that_is_behind_in_one_game_begins_another(store: Store, streams: Streams) -> None:
    hub, other = streams.open(store), Hub(store, EVENT)
    lines = [table.lines() for table in streams.tables]
    other.process([("box-1", "lines", b"\n".join(lines[1][:9]), NOON)])
    batch = [("box-0", lines[0][:9]), ("box-1", lines[1][9:12]), ("box-0", lines[0][9:12])]
    take(hub, [(box, "lines", b"\n".join(part), NOON) for box, part in batch])
    assert store.incidents(EVENT) == []
    assert store.lines(EVENT, streams.tables[0].id) == lines[0][:12]
    assert store.lines(EVENT, streams.tables[1].id) == lines[1][:12]
