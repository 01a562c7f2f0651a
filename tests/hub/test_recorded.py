"""What version 0.1.0 left behind is read as it was: a hub's database and reports, a table's outbox and membership."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from companion.hub import reports
from companion.hub.hub import Hub
from companion.hub.store import Store, sqlite_url
from companion.publishing import wire
from companion.publishing.cursors import APART, Cursors, beside
from companion.publishing.outbox import Outbox, status
from companion.tournament.formats import Stage
from companion.tournament.records import AnyRecord, RoundDrawn, draw
from companion.tournament.state import Tournament
from companion.words.refusals import worded
from tests.hub.tables import EVENT, NOON, Table, say

RECORDED = Path(__file__).parent / "recorded"


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    """The hub of 0.1.0 with every kind of record, a sealed game, one that another box took over, and incidents."""
    shutil.copy(RECORDED / "hub.sqlite", tmp_path)
    store = Store(sqlite_url(tmp_path / "hub.sqlite"))
    yield Hub(store, EVENT, clock=lambda: NOON)
    store.close()


@pytest.mark.parametrize("kind", reports.KINDS)
def test_reports_say_what_they_said(hub: Hub, kind: str) -> None:
    for box in hub.boxes.all:
        hub.boxes.heard(box, "lines", NOON)
    rows = reports.rows(hub, kind, "en")
    if kind == "boxes":  # as a hub knew them that had not been started again
        rows.sort(key=lambda row: str(row["box"]))
    assert reports.as_json(rows) == (RECORDED / f"{kind}.json").read_bytes()


def test_the_round_stands_as_it_stood(hub: Hub) -> None:
    assert reports.as_json([reports.round_row(hub)]) == (RECORDED / "round.json").read_bytes()
    official = reports.as_json(reports.standings(hub, official=True))
    assert official == (RECORDED / "standings-official.json").read_bytes()


def test_every_kind_of_record_is_among_them(hub: Hub) -> None:
    kinds = {type(logged.what) for logged in hub.store.records(EVENT)}
    assert kinds == set(get_args(AnyRecord))


def test_the_same_seed_draws_the_same(hub: Hub) -> None:
    logged = hub.store.records(EVENT)
    *before, last = [each.what for each in logged]
    tournament = Tournament()
    for record in before:
        tournament.fold(record)
    assert isinstance(last, RoundDrawn)
    assert draw(tournament, hub.results(final=True), last.seed) == last


def test_the_tournament_goes_on(hub: Hub, tmp_path: Path) -> None:
    hub.begin_round()
    table = Table(tmp_path / "table", seed=8)
    say(hub, "stranger", "hello", wire.Hello(table.key.public, "0.1.0"))
    table.ledger.close()
    latest = hub.store.incidents(EVENT)[0]
    assert worded(latest.why, "vi") == "không ai mời stranger"
    again = Hub(hub.store, EVENT)
    assert again.tournament.rounds[1].started == NOON
    assert again.tournament.set_up.stages[1] == Stage("swiss", 1, 60)
    assert len(reports.incidents(again, "en")) == 4


def test_an_outbox_goes_on_from_what_the_hub_had(tmp_path: Path) -> None:
    shutil.copy(RECORDED / "outbox.sqlite", tmp_path)
    table = Table(tmp_path, seed=4)
    table.begin(4, "game-b")
    table.play(8)
    cursors = Cursors(beside(tmp_path / "ledger.sqlite"))
    member = wire.read_membership(RECORDED / "hub.json")
    assert member == wire.Membership(**json.loads((RECORDED / "hub.json").read_text()))
    sent: list[tuple[str, bytes]] = []
    outbox = Outbox(tmp_path / "ledger.sqlite", cursors, member, "key")
    assert outbox.seat() == wire.Seat(
        EVENT, 1, 0, ("Player 1", "Player 2"), rules={"start_cash": 1500}, ends=NOON, called=True
    )
    assert [worded(each) for each in status(list(cursors.all().values()))] == [
        "game-a: round 1, table 1: the hub has 14 entries, sealed and over",
        "game-b: round 1, table 2: the hub has 6 entries",
        "game-c: round 1, table 2: refused: another-box",
    ]
    assert cursors.all()["game-old"].round == APART
    outbox.connection = Kept(sent)
    outbox.hear(wire.down(EVENT, "box-1", "here"), b"")
    outbox.step()
    hello = next(wire.read(payload, wire.Hello) for topic, payload in sent if topic.endswith("/hello"))
    assert hello.games == {"game-b": 6, "game-c": 3}
    assert [payload for topic, payload in sent if topic.endswith("/lines")] == [b"\n".join(table.lines()[6:])]
    outbox.stop()
    table.ledger.close()


class Kept:
    """A connection that keeps what is sent."""

    def __init__(self, sent: list[tuple[str, bytes]]) -> None:
        self._sent = sent

    def is_up(self) -> bool:
        return True

    def send(self, topic: str, payload: bytes, *, keep: bool = False, sure: bool = True) -> None:
        assert sure != keep or topic.endswith("/health")
        self._sent.append((topic, payload))
