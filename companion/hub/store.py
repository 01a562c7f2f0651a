"""What the hub keeps, in PostgreSQL or in one SQLite file; whatever `write` has returned from survives a power cut."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from sqlalchemy import Connection, Engine, Table, create_engine, event, func, insert, select, update
from sqlalchemy.exc import ArgumentError, DBAPIError

from companion.errors import Message, UserError, message
from companion.hub import schema
from companion.reading import UNREADABLE
from companion.tournament.records import AnyRecord

NOWHERE = -1

_decode = msgspec.json.Decoder(AnyRecord).decode


class LoggedRecord(msgspec.Struct, frozen=True):
    """A record with who made it known, and when."""

    number: int
    time: datetime
    who: str
    what: AnyRecord


class TableBox(msgspec.Struct, frozen=True):
    """A table's box: where it stands (-1 nowhere), how it proves who it is, and the public key it seals with.

    `code` is the digest of the code it may join with, empty once it has; `secret` the digest of its password.
    """

    id: str
    name: str
    place: int = NOWHERE
    code: str = ""
    secret: str = ""
    key: str = ""


class Incident(msgspec.Struct, frozen=True):
    """Something that was refused or has to be looked at: the reason, and the evidence as it arrived."""

    time: datetime
    box: str
    game: str
    seq: int
    kind: str
    why: Message
    evidence: str = ""


class WriteBatch(msgspec.Struct):
    """All that is written in one transaction."""

    games: list[tuple[str, str]] = []  # game, box
    entries: list[tuple[str, int, str]] = []  # game, seq, line
    seals: list[tuple[str, int, str]] = []  # game, number, line
    records: list[LoggedRecord] = []
    incidents: list[tuple[int, Incident]] = []

    def is_empty(self) -> bool:
        return not (self.games or self.entries or self.seals or self.records or self.incidents)


class Store:
    """The database at an SQLAlchemy URL, `postgresql+psycopg://...` or `sqlite:///FILE`; made ready when opened.

    :raises UserError: it cannot be reached, or a later version has been at it.
    """

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        try:
            schema.migrate(self.engine)
        except DBAPIError as error:
            raise UserError("tournament.database-unusable", error=str(error.orig)) from error

    def close(self) -> None:
        self.engine.dispose()

    # events and their records

    def events(self) -> list[tuple[str, str]]:
        """All tournaments with the time at which they were opened, the latest first."""
        query = select(schema.events.c.id, schema.events.c.begun).order_by(schema.events.c.begun.desc())
        with self.engine.connect() as connection:
            return [(row.id, row.begun) for row in connection.execute(query)]

    def add_event(self, name: str, now: datetime) -> None:
        """Open a tournament; `UserError` if there is one of this id."""
        if name in dict(self.events()):
            raise UserError("tournament.open-already", name=name)
        with self.engine.begin() as connection:
            connection.execute(insert(schema.events).values(id=name, begun=_written(now)))

    def records(self, name: str) -> list[LoggedRecord]:
        table = schema.records
        query = select(table).where(table.c.event == name).order_by(table.c.number)
        with self.engine.connect() as connection:
            return [
                LoggedRecord(row.number, datetime.fromisoformat(row.time), row.who, _decode(row.what))
                for row in connection.execute(query)
            ]

    # what tables have reported

    def writers(self, name: str) -> dict[str, str]:
        """Which box has begun each game."""
        query = select(schema.games.c.id, schema.games.c.box).where(schema.games.c.event == name)
        with self.engine.connect() as connection:
            return {row.id: row.box for row in connection.execute(query)}

    def lines(self, name: str, game: str) -> list[bytes]:
        """The lines of a game as they were written at its table."""
        table = schema.entries
        query = select(table.c.line).where(table.c.event == name, table.c.game == game).order_by(table.c.seq)
        return self._texts(query)

    def length(self, name: str, game: str) -> int:
        table = schema.entries
        query = select(func.count()).select_from(table).where(table.c.event == name, table.c.game == game)
        with self.engine.connect() as connection:
            return int(connection.execute(query).scalar_one())

    def seals(self, name: str, game: str) -> list[bytes]:
        """The seals of a game as its device made them."""
        table = schema.seals
        query = select(table.c.line).where(table.c.event == name, table.c.game == game).order_by(table.c.number)
        return self._texts(query)

    def _texts(self, query: object) -> list[bytes]:
        with self.engine.connect() as connection:
            return [line.encode() for (line,) in connection.execute(query)]  # type: ignore[call-overload]

    def incidents(self, name: str) -> list[Incident]:
        table = schema.incidents
        query = select(table).where(table.c.event == name).order_by(table.c.number.desc())
        with self.engine.connect() as connection:
            return [
                Incident(datetime.fromisoformat(r.time), r.box, r.game, r.seq, r.kind, _read_why(r.told), r.evidence)
                for r in connection.execute(query)
            ]

    def count(self, name: str, what: str = "entries") -> int:
        """How many rows of a table an event has."""
        table = schema.metadata.tables[what]
        with self.engine.connect() as connection:
            query = select(func.count()).select_from(table).where(table.c.event == name)
            return int(connection.execute(query).scalar_one())

    def write(self, name: str, batch: WriteBatch) -> None:
        """Write a batch whole or not at all; SQLAlchemy's errors come through."""
        with self.engine.begin() as connection:
            _insert(connection, schema.games, name, ({"id": game, "box": box} for game, box in batch.games))
            rows = ({"game": game, "seq": seq, "line": line} for game, seq, line in batch.entries)
            _insert(connection, schema.entries, name, rows)
            rows = ({"game": game, "number": number, "line": line} for game, number, line in batch.seals)
            _insert(connection, schema.seals, name, rows)
            _insert(connection, schema.records, name, map(_record_row, batch.records))
            _insert(connection, schema.incidents, name, (_incident_row(*each) for each in batch.incidents))

    # boxes

    def boxes(self, name: str) -> dict[str, TableBox]:
        table = schema.boxes
        query = select(table).where(table.c.event == name).order_by(table.c.place, table.c.id)
        with self.engine.connect() as connection:
            rows = list(connection.execute(query))
        return {row.id: TableBox(row.id, row.name, row.place, row.code, row.secret, row.key) for row in rows}

    def keep_box(self, name: str, box: TableBox) -> None:
        table, values = schema.boxes, msgspec.structs.asdict(box)
        with self.engine.begin() as connection:
            changed = connection.execute(
                update(table).where(table.c.event == name, table.c.id == box.id).values(values)
            )
            if not changed.rowcount:
                connection.execute(insert(table).values(event=name, **values))


