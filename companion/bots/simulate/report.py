"""What a simulation has found, in plain text, as CSV and as one JSON object."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from companion.bots.simulate.figures import Estimate
from companion.bots.simulate.record import PlayedGame
from companion.bots.simulate.summary import Comparison, Summary

BEST = 8  # deeds listed


class SimulationReport(msgspec.Struct, frozen=True):
    """All of a run: the totals, wall-clock seconds on so many jobs, then each variant and each comparison."""

    games: int
    player_turns: int
    commands: int
    events: int
    seconds: float
    games_per_second: float
    player_turns_per_second: float
    jobs: int
    seed: int
    bots: tuple[str, ...]
    turn_seconds: float
    variants: tuple[Summary, ...]
    changes: tuple[Comparison, ...] = ()


def lines(report: SimulationReport) -> Iterator[str]:
    """The report for people."""
    yield (
        f"{report.games} games, {report.player_turns} player-turns, {report.commands} commands, {report.events} events "
        f"in {report.seconds:.1f} s on {report.jobs} job{'s' if report.jobs != 1 else ''}: "
        f"{report.player_turns_per_second:,.0f} player-turns/s, {report.games_per_second:,.1f} games/s"
    )
    yield f"bots {', '.join(report.bots)}; seed {report.seed}; intervals hold with 95 %"
    for summary in report.variants:
        yield ""
        yield from _variant(summary, report.turn_seconds)
    for change in report.changes:
        yield ""
        yield from _change(change)


def _variant(summary: Summary, turn_seconds: float) -> Iterator[str]:
    yield f"{summary.variant} ({summary.games} games)"
    low, _, half, _, high = summary.turn_quantiles
    yield (
        f"  length        {summary.turns.value:.0f} player-turns on average ({_range(summary.turns, '.0f')}); "
        f"half of the games within {half:.0f}, nine of ten between {low:.0f} and {high:.0f}"
    )
    yield f"  ended by bankruptcy {_percent(summary.decided)}; {summary.bankrupt.value:.2f} bankrupt in a game"
    seats = "  ".join(f"{seat + 1}: {_percent(each)}" for seat, each in enumerate(summary.seat_wins))
    yield f"  won by seat   {seats}"
    if len(summary.bot_wins) > 1:
        yield f"  won by bot    {'  '.join(f'{name}: {_percent(each)}' for name, each in summary.bot_wins.items())}"
    best = sorted(summary.incomes, key=lambda each: -each.rent)[:BEST]
    yield "  most rent     " + ", ".join(f"{each.name} {each.rent:.0f} ({each.per_price:.1f} x price)" for each in best)
    for limit in summary.limits:
        yield (
            f"  with {limit.minutes} minutes ({limit.turns} turns of {turn_seconds:g} s) {_percent(limit.decided)} of "
            f"the games end by bankruptcy; of the others the leader would have won {_percent(limit.leader_wins)}"
        )


def _change(change: Comparison) -> Iterator[str]:
    yield f"{change.changed} against {change.standard}"
    yield f"  player-turns          {_signed(change.turns, 1, '.1f', '')}"
    yield f"  ended by bankruptcy   {_signed(change.decided, 100, '.1f', ' points')}"
    yield f"  bankrupt in a game    {_signed(change.bankrupt, 1, '.2f', '')}"
    yield f"  won by the first seat {_signed(change.first_seat_wins, 100, '.1f', ' points')}"


def _signed(estimate: Estimate, scale: float, form: str, unit: str) -> str:
    value, low, high = (f"{scale * each:+z{form}}" for each in (estimate.value, estimate.low, estimate.high))
    return f"{value}{unit} ({low} to {high}){'' if estimate.is_clear else ', within chance'}"


def _percent(estimate: Estimate) -> str:
    return f"{100 * estimate.value:.1f} % ({100 * estimate.low:.1f} to {100 * estimate.high:.1f})"


def _range(estimate: Estimate, form: str) -> str:
    return f"{estimate.low:{form}} to {estimate.high:{form}}"


def write_csv(path: Path, played: Mapping[str, Sequence[PlayedGame]]) -> None:
    """One line for each game."""
    names = ("variant", "number", "turns", "commands", "events", "winner", "reason", "bankrupt", "bots")
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(names)
        for variant, records in played.items():
            for each in records:
                fields = (each.number, each.turns, each.commands, each.events, each.winner + 1, each.reason)
                rows.writerow((variant, *fields, each.bankrupt, "+".join(each.bots)))
