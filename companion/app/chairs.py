"""Bots in chairs that nobody sits in: they see what is published and ask for what they wish, as a page does.

A table without bots does without their code.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from random import Random
from threading import Timer
from typing import TYPE_CHECKING

from companion.errors import Message
from companion.rules import codec
from companion.rules.commands import AnyCommand, Refusal, Roll, Throw
from companion.rules.frames import AwaitDraw
from companion.rules.game import Game
from companion.table.feed import Snapshot
from companion.table.inputs import Asked, BotSeated
from companion.table.table import Table

if TYPE_CHECKING:
    from companion.bots.bot import Bot

log = logging.getLogger(__name__)

RETRY = 10.0  # seconds until a bot asks again for what the disk has refused
PAUSE = 2.5  # seconds before a bot acts, so that people can follow and move its token


class Chairs:
    """Fills the chairs that the evening leaves to bots (`companion.bots.policies`), from game to game.

    A bot's dice are the bank's; a card of a physical deck is drawn for it by people.
    """

    def __init__(self, table: Table, chance: Random, pause: float = PAUSE) -> None:
        self._table = table
        self._chance = chance
        self._pause = pause
        self._bots: list[Bot] = []
        self._sitting: object = None
        self._seen: object = None
        self._timer: Timer | None = None
        self._leave: Callable[[], None] | None = None

    def start(self) -> None:
        """Follow the table from now on."""
        self._leave = self._table.feed.subscribe(self._note)

    def close(self) -> None:
        """Follow no longer."""
        if self._leave is not None:
            self._leave()
        self._cancel()

    def _note(self, snapshot: Snapshot) -> None:
        """In the table's thread, after each publication: a new entry or another chair makes a bot think again."""
        view, game = snapshot.view, self._table.game
        if view is None or game is None or view.over or snapshot.paused:
            self._seen = None
            self._cancel()
            return
        bots = self._table.evening.bots
        taken = {seat: bots[name] for seat, name in enumerate(game.state.players) if name in bots}
        if self._seen == (view.game, view.seq, taken):
            return
        self._seen = view.game, view.seq, taken
        if self._sitting != (view.game, taken):
            self._sitting = view.game, taken
            self._sit(game, taken)
        self._cancel()
        wishes = ((bot, self._wish(bot, game)) for bot in self._bots)
        wish = next(((bot, each) for bot, each in wishes if each is not None), None)
        if wish is not None:
            self._ask_later(wish[1], _motive(wish[0], game, wish[1]), self._pause)

    def _sit(self, game: Game, taken: dict[int, str]) -> None:
        """Take these chairs of a game, and let the display say so."""
        self._bots = _bots(game, taken, self._chance) if taken else []
        for bot in self._bots:
            self._table.mailbox.post(BotSeated(bot.seat))

    def _wish(self, bot: Bot, game: Game) -> AnyCommand | None:
        top = game.state.agenda[-1]
        if type(top) is AwaitDraw:
            return None
        wish = bot.answer(game.state)
        return codec.replace(wish, source="bot") if isinstance(wish, Roll | Throw) else wish

    def _ask_later(self, wish: AnyCommand, motive: Message | None, seconds: float) -> None:
        """In the table's thread."""
        self._cancel()
        self._timer = Timer(seconds, self._ask, (wish, motive))
        self._timer.daemon = True
        self._timer.start()

    def _ask(self, wish: AnyCommand, motive: Message | None) -> None:
        answer = Future[Refusal | None]()
        answer.add_done_callback(lambda done: self._answered(wish, motive, done))
        self._table.mailbox.post(Asked(wish, "bot", answer, motive))

    def _answered(self, wish: AnyCommand, motive: Message | None, done: Future[Refusal | None]) -> None:
        """A refusal means that somebody was quicker, and the next entry makes the bot think again; a wish that could
        not be written down is asked for again."""
        if done.exception() is not None:
            self._ask_later(wish, motive, RETRY)
        elif done.result() is not None:
            log.info("%r came too late: %s", wish, done.result())

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _bots(game: Game, taken: dict[int, str], chance: Random) -> list[Bot]:
    """A bot for each of these seats; an unknown name, of an evening kept by another version, is nobody's."""
    from companion.bots.guide import Guide
    from companion.bots.policies import LEVELS, POLICIES

    guide = Guide(game.rules)
    kinds = {seat: POLICIES.get(LEVELS.get(name, name)) for seat, name in taken.items()}
    return [kind(guide, seat, chance) for seat, kind in kinds.items() if kind is not None]


def _motive(bot: Bot, game: Game, wish: AnyCommand) -> Message | None:
    from companion.bots.motive import motive

    return motive(bot, game.state, wish)
