"""Checking a game without trusting whoever wrote it: chain, facts, money, seals, and what today's rules say.

Four questions, asked of the lines as they were written:

    chain    does each line have its hash, its number and its predecessor?
    facts    do the events fold, and does the money add up after each entry?
    seals    did the device sign these hashes, and nothing beyond or beside them?
    replay   do today's rules decide each command as it was decided then?

What fails in the first three is damaged or forged. The last one only differs: a statement does not change when a rule
is mended (design: Engine). Yet what nobody has sealed, or whose key nobody knows, or what the same rules decide
otherwise, is not proven either; a verdict says which of the three it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path

import msgspec

from companion.errors import Message, message
from companion.ledger import succession
from companion.ledger.commitment import Revealed
from companion.ledger.entry import Damaged, Entry, read
from companion.ledger.history import MISFITS, RulesOf
from companion.ledger.record import GameLines
from companion.ledger.seal import Seal, fingerprint, read_seal
from companion.ledger.store import Archive
from companion.rules import codec
from companion.rules.board import Street
from companion.rules.commands import Begin, Commit, Refusal, TakeBack
from companion.rules.edition import RULES_VERSION
from companion.rules.events import (
    AnyEvent,
    Began,
    Cause,
    ChoiceAsked,
    NothingDue,
    Owed,
    Paid,
    RentDue,
    TakenBack,
    ThrowAsked,
    TurnBegan,
)
from companion.rules.frames import BANK, NO_CARD
from companion.rules.game import Game, Step
from companion.rules.rules import Rules
from companion.rules.setup import begin_game

_STRAY = "SELECT DISTINCT game FROM {} WHERE game NOT IN (SELECT id FROM games)"


def examine(path: Path) -> list[Message]:
    """What is wrong with the file of a ledger, apart from the games in it; `LedgerError` when it cannot be opened."""
    try:
        with Archive(path) as archive:
            return list(_faults(archive))
    except Damaged as damage:
        return [damage.message]


def _faults(archive: Archive) -> Iterator[Message]:
    """Each fault; a `Damaged` on the way is the last one."""
    for (said,) in archive.ask("PRAGMA integrity_check(1)"):
        if said != b"ok":
            yield message("damage.pages", path=archive.path, what=said.decode(errors="replace"))
    for table in ("entries", "seals"):
        for (game,) in archive.ask(_STRAY.format(table)):
            yield message(f"damage.stray-{table}", path=archive.path, game=game.decode(errors="replace"))
    yield from succession.rewritten(archive)
    try:
        archive.compare_witness()
    except Damaged as damage:
        yield damage.message


class Verdict(StrEnum):
    """What is proved of a game."""

    HOLDS = "holds"  # all of it is as the device wrote it
    NOT_PROVEN = "not-proven"  # nothing speaks against it, and something does not speak for it
    FORGED = "forged"  # or damaged: it is not as it was written


class Flaw(msgspec.Struct, frozen=True):
    """Something that is not as it was written; `seq` names the entry, -1 the game."""

    seq: int
    message: Message


class Difference(msgspec.Struct, frozen=True):
    """An entry that today's rules decide otherwise: what is recorded, and what they say now (None: not possible)."""

    seq: int
    recorded: tuple[AnyEvent, ...]
    now: tuple[AnyEvent, ...] | Refusal | None


class Audit(msgspec.Struct):
    """What was found in one game: `sound` entries from the first one on, of so many."""

    game: str
    entries: int
    sound: int = 0
    faults: list[Flaw] = []
    differences: list[Difference] = []
    seals: list[Seal] = []
    over: bool = False
    is_witnessed: bool = True  # whether somebody would know that entries at the end are gone
    version: int = RULES_VERSION
    key: str = ""
    head: str = ""  # the hash of the last sound entry
    revealed: Revealed | None = None  # what of the bank's chance was proved
    is_opened: bool = False  # whether the whole of it is known, and is what was committed to
    recommitted: list[int] = []  # the entries from which on it was fixed anew
    turns: list[int] = []  # the entries with which one ended, where the device seals each

    @property
    def verdict(self) -> Verdict:
        """What is proved."""
        if self.faults:
            return Verdict.FORGED
        return Verdict.NOT_PROVEN if self.doubts() else Verdict.HOLDS

    def doubts(self) -> list[Message]:
        """What is missing to a proof."""
        found = []
        if not self.seals:
            found.append(message("audit.no-seal"))
        elif self.unsealed:
            found.append(message("audit.newer", first=self.entries - self.unsealed, last=self.entries - 1))
        if self.seals and not self.key:
            found.append(message("audit.unknown-key"))
        if self.seals and not self.over and not self.is_witnessed:
            found.append(message("audit.goes-on", last=self.entries - 1))
        if self.recommitted:
            found.append(message("audit.recommitted", seqs=self.recommitted))
        if self.differences and self.version == RULES_VERSION:
            found.append(message("audit.same-rules", version=self.version))
        return found

    @property
    def turns_unsealed(self) -> list[int]:
        """The entries that ended a turn, and that no seal vouches for; the last entry of all may have had no time."""
        return [seq for seq in self.turns if self.entries - self.unsealed <= seq < self.entries - 1]

    @property
    def unsealed(self) -> int:
        """How many entries at the end no seal vouches for."""
        return self.entries - max((seal.seq + 1 for seal in self.seals), default=0)


