"""`banker demo`: play whole games with simulated hands, show the display, and tell whether everything agrees."""

from __future__ import annotations

import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import msgspec

from companion.config import language_of, say
from companion.demo.evening import Result, SimulatedPlayer, simulated_table
from companion.editions import registry
from companion.errors import UserError, message
from companion.simulator.box import SimulatedBox
from companion.table.settings import COLORS
from companion.text import bare
from companion.words.refusals import worded

BLOCKS = {(0, 0): " ", (1, 0): "\u2580", (0, 1): "\u2584", (1, 1): "\u2588"}


def half_blocks(bits: bytes, width: int, height: int) -> str:
    """Two rows of pixels in each line; `bits` row by row, eight pixels a byte with the left one highest."""
    stride = width // 8
    rows = [_pixels(bits[at * stride : (at + 1) * stride]) for at in range(height)]
    lines = ("".join(map(BLOCKS.__getitem__, zip(*rows[at : at + 2], strict=True))) for at in range(0, height, 2))
    edge = "\u2500" * width
    return f"\u250c{edge}\u2510\n" + "\n".join(f"\u2502{line}\u2502" for line in lines) + f"\n\u2514{edge}\u2518"


def _pixels(row: bytes) -> list[int]:
    return [byte >> bit & 1 for byte in row for bit in range(7, -1, -1)]


FRAME_SECONDS = 0.08
MEMORY = Path("/dev/shm")  # no disk is worn by a ledger that is thrown away


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what is played and what is shown."""
    parser.add_argument("--seed", type=int, default=1, help="the dice, the cards and the players' moods (default 1)")
    parser.add_argument("--players", type=int, default=4, metavar="N", help=f"2 to {len(COLORS)} (default 4)")
    parser.add_argument("--games", type=int, default=1, metavar="N", help="how many games (default 1)")
    parser.add_argument("--edition", default="classic", metavar="ID", help="default: classic")
    parser.add_argument("--ledger", type=Path, metavar="FILE", help="keep the games in this ledger")
    parser.add_argument("--quiet", action="store_true", help="do not show the display")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the standing")


def run(args: Namespace) -> int:
    """Play; exit status 0 only if money, deeds and ledger agree at the end of every game."""
    if args.games < 1:
        raise UserError("no-games", 2)
    _check_players(args)
    results: list[Result] = []
    with _ledger(args.ledger) as ledger:
        chance = Random(args.seed)
        with simulated_table(ledger, args.edition, args.players, chance) as stand:
            assert stand.bench is not None
            player = SimulatedPlayer(stand, chance, _Screen(stand.bench, shown=_is_shown(args)).look)
            for number in range(args.games):
                results.append(player.play())
                if not args.json:
                    _tell(args, number + 1, results[-1], stand.bench)
    if args.json:
        print(_summary(results))
    return 1 if any(result.faults for result in results) else 0


def _check_players(args: Namespace) -> None:
    options = registry.load(args.edition).options
    if not options.min_players <= args.players <= options.max_players:
        raise UserError(
            "not-for-players",
            2,
            edition=args.edition,
            least=options.min_players,
            most=options.max_players,
            players=args.players,
        )


@contextmanager
def _ledger(path: Path | None) -> Iterator[Path]:
    """The ledger that was named, or one that is thrown away."""
    if path is not None:
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="demo-", dir=MEMORY if MEMORY.is_dir() else None) as folder:
        yield Path(folder) / "ledger.sqlite"


def _is_shown(args: Namespace) -> bool:
    return not (args.quiet or args.json) and sys.stdout.isatty()


class _Screen:
    """The simulated panel in the terminal, redrawn in place a few times a second."""

    def __init__(self, bench: SimulatedBox, *, shown: bool) -> None:
        self._bench = bench
        self._shown = shown
        self._last = 0.0
        self._height = 0

    def look(self) -> None:
        """Draw what the panel shows, unless that was done a moment ago."""
        now = time.monotonic()
        if not self._shown or now - self._last < FRAME_SECONDS:
            return
        self._last = now
        picture = half_blocks(self._bench.panel_bits(), *self._bench.panel_size)
        bare(sys.stdout).write(f"\x1b[{self._height}A" * bool(self._height) + picture + "\n")
        sys.stdout.flush()
        self._height = picture.count("\n") + 1


def _tell(args: Namespace, number: int, result: Result, bench: SimulatedBox) -> None:
    if not args.quiet:
        print(half_blocks(bench.panel_bits(), *bench.panel_size))
    figures = {name: getattr(result, name) for name in ("game", "winner", "turns", "entries", "movements")}
    say(args, f"command.demo-{'won' if result.winner else 'unwon'}", number=number, **figures)
    for place, (name, worth) in enumerate(result.standing, start=1):
        print(f"  {place}. {name:8} {worth}")
    for fault in result.faults:
        print(f"  {worded(message('command.demo-wrong', fault=fault), language_of(args))}", file=sys.stderr)


def _summary(results: list[Result]) -> str:
    summary = {
        "games": len(results),
        "winner": results[-1].winner if len(results) == 1 else [result.winner for result in results],
        "entries": sum(result.entries for result in results),
        "turns": sum(result.turns for result in results),
        "ok": not any(result.faults for result in results),
    }
    return msgspec.json.encode(summary).decode()
