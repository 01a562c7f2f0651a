"""`banker simulate`: many games between bots, for whoever must choose a time limit or a house rule."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from companion import compiled
from companion.bots.policies import POLICIES
from companion.bots.simulate import chart, report
from companion.bots.simulate.pool import PlayedGame, Progress, batches, play_all, refuse_unplayable
from companion.bots.simulate.report import change, marks, summarise
from companion.bots.simulate.variant import Conditions, Variant, compared, guide_of, seats
from companion.config import language_of, wording
from companion.errors import Message, UserError, message
from companion.paths import cores
from companion.rules.commands import Refusal
from companion.rules.options import SUMS
from companion.words.lexicon import Lexicon

MINUTES = (30, 45, 60, 90, 120)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what is played, by whom, and where the findings go."""
    played = parser.add_argument_group("what is played")
    played.add_argument("--games", type=int, default=1000, metavar="N", help="of each variant (1000)")
    played.add_argument("--edition", action="append", metavar="ID", help="may be repeated (classic)")
    played.add_argument("--profile", action="append", default=[], metavar="ID", help="house rules, may be repeated")
    played.add_argument("--rule", action="append", nargs=2, default=[], metavar=("KEY", "VALUE"), help="a single rule")
    played.add_argument(
        "--compare", action="append", default=[], metavar="CHANGE", help='profile=ID or "rule KEY VALUE"'
    )
    played.add_argument(
        "--editions", action="append", default=[], metavar="DIR", help="folder of editions of one's own"
    )
    players = parser.add_argument_group("who plays")
    players.add_argument("--players", type=int, default=4, metavar="N", help="2 to 8 (4)")
    players.add_argument(
        "--bots", default="greedy", metavar="NAMES", help=f"of {', '.join(POLICIES)}, with commas (greedy)"
    )
    players.add_argument("--rounds", type=int, default=200, metavar="N", help="until the referee calls time (200)")
    players.add_argument("--seed", type=int, default=1, metavar="N", help="of all chance; the same for any --jobs (1)")
    players.add_argument("--jobs", type=int, default=0, metavar="N", help="processes at once (all cores)")
    advice = parser.add_argument_group("time limits")
    advice.add_argument("--minutes", type=int, action="append", metavar="N", help="may be repeated (30 45 60 90 120)")
    advice.add_argument("--turn-seconds", type=float, default=30.0, metavar="S", help="one player's turn takes (30)")
    found = parser.add_argument_group("findings")
    found.add_argument("--json", action="store_true", help="one object on standard output")
    found.add_argument("--csv", type=Path, metavar="FILE", help="one line a game")
    found.add_argument("--plots", type=Path, metavar="DIR", help="draw charts into this folder")
    found.add_argument("--format", choices=("svg", "png"), default="svg", help="of the charts (svg)")


def run(args: Namespace) -> int:
    """Play, and print what was found."""
    if args.games < 2 or args.rounds < 1 or args.turn_seconds <= 0 or args.jobs < 0:
        raise UserError("simulate-limits", 2)
    minutes = tuple(sorted(set(args.minutes or MINUTES)))
    setting = Conditions(
        seats(args.bots.split(","), args.players), args.seed, args.rounds, marks(minutes, args.turn_seconds)
    )
    standards = _standards(args)
    pairs = [(each, compared(each, words)) for each in standards for words in _changes(args)]
    variants = list(dict.fromkeys([*standards, *(changed for _, changed in pairs)]))
    _check(variants, args.players)
    jobs = args.jobs or cores()
    if compiled.is_there() and not compiled.is_taken():
        print(wording(args)(message("simulation.stale")), file=sys.stderr)
    began = time.perf_counter()
    played = _play(variants, setting, args.games, jobs, wording(args))
    seconds = time.perf_counter() - began
    found = _report(args, setting, minutes, pairs, played, seconds, jobs)
    _tell(args, found, played)
    return 0


def _standards(args: Namespace) -> list[Variant]:
    rules = tuple((key, _value(args, key, value)) for key, value in args.rule)
    directories = tuple(args.editions)
    return [Variant(each, tuple(args.profile), rules, directories) for each in args.edition or ["classic"]]


def _changes(args: Namespace) -> list[str]:
    """What each variant is compared with, as a play would write it."""
    written = [each.split(maxsplit=2) for each in args.compare]
    return [" ".join([*words[:2], *(_value(args, words[1], value) for value in words[2:])]) for words in written]


def _value(args: Namespace, key: str, value: str) -> str:
    """What a rule is set to as a play writes it; a sum may be typed as people do."""
    with suppress(UserError):  # what is wrong with it is said where rules are read
        return str(Lexicon(language_of(args)).amount(value)) if key in SUMS else value
    return value


def _check(variants: Sequence[Variant], players: int) -> None:
    """Say before a long run what cannot be played."""
    for variant in variants:
        try:
            refuse_unplayable(guide_of(variant).rules, players)
        except Refusal as refusal:
            least, most = refusal.figures["least"], refusal.figures["most"]
            raise UserError(
                "not-for-players", 2, edition=variant.name, least=least, most=most, players=players
            ) from None


def _play(
    variants: Sequence[Variant], setting: Conditions, games: int, jobs: int, words: Callable[[Message], str]
) -> dict[Variant, list[PlayedGame]]:
    work = [batch for variant in variants for batch in batches(variant, setting, games)]
    played: dict[Variant, list[PlayedGame]] = {variant: [] for variant in variants}
    results = play_all(work, jobs, Progress(games * len(variants), words))
    for batch, records in zip(work, results, strict=True):
        played[batch.variant] += records
    return played


def _report(
    args: Namespace,
    setting: Conditions,
    minutes: Sequence[int],
    pairs: Sequence[tuple[Variant, Variant]],
    played: Mapping[Variant, Sequence[PlayedGame]],
    seconds: float,
    jobs: int,
) -> report.SimulationReport:
    summaries = tuple(
        summarise(variant, setting, guide_of(variant).rules, records, minutes) for variant, records in played.items()
    )
    games, turns = sum(each.games for each in summaries), sum(each.player_turns for each in summaries)
    return report.SimulationReport(
        games=games,
        player_turns=turns,
        commands=sum(each.commands for each in summaries),
        events=sum(each.events for each in summaries),
        seconds=round(seconds, 3),
        games_per_second=round(games / seconds, 2),
        player_turns_per_second=round(turns / seconds),
        jobs=jobs,
        seed=args.seed,
        bots=setting.bots,
        turn_seconds=args.turn_seconds,
        variants=summaries,
        changes=tuple(change(played[old], played[new], (old.name, new.name)) for old, new in pairs),
    )


def _tell(args: Namespace, found: report.SimulationReport, played: Mapping[Variant, Sequence[PlayedGame]]) -> None:
    words = wording(args)
    if args.csv:
        report.write_csv(args.csv, {variant.name: records for variant, records in played.items()})
    if args.plots:
        for summary, records in zip(found.variants, played.values(), strict=True):
            for path in chart.draw_all(args.plots, args.format, summary, records, args.turn_seconds, words):
                print(words(message("command.drawn", path=path)), file=sys.stderr)
    print(msgspec.json.encode(found).decode() if args.json else "\n".join(report.lines(found, words)))
