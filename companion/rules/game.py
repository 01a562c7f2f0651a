"""The record of a game: every accepted command with its events, and what of it is still in force."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import msgspec

from companion.rules.commands import AnyCommand, Begin, Reason, Refusal, TakeBack
from companion.rules.decide import carry_out, refusal_of
from companion.rules.draft import Draft
from companion.rules.edition import Edition
from companion.rules.events import AnyEvent, Began, TakenBack
from companion.rules.rules import Rules
from companion.rules.setup import begin_game, opening
from companion.rules.state import State

MARKED = 250  # steps between two states that are kept for take-backs; the next one goes on from the last of them


class Step(msgspec.Struct, frozen=True, gc=False):
    """An accepted command and the facts it brought about."""

    command: AnyCommand
    events: tuple[AnyEvent, ...]


class Game:
    """A game in progress: the state, and the steps that led to it, also those taken back (C-88).

    `in_force` lists the steps that count, by their index in `steps`; `start` is the state before the first of them.
    """

    def __init__(self, rules: Rules, start: State) -> None:
        self.rules = rules
        self.start = copy(start)
        self.state = start
        self._draft = Draft(rules, start)
        self.steps: list[Step] = []
        self.in_force: list[int] = []
        self._marks: list[tuple[int, State]] = []  # what a take-back has folded on its way, and how many steps that was

    @classmethod
    def begin(cls, rules: Rules, begin: Begin) -> Game:
        """Begin a game; its first step is the setting-up, which cannot be taken back.

        :raises Refusal: as `setup.begin_game`.
        """
        state, events = begin_game(rules, begin)
        game = cls(rules, state)
        game.steps.append(Step(begin, tuple(events)))
        return game

    @classmethod
    def fold(cls, steps: Iterable[Step], rules_of: Callable[[Edition], Rules] = Rules) -> Game:
        """The game that recorded steps lead to, by their facts alone: nothing is decided again (design: Engine).

        `rules_of` gives the rules of an edition, by which it is played on.

        :raises ValueError: the first step does not begin a game.
        """
        ahead = iter(steps)
        first = next(ahead, None)
        if first is None or not first.events or not isinstance(first.events[0], Began):
            raise ValueError("the record does not begin with a game being set up")
        began = first.events[0]
        start = opening(began.edition, began.players, began.decks)
        apply(start, first.events)
        game = cls(rules_of(began.edition), start)
        game.steps.append(first)
        for step in ahead:
            game.replay(step)
        return game

    @property
    def hides_cash(self) -> bool:
        """Whether nobody need say how much he has: until the game is over."""
        return self.rules.options.cash_hidden and not self.state.over

    def replay(self, step: Step) -> None:
        """Fold one recorded step."""
        if type(step.command) is TakeBack:
            self._take_back(step.command.count)
        else:
            apply(self.state, step.events)
            self.in_force.append(len(self.steps))
        self.steps.append(step)

    def refusal(self, command: AnyCommand) -> Refusal | None:
        """Why the command would be refused now, or nothing."""
        if isinstance(command, TakeBack):
            known = len(self.in_force)
            return None if 0 < command.count <= known else Refusal(Reason.NOTHING_DONE, "C-88", limit=known)
        return refusal_of(self.rules, self.state, command)

    def ask(self, command: AnyCommand) -> tuple[AnyEvent, ...]:
        """Carry a command out, record it, and return its events.

        :raises Refusal: and nothing has changed.
        """
        if type(command) is TakeBack:
            refusal = self.refusal(command)
            if refusal is not None:
                raise refusal
            events: tuple[AnyEvent, ...] = (TakenBack(command.count, command.reason),)
            self._take_back(command.count)
        else:
            events = tuple(carry_out(self._draft, command))
            self.in_force.append(len(self.steps))
        self.steps.append(Step(command, events))
        return events

    def decide(self, command: AnyCommand) -> tuple[AnyEvent, ...]:
        """Carry a command out and fold its events, but leave recording them to `replay`'s caller.

        :raises Refusal: and nothing has changed.
        """
        return tuple(carry_out(self._draft, command))

    def set_state(self, state: State) -> None:
        """Go on from another state."""
        self.state = state
        self._draft = Draft(self.rules, state)

    def at(self, count: int) -> State:
        """The state after the first `count` steps of the record (0: the start)."""
        state, in_force = copy(self.start), self._in_force_at(count)
        for index in in_force:
            apply(state, self.steps[index].events)
        return state

    def _in_force_at(self, count: int) -> list[int]:
        first = 1 if self.steps and isinstance(self.steps[0].command, Begin) else 0
        in_force: list[int] = []
        for index in range(first, count):
            command = self.steps[index].command
            if isinstance(command, TakeBack):
                del in_force[len(in_force) - command.count :]
            else:
                in_force.append(index)
        return in_force

    def _take_back(self, count: int) -> None:
        del self.in_force[len(self.in_force) - count :]
        while self._marks and self._marks[-1][0] > len(self.in_force):
            self._marks.pop()
        known, state = self._marks[-1] if self._marks else (0, self.start)
        state = copy(state)
        for folded, index in enumerate(self.in_force[known:], known + 1):
            apply(state, self.steps[index].events)
            if folded % MARKED == 0:
                self._marks.append((folded, copy(state)))
        self.set_state(state)


def apply(state: State, events: Sequence[AnyEvent]) -> None:
    """Fold events into a state, in order."""
    for event in events:
        event.fold(state)


def copy(state: State) -> State:
    """A state that shares nothing changeable with the given one."""
    return replace(
        state,
        accounts=state.accounts.copy(),
        at=state.at.copy(),
        laps=state.laps.copy(),
        jailed=state.jailed.copy(),
        out=state.out.copy(),
        left=state.left.copy(),
        kept=[hand.copy() for hand in state.kept],
        owner=state.owner.copy(),
        level=state.level.copy(),
        mortgaged=state.mortgaged.copy(),
        decks={name: deck.copy() for name, deck in state.decks.items()},
        stacked=state.stacked.copy(),
        agenda=state.agenda.copy(),
        turns=state.turns.copy(),
        claims=state.claims.copy(),
        offers=state.offers.copy(),
        promises=state.promises.copy(),
        loans=state.loans.copy(),
        grace=state.grace.copy(),
        revisions=state.revisions.copy(),
        tokens={name: counts.copy() for name, counts in state.tokens.items()},
    )
