"""The clock of a round ends it by itself: the last turn is called at every table, once, whatever was down meanwhile."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec
import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from companion.errors import UserError
from companion.hub.hub import Hub
from companion.hub.store import NOWHERE, Store, TableBox
from companion.publishing import wire
from tests.hub.tables import EVENT, NOON, set_up


class Shouts:
    """A connection that keeps what every box was told of its seat."""

    def __init__(self) -> None:
        self.seats: list[wire.Seat] = []

    def is_up(self) -> bool:
        return True

    def send(self, topic: str, payload: bytes, *, keep: bool = False, sure: bool = True) -> None:
        assert keep
        assert sure
        assert topic.endswith("/seat")
        self.seats.append(wire.read(payload, wire.Seat))


class Evening:
    """A hub whose clock the test sets, with a round of an hour that began at noon."""

    def __init__(self, store: Store) -> None:
        self.now: datetime = NOON
        set_up(store, people=8, rounds=2)
        self.hub = Hub(store, EVENT, clock=lambda: self.now)
        for place in (0, 1, NOWHERE):
            self.hub.boxes.keep(TableBox(f"box-{place}", "", place))
        self.hub.draw(seed=1)
        self.hub.begin_round()
        self.shouts = Shouts()
        self.hub.downlink.connection = self.shouts

    def at(self, minutes: float) -> list[bool]:
        """What the tables have heard of the last turn when the hub has looked at its clock."""
        self.now = NOON + timedelta(minutes=minutes)
        self.hub.look()
        heard, self.shouts.seats[:] = [seat.called for seat in self.shouts.seats], []
        return heard


@pytest.fixture
def evening(store: Store) -> Evening:
    return Evening(store)


def test_the_last_turn_is_called_when_the_clock_runs_out(evening: Evening) -> None:
    assert evening.at(59.9) == []
    assert evening.at(60) == [True, True]
    assert evening.at(61) == []
    last = evening.hub.store.records(EVENT)[-1]
    assert (last.who, last.time) == ("clock", NOON + timedelta(minutes=60))
    assert Hub(evening.hub.store, EVENT).tournament.rounds[0].called == last.time


def test_the_organiser_gives_more_time(evening: Evening) -> None:
    evening.hub.extend_round(15)
    assert evening.at(60) == [False, False]  # they were told of the new end
    assert evening.at(74) == []
    evening.hub.extend_round(-10)
    assert evening.at(74) == [False, False, True, True]
    with pytest.raises(UserError, match="last-turn-called"):
        evening.hub.extend_round(5)


def test_a_hub_that_was_down_calls_as_soon_as_it_is_back(evening: Evening) -> None:
    evening.now = NOON + timedelta(hours=3)
    again = Hub(evening.hub.store, EVENT, clock=lambda: evening.now)
    again.look()
    assert again.tournament.rounds[0].called == evening.now


def test_a_database_that_is_away_delays_the_call_and_loses_it_not(evening: Evening) -> None:
    engine = evening.hub.store.engine
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE records RENAME TO away"))
    with pytest.raises(DBAPIError):
        evening.at(60)
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE away RENAME TO records"))
    assert evening.at(61)[-2:] == [True, True]
    assert msgspec.to_builtins(evening.hub.store.records(EVENT)[-1].what)["type"] == "LastTurnCalled"
