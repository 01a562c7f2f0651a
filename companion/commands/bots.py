"""`banker bots`: how strong the bots are, and whether the chances that are shown come true."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from companion.bots.policies import LEVELS
from companion.bots.simulate import calibration, strength
from companion.bots.simulate.chart import Svg, draw_reliability
from companion.bots.simulate.pool import Progress
from companion.bots.simulate.variant import Variant, guide_of
from companion.errors import UserError
from companion.paths import cores

RIVAL = "trader"  # of whom three sit with the strongest
BARS = {"strongest": 0.45, "late": 0.20, "early": 0.0}


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what is measured."""
    parser.add_argument("what", choices=("strength", "chances"), help="ratings, or how well chances are told")
    parser.add_argument("--games", type=int, default=300, metavar="N", help="games, or positions (300)")
    parser.add_argument("--edition", default="classic", metavar="ID", help="what is played (classic)")
    parser.add_argument("--seed", type=int, default=1, help="of all chance (1)")
    parser.add_argument("--jobs", type=int, default=0, metavar="N", help="processes at once (all cores)")
    parser.add_argument("--diagram", type=Path, metavar="SVG", help="chances: draw how they come true")


def run(args: Namespace) -> int:
    """Measure and print; a bar that is missed is told."""
    if args.games < 1:
        raise UserError("bench-limits", 2)
    variant = Variant(args.edition)
    guide_of(variant)  # a wrong name is said at once
    (_strength if args.what == "strength" else _chances)(args, variant, args.jobs or cores())
    return 0


def _strength(args: Namespace, variant: Variant, jobs: int) -> None:
    tables = strength.mixed(args.games, args.seed)
    rated = strength.strengths(strength.play_matches(tables, args.seed, variant, jobs, Progress(args.games)), args.seed)
    levels = {bot: level for level, bot in LEVELS.items()}
    print(f"{args.games} games of four, ratings with 95 % intervals")
    for each in rated:
        rating = f"{each.rating.value:5.0f}  {each.rating.low:5.0f} to {each.rating.high:5.0f}"
        print(f"{each.bot:10} {rating}  {each.wins:3} of {each.games:3} won  {levels.get(each.bot, '')}".rstrip())
    best = rated[0].bot
    matches = strength.play_matches(
        strength.among(best, RIVAL, args.games), args.seed + 1, variant, jobs, Progress(args.games)
    )
    won = strength.wins_of(best, matches)
    held = _held(won.value, BARS["strongest"])
    print(f"{best} with three {RIVAL}s: {won.value:.1%} won, {won.low:.1%} to {won.high:.1%}; bar 45 %: {held}")


def _chances(args: Namespace, variant: Variant, jobs: int) -> None:
    found = calibration.foretell_all(variant, args.games, args.seed, jobs, Progress(args.games))
    early, late = calibration.thirds(found)
    for name, part, bar in (("first third", early, BARS["early"]), ("the rest", late, BARS["late"])):
        print(
            f"{name:12} {part.positions:5} positions, Brier {part.reckoned:.3f}, share of wealth {part.guessed:.3f}, "
            f"better by {part.gain:.1%}; bar {bar:.0%}: {_held(part.gain, bar)}"
        )
    points = list(calibration.reliability(found))
    for said, came in points:
        print(f"said {said:5.1f} %  came {came.value:6.1%}  {came.low:.1%} to {came.high:.1%}")
    if args.diagram:
        sheet = Svg()
        draw_reliability(sheet, f"chances that came true, {args.games} positions", points, "chance that was told")
        sheet.save(args.diagram)


def _held(value: float, bar: float) -> str:
    return "held" if value >= bar else "MISSED"
