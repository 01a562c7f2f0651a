"""How many tables one machine holds: simulated tables publish over Mosquitto, a hub stores and shows; prints figures.

    python -m tests.hub.load --tables 1000 --seconds 60 [--rate 1.0] [--break]

Three programs, as in life: the broker, PostgreSQL, and the hub; a fourth plays all tables, each with its own connection
and password, and notes when it publishes which entry. The games begin one after another, a hundred a second; then the
measured time starts. An entry counts from the moment at which it is due until standings that have it in them were
made. `--break` kills the broker and stops PostgreSQL in mid-run. In the end the database is compared with the ledgers
that were sent.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import os
import random
import selectors
import socket
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import msgspec
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion
from sqlalchemy.exc import DBAPIError

from companion.commands.hub import SWITCH_SECONDS
from companion.hub.credentials import Certificates, broker_digest
from companion.hub.hub import Hub
from companion.hub.mosquitto import USER, Mosquitto
from companion.hub.reports import standings
from companion.hub.store import Store, TableBox, WriteBatch, numbered
from companion.publishing import wire
from companion.publishing.mqtt import MqttConnection
from companion.publishing.outbox import PATIENCE
from companion.rules import codec
from companion.tournament import records
from tests.hub.servers import Postgres, free_port
from tests.hub.tables import EVENT, NOON, Table, set_up

SAMPLES = 8


class Signal(Protocol):
    """An event between programs."""

    def set(self) -> None:
        """Give it."""

    def is_set(self) -> bool:
        """Whether it was given."""
        ...


HubFigures = tuple[list[tuple[float, dict[str, int]]], list[float], float]  # standings made, their costs, CPU
Sent = tuple[dict[int, float], str]  # when each entry was due, and the digest of all lines
PASSWORD = "load"


def ledgers(entries: int) -> list[list[bytes]]:
    """A few real games of so many entries; every table plays one of them under a name of its own."""
    with tempfile.TemporaryDirectory() as folder:
        samples = []
        for seed in range(SAMPLES):
            table = Table(Path(folder) / str(seed), seed)
            table.begin(4, "game-0000")
            while len(table.lines()) < entries:
                before = len(table.lines())
                table.play(entries - before)
                if len(table.lines()) == before:  # over too early
                    table.begin(4, "game-0000-")
            samples.append(table.lines()[:entries])
            table.ledger.close()
        return samples


def renamed(lines: Sequence[bytes], game: str) -> list[bytes]:
    """The same game under another name: its chain is made anew."""
    from companion.ledger.entry import Entry, write

    found, head = [], ""
    for line in lines:
        entry = msgspec.structs.replace(codec.decoder(Entry)(line), game=game, prev=head, hash="")
        made, head = write(entry)
        found.append(made)
    return found


class SimulatedTable:
    """One table: a connection, a ledger that grows with time, and the cursor of wire.py."""

    def __init__(self, place: int, lines: list[bytes], port: int, rate: float) -> None:
        self.box, self.game, self.place, self.lines = f"box-{place}", f"game-{place:05}", place, lines
        self.warm = self.start = float("inf")
        self.rate = rate
        self.have = self.sent = 0
        self.heard, self.patience = time.monotonic(), PATIENCE
        self.published: dict[int, float] = {}
        self.client = Client(CallbackAPIVersion.VERSION2, client_id=self.box, clean_session=True)
        self.client.username_pw_set(self.box, PASSWORD)
        self.client.on_message = self._heard
        self.client.on_connect = self._connected
        self.port = port
        self.is_up = False

    def _connected(self, client: Client, *_: object) -> None:
        client.subscribe([(wire.down(EVENT, self.box, "+"), 1), (wire.down(EVENT, wire.ALL, "+"), 1)])
        self.is_up, self.sent = True, self.have
        self._say("playing", msgspec.json.encode(wire.Playing(self.game, 0, self.place)))

    def _heard(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        self.heard, self.patience = time.monotonic(), PATIENCE
        if message.topic.endswith("/have"):
            have = wire.read(bytes(message.payload), wire.Have)
            self.sent = have.length if have.again else max(self.sent, have.length)
            self.have = have.length

    def _say(self, kind: str, payload: bytes) -> None:
        self.client.publish(wire.up(EVENT, self.box, kind), payload, qos=1)

    def grown(self, now: float) -> int:
        """How many entries the table has by now."""
        if now < self.start:
            return int(now >= self.warm)
        return min(len(self.lines), int((now - self.start) * self.rate) + 2)

    def step(self, now: float) -> None:
        """Publish what is new, and what was lost."""
        grown = self.grown(now)
        for seq in range(len(self.published), grown):
            self.published[seq] = self.start + (seq - 1) / self.rate if seq else now
        if not self.is_up:
            return
        if self.sent > self.have and now - self.heard > self.patience:
            self.sent, self.heard, self.patience = self.have, now, 2 * self.patience
        if self.sent < grown:
            for bundle in wire.bundles(self.lines[self.sent : grown]):
                self._say("lines", bundle)
            self.sent = grown


def play(places: range, samples: list[list[bytes]], port: int, rate: float, begun: Signal, out: Path) -> None:
    """Play these tables until the hub has all of them, in a process of its own; they begin when all are connected."""
    tables = [SimulatedTable(at, renamed(samples[at % SAMPLES], f"game-{at:05}"), port, rate) for at in places]
    watch = selectors.DefaultSelector()
    down = list(tables)
    while any(table.have < len(table.lines) for table in tables):
        down = [table for table in down if not connect(table, watch)]
        for key, _ in watch.select(0.05):
            if key.data.client.loop_read(max_packets=100) != 0:
                lose(key.data, watch, down)
        now = time.monotonic()
        if not begun.is_set() and all(table.is_up for table in tables):
            begun.set()
            warming = len(tables) / 100
            for table in tables:
                table.warm = now + random.random() * warming
                table.start = now + warming + 2 + random.random() / rate
        for table in tables:
            table.step(now)
            if table.is_up and (_write(table) or table.client.loop_misc() != 0):
                lose(table, watch, down)
    out.write_bytes(msgspec.msgpack.encode({table.game: (table.published, digest(table.lines)) for table in tables}))


def digest(lines: Sequence[bytes]) -> str:
    """What a game as it was sent is compared by; only the program that sent it knows its bytes."""
    return hashlib.sha256(b"\n".join(lines)).hexdigest()


def _write(table: SimulatedTable) -> bool:
    return table.client.want_write() and table.client.loop_write() != 0


def connect(table: SimulatedTable, watch: selectors.BaseSelector) -> bool:
    """Try to connect; False while the broker is down."""
    try:
        table.client.connect("127.0.0.1", table.port, keepalive=60)
    except OSError:
        time.sleep(0.01)
        return False
    connection = table.client.socket()
    assert isinstance(connection, socket.socket)
    watch.register(connection, selectors.EVENT_READ, table)
    return True


def lose(table: SimulatedTable, watch: selectors.BaseSelector, down: list[SimulatedTable]) -> None:
    """The connection is gone; it is made anew."""
    table.is_up = False
    for key in [key for key in watch.get_map().values() if key.data is table]:
        watch.unregister(key.fileobj)
    if table not in down:
        down.append(table)


class Watcher:
    """Makes the standings as the pages do, and notes when they first had which entries in them."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.touched: set[str] = set()
        self.made: list[tuple[float, dict[str, int]]] = []
        self.costs: list[float] = []
        hub.changed.append(self.touched.update)

    def look(self) -> None:
        """Make the standings once."""
        before = time.thread_time()
        lengths = self.hub.ask(self._lengths)
        now = time.monotonic()
        self.costs.append(time.thread_time() - before)
        self.made.append((now, lengths))
        time.sleep(max(0.25, 2 * self.costs[-1]))

    def _lengths(self, hub: Hub) -> dict[str, int]:
        touched = set(self.touched)
        self.touched.clear()
        lengths = {game: hub.intake.have(game).length for game in touched}
        standings(hub)
        return lengths


