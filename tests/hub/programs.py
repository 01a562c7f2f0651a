"""A tournament of real programs: `banker hub` with its broker, PostgreSQL, and table programs on simulated chips.

    python -m tests.hub.programs --tables 6 --rounds 4

On the way a table is killed and started anew, the hub is killed with its broker and started anew, and the database is
stopped as by a power cut. In the end the standings on the hub's pages are compared with those computed from the
tables' own ledgers.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import msgspec

from companion.hub.hub import Hub, open_tournament
from companion.hub.reports import standings
from companion.hub.store import Store, WriteBatch, numbered
from companion.ledger.history import fold
from companion.ledger.store import Archive
from companion.tournament import records
from companion.tournament.formats import Stage
from companion.tournament.results import GameResult, result_of
from companion.tournament.seating import Person
from companion.tournament.settings import Settings
from tests.hub.browser import PIN, Browser
from tests.hub.servers import Postgres, free_port, wait_for
from tests.hub.tables import EVENT, NOON

LONG = 120.0  # seconds, on a busy machine


class Program:
    """A process of ours in a home of its own."""

    def __init__(self, home: Path, *command: str) -> None:
        home.mkdir(parents=True, exist_ok=True)
        self.home, self.command = home, command
        self.start()

    def start(self) -> None:
        """Start it."""
        environment = os.environ | {"HOME": str(self.home), "STATE_DIRECTORY": str(self.home), "PYTHONUNBUFFERED": "1"}
        with (self.home / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", *self.command], env=environment, stdin=subprocess.PIPE, stdout=log, stderr=log
            )

    def kill(self) -> None:
        """The power goes."""
        self.process.kill()
        self.process.communicate()

    def end(self) -> None:
        """Let it end by itself: its input is closed, or it is interrupted; what does not is killed."""
        if self.command[0] == "companion":
            self.process.send_signal(signal.SIGINT)
        try:
            self.process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            self.kill()

    def said(self) -> str:
        """All that it has said."""
        return (self.home / "log").read_text()


class Cup:
    """Tables, a hub, a database, and an organiser who has them play."""

    def __init__(self, folder: Path, database: Postgres, tables: int, rounds: int) -> None:
        self.folder, self.database, self.rounds = folder, database, rounds
        self.store = Store(database.new_database())
        settings = Settings("Cup", (Stage(rounds=rounds, minutes=60),))
        open_tournament(self.store, EVENT, records.Opened(settings), NOON)
        people: list[records.AnyRecord] = []
        for number in range(tables * 4):
            people += [records.Registered(number, Person(f"Player {number}")), records.CheckedIn(number)]
        self.store.write(EVENT, WriteBatch(records=numbered(people, 1, "organiser", NOON)))
        port, join, broker = free_port(), free_port(), free_port()
        ports = ("--port", str(port), "--join-port", str(join), "--broker-port", str(broker), "--host", "127.0.0.1")
        url = str(self.store.engine.url.render_as_string(hide_password=False))
        self.tables: list[Program] = []
        self.hub = Program(
            folder / "hub", "companion", "hub", "--database", url, "--pin", PIN, "--name", "localhost", *ports
        )
        self.organiser = Browser(f"http://localhost:{port}")
        self.sign_in()
        authority = (folder / "hub" / "hub" / "certificates" / "authority.pem").read_text()
        inviting = Hub(self.store, EVENT)
        self.tables += [
            Program(
                folder / f"table-{at}",
                "tests.hub.tabling",
                f"https://localhost:{join}",
                inviting.boxes.invite(authority)[1],
                str(at),
                str(rounds),
            )
            for at in range(tables)
        ]

    def sign_in(self) -> None:
        """Sign in as soon as the hub answers."""
        wait_for(self.organiser.can_sign_in, LONG)

    def play(self, number: int) -> None:
        """One round, in which something breaks."""
        self.organiser.ask(do="draw")
        self.organiser.ask(do="begin")
        wait_for(lambda: all(f"round {number + 1}" in table.said() for table in self.tables), LONG)
        wait_for(lambda: self.least() > 30, LONG)
        if number == 0:
            self.tables[0].kill()
            self.tables[0].start()
        if number == 1:
            self.hub.kill()
            self.hub.start()
            self.sign_in()
        if number == 2:
            self.database.stop("immediate")
            wait_for(lambda: "the database does not answer" in self.hub.said(), LONG)
            self.database.start()
        wait_for(lambda: self.least() > 60, LONG)
        self.organiser.ask(do="call")
        wait_for(self.is_sealed, LONG)
        self.organiser.ask(do="close")

    def rows(self) -> list[dict[str, object]]:
        """The tables as the public page has them."""
        found: list[dict[str, object]] = msgspec.json.decode(self.organiser.get("/data/tables.json"))
        return found

    def least(self) -> int:
        """The fewest entries that the hub has of a table's game."""
        return min(int(str(row["entries"])) for row in self.rows())

    def is_sealed(self) -> bool:
        """Whether all results of the round are in."""
        return all(row["state"] == "sealed" for row in self.rows())

    def by_hand(self) -> list[dict[str, object]]:
        """The standings from the ledgers that lie at the tables, as a page would show them."""
        hub = Hub(self.store, EVENT)
        found: dict[tuple[int, int], GameResult] = {}
        games = {
            game: at for number, this in enumerate(hub.tournament.rounds) for at, game in _places(number, this.games)
        }
        for table in self.tables:
            with Archive(table.home / "ledger.sqlite") as archive:
                for game in archive.ids():
                    own, kept = archive.lines(game), self.store.lines(EVENT, game)
                    assert own == kept, f"{game} at {games.get(game)}: {len(own)} and {len(kept)} entries"
                    found[games[game]] = result_of(fold(archive.entries(game)))
        hub.results = lambda **_: found  # type: ignore[method-assign]
        return standings(hub)

    def shown(self) -> list[dict[str, object]]:
        """The standings on the pages."""
        rows: list[dict[str, object]] = msgspec.json.decode(self.organiser.get("/data/standings.json"))
        return rows

    def close(self) -> None:
        """End everything, also what hangs."""
        for program in (*self.tables, self.hub):
            program.end()
        self.store.close()


def _places(number: int, games: dict[int, str]) -> list[tuple[tuple[int, int], str]]:
    return [((number, table), game) for table, game in games.items()]


def main() -> None:
    """Run it and say how it came out."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--rounds", type=int, default=4)
    args = parser.parse_args()
    database = Postgres()
    database.start()
    with tempfile.TemporaryDirectory(prefix="banker-cup-") as folder:
        begun = time.monotonic()
        cup = Cup(Path(folder), database, args.tables, args.rounds)
        for number in range(args.rounds):
            cup.play(number)
            print(f"round {number + 1} is closed after {time.monotonic() - begun:.0f} s", flush=True)
        same = cup.shown() == cup.by_hand()
        entries, incidents = cup.store.count(EVENT), cup.store.count(EVENT, "incidents")
        print(f"{entries} entries, {incidents} incidents; the standings are those of the tables' ledgers: {same}")
        cup.close()
    database.close()
    sys.exit(not same)


if __name__ == "__main__":
    main()
