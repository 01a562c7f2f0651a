"""Makes what version 0.1.0 leaves behind: `left.tar.xz` beside this file, with a home folder and two files about it.

    cd A_CHECKOUT_OF_0.1.0; PYTHONPATH=. python .../tests/upgrade/0.1.0/make.py

It runs on the code of that version, so nothing here follows later changes. A table plays games of every edition, makes
seals, copies and exports, joins a tournament and plays two rounds of it; the power goes in the second one. Then it goes
on without the hub, with the referee's clock and an undo, until the power goes again. `facts.json` is what that version
said of all this; `wire.jsonl` is every message between boxes and hub, with the time of the hub.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import msgspec
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

HERE = Path(__file__).parent
BOX = Path(tempfile.mkdtemp(prefix="home-")) / "home"
STATE, CONFIG = BOX / ".local/state/banker", BOX / ".config/banker"
PIN = "4711"

for folder in (STATE, CONFIG):
    folder.mkdir(parents=True, mode=0o700)
os.environ |= {"HOME": str(BOX), "PYTHONUNBUFFERED": "1", "TZ": "UTC"}
for name in ("STATE_DIRECTORY", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "BANKER_CONFIG"):
    os.environ.pop(name, None)

from companion.app.virtual import virtual_tags  # noqa: E402
from companion.bots.company import begin  # noqa: E402
from companion.bots.policies import Steady  # noqa: E402
from companion.commands.verify import audit  # noqa: E402
from companion.editions import registry  # noqa: E402
from companion.hub import records as told  # noqa: E402
from companion.hub import reports  # noqa: E402
from companion.hub.cursors import Cursors, beside  # noqa: E402
from companion.hub.hub import Hub  # noqa: E402
from companion.hub.mosquitto import USER  # noqa: E402
from companion.hub.run import Ports, Running  # noqa: E402
from companion.hub.store import Store, sqlite_url  # noqa: E402
from companion.ledger.history import fold  # noqa: E402
from companion.ledger.record import from_archive  # noqa: E402
from companion.ledger.seal import DeviceKey, make_key  # noqa: E402
from companion.ledger.statement import movements  # noqa: E402
from companion.ledger.store import Archive, Clock, Ledger  # noqa: E402
from companion.rules.commands import Accept, Correct, Finish, Propose, Refusal, Subject, TakeBack  # noqa: E402
from companion.rules.frames import Side  # noqa: E402
from companion.rules.game import Game  # noqa: E402
from companion.table.keeper import Keeper  # noqa: E402
from companion.table.settings import Evening  # noqa: E402
from companion.table.tags import RefereeTag, TagBook  # noqa: E402
from companion.web.clock import path_beside  # noqa: E402
from tests.e2e.process import Banker  # noqa: E402
from tests.hub.browser import Browser  # noqa: E402
from tests.hub.programs import Program  # noqa: E402
from tests.hub.servers import free_port, wait_for  # noqa: E402
from tests.ledger.recording import outcome  # noqa: E402

LEDGER = STATE / "ledger.sqlite"
OWN = CONFIG / "editions"
SETTINGS = """\
[table]
language = "vi"
edition = "saigon"
profiles = ["pot"]
rules = {start_cash = 1400}
players = ["Mai", "Tom", "red"]
dice = "buttons"
cards = "tag"
auction_seconds = 9
contest_seconds = 11
consent_seconds = 45
news_seconds = 2
idle_seconds = 240

[web]
host = "127.0.0.1"
port = 8123
hosts = ["bank.local"]
pin = "271828"
phones = true

[devices]
without = ["buzzer"]

[devices.reader]
reset_pin = 22
hz = 500000
poll_ms = 20

[devices.panel]
chip = "sh1106"
rotate = 2
address = 61
contrast = 90

[devices.buttons]
debounce_ms = 9
hold_ms = 700

[devices.buttons.pins]
up = 17
down = 27
ok = 23
back = 24
info = 4

[devices.encoder]
a = 5
b = 6

