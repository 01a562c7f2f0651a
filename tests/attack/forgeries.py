"""Games rewritten by people who know how the ledger is made, and what `verify` says of each.

    python -m tests.attack.forgeries

A forgery is a change of one entry, a way to mend the chain behind it, and a way to deal with the seals; or a change of
the file as a whole. None may be said to hold without the private key of the device.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path

from msgspec.structs import replace

from companion.ledger.audit import Verdict, audit
from companion.ledger.entry import Entry, hash_of, read, write
from companion.ledger.record import GameLines, from_archive
from companion.ledger.seal import DeviceKey, Seal, make_key
from companion.ledger.store import Ledger
from companion.rules import codec
from companion.rules.commands import Finish, TakeBack
from companion.rules.events import AnyEvent, Cause, Conveyed, Leveled, Paid, Rolled
from companion.rules.frames import BANK
from tests.ledger.playing import new_game, play

GAME, STEPS, PAUSE = "20261201-2014-k3f9", 120, 60
TIME = datetime(2026, 12, 1, tzinfo=UTC)

Change = Callable[[Entry], Entry]


def _adding(*events: AnyEvent) -> Change:
    return lambda entry: replace(entry, events=(*entry.events, *events))


def _first(entry: Entry, kind: type[AnyEvent], **fields: object) -> Entry:
    events = list(entry.events)
    at = next((number for number, event in enumerate(events) if isinstance(event, kind)), None)
    if at is not None:
        events[at] = codec.replace(events[at], **fields)
    return replace(entry, events=tuple(events))


CHANGES: Mapping[str, Change] = {
    "1,000 more for a player": _adding(Paid(BANK, 0, 1000, Cause.CARD)),
    "a negative payment": _adding(Paid(0, BANK, -1000, Cause.CARD)),
    "more than there is on earth": _adding(Paid(BANK, 0, 10**18, Cause.CARD)),
    "a deed given away": _adding(Conveyed(39, 0)),
    "a deed of GO": _adding(Conveyed(0, 0)),
    "nine houses": _adding(Leveled(39, 9, 0, 0)),
    "another throw": lambda entry: _first(entry, Rolled, first=6, second=6),
    "time running backwards": lambda entry: replace(entry, elapsed=0, time=entry.time - timedelta(days=1)),
    "facts left out": lambda entry: replace(entry, events=entry.events[:-1]),
    "told by another": lambda entry: replace(entry, origin="referee"),
    "facts in what is taken back": lambda entry: replace(
        entry, command=TakeBack(1, "slip"), events=(Paid(BANK, 0, 1000, Cause.CARD),)
    ),
}
CHAINS = ("left as it is", "its own hash", "the whole chain")
SEALS = ("kept", "left out", "of a key of one's own")

Whole = Callable[["Forger"], GameLines]


class Forger:
    """A finished, sealed game, and the means of whoever has the export and the source, but not the key."""

    def __init__(self, folder: Path) -> None:
        self.key = make_key(folder / "device" / "device.key")
        self.own = make_key(folder / "own" / "device.key")
        with Ledger(folder / "ledger.sqlite") as ledger:
            game = new_game()
            for step in play(game, 1, STEPS):
                entry = ledger.append(GAME, "test", step.command, step.events)
                if entry.seq == PAUSE:
                    ledger.seal(GAME, "pause", self.key)
            finish = Finish("late")
            ledger.append(GAME, "referee", finish, game.ask(finish))
            ledger.seal(GAME, "end", self.key)
            self.true = replace(from_archive(ledger, GAME), is_export=True)
        self.entries = list(read(self.true.lines))

    def at(self, change: Change) -> int:
        """The last entry but the end that a change does something to."""
        return next(entry.seq for entry in reversed(self.entries[1:-1]) if change(entry) != entry)

    def forge(self, change: str, chain: str, seals: str, key: DeviceKey | None = None) -> GameLines:
        """The game with one entry changed."""
        seq = self.at(CHANGES[change])
        lines = list(self.true.lines)
        changed = CHANGES[change](self.entries[seq])
        if chain == "left as it is":
            lines[seq] = codec.encode(changed)
        else:
            lines[seq], prev = write(replace(changed, hash=""))
            for entry in self.entries[seq + 1 :] if chain == "the whole chain" else ():
                lines[entry.seq], prev = write(replace(entry, prev=prev, hash=""))
        return GameLines(GAME, lines, self.seals(lines, seals, key or self.own), is_export=True)

    def seals(self, lines: list[bytes], how: str, key: DeviceKey) -> list[bytes]:
        """The seals that go with changed lines."""
        if how == "kept":
            return list(self.true.seals)
        return [] if how == "left out" else [seal_of(lines[-1], len(lines) - 1, key)]

    def with_lines(self, lines: list[bytes], seals: list[bytes] | None = None) -> GameLines:
        """The game with other lines, and its own seals unless others are given."""
        return GameLines(GAME, lines, list(self.true.seals) if seals is None else seals, is_export=True)


def seal_of(line: bytes, seq: int, key: DeviceKey, game: str = GAME) -> bytes:
    """A seal of an entry."""
    digest = line[-66:-2].decode()
    return key.sign(Seal(game=game, seq=seq, hash=digest, time=TIME, reason="end", key=""))


def _hashed(body: bytes) -> bytes:
    """A line with its right hash, whatever it says."""
    import hashlib

    return body[:-1] + b',"hash":"' + hashlib.sha256(body).hexdigest().encode() + b'"}'


def _own_game(forger: Forger) -> GameLines:
    lines, prev = [], ""
    for entry in forger.entries:
        line, prev = write(replace(entry, origin="mine", prev=prev, hash=""))
        lines.append(line)
    return forger.with_lines(lines, [seal_of(lines[-1], len(lines) - 1, forger.own)])


def _last(forger: Forger, body: bytes) -> GameLines:
    return forger.with_lines([*forger.true.lines[:-1], _hashed(body)])


_DEEP = b'{"game":"' + GAME.encode() + b'","seq":121,"command":' + b"[" * 100_000 + b"]" * 100_000 + b"}"

WHOLE: Mapping[str, Whole] = {
    "all seals left out": lambda forger: forger.with_lines(list(forger.true.lines), []),
    "the seal of the end left out": lambda forger: forger.with_lines(
        list(forger.true.lines), list(forger.true.seals[:1])
    ),
    "the end cut off": lambda forger: forger.with_lines(list(forger.true.lines[:-1])),
    "cut off right at the seal of the pause": lambda forger: forger.with_lines(
        list(forger.true.lines[: PAUSE + 1]), list(forger.true.seals[:1])
    ),
    "cut off behind the seal of the pause": lambda forger: forger.with_lines(
        list(forger.true.lines[: PAUSE + 10]), list(forger.true.seals[:1])
    ),
    "an entry left out": lambda forger: forger.with_lines([*forger.true.lines[:50], *forger.true.lines[51:]]),
    "an entry doubled": lambda forger: forger.with_lines([*forger.true.lines[:50], *forger.true.lines[49:]]),
    "two entries exchanged": lambda forger: forger.with_lines(
        [*forger.true.lines[:50], forger.true.lines[51], forger.true.lines[50], *forger.true.lines[52:]]
    ),
    "an entry behind the end": lambda forger: forger.with_lines([*forger.true.lines, forger.true.lines[-1]]),
    "without its beginning": lambda forger: forger.with_lines(list(forger.true.lines[1:])),
    "no entry at all": lambda forger: forger.with_lines([]),
    "a whole game of one's own": _own_game,
    "a seal of another game": lambda forger: forger.with_lines(
        list(forger.true.lines), [seal_of(forger.true.lines[-1], STEPS, forger.own, "other")]
    ),
    "a seal of another entry": lambda forger: forger.with_lines(
        list(forger.true.lines), [forger.true.seals[0].replace(b'"seq":60', b'"seq":120')]
    ),
    "a seal with another reason": lambda forger: forger.with_lines(
        list(forger.true.lines), [line.replace(b'"pause"', b'"end"') for line in forger.true.seals]
    ),
    "a seal that is none": lambda forger: forger.with_lines(list(forger.true.lines), [b'{"seal":1}']),
    "a line nested deep, rightly hashed": lambda forger: _last(forger, _DEEP),
    "a line that is no entry, rightly hashed": lambda forger: _last(forger, b'{"game":"g","seq":121}'),
    "a line that is no text, rightly hashed": lambda forger: _last(forger, b'{"game":"\xff\xfe"}'),
    "a figure of 5,000 digits, rightly hashed": lambda forger: _last(forger, b'{"seq":' + b"9" * 5000 + b"}"),
}


def forgeries(forger: Forger) -> Iterator[tuple[str, GameLines]]:
    """All of them by name."""
    for change, chain, seals in product(CHANGES, CHAINS, SEALS):
        yield f"{change}; chain: {chain}; seals: {seals}", forger.forge(change, chain, seals)
    for name, make in WHOLE.items():
        yield name, make(forger)


def resealed(forger: Forger) -> Iterator[tuple[str, GameLines]]:
    """What the private key of the device can sign: other phones, dice and people must remember another head."""
    for change in CHANGES:
        yield change, forger.forge(change, "the whole chain", "of a key of one's own", forger.key)


def verdicts(forger: Forger, *, with_key: bool) -> dict[str, Verdict]:
    """What is said of each forgery, to somebody who knows the device's public key or does not."""
    key = forger.key.public if with_key else ""
    return {name: audit(record, key=key).verdict for name, record in forgeries(forger)}


def main() -> int:
    """Print how many forgeries get which verdict; 1 when one is said to hold."""
    with tempfile.TemporaryDirectory() as folder:
        forger = Forger(Path(folder))
        hash_of(forger.true.lines[-1])
        known, unknown = verdicts(forger, with_key=True), verdicts(forger, with_key=False)
        stolen = {name: audit(record, key=forger.key.public).verdict for name, record in resealed(forger)}
    for title, said in (("with --key", known), ("without", unknown), ("with the private key", stolen)):
        count = Counter(said.values())
        print(f"{title}: {len(said)} forgeries, " + ", ".join(f"{count[each]} {each.value}" for each in Verdict))
    print(*(name for name, verdict in stolen.items() if verdict is Verdict.HOLDS), sep="\n")
    return int(Verdict.HOLDS in (*known.values(), *unknown.values()))


if __name__ == "__main__":
    sys.exit(main())
