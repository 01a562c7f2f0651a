"""What a simulation has found, in plain text, as CSV and as one JSON object."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from companion.bots.simulate.figures import (
    Estimate,
    difference_of_means,
    difference_of_shares,
    mean,
    quantile,
    share,
)
from companion.bots.simulate.pool import PlayedGame
from companion.bots.simulate.variant import Conditions, Variant
from companion.errors import NOTHING, Message, message
from companion.rules.board import Deed
from companion.rules.rules import Rules

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


class Income(msgspec.Struct, frozen=True):
    """The rents that a deed earned its owners, in a mean game, and for each unit of its price."""

    square: int
    name: str
    rent: float
    per_price: float


class Limit(msgspec.Struct, frozen=True):
    """A time limit: minutes, the turns that fit in, which share of the games a bankruptcy has ended by then, and in
    which share of the others who leads then would have won."""

    minutes: int
    turns: int
    decided: Estimate
    leader_wins: Estimate


class Summary(msgspec.Struct, frozen=True):
    """All figures of one variant; turns are player-turns, doubles included."""

    variant: str
    games: int
    player_turns: int
    commands: int
    events: int
    turns: Estimate
    turn_quantiles: tuple[float, ...]
    decided: Estimate
    bankrupt: Estimate
    seat_wins: tuple[Estimate, ...]
    bot_wins: dict[str, Estimate]
    incomes: tuple[Income, ...]
    limits: tuple[Limit, ...]


class Comparison(msgspec.Struct, frozen=True):
    """What a house rule changes against the standard."""

    standard: str
    changed: str
    turns: Estimate
    decided: Estimate
    bankrupt: Estimate
    first_seat_wins: Estimate


def marks(minutes: Sequence[int], turn_seconds: float) -> tuple[int, ...]:
    """How many player-turns fit into each time limit."""
    return tuple(max(1, round(each * 60 / turn_seconds)) for each in minutes)


def summarise(
    variant: Variant, setting: Conditions, rules: Rules, records: Sequence[PlayedGame], minutes: Sequence[int]
) -> Summary:
    """The figures of all games of a variant."""
    count = len(records)
    lengths = sorted(float(record.turns) for record in records)
    return Summary(
        variant=variant.name,
        games=count,
        player_turns=sum(record.turns for record in records),
        commands=sum(record.commands for record in records),
        events=sum(record.events for record in records),
        turns=mean(lengths),
        turn_quantiles=tuple(quantile(lengths, part) for part in QUANTILES),
        decided=share(sum(record.is_decided for record in records), count),
        bankrupt=mean([float(record.bankrupt) for record in records]),
        seat_wins=tuple(
            share(sum(record.winner == seat for record in records), count) for seat in range(len(setting.bots))
        ),
        bot_wins=_bot_wins(records),
        incomes=_incomes(rules, records),
        limits=tuple(
            _limit(at, minute, turns, records)
            for at, (minute, turns) in enumerate(zip(minutes, setting.marks, strict=True))
        ),
    )


def _bot_wins(records: Sequence[PlayedGame]) -> dict[str, Estimate]:
    """How often a seat of each kind of bot wins."""
    chairs = [(name, seat == record.winner) for record in records for seat, name in enumerate(record.bots)]
    names = dict.fromkeys(name for name, _ in chairs)
    return {
        each: share(sum(won for name, won in chairs if name == each), sum(name == each for name, _ in chairs))
        for each in names
    }


def _incomes(rules: Rules, records: Sequence[PlayedGame]) -> tuple[Income, ...]:
    found = []
    for square in rules.deeds:
        deed = rules.squares[square]
        assert isinstance(deed, Deed)
        rent = sum(record.rents[square] for record in records) / len(records)
        found.append(Income(square, deed.name, rent, rent / deed.price if deed.price else 0.0))
    return tuple(found)


def _limit(at: int, minutes: int, turns: int, records: Sequence[PlayedGame]) -> Limit:
    over = sum(record.is_decided and record.turns <= turns for record in records)
    going = [record for record in records if len(record.leaders) > at and record.is_decided]
    right = sum(record.leaders[at] == record.winner for record in going)
    return Limit(minutes, turns, share(over, len(records)), share(right, len(going)))


def change(standard: Sequence[PlayedGame], changed: Sequence[PlayedGame], names: tuple[str, str]) -> Comparison:
    """What the second sample has more than the first."""

    def hits(records: Sequence[PlayedGame], seat: int | None = None) -> tuple[int, int]:
        return sum(each.is_decided if seat is None else each.winner == seat for each in records), len(records)

    def column(records: Sequence[PlayedGame], name: str) -> list[float]:
        return [float(getattr(record, name)) for record in records]

    return Comparison(
        standard=names[0],
        changed=names[1],
        turns=difference_of_means(column(standard, "turns"), column(changed, "turns")),
        decided=difference_of_shares(hits(standard), hits(changed)),
        bankrupt=difference_of_means(column(standard, "bankrupt"), column(changed, "bankrupt")),
        first_seat_wins=difference_of_shares(hits(standard, 0), hits(changed, 0)),
    )


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


def lines(report: SimulationReport, words: Callable[[Message], str]) -> Iterator[str]:
    """The report for people, in the words of whoever reads it."""
    yield words(
        message(
            "simulation.sum",
            games=report.games,
            turns=report.player_turns,
            commands=report.commands,
            events=report.events,
            seconds=report.seconds,
            jobs=report.jobs,
            speed=report.player_turns_per_second,
            rate=report.games_per_second,
        )
    )
    yield words(message("simulation.bots", bots=report.bots, seed=report.seed))
    for summary in report.variants:
        yield ""
        yield words(message("simulation.variant", name=summary.variant, games=summary.games))
        yield from (f"  {words(each)}" for each in _variant(summary, report.turn_seconds))
    for change in report.changes:
        yield ""
        yield words(message("simulation.against", changed=change.changed, standard=change.standard))
        yield from (f"  {words(each)}" for each in _change(change))


def _variant(summary: Summary, turn_seconds: float) -> Iterator[Message]:
    least, _, half, _, most = map(round, summary.turn_quantiles)
    mean, low, high = map(round, (summary.turns.value, summary.turns.low, summary.turns.high))
    yield message("simulation.length", mean=mean, low=low, high=high, half=half, least=least, most=most)
    yield message("simulation.ended", share=percent(summary.decided), bankrupt=summary.bankrupt.value)
    seats = [_of(seat + 1, each) for seat, each in enumerate(summary.seat_wins)]
    yield message("simulation.by-seat", seats=seats)
    if len(summary.bot_wins) > 1:
        yield message("simulation.by-bot", bots=[_of(name, each) for name, each in summary.bot_wins.items()])
    best = sorted(summary.incomes, key=lambda each: -each.rent)[:BEST]
    rents = [message("simulation.rent", name=each.name, rent=round(each.rent), times=each.per_price) for each in best]
    yield message("simulation.rents", rents=rents)
    for limit in summary.limits:
        yield message(
            "simulation.limit",
            minutes=limit.minutes,
            turns=limit.turns,
            seconds=f"{turn_seconds:g}",
            ended=percent(limit.decided),
            leader=percent(limit.leader_wins),
        )


def _change(change: Comparison) -> Iterator[Message]:
    yield _signed("turns", change.turns, 1)
    yield _signed("ended", change.decided, 100)
    yield _signed("bankrupt", change.bankrupt, 1)
    yield _signed("first-seat", change.first_seat_wins, 100)


def _signed(what: str, estimate: Estimate, scale: float) -> Message:
    value, low, high = (scale * each for each in (estimate.value, estimate.low, estimate.high))
    chance = NOTHING if estimate.is_clear else message("simulation.within-chance")
    return message(f"simulation.change.{what}", value=value, low=low, high=high, chance=chance)


def _of(what: str | int, won: Estimate) -> Message:
    return message("simulation.of", what=what, share=percent(won))


def percent(estimate: Estimate) -> Message:
    """A share in per cent, with its interval."""
    value, low, high = (100 * each for each in (estimate.value, estimate.low, estimate.high))
    return message("simulation.percent", value=value, low=low, high=high)


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