def run_hub(url: str, port: int, password: str, authority: str, ready: Signal, done: Signal, out: Path) -> None:
    """The hub in a process of its own, with standings made as often as the pages make them."""
    sys.setswitchinterval(SWITCH_SECONDS)
    store = Store(url)
    hub = Hub(store, EVENT)
    topics = (f"{wire.ROOT}/{EVENT}/+/up/+",)
    link = MqttConnection("127.0.0.1", port, USER, password, authority, topics, hub.hear, hub.connected)
    hub.downlink.connection = link
    watcher = Watcher(hub)
    hub.start()
    link.start()
    ready.set()
    while not done.is_set():
        try:
            watcher.look()
        except DBAPIError:  # as the pages do, it waits for the database
            time.sleep(0.5)
    watcher.look()
    link.stop()
    hub.stop()
    store.close()
    cpu = os.times()
    out.write_bytes(msgspec.msgpack.encode((watcher.made, watcher.costs, cpu.user + cpu.system)))


def prepare(store: Store, tables: int) -> dict[str, str]:
    """A tournament with a drawn round for so many tables, and a box at each."""
    set_up(store, tables * 4, rounds=1)
    number = 1 + 2 * tables * 4
    seats = tuple(tuple(range(at * 4, at * 4 + 4)) for at in range(tables))
    new: list[records.AnyRecord] = [records.RoundDrawn(0, seats), records.Started(0, NOON)]
    store.write(EVENT, WriteBatch(records=numbered(new, number, "load", NOON)))
    digest = broker_digest(PASSWORD)
    for place in range(tables):
        store.keep_box(EVENT, TableBox(f"box-{place}", f"Table {place + 1}", place, secret=digest, key="00"))
    return {f"box-{place}": digest for place in range(tables)}


