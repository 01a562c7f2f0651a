"""A process that reckons the chances of a game that is played elsewhere: it folds the steps it is sent, and answers.

At the end of the game the first of them rates luck and trades. A newer position ends the work on an older one. Nothing
is shared with the table but a pipe: the process is polite (lowest priority), and ends when the pipe does.
"""

from __future__ import annotations

import os
import signal
import time
from multiprocessing.connection import Connection
from random import Random

import msgspec

from companion.bots.chances import BATCH, Chances
from companion.bots.guide import Guide
from companion.bots.review import Review, progress
from companion.rules.game import Game, Step

MARGIN = 0.03  # by which a chance may be off (95 %)
MOST = 2_000  # futures at a position, all processes together
LOWEST_PRIORITY = 19


class Moment(msgspec.Struct, frozen=True):
    """The steps that lead on to the entry `seq` of a game, all of them when it is `fresh`; `share` is how many
    processes reckon."""

    game: str
    seq: int
    fresh: bool
    steps: tuple[Step, ...]
    share: int


class Reckoned(msgspec.Struct, frozen=True):
    """The chances of all seats at an entry as one process found them, and the processor time it took in seconds; none
    where a newer position came first."""

    game: str
    seq: int
    shares: tuple[float, ...]
    seconds: float


class Reviewed(msgspec.Struct, frozen=True):
    """What luck and trades were worth in a game that was over at an entry."""

    game: str
    seq: int
    review: Review


def work(line: Connection, number: int) -> None:
    """Answer each position that is not overtaken, until the other side is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(LOWEST_PRIORITY)
    guide, game = None, None
    try:
        while True:
            position: Moment = line.recv()
            if position.fresh or game is None or guide is None:
                game = Game.fold(position.steps)
                guide = Guide(game.rules)
            else:
                for step in position.steps:
                    game.replay(step)
            line.send(_answer(line, guide, game, position, number))
            if game.state.over and number == 0:
                _look_back(line, guide, game, position)
    except (EOFError, OSError):
        return


def _answer(line: Connection, guide: Guide, game: Game, position: Moment, number: int) -> Reckoned:
    """Reckon as exactly as this process's share asks for, or until a newer position comes."""
    began = time.process_time()
    chances = Chances(guide, game.state, Random(f"{position.game}/{position.seq}/{number}"))
    wanted = MARGIN * position.share**0.5
    while not chances.suffice(wanted, MOST // position.share):
        if line.poll():
            return Reckoned(position.game, position.seq, (), 0.0)
        chances.add(BATCH)
    return Reckoned(position.game, position.seq, tuple(chances.shares), time.process_time() - began)


def _look_back(line: Connection, guide: Guide, game: Game, position: Moment) -> None:
    """Rate the whole game, unless it goes on meanwhile."""
    for found, part in progress(guide, game):
        if line.poll():
            return
        if part == 1:
            line.send(Reviewed(position.game, position.seq, found))
