"""The hub at work: one tournament in memory, the database under it, the broker before it.

Theory of operation
-------------------
What happens comes in two ways: records from the organiser (`do`), and messages from tables, which only queue up
(`hear`). One thread takes messages in batches: all of a batch is decided in memory, written in one transaction, and
only then acknowledged to the tables. If the database fails, memory is thrown away, read again when it is back, and the
same batch is taken once more; being idempotent, that does no harm. The same holds when the hub dies at any point:
tables go on from what was acknowledged.

One lock guards everything in memory; nobody else takes it. It is held for one batch or one question (`ask`).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from threading import RLock
from typing import TypeVar

import msgspec
from sqlalchemy.exc import DBAPIError

from companion.errors import UserError, message
from companion.hub.boxes import Boxes
from companion.hub.downlink import Downlink
from companion.hub.intake import Intake
from companion.hub.store import NOWHERE, Store, TableBox, WriteBatch, numbered
from companion.hub.worker import Message, Worker
from companion.ledger.history import RulesOf
from companion.ledger.record import GameLines
from companion.publishing import wire
from companion.reading import UNREADABLE
from companion.rules.rules import Rules
from companion.tournament import records
from companion.tournament.records import AnyRecord
from companion.tournament.results import GameResult
from companion.tournament.seating import Person
from companion.tournament.state import Tournament
from companion.words.languages import DEFAULT

T = TypeVar("T")
Answers = dict[tuple[str, str], wire.Have]  # by box and game


class Hub:
    """One tournament of a store; `changed` callbacks run after every change, in the thread that made it."""

    def __init__(
        self,
        store: Store,
        event: str,
        rules_of: RulesOf = Rules,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.store, self.event, self._rules_of, self.now = store, event, rules_of, clock
        self._lock = RLock()
        self.downlink = Downlink(event)
        self.boxes = Boxes(store, event)
        self.changed: list[Callable[[set[str]], None]] = []
        self._results: dict[str, GameResult] = {}
        self._is_stale = False
        self.worker = Worker(self.process, self.look)
        self.intake = Intake(store, event, self.boxes.key_of, rules_of)
        self.tournament = Tournament()
        self.reload()

    # life

    def start(self) -> None:
        self.worker.start()

    def stop(self) -> None:
        """Take no more; what is not acknowledged comes again."""
        self.worker.stop()

    def reading(self, event: str) -> Hub:
        """Another tournament of the same store, to look at; this one, if it is that."""
        return self if event == self.event else Hub(self.store, event, self._rules_of, self.now)

    def ask(self, question: Callable[[Hub], T]) -> T:
        """Answer a question while nothing changes."""
        with self._lock:
            return question(self)

    def reload(self) -> None:
        """Read everything anew from the database."""
        with self._lock:
            self._refold()
            self.boxes.reload()
            self.intake.reload()
            self._results.clear()
            self._is_stale = False

    def _refold(self) -> None:
        fresh = Tournament()
        for logged in self.store.records(self.event):
            fresh.fold(logged.what)
        self.tournament, self.intake.handed_to = fresh, fresh.writers

    def _forget(self) -> None:
        """Memory may hold what the database does not: throw it away at once, and read again before the next batch."""
        self._is_stale = True
        self.intake.clear()
        self._results.clear()

    def _tell(self, games: set[str]) -> None:
        for callback in self.changed:
            callback(games)

    # the organiser

    def do(self, *new: AnyRecord, who: str = "organiser") -> None:
        """Put records on the record, all or none, and tell the tables what changes for them.

        :raises UserError: one of them cannot be; nothing is recorded.
        """
        try:
            self._do(new, who)
        except DBAPIError as error:
            raise UserError("tournament.database-refuses", error=str(error.orig)) from error

    def _do(self, new: Sequence[AnyRecord], who: str) -> None:
        with self._lock:
            if self._is_stale:
                self.reload()
            first = self.tournament.records
            try:
                for record in new:
                    self.tournament.take(record)
                self.store.write(self.event, WriteBatch(records=numbered(new, first, who, self.now())))
            except UserError:
                self._refold()
                raise
            except DBAPIError:
                self._forget()
                raise
            self.intake.handed_to = self.tournament.writers
        self.push()
        self._tell(set())

    def draw(self, seed: int | None = None) -> None:
        """Draw the next round, or the last one anew while nobody has begun it."""
        with self._lock:
            chance = secrets.randbelow(1_000_000_000) if seed is None else seed
            self.do(records.draw(self.tournament, self.results(final=True), chance))

    def begin_round(self) -> None:
        self.do(records.Started(self.tournament.current(), self.now()))

    def extend_round(self, minutes: int) -> None:
        """Let the clock of the round run so many minutes longer, or (negative) shorter."""
        self.do(records.Extended(self.tournament.current(), 60 * minutes))

    def call_last_turn(self) -> None:
        """Call time: all take an equal number of turns."""
        self.do(records.LastTurnCalled(self.tournament.current(), self.now()))

    def close_round(self) -> None:
        """Close the round; `UserError` while a table's final result is missing."""
        with self._lock:
            number = self.tournament.current()
            missing = self.tournament.open_tables(number, self.results(final=True)) if number >= 0 else []
            if missing:
                raise UserError("tournament.not-sealed", tables=[table + 1 for table in missing])
            self.do(records.Closed(number))

    def register(self, person: Person) -> None:
        with self._lock:
            number = len(self.tournament.people)
            self.do(records.Registered(number, person), records.CheckedIn(number))

    def call_judge(self, table: int, text: str, seq: int) -> None:
        """Note a dispute at a table of the present round, about one entry of its game (-1 none)."""
        with self._lock:
            this = self.tournament
            self.do(records.Disputed(len(this.disputes), this.current(), table, text, seq))

    def results(self, *, final: bool = False) -> dict[tuple[int, int], GameResult]:
        """The results of all tables by their games: as they stand, or only (`final`) those that are sealed."""
        with self._lock:
            found = {}
            for number, this in enumerate(self.tournament.rounds):
                for table, game in this.games.items():
                    each = self._result(game)
                    if each is not None and (each.final or not final):
                        found[number, table] = each
            return found

    def _result(self, game: str) -> GameResult | None:
        if game not in self._results:
            fresh = self.intake.result(game)
            if fresh is None:
                return None
            self._results[game] = fresh
        return self._results[game]

    # boxes

    def invite(self, authority: str, count: int, language: str = DEFAULT) -> list[tuple[TableBox, str]]:
        """Make room for so many boxes, each at the next free table, with the codes by which they join, once."""
        with self._lock:
            return [self.boxes.invite(authority, language) for _ in range(count)]

    def join(self, joining: wire.Joining) -> tuple[TableBox, str]:
        """Let a box in by its code; gives it with its password. `UserError` for a wrong or used code."""
        with self._lock:
            return self.boxes.join(joining)

    def digests(self) -> dict[str, str]:
        """What the broker lets boxes in by."""
        with self._lock:
            return self.boxes.digests()

    def place(self, box: str, place: int) -> None:
        """Put a box at a table (from 0; -1 nowhere); an unfinished game there is this box's to go on with."""
        with self._lock:
            self.boxes.put(box, place)
            handed = self._unfinished_at(place)
            if handed and self.intake.writer(handed) != box:
                self.do(records.Replaced(handed, box))
        self.push()
        self._tell(set())

    def _unfinished_at(self, place: int) -> str:
        """The game at a table in the present round that is not over, empty if there is none."""
        if place == NOWHERE or not self.tournament.rounds:
            return ""
        game = self.tournament.rounds[-1].games.get(place, "")
        found = self._result(game) if game else None
        return game if found and not found.final else ""

    def game_for(self, box: str) -> tuple[GameLines, int, int]:
        """The unfinished game that a box is to go on with, as far as it is safe, its round and table.

        :raises UserError: there is none.
        """
        with self._lock:
            place = self.boxes.place_of(box)
            game = self._unfinished_at(place)
            if not game or self.intake.writer(game) != box:
                raise UserError("tournament.nothing-to-go-on-with")
            lines = GameLines(game, self.store.lines(self.event, game), self.store.seals(self.event, game))
            return lines, self.tournament.current(), place

    def connected(self) -> None:
        """The broker answers (again): say so to all tables, and where they are seated."""
        self.downlink.here()
        self.push()

    def push(self) -> None:
        """Tell every box where it is seated."""
        if self.downlink.connection is None:
            return
        with self._lock:
            seats = {box.id: self.seat(box.place) for box in self.boxes.all.values()}
        self.downlink.seat({box: seat for box, seat in seats.items() if seat is not None})

    def seat(self, place: int) -> wire.Seat | None:
        """What a table is told about the round that is drawn."""
        tournament, number = self.tournament, self.tournament.current()
        if number < 0 or not 0 <= place < len(tournament.rounds[number].tables):
            return None
        overlay = tournament.set_up.overlay
        return wire.Seat(
            event=self.event,
            round=number,
            table=place,
            players=tuple(map(tournament.name, tournament.players(number, place))),
            edition=overlay.edition,
            profiles=overlay.profiles,
            rules=overlay.rules,
            chances=overlay.chances is True,
            ends=tournament.ends(number),
            called=tournament.rounds[number].called is not None,
        )

    # what tables tell

    def hear(self, topic: str, payload: bytes) -> None:
        """A message has come; it is queued with the time of its arrival."""
        event, box, kind = wire.parts(topic)
        if event == self.event:
            self.worker.put((box, kind, payload, self.now()))

    def look(self) -> None:
        """See whether another program, as `banker hub import`, has put something on record, and what the clock says."""
        self.downlink.acknowledge({}, self.now())
        if self._is_stale or self.store.count(self.event, "records") != self.tournament.records:
            self.reload()
            self.push()
            self._tell(set())
        with self._lock:
            if self.tournament.is_time_up(self.now()):
                self._do([records.LastTurnCalled(self.tournament.current(), self.now())], "clock")

    def process(self, messages: Sequence[Message]) -> None:
        """Take messages in, write what is new in one transaction, then acknowledge it.

        When the database fails, SQLAlchemy's error comes through, and memory holds nothing that was not written.
        """
        with self._lock:
            if self._is_stale:
                self.reload()
            batch = WriteBatch()
            try:
                answers = self._decide(messages, batch)
                if not batch.is_empty():
                    self.store.write(self.event, batch)
            except BaseException:
                self._forget()
                raise
            touched, self.intake.touched = self.intake.touched, set()
            for game in touched:
                self._results.pop(game, None)
        self.downlink.acknowledge(answers, self.now())
        if touched or batch.records or batch.incidents:
            self._tell(touched)

    def _decide(self, messages: Sequence[Message], batch: WriteBatch) -> Answers:
        """What is to be written, and answered to which box about which game."""
        answers: Answers = {}
        for box, kind, payload, when in messages:
            for have in self._take(box, kind, payload, when, batch):
                earlier = answers.get((box, have.game))
                again = have.again or bool(earlier and earlier.again)
                answers[box, have.game] = msgspec.structs.replace(have, again=again)
        return answers

    def _take(self, box: str, kind: str, payload: bytes, when: datetime, batch: WriteBatch) -> Sequence[wire.Have]:
        status = self.boxes.heard(box, kind, when)
        if box not in self.boxes.all:
            self.intake.report(batch, when, box, "unknown-box", message("incident.unknown-box", box=box), payload)
            return ()
        try:
            match kind:
                case "lines":
                    return list(self.intake.lines(box, payload, batch, when).values())
                case "seal":
                    have = self.intake.seal(box, payload, batch, when)
                    return [have] if have else ()
                case "playing":
                    self._announce(box, wire.read(payload, wire.Playing), batch, when)
                case "hello":
                    return self._greet(box, wire.read(payload, wire.Hello), batch, when)
                case "health":
                    status.health = wire.read(payload, wire.Health)
                    status.drift = round((status.health.time - when).total_seconds() * 1000)
        except UNREADABLE as error:
            why = message("incident.unreadable-message", kind=kind, error=str(error))
            self.intake.report(batch, when, box, "unreadable", why, payload)
        return ()

    def _greet(self, box: str, hello: wire.Hello, batch: WriteBatch, when: datetime) -> list[wire.Have]:
        self.boxes.status[box].version = hello.version
        if hello.key != self.boxes.key_of(box):
            why = message("incident.another-key")
            self.intake.report(batch, when, box, "foreign-key", why, hello.key.encode())
        return [self.intake.have(game, again=True) for game in hello.games]

    def _announce(self, box: str, playing: wire.Playing, batch: WriteBatch, when: datetime) -> None:
        """A game is that of a table if its box stands there, and the table has no other game that is over already."""
        tournament, number, table = self.tournament, playing.round, playing.table
        if tournament.place_of(playing.game) == (number, table):
            return
        try:
            if self.boxes.place_of(box) != table:
                raise UserError("tournament.box-elsewhere", box=box, table=table + 1)
            earlier = tournament.rounds[number].games.get(table, "") if number <= tournament.current() else ""
            found = self._result(earlier) if earlier else None
            if found is not None and found.final:
                raise UserError("tournament.played-already", table=table + 1, game=earlier)
            record, at = records.Announced(number, table, playing.game), tournament.records
            tournament.take(record)
            batch.records += numbered([record], at, box, when)
        except UserError as error:
            evidence = msgspec.json.encode(playing)
            self.intake.report(batch, when, box, "misplaced", error.message, evidence, playing.game, 0)


def open_tournament(store: Store, event: str, settings: records.Opened, now: datetime) -> None:
    Tournament().take(settings)
    store.add_event(event, now)
    store.write(event, WriteBatch(records=numbered([settings], 0, "organiser", now)))
