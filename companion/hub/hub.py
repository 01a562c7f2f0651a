"""The hub at work: one tournament in memory, the database under it, the broker before it.

Theory of operation
-------------------
What happens comes in two ways: records from the organiser (`do`), and messages from tables, which only queue up
(`receive`). One thread takes messages in batches: all of a batch is decided in memory, written in one transaction, and
only then acknowledged to the tables. If the database fails, memory is thrown away, read again when it is back, and the
same batch is taken once more; being idempotent, that does no harm. The same holds when the hub dies at any point:
tables go on from what was acknowledged.

One lock guards everything in memory; it is held for one batch or one question.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from threading import RLock

import msgspec
from sqlalchemy.exc import DBAPIError

from companion.hub import records as told
from companion.hub import wire
from companion.hub.draw import draw
from companion.hub.fleet import Fleet
from companion.hub.intake import Intake
from companion.hub.link import Link
from companion.hub.outcome import Outcome
from companion.hub.records import AnyRecord
from companion.hub.settings import HubError
from companion.hub.store import NOWHERE, Batch, Store, numbered
from companion.hub.tournament import Tournament
from companion.hub.worker import Message, Worker
from companion.ledger.history import RulesOf
from companion.ledger.record import GameLines
from companion.rules.rules import Rules


class Hub:
    """One tournament of a store; `changed` callbacks run after every change, in the thread that made it."""

    def __init__(
        self,
        store: Store,
        event: str,
        rules_of: RulesOf = Rules,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.store, self.event, self._rules_of, self._clock = store, event, rules_of, clock
        self.lock = RLock()
        self.link: Link | None = None
        self.fleet = Fleet(store, event)
        self.changed: list[Callable[[set[str]], None]] = []
        self._outcomes: dict[str, Outcome] = {}
        self._is_stale = False
        self._owed: dict[tuple[str, str], tuple[datetime, wire.Have]] = {}
        self.calm = timedelta(seconds=1)
        self.worker = Worker(self.process, self.look)
        self.intake = Intake(store, event, rules_of)
        self.intake.key_of = self.fleet.key_of
        self.tournament = Tournament()
        self.reload()

    # life

    def start(self) -> None:
        """Begin to take messages in."""
        self.worker.start()

    def stop(self) -> None:
        """Take no more; what is not acknowledged comes again."""
        self.worker.stop()

    def now(self) -> datetime:
        """What the hub's clock shows."""
        return self._clock()

    def reading(self, event: str) -> Hub:
        """Another tournament of the same store, to look at; this one, if it is that."""
        return self if event == self.event else Hub(self.store, event, self._rules_of, self._clock)

    def reload(self) -> None:
        """Read everything anew from the database."""
        with self.lock:
            self._refold()
            self.fleet.reload()
            self.intake.reload()
            self._outcomes.clear()
            self._is_stale = False

    def _refold(self) -> None:
        """Read the organiser's record anew."""
        fresh = Tournament()
        for noted in self.store.records(self.event):
            fresh.fold(noted.what)
        self.tournament, self.intake.handed_to = fresh, fresh.writers

    # the organiser

    def do(self, *records: AnyRecord, who: str = "organiser") -> None:
        """Put records on the record, all or none, and tell the tables what changes for them.

        :raises HubError: one of them cannot be; nothing is recorded.
        """
        try:
            self._do(records, who)
        except DBAPIError as error:
            raise HubError(f"the database refuses: {error.orig}") from error

    def _do(self, records: Sequence[AnyRecord], who: str) -> None:
        with self.lock:
            if self._is_stale:
                self.reload()
            first = self.tournament.records
            try:
                for record in records:
                    self.tournament.take(record)
                batch = Batch(records=numbered(records, first, who, self._clock()))
                self.store.write(self.event, batch)
            except HubError:
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
        with self.lock:
            chance = secrets.randbelow(1_000_000_000) if seed is None else seed
            self.do(draw(self.tournament, self.outcomes(final=True), chance))

    def begin_round(self) -> None:
        """Start the clock of the round that is drawn."""
        self.do(told.Started(self.tournament.current(), self._clock()))

    def extend_round(self, minutes: int) -> None:
        """Let the clock of the round run so many minutes longer, or (negative) shorter."""
        self.do(told.Extended(self.tournament.current(), 60 * minutes))

    def call_last_turn(self) -> None:
        """Call time: all take an equal number of turns."""
        self.do(told.LastTurnCalled(self.tournament.current(), self._clock()))

    def close_round(self) -> None:
        """Close the round; `HubError` while a table's final result is missing."""
        with self.lock:
            number = self.tournament.current()
            missing = self.tournament.open_tables(number, self.outcomes(final=True)) if number >= 0 else []
            if missing:
                tables = ", ".join(str(table + 1) for table in missing)
                raise HubError(f"no sealed result yet from table {tables}; wait, or let the judge set one")
            self.do(told.Closed(number))

    def outcomes(self, *, final: bool = False) -> dict[tuple[int, int], Outcome]:
        """The results of all tables by their games: as they stand, or only (`final`) those that are sealed."""
        with self.lock:
            found = {}
            for number, this in enumerate(self.tournament.rounds):
                for table, game in this.games.items():
                    each = self._outcome(game)
                    if each is not None and (each.final or not final):
                        found[number, table] = each
            return found

    def _outcome(self, game: str) -> Outcome | None:
        if game not in self._outcomes:
            fresh = self.intake.outcome(game)
            if fresh is None:
                return None
            self._outcomes[game] = fresh
        return self._outcomes[game]

    def is_hidden(self, game: str) -> bool:
        """Whether balances are the players' secret until the game is over."""
        live = self.intake.live(game)
        return bool(live and live.game and live.game.rules.options.cash_hidden and not live.game.state.over)

    def state_of(self, number: int, table: int) -> str:
        """How far a table is: `waiting`, `playing`, `over` but not sealed, `sealed`, or `awarded` by the judge."""
        this = self.tournament.rounds[number]
        if table in this.awarded:
            return "awarded"
        live = self.intake.live(this.games.get(table, ""))
        if live is None or live.game is None:
            return "waiting"
        if live.is_final:
            return "sealed"
        return "over" if live.game.state.over else "playing"

    # boxes

    def place(self, box: str, place: int) -> None:
        """Put a box at a table (from 0; -1 nowhere); an unfinished game there is this box's to go on with."""
        with self.lock:
            self.fleet.put(box, place)
            handed = self._unfinished_at(place)
            if handed and self.intake.writer(handed) != box:
                self.do(told.Replaced(handed, box))
        self.push()
        self._tell(set())

    def _unfinished_at(self, place: int) -> str:
        """The game at a table in the present round that is not over, empty if there is none."""
        if place == NOWHERE or not self.tournament.rounds:
            return ""
        game = self.tournament.rounds[-1].games.get(place, "")
        found = self._outcome(game) if game else None
        return game if found and not found.final else ""

    def game_for(self, box: str) -> GameLines:
        """The unfinished game that a box is to go on with, as far as it is safe; `HubError` if there is none."""
        with self.lock:
            place = self.fleet.boxes[box].place if box in self.fleet.boxes else NOWHERE
            game = self._unfinished_at(place)
            if not game or self.intake.writer(game) != box:
                raise HubError("there is no game that this box has to go on with")
            return GameLines(game, self.store.lines(self.event, game), self.store.seals(self.event, game))

    # what is told to the tables

    def connected(self) -> None:
        """The broker answers (again): say so to all tables, and where they are seated."""
        if self.link is not None:
            self.link.send(wire.down(self.event, wire.ALL, "here"), b"")
        self.push()

    def push(self) -> None:
        """Tell every box where it is seated."""
        if self.link is None:
            return
        with self.lock:
            seats = {box.id: self.seat(box.place) for box in self.fleet.boxes.values()}
        for box, seat in seats.items():
            if seat is not None:
                self.link.send(wire.down(self.event, box, "seat"), msgspec.json.encode(seat), keep=True)

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
            ends=tournament.ends(number),
            called=tournament.rounds[number].called is not None,
        )

    # what tables tell

    def hear(self, topic: str, payload: bytes) -> None:
        """A message has come; it is queued with the time of its arrival."""
        event, box, kind = wire.parts(topic)
        if event == self.event:
            self.worker.put((box, kind, payload, self._clock()))

    def look(self) -> None:
        """See whether another program, as `banker hub import`, has put something on record, and what the clock says."""
        self._answer({})
        if self._is_stale or self.store.count(self.event, "records") != self.tournament.records:
            self.reload()
            self.push()
            self._tell(set())
        with self.lock:
            if self.tournament.is_time_up(self._clock()):
                self._do([told.LastTurnCalled(self.tournament.current(), self._clock())], "clock")

    def process(self, messages: Sequence[Message]) -> None:
        """Take messages in, write what is new in one transaction, then acknowledge it.

        When the database fails, SQLAlchemy's error comes through, and memory holds nothing that was not written.
        """
        with self.lock:
            if self._is_stale:
                self.reload()
            batch = Batch()
            try:
                answers = self._decide(messages, batch)
                if not batch.is_empty():
                    self.store.write(self.event, batch)
            except BaseException:
                self._forget()
                raise
            touched, self.intake.touched = self.intake.touched, set()
            for game in touched:
                self._outcomes.pop(game, None)
        self._answer(answers)
        if touched or batch.records or batch.incidents:
            self._tell(touched)

    def _answer(self, answers: Mapping[tuple[str, str], wire.Have]) -> None:
        """Acknowledge at once what a table waits for; a mere step further is said once a while, for many together."""
        now = self._clock()
        for key, have in answers.items():
            due, earlier = self._owed.get(key, (now + self.calm, have))
            is_urgent = have.again or have.refused or have.seals != earlier.seals
            self._owed[key] = (now if is_urgent else due), have
        for (box, game), (due, have) in list(self._owed.items()):
            if due <= now:
                del self._owed[box, game]
                if self.link is not None:
                    self.link.send(wire.down(self.event, box, "have"), msgspec.json.encode(have))

    def _decide(self, messages: Sequence[Message], batch: Batch) -> dict[tuple[str, str], wire.Have]:
        """What is to be written, and answered to which box about which game."""
        answers: dict[tuple[str, str], wire.Have] = {}
        for box, kind, payload, when in messages:
            for have in self._take(box, kind, payload, when, batch):
                earlier = answers.get((box, have.game))
                again = have.again or bool(earlier and earlier.again)
                answers[box, have.game] = msgspec.structs.replace(have, again=again)
        return answers

    def _forget(self) -> None:
        """Memory may hold what the database does not: throw it away at once, and read again before the next batch."""
        self._is_stale = True
        self.intake.clear()
        self._outcomes.clear()

    def _take(self, box: str, kind: str, payload: bytes, when: datetime, batch: Batch) -> Sequence[wire.Have]:
        status = self.fleet.heard(box, kind, when)
        if box not in self.fleet.boxes:
            self.intake.report(batch, when, box, "", -1, "unknown-box", f"nobody has invited {box}", payload)
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
        except msgspec.DecodeError as error:
            self.intake.report(batch, when, box, "", -1, "unreadable", f"{kind}: {error}", payload)
        return ()

    def _greet(self, box: str, hello: wire.Hello, batch: Batch, when: datetime) -> list[wire.Have]:
        self.fleet.status[box].version = hello.version
        if hello.key != self.fleet.boxes[box].key:
            told_ = "it seals with another key than the one it joined with"
            self.intake.report(batch, when, box, "", -1, "foreign-key", told_, hello.key.encode())
        return [self.intake.have(game, again=True) for game in hello.games]

    def _announce(self, box: str, playing: wire.Playing, batch: Batch, when: datetime) -> None:
        """A game is that of a table if its box stands there, and the table has no other game that is over already."""
        tournament = self.tournament
        if tournament.place_of(playing.game) == (playing.round, playing.table):
            return
        try:
            if self.fleet.boxes[box].place != playing.table:
                raise HubError(f"box {box} does not stand at table {playing.table + 1}")
            record = told.Announced(playing.round, playing.table, playing.game)
            earlier = (
                tournament.rounds[playing.round].games.get(playing.table, "")
                if playing.round <= tournament.current()
                else ""
            )
            found = self._outcome(earlier) if earlier else None
            if found is not None and found.final:
                raise HubError(f"table {playing.table + 1} has played {earlier} to its end in this round")
            number = tournament.records
            tournament.take(record)
            batch.records += numbered([record], number, box, when)
        except HubError as error:
            self.intake.report(batch, when, box, playing.game, 0, "misplaced", str(error), msgspec.json.encode(playing))

    def _tell(self, games: set[str]) -> None:
        for callback in self.changed:
            callback(games)


def open_tournament(store: Store, event: str, settings: told.Opened, now: datetime) -> None:
    """Open a tournament in a store."""
    Tournament().take(settings)
    store.add_event(event, now)
    store.write(event, Batch(records=numbered([settings], 0, "organiser", now)))
