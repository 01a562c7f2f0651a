"""Where entries are kept: `Ledger` writes, `Archive` reads, both one SQLite file (design: Ledger)."""

from __future__ import annotations

import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from companion.disk import sync_folder
from companion.errors import Message
from companion.ledger import exchange, sqlite, witness
from companion.ledger.entry import (
    FORMAT,
    Before,
    Damaged,
    Entry,
    EntryPlace,
    LedgerError,
    decoder,
    hash_of,
    read,
    write,
)
from companion.ledger.seal import DeviceKey, Seal, kept_key, key_beside
from companion.ledger.sealing import seal_last
from companion.reading import UNREADABLE
from companion.rules.board import Board
from companion.rules.commands import AnyCommand, Begin, TakeBack
from companion.rules.events import AnyEvent, Ended

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that is easily taken for another


class Clock(msgspec.Struct, frozen=True):
    """The two clocks of a ledger: what people read, and one that never jumps (ns); tests turn them by hand."""

    wall: Callable[[], datetime] = lambda: datetime.now(UTC)
    steady: Callable[[], int] = time.monotonic_ns


class GameRow(msgspec.Struct, frozen=True):
    """One game in a list: `entries` counts undone ones too; `winner` is empty while it goes on, or without one.

    A game that cannot be read has a `fault` instead.
    """

    id: str
    started: datetime = datetime.fromtimestamp(0, UTC)
    last: datetime = datetime.fromtimestamp(0, UTC)
    edition: str = ""
    players: tuple[str, ...] = ()
    entries: int = 0
    over: bool = False
    winner: str = ""
    move: AnyCommand | None = None  # the last one
    board: Board | None = None
    fault: Message | None = None


class Archive:
    """The games of a ledger, to read; `LedgerError` when there is none, also while a table writes to it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._db = self._open()

    def _open(self) -> sqlite3.Connection:
        if exchange.is_pending(self.path):
            exchange.finish_pending(self.path)
        return sqlite.open_reading(self.path)

    def close(self) -> None:
        """Let the file go."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def ids(self) -> list[str]:
        """The ids of all games, in the order in which they were begun, whatever the clock said."""
        return [game.decode(errors="replace") for (game,) in self.ask("SELECT id FROM games ORDER BY number")]

    def lines(self, game: str, start: int = 0) -> list[bytes]:
        """The lines of a game from an entry on, as they were written."""
        rows = self.ask("SELECT line FROM entries WHERE game = ? AND seq >= ? ORDER BY seq", game, start)
        return [line for (line,) in rows]

    def entries(self, game: str) -> list[Entry]:
        """All entries of a game, checked; `LedgerError` if there is no such game, `Damaged` where the chain breaks."""
        lines = self.lines(game)
        if not lines:
            raise LedgerError("game-not-there", path=self.path, game=game)
        return list(read(lines, game))

    def seals(self, game: str) -> list[bytes]:
        """The seals of a game as they were written, in the order of the entries they vouch for; not that of a turn."""
        return [line for (line,) in self.ask(sqlite.SEALS, game)]

    def turn_seal(self, game: str) -> list[bytes]:
        """The seal of the last turn that has ended, if nothing later is sealed: a newer seal takes its place."""
        return [line for (line,) in self.ask(sqlite.TURN_SEAL, game)]

    def hash_at(self, game: str, seq: int) -> str:
        """The hash that an entry carries, "" if there is no such entry."""
        known = 0 <= seq <= sqlite.HIGHEST
        rows = self.ask("SELECT line FROM entries WHERE game = ? AND seq = ?", game, seq) if known else ()
        return hash_of(rows[0][0]) if rows else ""

    def games(self) -> list[GameRow]:
        """All games, the oldest first, damaged ones too."""
        return [self._row_or_fault(game) for game in self.ids()]

    def unfinished(self) -> list[GameRow]:
        """The games that can be continued, the latest first; those that are over cost next to nothing."""
        ended = {game.decode(errors="replace") for (game,) in self.ask(sqlite.ENDED)}
        rows = (self._row_or_fault(game) for game in reversed(self.ids()) if game not in ended)
        return [row for row in rows if not row.over and not row.fault]

    def _row_or_fault(self, game: str) -> GameRow:
        try:
            return self.row(game)
        except LedgerError as error:
            return GameRow(game, fault=error.message)

    def row(self, game: str) -> GameRow:
        """One game as a list shows it, without reading all of it; `Damaged` if what it needs is."""
        try:
            return self._row(game)
        except (*UNREADABLE, LookupError) as error:
            raise Damaged("damage.game-unread", game, path=self.path, game=game, why=str(error)) from error

    def _row(self, game: str) -> GameRow:
        rows = self.ask(
            "SELECT line FROM entries WHERE game = ? AND seq IN (0, (SELECT max(seq) FROM entries WHERE game = ?))"
            " ORDER BY seq",
            game,
            game,
        )
        if not rows:
            raise Damaged("damage.nothing-left", game, 0, path=self.path, game=game)
        for (line,) in rows:
            hash_of(line)
        decode = decoder(rows[0][0])
        first, last = decode(rows[0][0]), decode(rows[-1][0])
        if not isinstance(first.command, Begin):
            raise Damaged("damage.no-begin", game, 0)
        winner = self._winner(game, decode)
        players = first.command.players
        named = players[winner] if winner is not None and winner >= 0 else ""
        edition, over = first.command.edition, winner is not None
        begun = (game, first.time, last.time, edition.id, players)
        return GameRow(*begun, last.seq + 1, over, named, last.command, edition.board)

    def _winner(self, game: str, decode: Callable[[bytes], Entry]) -> int | None:
        """Who has won (-1: nobody), None while the game goes on; an end that was taken back does not count."""
        ends: list[tuple[int, int]] = []
        in_force: list[int] = []
        at = 0
        for (line,) in self.ask(sqlite.TURNS, game):
            entry = decode(line)
            in_force.extend(range(at, entry.seq))
            at = entry.seq + 1
            if isinstance(entry.command, TakeBack):
                del in_force[-entry.command.count :]
            else:
                in_force.append(entry.seq)
                ends += [(entry.seq, event.winner) for event in entry.events if isinstance(event, Ended)]
        return next((winner for seq, winner in ends if seq in in_force), None)

    def compare_witness(self) -> None:
        """Raise `Damaged` when the ledger lacks the entry that was acknowledged last."""
        with sqlite.plainly(self.path):
            witness.compare(self._db, self.path)

    def ask(self, query: str, *values: object) -> list[tuple[bytes, ...]]:
        """The rows that answer a question put in SQL."""
        with sqlite.plainly(self.path):
            return self._db.execute(query, values).fetchall()


