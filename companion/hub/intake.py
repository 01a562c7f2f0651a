"""What tables report, taken in: idempotent by (game, seq), chains proved on arrival, forks and foreign keys refused.

Nothing is believed because of who sent it. A line is stored when it is the next of its game, has its hash, follows from
the line before it, its facts fold and the money adds up. Otherwise

    it is there already       nothing happens: a replayed stream counts for nothing
    lines before it are missing   they are asked for again; nothing is kept out of order
    another line has its place    a fork: two histories of one game; the first to arrive stays, the other is shown
    it is not what it says        an incident with the line as evidence

A result counts once the game is over and the device's own key has sealed its last entry. A seal of a key that no box of
this game was registered with is foreign: refused and shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from datetime import datetime

import msgspec

from companion.errors import Message, message
from companion.hub.store import Incident, Store, WriteBatch
from companion.ledger.audit import audit
from companion.ledger.entry import Chain, Damaged, Entry, LedgerError, hash_of
from companion.ledger.history import MISFITS, RulesOf
from companion.ledger.record import GameLines
from companion.ledger.seal import Seal, fingerprint, read_seal
from companion.publishing import wire
from companion.reading import UNREADABLE
from companion.rules.game import Game, Step
from companion.rules.rules import Rules
from companion.tournament.results import GameResult, result_of

MOST = 500  # incidents of one box
EVIDENCE = 4_000  # characters of a refused line that are kept


class LiveGame(msgspec.Struct):
    """A game as far as it is safe."""

    chain: Chain
    hashes: list[str] = []
    game: Game | None = None
    seals: list[Seal] = []
    last: datetime | None = None

    @property
    def is_final(self) -> bool:
        """Whether the game is over and its last entry sealed."""
        over = self.game is not None and self.game.state.over
        return over and any(seal.seq + 1 == self.chain.length for seal in self.seals)


class Intake:
    """Takes in what the boxes of one event say; `writers` are the boxes that may write a game, the present one last."""

    def __init__(
        self, store: Store, event: str, key_of: Callable[[str], str] = lambda _box: "", rules_of: RulesOf = Rules
    ) -> None:
        self._store, self._event, self._key_of, self._rules_of = store, event, key_of, rules_of
        self._live: dict[str, LiveGame] = {}
        self.handed_to: dict[str, str] = {}
        self.duplicates = 0
        self.touched: set[str] = set()
        self.reload()

    def clear(self) -> None:
        """Hold no game in memory any more."""
        self._live.clear()
        self.touched.clear()

    def reload(self) -> None:
        """Go by what is in the database alone."""
        self.clear()
        self.begun_by = self._store.writers(self._event)
        incidents = self._store.incidents(self._event)
        self.incidents = len(incidents)
        self._known = {(each.box, each.game, each.seq, each.kind) for each in incidents}
        self._brought = Counter(each.box for each in incidents if each.kind != "too-many")

    def live(self, game: str) -> LiveGame | None:
        """A game as the database has it, None if it has none of it."""
        if game not in self._live and game in self.begun_by:
            self._live[game] = self._load(game, WriteBatch())
        return self._live.get(game)

    def _load(self, game: str, batch: WriteBatch) -> LiveGame:
        """A game as it is in the database and in the batch that is not written yet."""
        live = LiveGame(Chain(game))
        for line in self._lines(game, batch):
            self._fold(live, live.chain.take(line))
        fresh = [line.encode() for of, _, line in batch.seals if of == game]
        live.seals = [read_seal(line) for line in (*self._store.seals(self._event, game), *fresh)]
        return live

    def _lines(self, game: str, batch: WriteBatch) -> list[bytes]:
        fresh = [line.encode() for of, _, line in batch.entries if of == game]
        return [*self._store.lines(self._event, game), *fresh]

    def result(self, game: str) -> GameResult | None:
        """How a game stands; final only with a seal under its end."""
        live = self.live(game)
        if live is None or live.game is None:
            return None
        found = result_of(live.game)
        return msgspec.structs.replace(found, final=live.is_final)

    def is_hidden(self, game: str) -> bool:
        """Whether balances are the players' secret until the game is over."""
        live = self.live(game)
        return bool(live and live.game and live.game.hides_cash)

    def have(self, game: str, *, again: bool = False, refused: str = "") -> wire.Have:
        """What the hub has of a game."""
        live = self.live(game)
        length, seals = (live.chain.length, len(live.seals)) if live else (0, 0)
        return wire.Have(game, length, seals, again, refused)

    def writer(self, game: str) -> str:
        return self.handed_to.get(game) or self.begun_by.get(game, "")

    def keys(self, game: str) -> Collection[str]:
        """The public keys whose seals count for a game."""
        boxes = {self.begun_by.get(game, ""), self.handed_to.get(game, "")}
        return {self._key_of(box) for box in boxes} - {""}

    # lines

    def lines(self, box: str, payload: bytes, batch: WriteBatch, now: datetime) -> dict[str, wire.Have]:
        """Take lines of a ledger; gives the answer for each game that they are of."""
        answers: dict[str, wire.Have] = {}
        for line in payload.split(b"\n"):
            place = wire.line_key(line)
            if place is None:
                self.report(batch, now, box, "unreadable", message("incident.unreadable-line"), line)
                continue
            known = answers.get(place.game)
            if known is None or not (known.again or known.refused):
                answers[place.game] = self._line(box, line, place.game, place.seq, batch, now)
        return answers

    def _line(self, box: str, line: bytes, game: str, seq: int, batch: WriteBatch, now: datetime) -> wire.Have:
        live = self.live(game)
        length = live.chain.length if live else 0
        if live is not None and seq < length:
            return self._old(live, box, line, seq, batch, now)
        if live is not None and box != self.writer(game):
            why = message("incident.another-box", box=box, writer=self.writer(game))
            return self._refuse(batch, now, box, "another-box", why, line, game, seq)
        if seq > length:
            if self._store.length(self._event, game) <= length:
                return self.have(game, again=True)
            self._live.pop(game, None)  # another hub of the same subscription has taken what was missing
            self.begun_by |= self._store.writers(self._event)
            return self._line(box, line, game, seq, batch, now)
        return self._next(live or LiveGame(Chain(game)), box, line, batch, now)

    def _old(self, live: LiveGame, box: str, line: bytes, seq: int, batch: WriteBatch, now: datetime) -> wire.Have:
        game = live.chain.game
        try:
            is_same = hash_of(line) == live.hashes[seq]
        except Damaged as damage:
            return self._refuse(batch, now, box, "forged", damage.message, line, game, seq)
        if not is_same:
            return self._refuse(batch, now, box, "fork", message("incident.fork", seq=seq), line, game, seq)
        self.duplicates += 1
        return self.have(game)

    def _next(self, live: LiveGame, box: str, line: bytes, batch: WriteBatch, now: datetime) -> wire.Have:
        game, seq = live.chain.game, live.chain.length
        try:
            entry = live.chain.take(line)
        except LedgerError as error:
            kind = "fork" if _follows_from_another(live, line) else "forged"
            return self._refuse(batch, now, box, kind, error.message, line, game, seq)
        try:
            self._fold(live, entry)
        except MISFITS as error:
            if seq:
                self._live[game] = self._load(game, batch)
            return self._refuse(batch, now, box, "facts", _misfit(seq, error), line, game, seq)
        if seq == 0:
            self._live[game] = live
            self.begun_by[game] = box
            batch.games.append((game, box))
        live.last = now
        batch.entries.append((game, seq, line.decode()))
        self.touched.add(game)
        return self.have(game)

    def _fold(self, live: LiveGame, entry: Entry) -> None:
        step = Step(entry.command, entry.events)
        if live.game is None:
            live.game = Game.fold([step], self._rules_of)
        else:
            live.game.replay(step)
        if sum(live.game.state.accounts):
            raise _MoneyAstrayError
        live.hashes.append(live.chain.head)

    # seals

    def seal(self, box: str, line: bytes, batch: WriteBatch, now: datetime) -> wire.Have | None:
        """Take a seal; nothing to answer when not even its game can be read."""
        place = wire.line_key(line)
        if place is None:
            self.report(batch, now, box, "unreadable", message("incident.unreadable-seal"), line)
            return None
        game, seq = place.game, place.seq
        try:
            seal = read_seal(line)
        except Damaged as damage:
            self.report(batch, now, box, "forged", damage.message, line, game, seq)
            return None
        live = self.live(game)
        if live is None or seq >= live.chain.length:
            return self.have(game, again=True)
        if seal.key not in self.keys(game):
            why = message("incident.foreign-key", seq=seq, key=fingerprint(seal.key))
            return self._refuse(batch, now, box, "foreign-key", why, line, game, seq)
        if live.hashes[seq] != seal.hash:
            return self._refuse(batch, now, box, "fork", message("incident.another-entry", seq=seq), line, game, seq)
        if seal not in live.seals:
            batch.seals.append((game, len(live.seals), line.decode()))
            live.seals.append(seal)
            self.touched.add(game)
            if live.is_final:
                self._compare(box, live, batch, now)
        return self.have(game)

    def _compare(self, box: str, live: LiveGame, batch: WriteBatch, now: datetime) -> None:
        """At the end of a game, let today's rules decide it anew; a difference is for the judge to see."""
        game = live.chain.game
        lines = self._lines(game, batch)
        for difference in audit(GameLines(game, lines), self._rules_of).differences:
            seq, why = difference.seq, message("incident.rules-differ", seq=difference.seq)
            self.report(batch, now, box, "rules-differ", why, lines[seq], game, seq)

    # incidents

    def _refuse(
        self, batch: WriteBatch, now: datetime, box: str, kind: str, why: Message, line: bytes, game: str, seq: int
    ) -> wire.Have:
        self.report(batch, now, box, kind, why, line, game, seq)
        return self.have(game, refused=kind)

    def report(
        self,
        batch: WriteBatch,
        now: datetime,
        box: str,
        kind: str,
        why: Message,
        line: bytes,
        game: str = "",
        seq: int = -1,
    ) -> None:
        """Note an incident, once however often it is repeated; of a box that brings too many, only that."""
        if self._brought[box] == MOST:
            game, seq, kind, line = "", -1, "too-many", b""
            why = message("incident.too-many", box=box, count=MOST)
        if (box, game, seq, kind) not in self._known:
            self._known.add((box, game, seq, kind))
            self._brought[box] += kind != "too-many"
            evidence = line.decode(errors="replace")[:EVIDENCE].replace("\0", "\N{REPLACEMENT CHARACTER}")
            batch.incidents.append((self.incidents, Incident(now, box, game, seq, kind, why, evidence)))
            self.incidents += 1


class _MoneyAstrayError(ArithmeticError):
    """The accounts of a game do not add up to nothing."""


def _misfit(seq: int, error: Exception) -> Message:
    if isinstance(error, _MoneyAstrayError):
        return message("incident.money", seq=seq)
    return message("incident.facts", seq=seq, error=f"{type(error).__name__} {error}")


def _follows_from_another(live: LiveGame, line: bytes) -> bool:
    """Whether a line is whole and the next one, but of another history."""
    try:
        hash_of(line)
        place = msgspec.json.decode(line, type=_Chained)
    except (Damaged, *UNREADABLE):
        return False
    return (place.game, place.seq) == (live.chain.game, live.chain.length) and place.prev != live.chain.head


class _Chained(msgspec.Struct):
    game: str
    seq: int
    prev: str = ""
