from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.hub.hub import Hub
from companion.hub.store import Store, sqlite_url
from tests.hub.servers import Postgres
from tests.hub.tables import EVENT, set_up


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server of the tests' own."""
    server = Postgres()
    server.start()
    yield server
    server.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store, on either database."""
    if request.param == "sqlite":
        url = sqlite_url(tmp_path / "hub.sqlite")
    else:
        url = request.getfixturevalue("postgres").new_database()
    store = Store(url)
    yield store
    store.close()


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    """A hub with eight people at two tables, drawn and begun, on SQLite."""
    store = Store(sqlite_url(tmp_path / "hub.sqlite"))
    set_up(store, people=8, rounds=2)
    hub = Hub(store, EVENT)
    hub.draw(seed=1)
    hub.begin_round()
    yield hub
    store.close()
