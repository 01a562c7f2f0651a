"""`banker hub`: run a tournament; open one, register people, take in files, write everything down."""

from __future__ import annotations

import csv
import logging
import re
import signal
import socket
import sys
import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from companion.config import add_config_argument, language_of, load, new_pin, port, say
from companion.editions.registry import load as load_edition
from companion.errors import FaultyFile, UserError
from companion.hub import reports
from companion.hub.handover import take_file
from companion.hub.hub import Hub, open_tournament
from companion.hub.service import HubService, Ports
from companion.hub.store import Store, sqlite_url
from companion.paths import state_directory
from companion.tomlcheck import read
from companion.tournament.formats import FORMATS
from companion.tournament.records import AnyRecord, CheckedIn, Opened, Registered
from companion.tournament.scoring import METHODS, TIES
from companion.tournament.seating import Person
from companion.tournament.settings import Settings
from companion.web.server import own_address
from companion.words.refusals import worded

EVENT = re.compile(r"[^\W_][\w.-]{0,39}")  # stands in addresses, file names and topics of the broker
SWITCH_SECONDS = 0.0005  # the thread that talks to the broker must not wait for one that makes standings


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what can be done; without an action the hub runs."""
    parser.add_argument("--data", type=Path, metavar="DIR", help="where keys, broker and SQLite file lie")
    parser.add_argument("--database", metavar="URL", help="postgresql+psycopg://USER@HOST/NAME, not SQLite")
    parser.add_argument("--event", metavar="ID", help="which tournament; otherwise the one opened last")
    parser.add_argument("--name", action="append", default=[], metavar="HOST", help="a name of this machine")
    parser.add_argument("--host", default="", help="listen at this address only")
    parser.add_argument("--port", type=port, default=8090, help="of the pages (%(default)s)")
    parser.add_argument(
        "--join-port", type=port, default=8443, help="over TLS, for the organiser and for boxes that join (%(default)s)"
    )
    parser.add_argument("--broker-port", type=port, default=8883, help="of the broker (%(default)s)")
    parser.add_argument("--pin", help="the organiser's, 6 to 12 digits (4 at least); otherwise as set, or a new one")
    add_config_argument(parser)
    actions = parser.add_subparsers(dest="action")
    new = actions.add_parser("new", help="open a tournament")
    new.add_argument("id", metavar="ID")
    new.add_argument("--settings", type=Path, metavar="TOML", help="otherwise three rounds and a final of four")
    template = actions.add_parser("template", help="print settings to begin from")
    template.add_argument("title", nargs="?", default="Club championship")
    people = actions.add_parser("people", help="register people from a CSV file: name, team, seed, alternate, apart")
    people.add_argument("file", type=Path)
    people.add_argument("--here", action="store_true", help="and check them in")
    files = actions.add_parser("import", help="take in games that were handed over as files (banker export)")
    files.add_argument("file", type=Path, nargs="+")
    files.add_argument("--round", type=int, help="of the game, if its box does not stand at its table")
    files.add_argument("--table", type=int, help="of the game, likewise")
    export = actions.add_parser("export", help="write everything down as JSON, CSV and JSON Lines")
    export.add_argument("folder", type=Path)
    actions.add_parser("events", help="list the tournaments")


def run(args: Namespace) -> int:
    """Do it; a tournament that cannot be found or changed is said in a plain sentence."""
    if args.action == "template":
        say(args, "tournament.template", name=args.title, kinds=list(FORMATS), methods=list(METHODS), ties=list(TIES))
        return 0
    data: Path = args.data or state_directory() / "hub"
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    store = Store(args.database or sqlite_url(data / "hub.sqlite"))
    try:
        return ACTIONS[args.action](store, data, args)
    finally:
        store.close()


def _events(store: Store, _data: Path, args: Namespace) -> int:
    for event, begun in store.events():
        say(args, "tournament.opened-at", event=event, time=begun[:16].replace("T", " "))
    return 0


def _new(store: Store, _data: Path, args: Namespace) -> int:
    if not EVENT.fullmatch(args.id):
        raise UserError("tournament.no-id", 2, event=args.id)
    settings = _settings(args.settings) if args.settings else Settings(args.id)
    overlay = settings.overlay
    load_edition(overlay.edition, overlay.profiles, overlay.rules)  # wrong names are said now
    open_tournament(store, args.id, Opened(settings), datetime.now(UTC))
    say(args, "tournament.opened", event=args.id, name=settings.name)
    return 0


def _settings(file: Path) -> Settings:
    document = read(file)
    settings = document.decode(Settings)
    if settings is None:
        raise FaultyFile(document.faults)
    return settings


def _people(store: Store, _data: Path, args: Namespace) -> int:
    hub = _hub(store, args)
    records = list(_registrations(hub, args.file, here=args.here))
    hub.do(*records)
    numbers = {each.number for each in records if isinstance(each, Registered)}
    say(args, "tournament.registered", count=len(numbers))
    return 0


def _registrations(hub: Hub, file: Path, *, here: bool) -> Iterator[AnyRecord]:
    """A record for each line; `apart` names others, with `;` between them, who may stand anywhere in the file."""
    rows = _rows(file)
    numbers = {person.name: number for number, person in hub.tournament.people.items()}
    for row in rows:
        numbers.setdefault(row["name"], len(numbers))
    for row in rows:
        yield Registered(numbers[row["name"]], _person(row, {}))
    for row in rows:
        if row.get("apart"):
            yield Registered(numbers[row["name"]], _person(row, numbers))
        if here:
            yield CheckedIn(numbers[row["name"]])


def _rows(file: Path) -> list[dict[str, str]]:
    try:
        with file.open(newline="", encoding="utf-8-sig") as lines:
            rows = [_stripped(row) for row in csv.DictReader(lines)]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UserError("tournament.unreadable-people", file=file, error=str(error)) from error
    if not rows or "name" not in rows[0]:
        raise UserError("tournament.no-name-column", file=file)
    return rows


def _stripped(row: Mapping[str | None, str | None]) -> dict[str, str]:
    """The cells that stand under a heading, without blanks around them."""
    return {key.strip(): (value or "").strip() for key, value in row.items() if key is not None}


def _person(row: Mapping[str, str], numbers: Mapping[str, int]) -> Person:
    apart = tuple(
        _number(name.strip(), numbers) for name in row.get("apart", "").split(";") if name.strip() and numbers
    )
    seed = row.get("seed") or "0"
    if not seed.isdecimal():
        raise UserError("tournament.no-seed", name=row["name"], seed=seed)
    alternate = row.get("alternate", "").lower() in ("1", "yes", "true", "x")
    return Person(row["name"], row.get("team", ""), apart, int(seed), alternate)


def _number(name: str, numbers: Mapping[str, int]) -> int:
    if name not in numbers:
        raise UserError("tournament.apart-from-nobody", name=name)
    return numbers[name]


def _import(store: Store, _data: Path, args: Namespace) -> int:
    hub = _hub(store, args)
    where = (args.round - 1, args.table - 1) if args.round and args.table else None
    for file in args.file:
        try:
            content = file.read_bytes()
        except OSError as error:
            raise UserError("file", path=file, error=error) from error
        for taken in take_file(hub, content, where):
            print(worded(taken, language_of(args)))
    return 0


def _export(store: Store, _data: Path, args: Namespace) -> int:
    hub = _hub(store, args)
    folder: Path = args.folder
    folder.mkdir(parents=True, exist_ok=True)
    for kind in reports.KINDS:
        rows = reports.rows(hub, kind, language_of(args))
        (folder / f"{kind}.json").write_bytes(reports.as_json(rows))
        (folder / f"{kind}.csv").write_bytes(reports.as_csv(rows))
    for game in store.writers(hub.event):
        lines = [*store.lines(hub.event, game), *store.seals(hub.event, game)]
        (folder / f"{game}.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
    say(args, "tournament.exported", event=hub.event, folder=folder)
    return 0


def _hub(store: Store, args: Namespace) -> Hub:
    events = [event for event, _ in store.events()]
    event: str = args.event or (events[0] if events else "")
    if not event:
        raise UserError("tournament.none-yet")
    if event not in events:
        raise UserError("tournament.no-event", event=event)
    return Hub(store, event)


def _serve(store: Store, data: Path, args: Namespace) -> int:
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    pin = args.pin or load(args.config).web.pin or new_pin()
    if not (pin.isdecimal() and 4 <= len(pin) <= 12):
        raise UserError("tournament.pin", 2)
    sys.setswitchinterval(SWITCH_SECONDS)
    names = tuple(args.name) or _own_names()
    ports = Ports(args.host, args.port, args.join_port, args.broker_port)
    with _running(HubService(_hub(store, args), data, names, ports, pin)) as running:
        _welcome(args, running, pin)
        stop = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stop.set())
        stop.wait()
    return 0


def _welcome(args: Namespace, running: HubService, pin: str) -> None:
    """Where everybody finds what; a browser cannot know the hub's certificate, so people compare it."""
    say(
        args,
        "tournament.welcome",
        event=running.hub.event,
        address=running.address,
        url=running.endpoint.url,
        local=running.url,
        pin=pin,
        fingerprint=running.fingerprint,
    )


@contextmanager
def _running(running: HubService) -> Iterator[HubService]:
    try:
        running.start()
        yield running
    finally:
        running.stop()


def _own_names() -> tuple[str, ...]:
    """The names and addresses by which boxes may reach this machine; the first one is what they are told."""
    name = socket.gethostname()
    found = {f"{name}.local", name, "localhost", "127.0.0.1"}
    address = own_address()
    return tuple(dict.fromkeys([*([address] if address else []), *sorted(found)]))


ACTIONS: Mapping[str | None, Callable[[Store, Path, Namespace], int]] = {
    None: _serve,
    "events": _events,
    "export": _export,
    "import": _import,
    "new": _new,
    "people": _people,
}
