"""The rules of a tournament are set once at the hub, and every table that has joined plays by them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from companion.app.play import _wants_chances
from companion.app.uplink import uplink
from companion.cli import main as banker
from companion.demo.evening import simulated_table
from companion.editions import registry
from companion.hub.hub import Hub
from companion.hub.service import HubService, Ports
from companion.hub.store import Store, sqlite_url
from companion.tournament import records
from companion.tournament.formats import Stage
from companion.tournament.seating import Person
from companion.tournament.settings import Overlay, Settings
from tests.hub.browser import PIN
from tests.hub.servers import free_port, wait_for
from tests.hub.tables import EVENT, NOON
from tests.hub.tabling import Guests, wait_for_seat

OVERLAY = Overlay("uk", ("championship",), {"start_cash": 777}, chances=True)


@pytest.fixture
def running(tmp_path: Path) -> Iterator[HubService]:
    """Three people at one table of a tournament with rules of its own."""
    store = Store(sqlite_url(tmp_path / "hub.sqlite"))
    store.add_event(EVENT, NOON)
    hub = Hub(store, EVENT)
    hub.do(records.Opened(Settings("Cup", (Stage(),), overlay=OVERLAY, sizes=(3,))))
    for number in range(3):
        hub.do(records.Registered(number, Person(f"Player {number}")), records.CheckedIn(number))
    running = HubService(hub, tmp_path / "hub", ("localhost",), Ports("127.0.0.1", 0, 0, free_port()), PIN)
    running.start()
    yield running
    running.stop()
    store.close()


def test_a_table_that_joins_plays_by_the_rules_of_the_tournament(
    running: HubService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub, chance = running.hub, Random(3)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "box"))
    ledger = tmp_path / "box" / "ledger.sqlite"
    _, code = hub.boxes.invite(running.endpoint.authority)
    assert banker(["table", "join", "--ledger", str(ledger), running.endpoint.url, code]) == 0
    hub.draw(seed=1)
    hub.begin_round()
    with simulated_table(ledger, "classic", 4, chance) as stand:
        sending = uplink(stand.table, ledger)
        assert sending is not None
        sending.start()
        wait_for_seat(sending, 0)
        guests = Guests(stand, chance, lambda: time.sleep(0))
        guests._begin()
        game = stand.table.game
        assert game is not None
        wanted = registry.load(OVERLAY.edition, OVERLAY.profiles, OVERLAY.rules)
        assert game.rules.edition == wanted
        assert game.rules.options.start_cash == 777
        assert wanted.options != registry.load(OVERLAY.edition, (), OVERLAY.rules).options  # the profile says something
        assert list(game.state.seats) == [0, 1, 2]
        assert _wants_chances(sending)
        wait_for(lambda: hub.intake.live(stand.table.game_id))
        live = hub.intake.live(stand.table.game_id)
        assert live is not None
        assert live.game is not None
        assert live.game.rules.edition == wanted
        assert hub.tournament.rounds[0].games == {0: stand.table.game_id}
        hub.call_last_turn()
        wait_for(lambda: stand.table.game is not None and stand.table.game.state.time_up)
        sending.stop()


def test_chances_are_shown_in_a_tournament_by_its_organiser_s_word_only(tmp_path: Path) -> None:
    store = Store(sqlite_url(tmp_path / "hub.sqlite"))
    store.add_event(EVENT, NOON)
    hub = Hub(store, EVENT)
    hub.do(records.Opened(Settings("Cup", (Stage(),), overlay=Overlay("uk"), sizes=(3,))))
    for number in range(3):
        hub.do(records.Registered(number, Person(f"Player {number}")), records.CheckedIn(number))
    hub.draw(seed=1)
    seat = hub.seat(0)
    assert seat is not None
    assert not seat.chances
    store.close()
    assert msgspec.json.encode(Overlay("uk")) == b'{"edition":"uk","profiles":[],"rules":{}}'  # as ever
    assert msgspec.json.decode(b'{"chances": true}', type=Overlay).chances is True
