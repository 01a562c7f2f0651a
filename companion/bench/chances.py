"""The live chances of winning: what an answer costs, and how sure it is (performance: Chances)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from companion.bench.measuring import Figure, Findings, classic, late, loop_ns, play, processor_ns
from companion.bots.chances import Chances, future, reckon
from companion.bots.forecaster import MARGIN, MOST
from companion.bots.guide import Guide
from companion.rules.state import State

GAMES = 3
PER_GAME = 5  # positions, evenly spaced
SECONDS_HERE, SECONDS_PI4 = 1.0, 4.0
PI4_PROCESSOR, PI4_SPARE = 4.5, 3  # as the sum of a tap; all cores but one reckon


def measure() -> Findings:
    """The processor time of an answer to within 3 points, over whole games of four players."""
    guide, loop = classic(), loop_ns()
    alone: list[tuple[float, Chances]] = []
    shared: list[tuple[float, Chances]] = []
    for number in range(GAMES):
        game = play(guide, "trader", number)
        for part in range(1, PER_GAME + 1):
            state = game.at(len(game.steps) * part // (PER_GAME + 1))
            alone.append(_answer(guide, state, number, processes=1))
            shared.append(_answer(guide, state, number, processes=2))
    game = play(guide, "trader", 0)
    middle = game.at(len(game.steps) // 2)
    one = processor_ns(lambda: future(guide, middle, Random(1)))
    how = f"processor time; {len(alone)} positions of {GAMES} games of four traders"
    notes = how, f"a turn of a bare Python loop took {loop:.0f} ns in this run"
    return Findings("chances", _figures(alone, shared, one), notes)


def _answer(guide: Guide, state: State, number: int, *, processes: int) -> tuple[float, Chances]:
    """The seconds that each of so many processes needs for its part of an answer, and that part."""
    found: list[Chances] = []
    margin, most = MARGIN * processes**0.5, MOST // processes
    spent = processor_ns(lambda: found.append(reckon(guide, state, Random(number), margin, most)))
    return spent / 1e9, found[0]


def _figures(
    alone: Sequence[tuple[float, Chances]], shared: Sequence[tuple[float, Chances]], one: float
) -> tuple[Figure, ...]:
    slowest, half = (late(sorted(seconds for seconds, _ in each)) for each in (alone, shared))
    answers = [answer for _, answer in alone]
    return (
        Figure(what="futures an answer, most of all", value=max(each.games for each in answers), unit="games"),
        Figure(
            what="widest margin (95 %)",
            value=max(100 * each.margin for each in answers),
            unit="points",
            bar=100 * MARGIN,
        ),
        Figure(what="an answer here, by two processes: p99", value=half, unit="s", bar=SECONDS_HERE),
        Figure(
            what="an answer here, one core to spare: p99",
            value=slowest,
            unit="s",
            bar=SECONDS_HERE,
            reference="one future in mid-game",
            ratio=slowest * 1e9 / one,
        ),
        Figure(
            what="an answer on a Pi 4, three cores to spare: p99",
            value=slowest * PI4_PROCESSOR / PI4_SPARE,
            unit="s",
            bar=SECONDS_PI4,
            reference=f"processor {PI4_PROCESSOR} x, reckoned, not measured",
        ),
    )