class _Place(msgspec.Struct):
    """Where a game is written on: its last entry, and what the steady clock showed when play had lasted for 0 ms."""

    seq: int
    hash: str
    elapsed: int
    zero: int


class Ledger(Archive):
    """The one writer of a ledger; a second one, a read-only disk or lost entries raise `LedgerError`.

    Used by one thread at a time. An entry that `append` has returned is on the disk.
    """

    def __init__(self, path: Path, clock: Clock = Clock()) -> None:  # noqa: B008
        self._clock = clock
        self._places: dict[str, _Place] = {}
        self._trouble: LedgerError | None = None
        self._key: DeviceKey | None = None
        super().__init__(path)

    def _open(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LedgerError("file", path=self.path.parent, error=error) from error
        self._witness = witness.Witness(self.path)
        try:
            exchange.finish(self.path, self._witness)
            sqlite.settle(self.path)
            if self._holds_nothing():
                witness.check_gone(self.path)
            else:
                _look_before_touching(self.path)
            db = sqlite.open_writing(self.path)
            sync_folder(self.path.parent)
            self._files = {part: part.stat() for part in _parts(self.path)}
            return db
        except OSError as error:
            self._witness.close()
            raise LedgerError("file", path=self.path, error=error) from error
        except BaseException:
            self._witness.close()
            raise

    def _holds_nothing(self) -> bool:
        return not self.path.exists() or (witness.recall(self.path) is None and sqlite.is_blank(self.path))

    def close(self) -> None:
        """Let the file and the right to write go."""
        super().close()
        self._witness.close()

    def new_id(self) -> str:
        """An id for a game that begins now: sorts by date, short enough to be read out, as `20261130-2014-k3f9`."""
        began = self._clock.wall().astimezone()
        return f"{began:%Y%m%d-%H%M}-{''.join(secrets.choice(_LETTERS) for _ in range(4))}"

    def append(
        self, game: str, origin: str, command: AnyCommand, events: Sequence[AnyEvent], seq: int | None = None
    ) -> Entry:
        """Write down an accepted command and its facts, the first of a game being `Begin`; durable when it returns.

        `origin` says by which way it came in, as `tap`, `button`, `web`, `play`, or who agreed to it; `seq` is what
        the number of the entry is by the game's own count. Raise `LedgerError` when the disk refuses, the files or the
        lock are gone, or the counts differ: nothing is written, and whoever had carried out the command reads the game
        again. A witness that cannot be written undoes nothing: `settle` tells.
        """
        try:
            place = self._place(game, command, seq)
            return self._append(place, game, origin, command, events)
        except LedgerError:
            self._places.pop(game, None)
            raise

    def _place(self, game: str, command: AnyCommand, seq: int | None) -> _Place | None:
        """Where the game is written on, when nothing speaks against it."""
        self._check_files()
        place = self._places.get(game) or self._find(game)
        if (place is None) != isinstance(command, Begin):
            raise LedgerError("not-begun" if place is None else "begun-already", game=game)
        after = place.seq + 1 if place else 0
        if seq not in (None, after):
            raise LedgerError("other-count", game=game, own=seq, seq=after)
        return place

    def _check_files(self) -> None:
        """Raise `LedgerError` when what is written would go into files that nobody finds any more."""
        try:
            if self._witness.is_in_place() and all(
                os.path.samestat(part.stat(), known) for part, known in self._files.items()
            ):
                return
        except OSError:
            pass
        raise LedgerError("files-gone", path=self.path)

    def settle(self) -> None:
        """Put the witness of what was appended and sealed on the disk, when the players have seen it.

        :raises LedgerError: it could not be written, now or when it was noted; the entries and seals stand.
        """
        trouble, self._trouble = self._trouble, None
        self._witness.flush()
        if trouble is not None:
            raise trouble

    def _append(
        self, place: _Place | None, game: str, origin: str, command: AnyCommand, events: Sequence[AnyEvent]
    ) -> Entry:
        steady = self._clock.steady()
        entry = Entry(
            format=0 if place else FORMAT,
            game=game,
            seq=place.seq + 1 if place else 0,
            time=self._clock.wall().replace(microsecond=0),
            elapsed=max(place.elapsed, (steady - place.zero) // 1_000_000) if place else 0,
            origin=origin,
            command=command,
            events=tuple(events),
            prev=place.hash if place else "",
            after=None if place else self._before(),
        )
        line, digest = write(entry)
        self._note(self._witness.flush)
        self._commit(entry, line)
        zero = place.zero if place else steady
        self._places[game] = _Place(entry.seq, digest, entry.elapsed, zero)
        self._note(lambda: self._witness.note(witness.Head(game, entry.seq, digest)))
        return msgspec.structs.replace(entry, hash=digest)

    def _before(self) -> Before:
        """The last entry of the game that was begun last."""
        rows = self.ask(sqlite.NEWEST)
        if not rows:
            return Before()
        last = msgspec.json.decode(rows[0][0], type=EntryPlace)
        return Before(last.game, last.seq, hash_of(rows[0][0]))

    def seal(self, game: str, reason: str, key: DeviceKey | None = None, *, opened: str = "") -> Seal:
        """Let the device vouch for all entries of a game so far: at the end of a `turn`, whose seal the next one
        replaces, at the `end` of the game, where the seed of its chance is `opened`, at a `pause`, on `demand`.

        Without a key, the one beside the ledger signs; it is made if need be. The first call loads the cryptography
        library, so call it when the players have seen what they wait for.
        """
        if key is None:
            key = self._key = kept_key(key_beside(self.path), self._key)
        self._check_files()
        with sqlite.plainly(self.path):
            seal = seal_last(self._db, game, key, reason, self._clock.wall(), opened)
        self._note(lambda: self._witness.note_seal(witness.Head(game, seal.seq, seal.hash)))
        return seal

    def _note(self, noting: Callable[[], None]) -> None:
        try:
            noting()
        except LedgerError as error:
            self._trouble = error

    def _find(self, game: str) -> _Place | None:
        """Where a game of an earlier run is written on; the time between the runs is no time of play."""
        if not self.lines(game):
            return None
        last = self.entries(game)[-1]
        return _Place(last.seq, last.hash, last.elapsed, self._clock.steady() - last.elapsed * 1_000_000)

    def _commit(self, entry: Entry, line: bytes) -> None:
        row = (entry.game, entry.seq, line.decode())
        with sqlite.plainly(self.path):
            if entry.seq:
                self._db.execute("INSERT INTO entries VALUES (?, ?, ?)", row)
                return
            try:
                self._db.execute("BEGIN IMMEDIATE")
                self._db.execute("INSERT INTO games (id) VALUES (?)", (entry.game,))
                self._db.execute("INSERT INTO entries VALUES (?, ?, ?)", row)
                self._db.execute("COMMIT")
            finally:
                if self._db.in_transaction:
                    self._db.rollback()


def seal_beside(path: Path, game: str, key: DeviceKey, reason: str, wall: datetime) -> Seal:
    """As `Ledger.seal`, also while another program writes the ledger: a seal adds nothing to a game."""
    _look_before_touching(path)
    db = sqlite.open_writing(path)
    try:
        with sqlite.plainly(path):
            seal = seal_last(db, game, key, reason, wall)
    finally:
        db.close()
    witness.note_seal_beside(path, witness.Head(game, seal.seq, seal.hash))
    return seal


def _parts(ledger: Path) -> tuple[Path, Path]:
    """The files that entries are written into."""
    return ledger, ledger.with_name(ledger.name + "-wal")


def _look_before_touching(path: Path) -> None:
    """Compare ledger and witness before SQLite tidies its log, and with it the traces of damage, away."""
    with Archive(path) as archive:
        archive.compare_witness()
