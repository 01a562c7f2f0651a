"""The rules engine: whole games with all rules and all events recorded (performance: Engine)."""

from __future__ import annotations

import subprocess
import sys

from companion.bench.measuring import Figure, Findings, classic, fact_ns, loop_ns, play, processor_ns
from companion.rules import decide
from companion.rules.game import Game, apply, copy

GAMES = {"cautious": 12, "greedy": 12, "trader": 24}  # of each, measured one by one
PLAIN, COMPILED = {"greedy": 240, "trader": 1000}, {"greedy": 65, "trader": 330}  # turns of a bare loop a player-turn
TIMES = 7  # that each is measured; the best counts
SPEED_BAR, STRETCH = 150_000, 300_000
MEMORY_BAR = 30  # MiB
WHOLE_GAME = "from companion.bench.engine import hold_a_game; hold_a_game()"


def measure() -> Findings:
    """Player-turns a second of each simple bot on one core, refolding, and the memory of a running game."""
    loop = loop_ns()
    is_compiled = str(decide.__file__).endswith(".so")
    bars = COMPILED if is_compiled else PLAIN
    figures = []
    for bot in GAMES:
        bar = SPEED_BAR if bot == "greedy" else None
        per_turn, fact = _turn_ns(bot), fact_ns()
        figures.append(
            Figure(
                what=f"whole games, four {bot} bots",
                value=1e9 / per_turn,
                unit="player-turns/s",
                bar=bar,
                more_is_better=True,
                reference=f"making one event ({fact:.0f} ns) a turn",
                ratio=per_turn / fact,
            )
        )
        figures.append(
            Figure(what=f"... a player-turn of {bot} bots", value=per_turn / loop, unit="loops", bar=bars.get(bot))
        )
    figures += [_refolding(loop), _memory()]
    compiled = ("rules and bots compiled by mypyc",) if is_compiled else ()
    how = f"one core, processor time, each game at its best of {TIMES}; cap 200 rounds; stretch {STRETCH:,}"
    return Findings(
        "engine",
        tuple(figures),
        (*compiled, how, f"a turn of a bare Python loop took {loop:.0f} ns in this run: the unit `loops`"),
    )


def _turn_ns(bot: str) -> float:
    """The processor time of one player-turn, bots and recording included; each game at its best of several times."""
    guide, spent, turns = classic(), 0.0, 0
    for seed in range(GAMES[bot]):
        games: list[Game] = []
        spent += min(processor_ns(lambda: games.append(play(guide, bot, seed))) for _ in range(TIMES))  # noqa: B023
        turns += sum(games[0].state.turns)
    return spent / turns


def _refolding(loop: float) -> Figure:
    """Folding recorded events again, as after a power cut."""
    game = play(classic(), "greedy", 1)
    events = sum(len(step.events) for step in game.steps[1:])

    def refold() -> None:
        state = copy(game.start)
        for step in game.steps[1:]:
            apply(state, step.events)

    spent = min(processor_ns(refold) for _ in range(TIMES)) / events
    return Figure(
        what="folding recorded events",
        value=1e9 / spent,
        unit="events/s",
        reference=f"turns of a bare loop ({loop:.0f} ns) an event",
        ratio=spent / loop,
    )


def _memory() -> Figure:
    """The largest memory of a process that holds one whole game, the interpreter included."""
    bare, whole = (_process_mib(code) for code in ("", WHOLE_GAME))
    return Figure(
        what="a process that plays one whole game",
        value=whole,
        unit="MiB",
        bar=MEMORY_BAR,
        reference=f"a bare Python ({bare:.1f} MiB)",
        ratio=whole / bare,
    )


def _process_mib(code: str) -> float:
    telling = f"{code}\nprint(open('/proc/self/status').read())"
    done = subprocess.run([sys.executable, "-c", telling], check=True, capture_output=True, text=True)
    return int(done.stdout.partition("VmHWM:")[2].split()[0]) / 1024


def hold_a_game() -> None:
    """Play one game and hold it."""
    game = play(classic(), "greedy", 1)
    assert game.state.over
