import pytest
from sqlalchemy import inspect

from companion.errors import UserError, message
from companion.hub import schema
from companion.hub.hub import open_tournament
from companion.hub.store import Incident, Store, TableBox, WriteBatch, numbered
from companion.tournament import records
from companion.tournament.seating import Person
from companion.tournament.settings import Settings
from tests.hub.tables import EVENT, NOON


def test_everything_comes_back_as_it_was_written(store: Store) -> None:
    open_tournament(store, EVENT, records.Opened(Settings("Cúp Sài Gòn")), NOON)
    new = numbered([records.Registered(0, Person("Thúy", team="Huế")), records.CheckedIn(0)], 1, "desk", NOON)
    why = message("tournament.game-refused", game="g", why=message("incident.fork", seq=3), tables=[1, 2])
    incident = Incident(NOON, "box", "g", 3, "fork", why, "line")
    batch = WriteBatch([("g", "box")], [("g", 0, "a"), ("g", 1, "b")], [("g", 0, "s")], new, [(0, incident)])
    store.write(EVENT, batch)
    assert store.events() == [(EVENT, NOON.isoformat())]
    assert store.records(EVENT)[1:] == new
    assert (store.lines(EVENT, "g"), store.seals(EVENT, "g")) == ([b"a", b"b"], [b"s"])
    assert (store.writers(EVENT), store.incidents(EVENT)) == ({"g": "box"}, [incident])
    store.keep_box(EVENT, TableBox("box", "Table 1", 0))
    store.keep_box(EVENT, TableBox("box", "Table 1", 2, key="k"))
    assert store.boxes(EVENT) == {"box": TableBox("box", "Table 1", 2, key="k")}


def test_a_batch_is_written_whole_or_not_at_all(store: Store) -> None:
    with pytest.raises(Exception, match=r"(?i)unique"):
        store.write(EVENT, WriteBatch(entries=[("g", 0, "a"), ("g", 1, "b"), ("g", 1, "c")]))
    assert store.count(EVENT) == 0


def test_the_steps_make_what_the_queries_expect(store: Store) -> None:
    found = inspect(store.engine)
    for name, table in schema.metadata.tables.items():
        columns = {column["name"]: column["nullable"] for column in found.get_columns(name)}
        assert columns == {column.name: False for column in table.columns}
        assert found.get_pk_constraint(name)["constrained_columns"] == [column.name for column in table.primary_key]


def test_migrations_run_once_and_never_backwards(store: Store) -> None:
    assert schema.version(store.engine) == len(schema.STEPS)
    later = (*schema.STEPS, ("CREATE TABLE more (id INTEGER NOT NULL PRIMARY KEY)",))
    for _ in range(2):
        schema.migrate(store.engine, later)
    assert schema.version(store.engine) == len(later)
    with pytest.raises(UserError, match="later-layout layout=2 known=1"):
        schema.migrate(store.engine)


def test_an_event_is_opened_once(store: Store) -> None:
    open_tournament(store, EVENT, records.Opened(Settings("Cup")), NOON)
    with pytest.raises(UserError, match="open-already name=cup"):
        open_tournament(store, EVENT, records.Opened(Settings("Cup")), NOON)


@pytest.mark.parametrize("url", ["nonsense", "mysql://somewhere/x", "sqlite:////no/such/folder/hub.sqlite"])
def test_a_database_that_cannot_be_used(url: str) -> None:
    with pytest.raises(UserError):
        Store(url)
