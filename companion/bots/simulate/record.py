"""One simulated game and what is kept of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from random import Random

import msgspec

from companion.bots.company import COLOURS, Company, begin
from companion.bots.policies import POLICIES
from companion.bots.simulate.variant import Conditions, Variant, guide_of
from companion.rules.commands import Begin
from companion.rules.events import Cause, Ended, Paid, TurnBegan
from companion.rules.frames import BANK
from companion.rules.game import Game, copy
from companion.rules.rules import Rules
from companion.rules.setup import check_begin


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
    game = begin(guide.rules, COLOURS[:count], chance)
    Company(guide.rules, [POLICIES[name](guide, seat, chance) for seat, name in enumerate(names)], chance).play(
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
    refusal = check_begin(Begin(rules.edition, COLOURS[:players]))
    if refusal is not None:
        raise refusal