def latencies(
    published: dict[str, dict[int, float]], made: list[tuple[float, dict[str, int]]]
) -> list[tuple[float, float]]:
    """When each entry after the first of a game was due, and how many seconds later standings had it in them."""
    shown: dict[str, int] = dict.fromkeys(published, 0)
    found = []
    for when, lengths in made:
        for game, length in lengths.items():
            due = [published[game][seq] for seq in range(max(1, shown[game]), length)]
            found += [(each, when - each) for each in due]
            shown[game] = max(shown[game], length)
    return sorted(found)


def main() -> None:
    """Run it and print what came out."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--rate", type=float, default=1.0, help="entries a second at each table")
    parser.add_argument("--players", type=int, default=1, help="programs that play the tables")
    parser.add_argument("--break", dest="breaks", action="store_true", help="kill broker and database on the way")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="banker-load-") as name:
        run(args, Path(name))


def run(args: argparse.Namespace, folder: Path) -> None:
    """One run in a folder."""
    samples = ledgers(int(args.seconds * args.rate) + 1)
    database = Postgres()
    database.start()
    url = database.new_database()
    store = Store(url)
    certificates = Certificates(folder / "certificates", ["localhost"])
    plain = free_port()
    broker = Mosquitto(folder / "broker", certificates, free_port(), plain)
    broker.let_in(prepare(store, args.tables))
    broker.start()
    context = multiprocessing.get_context("spawn")
    ready, done = context.Event(), context.Event()
    hub_out = folder / "hub"
    hub = context.Process(target=run_hub, args=(url, plain, broker.password, "", ready, done, hub_out))
    hub.start()
    ready.wait()
    share = -(-args.tables // args.players)
    begun = [context.Event() for _ in range(args.players)]
    outs = [folder / f"tables-{at}" for at in range(args.players)]
    players = [
        context.Process(
            target=play,
            args=(
                range(at * share, min(args.tables, (at + 1) * share)),
                samples,
                plain,
                args.rate,
                begun[at],
                outs[at],
            ),
        )
        for at in range(args.players)
    ]
    for player in players:
        player.start()
    if args.breaks:
        begun[0].wait()
        break_things(broker, database, args.seconds)
    for player in players:
        player.join()
    time.sleep(1)
    done.set()
    hub.join()
    sent: dict[str, Sent] = {}
    for out in outs:
        sent |= msgspec.msgpack.decode(out.read_bytes(), type=dict[str, Sent])
    made, costs, cpu = msgspec.msgpack.decode(hub_out.read_bytes(), type=HubFigures)
    report(args, sent, made, costs, cpu, store)
    store.close()
    broker.stop()
    database.close()


def break_things(broker: Mosquitto, database: Postgres, seconds: int) -> None:
    """Kill the broker after a third, the database after two thirds; each is away for two seconds."""
    time.sleep(seconds / 3)
    broker.kill()
    time.sleep(2)
    broker.start()
    time.sleep(seconds / 3)
    database.stop("immediate")
    time.sleep(2)
    database.start()


def report(
    args: argparse.Namespace,
    sent: dict[str, Sent],
    made: list[tuple[float, dict[str, int]]],
    costs: list[float],
    cpu: float,
    store: Store,
) -> None:
    """Print the figures, and whether everything is there."""
    published = {game: when for game, (when, _) in sent.items()}
    timed = latencies(published, made)
    found = sorted(late for _, late in timed)
    first = min(due for due, _ in timed)
    total = sum(map(len, published.values()))
    kept = store.count(EVENT)
    same = sum(digest(store.lines(EVENT, game)) == lines for game, (_, lines) in sent.items())

    def at(share: float) -> str:
        return f"{1000 * found[min(len(found) - 1, int(len(found) * share))]:.0f}"

    print(f"tables {args.tables}, {args.rate:g} entries/s each for {args.seconds} s: {total} entries sent, {kept} kept")
    print(f"games in the database as they were sent: {same} of {args.tables}")
    print(f"incidents: {store.count(EVENT, 'incidents')}")
    print(f"publish to standings in ms: p50 {at(0.5)}, p95 {at(0.95)}, p99 {at(0.99)}, worst {at(1)}")
    windows: dict[int, list[float]] = {}
    for due, late in timed:
        windows.setdefault(int((due - first) // 10), []).append(late)
    told_ = ", ".join(f"{1000 * sorted(each)[int(len(each) * 0.95)]:.0f}" for _, each in sorted(windows.items()))
    print(f"p95 by ten seconds: {told_}; load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    print(f"standings made {len(made)} times, {1000 * sum(costs) / len(costs):.0f} ms each; hub's CPU {cpu:.1f} s")


if __name__ == "__main__":
    main()
