"""Tables for the tests of the hub: real ledgers with keys and seals, played by chance."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import msgspec

from companion.hub.hub import Hub, open_tournament
from companion.hub.store import Store, TableBox, WriteBatch, numbered
from companion.ledger.history import fold
from companion.ledger.seal import DeviceKey, key_beside, make_key
from companion.ledger.store import Ledger
from companion.publishing import wire
from companion.rules.commands import Finish, Refusal
from companion.rules.game import Game
from companion.tournament import records
from companion.tournament.formats import Stage
from companion.tournament.seating import Person
from companion.tournament.settings import Overlay, Settings
from tests.ledger.playing import new_game, wish

EVENT = "cup"
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def set_up(store: Store, people: int, rounds: int) -> None:
    """A tournament with people who are all there."""
    settings = Settings("Cup", (Stage(rounds=rounds, minutes=60),), overlay=Overlay("classic"))
    open_tournament(store, EVENT, records.Opened(settings), NOON)
    new: list[records.AnyRecord] = []
    for number in range(people):
        new += [records.Registered(number, Person(f"Player {number}")), records.CheckedIn(number)]
    store.write(EVENT, WriteBatch(records=numbered(new, 1, "organiser", NOON)))


class Table:
    """A table with a ledger and a key, at which games are played by chance, an entry at a time."""

    def __init__(self, folder: Path, seed: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / "ledger.sqlite"
        self.key: DeviceKey = make_key(key_beside(self.path))
        self.ledger = Ledger(self.path)
        self.chance = Random(seed)
        self.game: Game | None = None
        self.id = ""

    def begin(self, players: int, name: str = "") -> str:
        """Begin a game."""
        self.game = new_game(self.chance.randint(0, 10**6), players)
        self.id = name or f"{self.ledger.new_id()}-{self.key.public[:4]}"
        self._append()
        return self.id

    def play(self, entries: int) -> None:
        """Play on for so many entries, or until the game is over."""
        assert self.game is not None
        goal = len(self.game.steps) + entries
        while len(self.game.steps) < goal and not self.game.state.over:
            try:
                self.game.ask(wish(self.game, self.chance))
            except Refusal:
                continue
            self._append()

    def finish(self) -> None:
        """The judge ends the game, and the device seals it."""
        assert self.game is not None
        if not self.game.state.over:
            self.game.ask(Finish("time"))
            self._append()
        self.ledger.seal(self.id, "end", self.key)

    def go_on(self, game: str) -> None:
        """Go on with a game that is in the ledger."""
        self.ledger = Ledger(self.path)
        self.game, self.id = fold(self.ledger.entries(game)), game

    def _append(self) -> None:
        assert self.game is not None
        step = self.game.steps[-1]
        self.ledger.append(self.id, "test", step.command, step.events)

    def played(self, players: int, entries: int) -> str:
        """A whole game; gives its id."""
        self.begin(players)
        self.play(entries)
        self.finish()
        return self.id

    def lines(self) -> list[bytes]:
        """The lines of the present game."""
        return self.ledger.lines(self.id)

    def seals(self) -> list[bytes]:
        """The seals of the present game."""
        return self.ledger.seals(self.id)


def joined(hub: Hub, table: Table, place: int) -> TableBox:
    """Register a table's box at a place, as joining would."""
    box = TableBox(f"box-{place}", f"Table {place + 1}", place, key=table.key.public)
    hub.boxes.keep(box)
    return box


def say(hub: Hub, box: str, kind: str, payload: bytes | msgspec.Struct) -> list[wire.Have]:
    """Let a box say something; gives what the hub answers."""
    heard: list[wire.Have] = []

    hub.downlink.connection, hub.downlink.calm = Ear(heard), timedelta()
    data = payload if isinstance(payload, bytes) else msgspec.json.encode(payload)
    hub.process([(box, kind, data, NOON)])
    hub.downlink.connection = None
    return heard


class Ear:
    """A connection that only keeps what the hub answers."""

    def __init__(self, heard: list[wire.Have]) -> None:
        self._heard = heard

    def is_up(self) -> bool:
        """Whether the broker answers now."""
        return True

    def send(self, topic: str, payload: bytes, *, keep: bool = False, sure: bool = True) -> None:
        """Keep an answer; nothing else of what is said."""
        assert sure
        if not keep and topic.endswith("/have"):
            self._heard.append(wire.read(payload, wire.Have))