REPORTED_EVERY = 1000  # entries


def audit(
    record: GameLines, rules_of: RulesOf = Rules, key: str = "", told: Callable[[int], object] = lambda _: None
) -> Audit:
    """Check one game; with `key` (hexadecimal) only the seals of that device count. `told` hears how many are done."""
    report = Audit(record.game, len(record.lines), key=key, is_witnessed=record.is_witnessed)
    hashes: list[str] = []
    try:
        for entry in _replayed(read(record.lines, record.game), report, rules_of):
            hashes.append(entry.hash)
            report.head = entry.hash
            report.sound += 1
            if report.sound % REPORTED_EVERY == 0:
                told(report.sound)
    except Damaged as damage:
        report.faults.append(Flaw(damage.seq, damage.message))
    _check_seals(record, report, hashes, key)
    return report


def _replayed(entries: Iterator[Entry], report: Audit, rules_of: RulesOf) -> Iterator[Entry]:
    """Give each entry on, once its facts fold and its money adds up; note where today's rules differ."""
    first = next(entries, None)
    if first is None:
        raise Damaged("damage.no-entry", report.game, 0)
    game = _begin(first, report, rules_of)
    report.version, elapsed = _version(game), first.elapsed
    yield first
    assert isinstance(first.command, Begin)
    revealed = report.revealed = Revealed(first.command)
    for entry in entries:
        if first.after is not None and any(type(event) is TurnBegan for event in entry.events):
            report.turns.append(entry.seq)
        if entry.elapsed < elapsed:
            raise _damaged(entry, "time")
        elapsed = entry.elapsed
        try:
            revealed.follow(entry.command, entry.events)
        except (ValueError, LookupError) as error:
            raise _damaged(entry, "chosen") from error
        if type(entry.command) is Commit:
            report.recommitted.append(entry.seq)
        try:
            _step(game, entry, report)
        except MISFITS as error:
            raise _damaged(entry, "misfit") from error
        if sum(game.state.accounts):
            raise _damaged(entry, "money")
        report.over = game.state.over
        yield entry


def _damaged(entry: Entry, what: str) -> Damaged:
    return Damaged("damage.entry", entry.game, entry.seq, seq=entry.seq, what=message(f"damage.{what}"))


def _begin(entry: Entry, report: Audit, rules_of: RulesOf) -> Game:
    try:
        game = Game.fold([Step(entry.command, entry.events)], rules_of)
        assert isinstance(entry.command, Begin)
    except MISFITS as error:
        raise _damaged(entry, "not-a-begin") from error
    now: tuple[AnyEvent, ...] | Refusal
    try:
        now = tuple(begin_game(game.rules, entry.command)[1])
    except Refusal as refusal:
        now = refusal
    if not _agrees(now, entry.events, _version(game)):
        report.differences.append(Difference(0, entry.events, now))
    return game


def _step(game: Game, entry: Entry, report: Audit) -> None:
    """Let today's rules decide; where they differ, go back and fold what was recorded."""
    step = Step(entry.command, entry.events)
    if type(entry.command) is TakeBack:
        _check_take_back(game, entry)
        game.replay(step)
        return
    now: tuple[AnyEvent, ...] | Refusal | None
    try:
        now = game.decide(entry.command)
    except Refusal as refusal:
        now = refusal
        game.replay(step)
    except MISFITS:
        now = None
        _refold(game, step)
    else:
        if _agrees(now, entry.events, report.version):
            game.in_force.append(len(game.steps))
            game.steps.append(step)
            return
        _refold(game, step)
    report.differences.append(Difference(entry.seq, entry.events, now))
    if not _is_possible(game, entry.events):
        raise ValueError(entry.seq)


