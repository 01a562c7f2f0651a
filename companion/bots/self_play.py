"""The bots at one table: who of them acts next. Dice and decks fall by chance, everything else as the bots wish."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor
from random import Random
from typing import TypeVar

from companion.bots.bot import Bot, rolls
from companion.rules import cards
from companion.rules.commands import (
    AnyCommand,
    Begin,
    CallTime,
    End,
    Gavel,
    Roll,
)
from companion.rules.edition import Edition
from companion.rules.frames import (
    FREE,
    Auction,
    AwaitChoice,
    AwaitDestination,
    AwaitDraw,
    AwaitEnd,
    AwaitRoll,
    AwaitThrow,
    Offered,
    Owing,
)
from companion.rules.game import Game, copy
from companion.rules.rules import Rules
from companion.rules.setup import hand_size, hands
from companion.rules.state import State

# What only the seat whose turn it is can be asked
OF_ITS_SEAT = frozenset({Offered, AwaitDraw, AwaitChoice, AwaitThrow, AwaitDestination})
Thing = TypeVar("Thing")
BOT_COLORS = ("red", "blue", "green", "white", "black", "amber", "lilac", "brown")


def begin(rules: Rules, players: Sequence[str], chance: Random, first: int = 0) -> Game:
    """A game set up by chance: shuffled decks that the bank draws from, and deeds dealt where the edition deals any."""
    return Game.begin(rules, beginning(rules.edition, players, chance, first))


def beginning(edition: Edition, players: Sequence[str], chance: Random, first: int = 0) -> Begin:
    """The command that begins such a game."""
    decks = {name: tuple(_shuffled(cards.names(deck), chance)) for name, deck in edition.decks.items()}
    deeds = _shuffled(edition.board.deeds(), chance) if hand_size(edition, len(players)) else []
    deal = hands(edition, len(players), deeds)
    return Begin(edition, tuple(players), first, decks, deal)


def _shuffled(names: Sequence[Thing], chance: Random) -> list[Thing]:
    return chance.sample(names, len(names))


def reshuffled(state: State, chance: Random) -> State:
    """A copy of a state with its decks in an order by chance, as no player knows the real one."""
    ahead = copy(state)
    for deck in ahead.decks.values():
        chance.shuffle(deck)
    return ahead


class SelfPlay:
    """The bots at one table, one for each seat; `chance` throws the dice.

    A turn that waits for nothing but its end is ended by the next player's act, unless `says_end` or the edition asks
    for more before a throw.
    """

    def __init__(self, rules: Rules, bots: Sequence[Bot], chance: Random, says_end: bool = False) -> None:
        self.bots = bots
        self._random = chance.random
        self._throws = rolls(rules.dice)
        self._rules, self._is_speedy = rules, rules.options.speed_die
        options = rules.options
        asks = options.build_when == "before-throw" or not options.need_group
        self._says_end = says_end or asks or bool(options.rounds or options.goal)

    def play(self, game: Game, rounds: int) -> None:
        """Play a game to its end; after so many rounds the referee calls time."""
        state = game.state
        while not state.over:
            command = self.next(state)
            game.ask(command)
            if type(command) is Roll and state.turns[state.turn] > rounds and not state.time_up:
                game.ask(CallTime())

    def next(self, state: State) -> AnyCommand:
        """The next command: of whoever has something to say beside the turn, else of whoever is asked."""
        if state.claims or state.offers:
            aside = self._aside(state)
            if aside is not None:
                return aside
        kind, seat = type(state.agenda[-1]), state.turn
        if kind is AwaitEnd:
            if self._says_end or state.time_up:
                return End(seat)
            seat = state.left[seat]
        elif kind is not AwaitRoll:
            return self._asked(state)
        bot = self.bots[seat]
        if (
            state.accounts[seat] >= bot.wanted
            or state.revisions[seat] != bot.revision
            or state.jailed[seat] != FREE
            or state is not bot.state
        ):
            command = bot.before_throw(state)
            if command is not None:
                return command
        throws = self._throws[seat] if not self._is_speedy else rolls(self._rules.dice_for(state, seat))[seat]
        return throws[floor(self._random() * len(throws))]

    def _aside(self, state: State) -> AnyCommand | None:
        seats = dict.fromkeys([*(claim.owner for claim in state.claims), *(offer.to for offer in state.offers)])
        return next((answer for seat in seats if (answer := self.bots[seat].aside(state))), None)

    def _asked(self, state: State) -> AnyCommand:
        """The answer of the first of those who are asked; the gavel where all are content (plays: Auction)."""
        top = state.agenda[-1]
        kind = type(top)
        if kind in OF_ITS_SEAT:
            seats: Iterable[int] = (state.turn,)
        elif type(top) is Auction:
            seats = (*(seat for seat in top.bidders if seat > top.leader), *top.bidders)
        elif type(top) is Owing:
            seats = [debt.debtor for debt in top.debts]
        else:
            seats = state.playing()
        return next((answer for seat in seats if (answer := self.bots[seat].asked(state))), None) or Gavel()