[devices.die]
port = "/dev/ttyACM0"
"""
CUP = """\
name = "Club cup"
sizes = [4, 3]
seeds_apart = true
[[stages]]
kind = "spread"
rounds = 1
minutes = 60
[[stages]]
kind = "swiss"
rounds = 1
minutes = 0
[[stages]]
kind = "knockout"
top = 4
minutes = 45
[scoring]
by = "points"
points = [4, 2, 1, 0]
win_bonus = 1
ties = ["wins", "worth"]
[overlay]
edition = "classic"
profiles = ["equal-turns"]
rules = {start_cash = 1600}
"""
PEOPLE = "name,team,seed,alternate,apart\n" + "".join(
    f"{name},{team},{seed},,{apart}\n"
    for name, team, seed, apart in (
        *(("Anh", "North", 1, ""), ("Bình", "South", 2, "Chi"), ("Chi", "South", 0, ""), ("Dora", "", 0, "")),
        *(("Emil", "North", 0, ""), ("Fay", "", 3, ""), ("Gus", "", 0, "Hà"), ("Hà", "", 0, "")),
    )
)
GAMES: Sequence[tuple[str, tuple[str, ...], dict[str, str | int | bool], int]] = (
    ("classic", (), {"start_cash": 600}, 600),
    ("classic", ("championship", "pot"), {}, 150),
    ("classic-2008", ("quick-classic",), {"start_cash": 500}, 400),
    ("gold", ("quick-gold",), {}, 150),
    ("saigon", ("late-rent",), {"start_cash": 700}, 250),
    ("uk", ("jma",), {}, 150),
    ("web", ("hidden-cash",), {}, 120),
    ("riverside", ("two-paid-deeds",), {}, 100),
)


def banker(*words: str) -> str:
    """What the program prints."""
    command = [sys.executable, "-m", "companion", *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def played(game: Game, chance: Random, most: int) -> Iterator[Game]:
    """A game with trades, corrections and undo; `game` after each of its entries."""
    policy, rules = Steady(chance), game.rules
    yield game
    while not game.state.over and len(game.steps) < most:
        count = len(game.steps)
        state = game.state
        fate = chance.random()
        try:
            if fate < 0.015 and len(game.in_force) > 20:
                game.ask(TakeBack(chance.randint(1, 6), "the wrong deed was shown"))
            elif fate < 0.03:
                game.ask(Correct(Subject.CASH, state.playing()[0], chance.randint(100, 900), "counted again"))
            elif fate < 0.07 and (mine := state.deeds_of(state.turn)):
                other = rules.from_left_of(state, state.turn)[0]
                game.ask(Propose(state.turn, other, Side((mine[0],), 0), Side((), 20)))
                yield game
                count += 1
                game.ask(Accept(other, state.turn))
            else:
                game.ask(policy.choose(rules, state))
        except Refusal:
            if len(game.steps) == count and fate >= 0.07:
                return
        if len(game.steps) > count:
            yield game


class Watch:
    """The clocks of an evening: some seconds an entry."""

    def __init__(self) -> None:
        self.now, self.ns = datetime(2026, 11, 28, 19, tzinfo=UTC).timestamp(), 0

    def wall(self) -> datetime:
        self.now += 7
        return datetime.fromtimestamp(self.now, UTC)

    def steady(self) -> int:
        self.ns += 7_000_000_000
        return self.ns


def play_at_home() -> None:
    """Games of every edition, finished and sealed."""
    clock = Watch()
    key = make_key(LEDGER.with_name("device.key"))
    with Ledger(LEDGER, Clock(clock.wall, clock.steady)) as ledger:
        for number, (edition, profiles, rules, most) in enumerate(GAMES):
            chosen = registry.load(edition, profiles, rules, [OWN])
            chance = Random(number)
            name = f"20261128-19{number:02}-a{number}b{number}"
            game = begin(registry.ruleset(chosen), ("Mai", "Tom", "red"), chance)
            for each in played(game, chance, most):
                step = each.steps[-1]
                ledger.append(name, "tap", step.command, step.events)
                if len(each.steps) == 50:
                    ledger.seal(name, "pause", key)
            if not game.state.over:
                ledger.append(name, "referee", Finish("late"), game.ask(Finish("late")))
            ledger.seal(name, "end", key)
            clock.now += 3600


def keep_house() -> None:
    """Tags, the choices of an evening, copies and exports."""
    tags = TagBook(STATE / "tags.json")
    tags.add(virtual_tags([registry.load("saigon"), registry.load("classic")], ["Mai", "Tom", "Lan"]))
    tags.enrol("04a1b2c3d4e5f6", RefereeTag())
    settings = Evening("saigon", ("pot",), {"start_cash": 1400}, ("Mai", "Tom", "red"), "vi", "buttons", "tag")
    chosen = Evening("gold", (), {}, ("Lan", "Tom", "Mai"), "en", "serial", "pick", ("Lan", "Tom", "Mai"))
    Keeper.read(STATE / "evening.json", settings).keep(chosen)
    copies = BOX / "copies"
    copies.mkdir()
    banker("backup", "--all", str(copies / "all.sqlite"))
    banker("backup", "a1b1", str(copies / "one.db"))
    banker("export", "a0b0", "-o", str(copies / "a0b0.jsonl"))
    banker("export", "a4b4", "--format", "play", "-o", str(copies / "a4b4.play"))


class Tap:
    """Hears everything that goes over the broker."""

    def __init__(self, running: Running, port: int) -> None:
        self.heard: list[dict[str, str]] = []
        self._client = Client(CallbackAPIVersion.VERSION2, client_id="tap")
        self._client.username_pw_set(USER, running.broker.password)
        self._client.tls_set(str(STATE / "hub/certificates/authority.pem"))
        self._client.on_message = lambda _client, _data, message: self.heard.append(
            {"time": datetime.now(UTC).isoformat(), "topic": message.topic, "payload": message.payload.decode()}
        )
        self._client.on_connect = lambda client, *_: client.subscribe([("banker/#", 1)])
        self._client.connect("localhost", port)
        self._client.loop_start()

    def stop(self) -> None:
        self._client.loop_stop()
        self._client.disconnect()


def play_a_cup() -> list[dict[str, str]]:
    """Two tables play a round and a part of the next."""
    (BOX / "cup.toml").write_text(CUP)
    (BOX / "people.csv").write_text(PEOPLE)
    banker("hub", "new", "cup", "--settings", str(BOX / "cup.toml"))
    banker("hub", "people", str(BOX / "people.csv"), "--here")
    data = STATE / "hub"
    pages, join, port = free_port(), free_port(), free_port()
    store = Store(sqlite_url(data / "hub.sqlite"))
    running = Running(
        Hub(store, "cup", registry.ruleset), data, ("localhost",), Ports("127.0.0.1", pages, join, port), PIN
    )
    running.start()
    tap = Tap(running, port)
    organiser = Browser(f"http://localhost:{pages}")
    organiser.sign_in()
    authority = (data / "certificates/authority.pem").read_text()
    invited = [running.hub.fleet.invite(authority)[1] for _ in range(2)]
    for folder, code in zip((STATE, BOX.parent / "other"), invited, strict=True):
        folder.mkdir(exist_ok=True)
        environment = os.environ | {"STATE_DIRECTORY": str(folder)}
        command = [sys.executable, "-m", "companion", "table", "join", f"https://localhost:{join}", code]
        subprocess.run(command, check=True, env=environment)
    tables = [
        Program(folder, "tests.hub.tabling", f"https://localhost:{join}", "", str(seed), "2")
        for seed, folder in enumerate((STATE, BOX.parent / "other"))
    ]

    def rows() -> list[dict[str, object]]:
        found: list[dict[str, object]] = json.loads(organiser.get("/data/tables.json"))
        return found

    for number, most in enumerate((60, 40)):
        organiser.ask(do="draw")
        organiser.ask(do="begin")
        wait_for(lambda: all(f"round {number + 1}" in table.said() for table in tables), 60)  # noqa: B023
        wait_for(lambda: min(int(str(row["entries"])) for row in rows()) > most, 120)  # noqa: B023
        if number == 0:
            organiser.ask(do="call")
            wait_for(lambda: all(row["state"] == "sealed" for row in rows()), 120)
            organiser.ask(do="dispute", table=0, text="Was the rent claimed in time?")
            organiser.ask(do="close")
    running.hub.do(told.Penalised(2, 100, "late"), told.Ruled(0, "It was.", "Judge Lê"))
    for table in tables:
        table.kill()
    (STATE / "log").unlink()
    running.stop()
    tap.stop()
    store.close()
    (BOX / "cup.toml").unlink()
    (BOX / "people.csv").unlink()
    return tap.heard


class PinSessions(Browser):
    """The referee at his page."""

    def sign_in(self) -> None:
        self.proof = json.loads(self.post("/referee/in", {"pin": "271828"}))["proof"]

    def ask(self, **wish: object) -> None:
        self.post("/referee/ask", wish)


def go_on_alone() -> None:
    """The game of the second round goes on without a hub: the referee's clock, a correction, an undo; a power cut."""
    with Banker(LEDGER) as table:
        table.press("ok")
        with Archive(LEDGER) as archive:
            game = archive.ids()[-1]
            count = len(archive.lines(game))
        office = PinSessions(f"http://127.0.0.1:{table.port}")
        office.sign_in()
        office.ask(do="clock", minutes=45)
        office.ask(do="set", subject="cash", where=1, value=777, reason="counted again")
        office.ask(do="set", subject="cash", where=0, value=999, reason="by mistake")
        office.ask(do="undo", seq=count + 1, latest=count + 1, reason="by mistake")
        with Archive(LEDGER) as archive:
            assert len(archive.lines(game)) == count + 3
        wait_for(path_beside(LEDGER).exists)
        table.kill()