def _insert(connection: Connection, table: Table, name: str, rows: Iterable[dict[str, object]]) -> None:
    listed = [row | {"event": name} for row in rows]
    if listed:
        connection.execute(insert(table), listed)


def _record_row(noted: LoggedRecord) -> dict[str, object]:
    what = msgspec.json.encode(noted.what).decode()
    return {"number": noted.number, "time": _written(noted.time), "who": noted.who, "what": what}


def _incident_row(number: int, incident: Incident) -> dict[str, object]:
    row = msgspec.structs.asdict(incident)
    return row | {"number": number, "time": _written(incident.time), "told": _write_why(row.pop("why"))}


def _write_why(why: Message) -> str:
    """A reason as JSON: its key, then its figures by name."""
    return msgspec.json.encode(_plain(why)).decode()


def _plain(figure: object) -> object:
    match figure:
        case UserError():
            return _plain(figure.message)
        case Message(key, figures):
            return {"key": key, "figures": {name: _plain(value) for name, value in figures}}
        case list() | tuple():
            return [_plain(each) for each in figure]
        case int() | str():
            return figure
    return str(figure)


def _read_why(text: str) -> Message:
    """A reason as it was written; version 0.1.0 wrote an English sentence, which stays as it is."""
    try:
        why = _message(msgspec.json.decode(text, type=_Why))
    except UNREADABLE:
        return message("incident.sentence", text=text)
    return why


class _Why(msgspec.Struct):
    key: str
    figures: dict[str, object]


def _message(why: _Why) -> Message:
    return message(why.key, **{name: _figure(value) for name, value in why.figures.items()})


def _figure(value: object) -> object:
    match value:
        case {"key": str(), "figures": dict()}:
            return _message(msgspec.convert(value, _Why))
        case list():
            return [_figure(each) for each in value]
    return value


def _written(time: datetime) -> str:
    return time.astimezone(UTC).isoformat()


def _engine(url: str) -> Engine:
    try:
        engine = create_engine(url, pool_pre_ping=True)
    except (ArgumentError, ModuleNotFoundError) as error:
        raise UserError("tournament.no-database", url=url, error=str(error)) from error
    if engine.dialect.name not in ("postgresql", "sqlite"):
        raise UserError("tournament.which-database", url=url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _careful)
    return engine


def _careful(connection: object, _record: object) -> None:
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "busy_timeout = 5000"):
        connection.execute(f"PRAGMA {pragma}")  # type: ignore[attr-defined]


def sqlite_url(file: Path) -> str:
    return f"sqlite:///{file}"


def numbered(records: Sequence[AnyRecord], first: int, who: str, now: datetime) -> list[LoggedRecord]:
    """Records with the numbers that they get in the log."""
    return [LoggedRecord(first + at, now, who, record) for at, record in enumerate(records)]
