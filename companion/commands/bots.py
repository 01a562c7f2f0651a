"""`banker bots`: how strong the bots are, and whether the chances that are shown come true."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from companion.bots.policies import LEVELS
from companion.bots.simulate import calibration, strength
from companion.bots.simulate.chart import Svg, draw_reliability
from companion.bots.simulate.pool import Progress
from companion.bots.simulate.report import percent
from companion.bots.simulate.variant import Variant, guide_of
from companion.commands.common import columns
from companion.config import say, wording
from companion.errors import Message, UserError, message
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
        raise UserError("no-games", 2)
    variant = Variant(args.edition)
    guide_of(variant)  # a wrong name is said at once
    (_strength if args.what == "strength" else _chances)(args, variant, args.jobs or cores())
    return 0


def _strength(args: Namespace, variant: Variant, jobs: int) -> None:
    words = wording(args)
    tables = strength.mixed(args.games, args.seed)
    played = strength.play_matches(tables, args.seed, variant, jobs, Progress(args.games, words))
    rated = strength.strengths(played, args.seed)
    levels = {bot: level for level, bot in LEVELS.items()}
    say(args, "simulation.strength", games=args.games)
    rows = [(each.bot, *map(words, _rated(each)), levels.get(each.bot, "")) for each in rated]
    print("\n".join(columns(rows)))
    best = rated[0].bot
    matches = strength.play_matches(
        strength.among(best, RIVAL, args.games), args.seed + 1, variant, jobs, Progress(args.games, words)
    )
    won, bar = strength.wins_of(best, matches), BARS["strongest"]
    say(args, "simulation.strongest", bot=best, rival=RIVAL, won=percent(won), bar=_bar(won.value, bar))


def _rated(each: strength.Strength) -> tuple[Message, Message]:
    value, low, high = map(round, (each.rating.value, each.rating.low, each.rating.high))
    return (
        message("simulation.rating", value=value, low=low, high=high),
        message("simulation.won", wins=each.wins, games=each.games),
    )


def _chances(args: Namespace, variant: Variant, jobs: int) -> None:
    words = wording(args)
    found = calibration.foretell_all(variant, args.games, args.seed, jobs, Progress(args.games, words))
    early, late = calibration.thirds(found)
    for name, part in (("early", early), ("late", late)):
        figures = {"positions": part.positions, "reckoned": part.reckoned, "guessed": part.guessed}
        bar = _bar(part.gain, BARS[name])
        say(args, f"simulation.foretold.{name}", gain=100 * part.gain, bar=bar, **figures)
    points = list(calibration.reliability(found))
    for said, came in points:
        say(args, "simulation.came", said=said, came=percent(came))
    if args.diagram:
        sheet = Svg()
        title = words(message("simulation.chart.chances", positions=args.games))
        draw_reliability(sheet, title, points, words(message("simulation.chance")))
        sheet.save(args.diagram)


def _bar(value: float, bar: float) -> Message:
    """A bar in per cent, and whether it is held."""
    return message("simulation.held" if value >= bar else "simulation.missed", bar=round(100 * bar))