def facts() -> dict[str, object]:
    """What this version says of the home that it leaves."""
    said: dict[str, object] = {"config": tomllib.loads(banker("config"))}
    games = {}
    with Archive(LEDGER) as archive:
        for row in archive.games():
            entries = archive.entries(row.id)
            state = fold(entries, registry.ruleset).state
            report = audit(from_archive(archive, row.id), registry.ruleset)
            assert not report.faults
            assert not report.differences
            games[row.id] = {
                "edition": row.edition,
                "players": list(row.players),
                "entries": row.entries,
                "over": row.over,
                "winner": row.winner,
                "seals": len(archive.seals(row.id)),
                "options": msgspec.to_builtins(entries[0].command.edition.options),
                "outcome": msgspec.to_builtins(outcome(state)),
                "balances": [movements(entries, seat, registry.ruleset)[-1].balance for seat in state.seats],
                "kinds": sorted(
                    {type(e.command).__name__ for e in entries} | {type(f).__name__ for e in entries for f in e.events}
                ),
            }
    said["games"] = games
    said["key"] = DeviceKey(LEDGER.with_name("device.key")).public
    said["evening"] = json.loads((STATE / "evening.json").read_text())
    said["tags"] = json.loads((STATE / "tags.json").read_text())
    cursors = Cursors(beside(LEDGER))
    said["cursors"] = {game: msgspec.to_builtins(each) for game, each in cursors.all().items()}
    said["seat"] = msgspec.to_builtins(cursors.seat())
    cursors.close()
    store = Store(sqlite_url(STATE / "hub/hub.sqlite"))
    hub = Hub(store, "cup", registry.ruleset)
    said["hub"] = {
        kind: json.loads(reports.as_json(reports.ORGANISER[kind](hub)))
        for kind in ("standings", "tables", "people", "disputes", "penalties", "incidents", "rounds")
    }
    said["hub_entries"] = {game: len(store.lines("cup", game)) for game in store.writers("cup")}
    store.close()
    return said


def main() -> None:
    """Make it."""
    (CONFIG / "banker.toml").write_text(SETTINGS)
    OWN.mkdir()
    banker("edition", "new", str(OWN / "riverside"))
    play_at_home()
    keep_house()
    heard = play_a_cup()
    go_on_alone()
    shutil.copytree(BOX, BOX.parent / "left")  # as it is before anybody looks at it
    (BOX.parent / "wire.jsonl").write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in heard))
    (BOX.parent / "facts.json").write_text(json.dumps(facts(), ensure_ascii=False, indent=1) + "\n")
    with tarfile.open(HERE / "left.tar.xz", "w:xz") as archive:
        archive.add(BOX.parent / "left", "home")
        for name in ("wire.jsonl", "facts.json"):
            archive.add(BOX.parent / name, name)
    shutil.rmtree(BOX.parent)


if __name__ == "__main__":
    main()
