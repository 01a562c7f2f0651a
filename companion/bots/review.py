"""What luck and trades were worth in a game that is over, by the chances to win.

A throw or a drawn card is worth what has come of it less the mean of all that could have come, each settled by simple
bots and valued as at the horizon of a future (`companion.bots.chances`): on average that is nothing. A trade is worth
what it has changed in the chances, reckoned by futures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean

import msgspec

from companion.bots.bot import Greedy, rolls
from companion.bots.chances import STEEPNESS, holdings, odds, reckon
from companion.bots.guide import Guide, outcomes
from companion.bots.self_play import SelfPlay, reshuffled
from companion.rules.commands import Accept, AnyCommand, Draw, Roll, Throw
from companion.rules.frames import AwaitDraw, AwaitEnd, AwaitRoll, StartingThrow
from companion.rules.game import Game, apply, copy
from companion.rules.state import State

MARGIN, MOST = 0.03, 1_000  # of the chances before and after a trade


class Review(msgspec.Struct, frozen=True):
    """By how much luck, and trades, have changed each seat's chance to win, over a whole game (1 is certainty)."""

    luck: tuple[float, ...]
    trades: tuple[float, ...]


def review(guide: Guide, game: Game) -> Review:
    """Rate a whole game."""
    *_, (found, _) = progress(guide, game)
    return found


def progress(guide: Guide, game: Game) -> Iterator[tuple[Review, float]]:
    """Rate a game step by step: what is found so far, and which part of the game that is (1: all)."""
    state, chance = copy(game.start), Random(0)
    luck, trades = [0.0] * len(state.seats), [0.0] * len(state.seats)
    for number, index in enumerate(game.in_force, 1):
        step = game.steps[index]
        for seat, change in enumerate(_luck(guide, state, step.command, chance)):
            luck[seat] += change
        before = copy(state) if type(step.command) is Accept else None
        apply(state, step.events)
        if before is not None:
            for seat, change in enumerate(_worth(guide, before, state, chance)):
                trades[seat] += change
        yield Review(tuple(luck), tuple(trades)), number / len(game.in_force)
    if not game.in_force:
        yield Review(tuple(luck), tuple(trades)), 1.0


def _luck(guide: Guide, state: State, command: AnyCommand, chance: Random) -> Sequence[float]:
    """What chance has brought each seat; nothing where nothing was left to it."""
    top = state.agenda[-1]
    if type(command) is Roll and type(top) is not StartingThrow:
        ways: Sequence[AnyCommand] = rolls(guide.rules.dice_for(state, command.seat))[command.seat]
    elif type(command) is Throw:
        dice = guide.rules.dice_for(state, command.seat)
        ways = [Throw.of(command.seat, each) for each in outcomes(dice)]
    elif type(command) is Draw and type(top) is AwaitDraw:
        ways = [Draw(command.seat, card) for card in state.decks[top.deck]]
    else:
        return ()
    came = _settled(guide, copy(state), command, chance)
    could = [_settled(guide, reshuffled(state, chance), way, chance) for way in ways]
    return [now - fmean(each) for now, each in zip(came, zip(*could, strict=True), strict=True)]


def _settled(guide: Guide, state: State, way: AnyCommand, chance: Random) -> Sequence[float]:
    """Each seat's chance by what it holds, when simple bots have done what follows from this."""
    game = Game(guide.rules, state)
    game.ask(way)
    play = SelfPlay(guide.rules, [Greedy(guide, seat, chance) for seat in state.seats], chance)
    while not state.over and type(state.agenda[-1]) not in (AwaitRoll, AwaitEnd):
        game.ask(play.next(state))
    if state.over:
        return [float(seat == state.winner) for seat in state.seats]
    return odds([holdings(guide, state, seat) for seat in state.seats], STEEPNESS)


def _worth(guide: Guide, before: State, after: State, chance: Random) -> Sequence[float]:
    then, now = (reckon(guide, state, chance, MARGIN, MOST).shares for state in (before, after))
    return [new - old for new, old in zip(now, then, strict=True)]
