"""A game as the pages show it, folded from its committed steps: what stands, what happened, and how it came to that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from companion.rules.board import Street
from companion.rules.commands import SeatCommand, TakeBack
from companion.rules.dice import total
from companion.rules.events import (
    AnyEvent,
    Bought,
    CardReturned,
    ContestClosed,
    Conveyed,
    DrawAsked,
    Ended,
    GraceGiven,
    Rolled,
    StartThrown,
    ThrowGranted,
    Thrown,
    TurnBegan,
)
from companion.rules.frames import Offered
from companion.rules.game import Game, Step
from companion.rules.why import Ruling, of_step
from companion.words.words import VeiledWords, Words

QUIET = (CardReturned, ContestClosed, DrawAsked, GraceGiven, ThrowGranted)  # true, and of no interest to a spectator
THROWS = (Rolled, Thrown, StartThrown)
MILESTONES = (TurnBegan, Ended)  # at which it is noted what all are worth
POINTS = 240  # of a curve, at most, and the last one


class HistoryLine(msgspec.Struct, frozen=True):
    """What one step tells: its events worth a sentence, who did it (-1: nobody), the rulings, what it took back."""

    seq: int
    seat: int
    events: tuple[AnyEvent, ...]
    rulings: tuple[Ruling, ...] = ()
    back: tuple[int, ...] = ()


class Replica:
    """Follows one game from its first step; changes nothing and decides nothing."""

    def __init__(self, id: str, first: Step) -> None:
        self.id = id
        self.game = Game.fold([first])
        self.tops = [square.top if isinstance(square, Street) else 0 for square in self.game.rules.squares]
        self.counted = (0, 0)  # changes with the charts
        self._words: dict[tuple[type[Words], str, tuple[str, ...]], Words] = {}
        self._held: list[object] = []
        self._property: list[int] = []
        self._wealth: dict[int, tuple[int, ...]] = {0: self.worths()}
        self._throws: dict[int, int] = {}
        self._sums = [0] * 13  # how often each sum was thrown; the first place is no sum

    @property
    def seen(self) -> int:
        """How many steps were folded."""
        return len(self.game.steps)

    def opening(self) -> HistoryLine:
        """What the setting-up tells."""
        return HistoryLine(0, -1, tuple(_telling(self.game.steps[0].events)))

    def take(self, step: Step) -> HistoryLine:
        """Fold the next step and say what it tells."""
        back = tuple(self.game.in_force[-step.command.count :]) if type(step.command) is TakeBack else ()
        self.game.replay(step)
        seq = self.seen - 1
        for each in back:
            self._wealth.pop(each, None)
            self._count(each, 0)
        if self._note(seq, step) or back:
            self.counted = seq, len(self._throws)
        return _line(seq, step, back)

    def _note(self, seq: int, step: Step) -> bool:
        """Count throws, and what all are worth at the start of a turn; False: there is nothing to count."""
        before = len(self._throws), len(self._wealth)
        for event in step.events:
            if isinstance(event, THROWS):
                self._count(seq, total(event.dice[: len(self.game.rules.dice)]))
            elif isinstance(event, MILESTONES):
                self._wealth[seq] = self.worths()
        return before != (len(self._throws), len(self._wealth))

    def _count(self, seq: int, total: int) -> None:
        """The throw of an entry, 0 where there is none, in place of what was counted for it."""
        self._sums[self._throws.pop(seq, 0)] -= 1
        self._sums[total] += 1
        if total:
            self._throws[seq] = total

    def worths(self) -> tuple[int, ...]:
        """What each seat is worth now, 0 of those who are out; deeds and loans are valued when they change."""
        state = self.game.state
        held: list[object] = [*state.owner, *state.level, *state.mortgaged, *state.loans, len(state.out)]
        if held != self._held:
            self._held = held
            self._property = [self.game.rules.worth(state, seat) - state.accounts[seat] for seat in state.seats]
        return tuple([0 if state.out[seat] else state.accounts[seat] + self._property[seat] for seat in state.seats])

    def wealth(self) -> list[tuple[int, ...]]:
        """What each seat was worth at the start of every turn: of a long game every second, fourth, ... and the last,
        so that a curve keeps its points until there are twice as many."""
        seats = len(self.game.state.out)  # who joined late had nothing before
        curve = [(*worths, *[0] * seats)[:seats] for worths in self._wealth.values()]
        step = 1
        while len(curve) > POINTS * step:
            step *= 2
        return [*curve[: len(curve) - 1 : step], curve[-1]]

    def throws(self) -> list[int]:
        """How often each sum of the dice was thrown, from one on each die on."""
        dice = len(self.game.rules.dice)
        return self._sums[dice : 6 * dice + 1]

    def offered(self) -> int:
        """The square of the deed on offer; -1 for none."""
        top = self.game.state.agenda[-1] if self.game.state.agenda else None
        return top.square if isinstance(top, Offered) else -1

    def words(self, language: str, *, public: bool = False) -> Words:
        """The texts for this game in a language; `public`: as long as balances are secret, without sums of money."""
        kind = VeiledWords if public and self.game.hides_cash else Words
        players = self.game.state.players
        if (kind, language, players) not in self._words:
            self._words[kind, language, players] = kind(language, self.game.rules.edition, players)
        return self._words[kind, language, players]


def _line(seq: int, step: Step, back: tuple[int, ...]) -> HistoryLine:
    events = tuple(_telling(step.events))
    if len(events) == 1 and isinstance(events[0], TurnBegan):
        return HistoryLine(seq, events[0].seat, events)
    rulings = tuple(ruling for _, ruling in of_step(step) if ruling is not None)
    return HistoryLine(seq, step.command.seat if isinstance(step.command, SeatCommand) else -1, events, rulings, back)


def _telling(events: Sequence[AnyEvent]) -> Iterator[AnyEvent]:
    bought = {event.square for event in events if isinstance(event, Bought)}
    for event in events:
        known = isinstance(event, Conveyed) and event.square in bought
        if not known and not isinstance(event, QUIET):
            yield event
