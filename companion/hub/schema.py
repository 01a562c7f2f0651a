"""The hub's tables, and the numbered steps that make them out of nothing or out of an older layout.

A step is never changed once it was used; a new one is appended. They run on PostgreSQL and SQLite alike, each in its
own transaction, and `versions` tells which have run.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Column, Connection, Engine, Integer, MetaData, String, Table, Text, inspect, text

from companion.errors import UserError

metadata = MetaData()

events = Table("events", metadata, Column("id", String, primary_key=True), Column("begun", String, nullable=False))
records = Table(
    "records",
    metadata,
    Column("event", String, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("time", String, nullable=False),
    Column("who", String, nullable=False),
    Column("what", Text, nullable=False),
)
boxes = Table(
    "boxes",
    metadata,
    Column("event", String, primary_key=True),
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("place", Integer, nullable=False),
    Column("code", String, nullable=False),
    Column("secret", String, nullable=False),
    Column("key", String, nullable=False),
)
games = Table(
    "games",
    metadata,
    Column("event", String, primary_key=True),
    Column("id", String, primary_key=True),
    Column("box", String, nullable=False),
)
entries = Table(
    "entries",
    metadata,
    Column("event", String, primary_key=True),
    Column("game", String, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("line", Text, nullable=False),
)
seals = Table(
    "seals",
    metadata,
    Column("event", String, primary_key=True),
    Column("game", String, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("line", Text, nullable=False),
)
incidents = Table(
    "incidents",
    metadata,
    Column("event", String, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("time", String, nullable=False),
    Column("box", String, nullable=False),
    Column("game", String, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("told", Text, nullable=False),
    Column("evidence", Text, nullable=False),
)

STEPS: Sequence[Sequence[str]] = (
    (
        "CREATE TABLE events (id VARCHAR NOT NULL PRIMARY KEY, begun VARCHAR NOT NULL)",
        (
            "CREATE TABLE records (event VARCHAR NOT NULL, number INTEGER NOT NULL, time VARCHAR NOT NULL,"
            " who VARCHAR NOT NULL, what TEXT NOT NULL, PRIMARY KEY (event, number))"
        ),
        (
            "CREATE TABLE boxes (event VARCHAR NOT NULL, id VARCHAR NOT NULL, name VARCHAR NOT NULL,"
            " place INTEGER NOT NULL, code VARCHAR NOT NULL, secret VARCHAR NOT NULL, key VARCHAR NOT NULL,"
            " PRIMARY KEY (event, id))"
        ),
        (
            "CREATE TABLE games (event VARCHAR NOT NULL, id VARCHAR NOT NULL, box VARCHAR NOT NULL,"
            " PRIMARY KEY (event, id))"
        ),
        (
            "CREATE TABLE entries (event VARCHAR NOT NULL, game VARCHAR NOT NULL, seq INTEGER NOT NULL,"
            " line TEXT NOT NULL, PRIMARY KEY (event, game, seq))"
        ),
        (
            "CREATE TABLE seals (event VARCHAR NOT NULL, game VARCHAR NOT NULL, number INTEGER NOT NULL,"
            " line TEXT NOT NULL, PRIMARY KEY (event, game, number))"
        ),
        (
            "CREATE TABLE incidents (event VARCHAR NOT NULL, number INTEGER NOT NULL, time VARCHAR NOT NULL,"
            " box VARCHAR NOT NULL, game VARCHAR NOT NULL, seq INTEGER NOT NULL, kind VARCHAR NOT NULL,"
            " told TEXT NOT NULL, evidence TEXT NOT NULL, PRIMARY KEY (event, number))"
        ),
    ),
)


def migrate(engine: Engine, steps: Sequence[Sequence[str]] = STEPS) -> None:
    """Bring a database to this layout; `UserError` when a later version of the program has been at it."""
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE IF NOT EXISTS versions (number INTEGER NOT NULL PRIMARY KEY)"))
    done = version(engine)
    if done > len(steps):
        raise UserError("tournament.later-layout", layout=done, known=len(steps))
    for number in range(done, len(steps)):
        with engine.begin() as connection:
            _run(connection, number, steps[number])


def version(engine: Engine) -> int:
    """How many steps a database has been through."""
    if not inspect(engine).has_table("versions"):
        return 0
    with engine.connect() as connection:
        return int(connection.execute(text("SELECT count(*) FROM versions")).scalar_one())


def _run(connection: Connection, number: int, statements: Sequence[str]) -> None:
    for statement in statements:
        connection.execute(text(statement))
    connection.execute(text("INSERT INTO versions VALUES (:number)"), {"number": number + 1})
