"""Adds a game to the ledgers that every later version must read: `tests/ledger/recorded/NAME.jsonl`.

    python -m tests.ledger.recording NAME --edition classic --seed 1 --players 3

Record a new game when the format of the ledger changes; never record one of these anew. Beside each lies what it came
to.
"""

from __future__ import annotations

import argparse
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from companion.ledger.record import from_archive
from companion.ledger.seal import make_key
from companion.ledger.store import Clock, Ledger
from companion.rules.commands import Finish
from companion.rules.state import State
from tests.ledger.playing import new_game, play

FOLDER = Path(__file__).with_name("recorded")
LONGEST = 600


class Outcome(msgspec.Struct, frozen=True):
    """How a game stood in the end, in words that do not depend on the program's types."""

    accounts: list[int]
    at: list[int]
    owner: list[int]
    level: list[int]
    mortgaged: list[bool]
    out: list[bool]
    turns: list[int]
    over: bool
    winner: int


def outcome(state: State) -> Outcome:
    """How a game stands."""
    return msgspec.convert(state, Outcome, from_attributes=True)


class _Evening:
    """An evening's clock: three seconds an entry."""

    def __init__(self) -> None:
        self._now = datetime(2026, 11, 30, 19, 0, tzinfo=UTC)
        self._steady = 0

    def wall(self) -> datetime:
        self._now += timedelta(seconds=3)
        return self._now

    def steady(self) -> int:
        self._steady += 3_000_000_000
        return self._steady


def record(name: str, edition: str, seed: int, players: int) -> None:
    """Play, pause and finish a game, and write down export and outcome."""
    evening = _Evening()
    with tempfile.TemporaryDirectory() as folder:
        key = make_key(Path(folder) / "device.key")
        with Ledger(Path(folder) / "ledger.db", Clock(evening.wall, evening.steady)) as ledger:
            game = new_game(seed, players, edition)
            for step in play(game, seed, LONGEST):
                entry = ledger.append(name, "tap", step.command, step.events)
                if entry.seq == 100:
                    ledger.seal(name, "pause", key)
            if not game.state.over:
                ledger.append(name, "referee", Finish("late"), game.ask(Finish("late")))
            ledger.seal(name, "end", key)
            FOLDER.mkdir(exist_ok=True)
            (FOLDER / f"{name}.jsonl").write_bytes(from_archive(ledger, name).text())
    (FOLDER / f"{name}.json").write_bytes(msgspec.json.encode(outcome(game.state)) + b"\n")


def main() -> None:
    """Read the arguments; refuse to record a game anew."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("name")
    parser.add_argument("--edition", default="classic")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, default=3)
    args = parser.parse_args()
    if (FOLDER / f"{args.name}.jsonl").exists():
        parser.error(f"{args.name} is recorded already; choose another name")
    record(args.name, args.edition, args.seed, args.players)


if __name__ == "__main__":
    main()