def _is_possible(game: Game, events: tuple[AnyEvent, ...]) -> bool:
    """Whether no rules whatever can have led there: what the rules of today decide alike need not be asked."""
    state, squares = game.state, game.rules.board.squares
    deeds = set(game.rules.board.deeds())
    tops = [square.top if isinstance(square, Street) else 0 for square in squares]
    return (
        all(event.amount >= 0 for event in events if isinstance(event, Paid | Owed))
        and min(*state.accounts[: len(state.players)], state.houses, state.hotels) >= 0
        and all(0 <= at < len(squares) for at in state.at)
        and all(owner == BANK or at in deeds for at, owner in enumerate(state.owner))
        and all(0 <= level <= top for level, top in zip(state.level, tops, strict=True))
    )


def _version(game: Game) -> int:
    """The version of the rules by which the game was begun."""
    began = game.steps[0].events[0]
    assert isinstance(began, Began)
    return began.version


def _agrees(now: tuple[AnyEvent, ...] | Refusal, recorded: tuple[AnyEvent, ...], version: int) -> bool:
    """Whether today's rules decide what was recorded; of games of version 1, as far as that version told it."""
    if now == recorded or isinstance(now, Refusal) or version > 1:
        return now == recorded
    return tuple(_as_of_version_1(now)) == tuple(_as_of_version_1(recorded))


def _as_of_version_1(events: tuple[AnyEvent, ...]) -> Iterator[AnyEvent]:
    """The events without grounds and without those on which no money moves; bids for buildings and undone mortgages
    had no cause of their own."""
    for event in events:
        match event:
            case Began():
                yield codec.replace(event, version=1)
            case Paid() | Owed():
                bid = event.ground is not None and event.ground.kind == "building.auction"
                cause = Cause.BID if bid else Cause.REDEMPTION if event.cause is Cause.UNDONE else event.cause
                yield codec.replace(event, cause=cause, ground=None)
            case RentDue():
                yield codec.replace(event, ground=None)
            case ThrowAsked() | ChoiceAsked():
                yield codec.replace(event, asked_by=NO_CARD)
            case NothingDue():
                pass
            case _:
                yield event


def _refold(game: Game, step: Step) -> None:
    game.set_state(game.at(len(game.steps)))
    game.replay(step)


def _check_take_back(game: Game, entry: Entry) -> None:
    assert isinstance(entry.command, TakeBack)
    told = (TakenBack(entry.command.count, entry.command.reason),)
    if entry.events != told or not 0 < entry.command.count <= len(game.in_force):
        raise ValueError(entry.command.count)


def _check_seals(record: GameLines, report: Audit, hashes: Sequence[str], key: str) -> None:
    for line in record.seals:
        try:
            seal = read_seal(line)
            _check_seal(seal, report, hashes, key or (report.seals[0].key if report.seals else ""))
        except Damaged as damage:
            report.faults.append(Flaw(damage.seq, damage.message))
        else:
            report.seals.append(seal)
    if not report.faults:
        _check_opened(report)
    if record.is_export and not report.faults and (report.seals or key):
        _check_tail(report)


def _check_opened(report: Audit) -> None:
    """Whether the seed that was opened at the end is the one that was committed to."""
    revealed = report.revealed
    for seal in report.seals:
        if revealed and isinstance(seal.opened, str) and seal.seq > max(report.recommitted, default=0):
            report.is_opened = revealed.is_seed(seal.opened)
            if not report.is_opened:
                report.faults.append(Flaw(seal.seq, message("damage.seed", seq=seal.seq)))


def _check_seal(seal: Seal, report: Audit, hashes: Sequence[str], key: str) -> None:
    if seal.game != report.game:
        raise Damaged("damage.seal-game", seal.game, seal.seq, seq=seal.seq, game=seal.game)
    if key and seal.key != key:
        found, own = fingerprint(seal.key), fingerprint(key)
        raise Damaged("damage.seal-device", "", seal.seq, seq=seal.seq, found=found, own=own)
    if seal.seq >= report.entries:
        raise Damaged("damage.seal-beyond", "", report.entries, seq=seal.seq, first=report.entries)
    if seal.seq < len(hashes) and hashes[seal.seq] != seal.hash:
        raise Damaged("damage.seal-entry", "", seal.seq, seq=seal.seq)


def _check_tail(report: Audit) -> None:
    if report.unsealed:
        first = report.entries - report.unsealed
        report.faults.append(Flaw(first, message("damage.unsealed", first=first, last=report.entries - 1)))
