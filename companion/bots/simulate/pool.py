"""Games on all cores: split into batches, gathered in order, so that the result is the same for any number of jobs."""

from __future__ import annotations

import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from random import Random
from typing import TypeVar

import msgspec

from companion.bots.policies import POLICIES
from companion.bots.self_play import BOT_COLORS, SelfPlay, begin
from companion.bots.simulate.variant import Conditions, Variant, guide_of
from companion.errors import Message, message
from companion.rules.commands import Begin
from companion.rules.events import Cause, Ended, Paid, TurnBegan
from companion.rules.frames import BANK
from companion.rules.game import Game, copy
from companion.rules.rules import Rules
from companion.rules.setup import check_begin
from companion.text import bare


class PlayedGame(msgspec.Struct, frozen=True):
    """How a game went: its number, the bot of each seat, player-turns (doubles included), commands and events, who won
    and why it ended, how many went bankrupt, rents by square (units of money), and who led at each mark."""

    number: int
    bots: tuple[str, ...]
    turns: int
    commands: int
    events: int
    winner: int
    reason: str
    bankrupt: int
    rents: tuple[int, ...]
    leaders: tuple[int, ...] = ()

    @property
    def is_decided(self) -> bool:
        """Whether a bankruptcy ended the game, not the clock."""
        return self.reason != "time"


def play(variant: Variant, setting: Conditions, number: int) -> PlayedGame:
    """Play game `number` of a variant; chance depends on the seed and the number only. The bots move up one seat from
    game to game."""
    guide = guide_of(variant)
    chance = Random(f"{setting.seed}/{number}")
    count = len(setting.bots)
    names = tuple(setting.bots[(seat + number) % count] for seat in range(count))
    game = begin(guide.rules, BOT_COLORS[:count], chance)
    SelfPlay(guide.rules, [POLICIES[name](guide, seat, chance) for seat, name in enumerate(names)], chance).play(
        game, setting.rounds
    )
    return _record(game, number, names, setting.marks)


def _record(game: Game, number: int, names: tuple[str, ...], marks: tuple[int, ...]) -> PlayedGame:
    state = game.state
    ended = game.steps[-1].events[-1]
    assert isinstance(ended, Ended)
    return PlayedGame(
        number=number,
        bots=names,
        turns=sum(state.turns),
        commands=len(game.steps),
        events=sum([len(step.events) for step in game.steps]),
        winner=state.winner,
        reason=ended.reason,
        bankrupt=sum(state.out),
        rents=_rents(game),
        leaders=tuple(_leaders(game, marks)),
    )


def _rents(game: Game) -> tuple[int, ...]:
    """What players paid one another on each square."""
    rents = [0] * game.rules.size
    for step in game.steps:
        for event in step.events:
            if type(event) is Paid and event.cause is Cause.RENT and event.payee != BANK:
                rents[event.square] += event.amount
    return tuple(rents)


def _leaders(game: Game, marks: tuple[int, ...]) -> Iterator[int]:
    """Who led when so many player-turns had begun, for each mark that the game lived to see; folded from the record."""
    state, ahead = copy(game.start), deque(marks)
    turns = sum(state.turns)
    for step in game.steps[1:]:
        if not ahead:
            return
        for event in step.events:
            event.fold(state)
            if type(event) is TurnBegan:
                turns += 1
                if ahead and turns == ahead[0]:
                    ahead.popleft()
                    yield game.rules.richest(state)


def refuse_unplayable(rules: Rules, players: int) -> None:
    """Say early that the edition is not for so many players.

    :raises Refusal: `players`, with the least and the most.
    """
    refusal = check_begin(Begin(rules.edition, BOT_COLORS[:players]))
    if refusal is not None:
        raise refusal


Given = TypeVar("Given")
Made = TypeVar("Made")
BATCH = 20  # games; a fraction of a second
WIDTH = 30  # of the progress bar, in characters


class Share(msgspec.Struct, frozen=True):
    """Some games of one variant, by their numbers."""

    variant: Variant
    setting: Conditions
    numbers: tuple[int, ...]


def batches(variant: Variant, setting: Conditions, games: int) -> list[Share]:
    """All games of a variant in batches."""
    numbers = range(games)
    return [Share(variant, setting, tuple(numbers[at : at + BATCH])) for at in range(0, games, BATCH)]


def play_batch(batch: Share) -> list[PlayedGame]:
    """Play a batch; runs in a process of its own."""
    return [play(batch.variant, batch.setting, number) for number in batch.numbers]


def play_all(work: Sequence[Share], jobs: int, told: Callable[[int], None]) -> Iterator[list[PlayedGame]]:
    """The records of each batch, in order; `told` hears how many games are done. One job runs in this process."""
    done = 0
    for records in on_cores(play_batch, work, min(jobs, len(work))):
        done += len(records)
        told(done)
        yield records


def on_cores(act: Callable[[Given], Made], work: Sequence[Given], jobs: int) -> Iterator[Made]:
    """What is made of each piece of work, in order, by so many processes; one job runs in this process."""
    if jobs <= 1:
        yield from map(act, work)
        return
    with get_context("spawn").Pool(jobs, _leave_interrupts) as pool:
        yield from pool.imap(act, work)


def _leave_interrupts() -> None:
    """Let the process that was started by hand answer Ctrl-C, and end the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Progress:
    """A bar on standard error: how many of all games are done, and how long it will take; silent if nobody sees it."""

    def __init__(self, total: int, words: Callable[[Message], str]) -> None:
        self._total = total
        self._words = words
        self._began = time.monotonic()
        self._shown = sys.stderr.isatty()

    def __call__(self, done: int) -> None:
        if not self._shown:
            return
        passed = time.monotonic() - self._began
        left = passed / done * (self._total - done) if done else 0.0
        full = WIDTH * done // self._total
        said = self._words(message("simulation.progress", done=done, all=self._total, seconds=round(left)))
        terminal = bare(sys.stderr)
        terminal.write(f"\r[{'#' * full}{'.' * (WIDTH - full)}] {said} ")
        terminal.write("\r\033[K" if done == self._total else "")
        terminal.flush()
