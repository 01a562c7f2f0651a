"""A process that thinks for the chairs of a game that is played elsewhere: it folds the steps it is sent, and answers.

Nothing is shared with the table but a pipe, and the process ends when the pipe does.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from multiprocessing.connection import Connection
from random import Random

import msgspec

from companion.bots.bot import Bot
from companion.bots.guide import Guide
from companion.bots.motive import motive
from companion.bots.policies import LEVELS, POLICIES
from companion.errors import Message
from companion.rules import codec
from companion.rules.commands import AnyCommand, Roll, Throw
from companion.rules.frames import AwaitDraw
from companion.rules.game import Game, Step

POLITE = 5  # behind the table, before the chances


class Brief(msgspec.Struct, frozen=True):
    """The steps that lead on to what is to be thought about; all of a game's where there is a `seed`, with which bots
    of these names sit down anew."""

    steps: tuple[Step, ...]
    bots: Mapping[int, str]
    seed: int | None = None


class Thought(msgspec.Struct, frozen=True):
    """What one of the bots wishes and why, if any wishes something; `seats` are those that bots fill."""

    seats: tuple[int, ...]
    wish: AnyCommand | None = None
    motive: Message | None = None


def work(line: Connection) -> None:
    """Answer each brief, until the other side is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(POLITE)
    game, bots = None, list[Bot]()
    try:
        while True:
            brief: Brief = line.recv()
            if brief.seed is not None or game is None:
                game = Game.fold(brief.steps)
                bots = seated(game, brief.bots, Random(brief.seed))
            else:
                for step in brief.steps:
                    game.replay(step)
            line.send(_think(game, bots))
    except (EOFError, OSError):
        return


def seated(game: Game, names: Mapping[int, str], chance: Random) -> list[Bot]:
    """A bot for each of these seats; an unknown name, of an evening kept by another version, is nobody's."""
    guide = Guide(game.rules)
    kinds = {seat: POLICIES.get(LEVELS.get(name, name)) for seat, name in names.items()}
    return [kind(guide, seat, chance) for seat, kind in kinds.items() if kind is not None]


def _think(game: Game, bots: list[Bot]) -> Thought:
    """What the first that wishes something wishes; a card of a physical deck is drawn by people."""
    seats = tuple(bot.seat for bot in bots)
    if game.state.over or type(game.state.agenda[-1]) is AwaitDraw:
        return Thought(seats)
    for bot in bots:
        wish = bot.answer(game.state)
        if wish is not None:
            return Thought(seats, _marked(wish), motive(bot, game.state, wish))
    return Thought(seats)


def _marked(wish: AnyCommand) -> AnyCommand:
    """A throw says that the bank's dice threw it for a bot."""
    return codec.replace(wish, source="bot") if isinstance(wish, Roll | Throw) else wish
