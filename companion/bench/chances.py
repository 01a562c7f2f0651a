"""The live chances of winning: what an answer costs, and how sure it is (performance: Chances)."""

from __future__ import annotations

from random import Random

from companion.bench.measuring import Figure, Findings, classic, late, loop_ns, play, processor_ns
from companion.bots.chances import Chances, future, reckon
from companion.bots.forecaster import MARGIN, MOST

GAMES = 3
PER_GAME = 5  # positions, evenly spaced
SECONDS_HERE, SECONDS_PI4 = 1.0, 4.0
PI4_PROCESSOR, PI4_SPARE = 4.5, 3  # as the sum of a tap; all cores but one reckon


def measure() -> Findings:
    """The processor time of an answer to within 3 points, over whole games of four players."""
    guide, loop = classic(), loop_ns()
    seconds, margins, futures = [], [], []
    for number in range(GAMES):
        game = play(guide, "trader", number)
        for part in range(1, PER_GAME + 1):
            state = game.at(len(game.steps) * part // (PER_GAME + 1))
            found: list[Chances] = []
            spent = processor_ns(lambda: found.append(reckon(guide, state, Random(number), MARGIN, MOST)))  # noqa: B023
            seconds.append(spent / 1e9)
            margins.append(100 * found[0].margin)
            futures.append(found[0].games)
    game = play(guide, "trader", 0)
    middle = game.at(len(game.steps) // 2)
    one = processor_ns(lambda: future(guide, middle, Random(1)))
    slowest = late(sorted(seconds))
    figures = (
        Figure(what="futures an answer, most of all", value=max(futures), unit="games"),
        Figure(what="widest margin (95 %)", value=max(margins), unit="points", bar=100 * MARGIN),
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
    how = f"processor time; {len(seconds)} positions of {GAMES} games of four traders"
    return Findings("chances", figures, (how, f"a turn of a bare Python loop took {loop:.0f} ns in this run"))
