"""Carries a play out and tells the first thing that is not as the play says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

import msgspec

from companion.errors import NOTHING, Message, message
from companion.plays.expectations import refuted
from companion.plays.lexis import Said
from companion.plays.names import Names
from companion.plays.parser import RefusedLine
from companion.plays.scene import Ask, Question, Scenario
from companion.rules.commands import AnyCommand, Begin, Reason, Refusal
from companion.rules.frames import BANK
from companion.rules.game import Game, apply, copy
from companion.rules.rules import Rules
from companion.rules.setup import begin_game
from companion.rules.state import State

Broken = Iterator[tuple[Said, Said]]


class Invariants:
    """Watches a game from its start; a second state folds the recorded events and must stay equal to the live one."""

    def __init__(self, game: Game) -> None:
        self._rules = game.rules
        self._buildings = buildings(game.rules, game.state)
        self._folded = copy(game.start)
        self._steps: list[int] = []

    def broken(self, game: Game) -> Broken:
        """What is expected and what is the case, for each invariant that does not hold."""
        state = game.state
        yield from _differs("money-adds-up", 0, sum(state.accounts))
        yield from _in_the_red(state)
        yield from _left_behind(state)
        yield from _lost_seats(state)
        yield from _stray_deeds(self._rules, state)
        yield from _differs("buildings-add-up", self._buildings, buildings(self._rules, state))
        self._follow(game)
        if self._folded != state:
            yield message("play.folded"), _difference(self._folded, state)

    def _follow(self, game: Game) -> None:
        """Fold the steps that are new; after an undo all that are in force, from the start."""
        done = len(self._steps)
        if game.in_force[:done] != self._steps:
            self._folded = copy(game.start)
            done = 0
        for index in game.in_force[done:]:
            apply(self._folded, game.steps[index].events)
        self._steps = list(game.in_force)


def buildings(rules: Rules, state: State) -> tuple[int, int]:
    """All houses and all hotels there are, on the board and in the bank."""
    houses, hotels = state.houses, state.hotels
    for square, level in enumerate(state.level):
        street = rules.street(square)
        if level and street:
            on_lot = rules.stock(street, level, 0)
            houses += on_lot[0]
            hotels += on_lot[1]
    return houses, hotels


def _differs(what: str, expected: object, got: object) -> Broken:
    if expected != got:
        yield message(f"play.{what}", sum=expected), str(got)


def _in_the_red(state: State) -> Broken:
    for seat, player in enumerate(state.players):
        if state.accounts[seat] < 0:
            yield message("play.no-less", name=player), str(state.accounts[seat])
    if min(state.houses, state.hotels) < 0:
        yield message("play.no-buildings"), message("play.stock-left", houses=state.houses, hotels=state.hotels)


def _left_behind(state: State) -> Broken:
    for seat, player in enumerate(state.players):
        if state.out[seat] and (state.accounts[seat] or state.kept[seat]):
            left = message("play.left-with", money=state.accounts[seat], cards=len(state.kept[seat]))
            yield message("play.left-bare", name=player), left


def _lost_seats(state: State) -> Broken:
    for seat, left in enumerate(state.left):
        others = [(seat + step) % len(state.out) for step in range(1, len(state.out) + 1)]
        expected = next(other for other in others if not state.out[other])
        if left != expected:
            yield message("play.follows", next=expected, seat=seat), message("play.seat", seat=left)


def _stray_deeds(rules: Rules, state: State) -> Broken:
    for square, owner in enumerate(state.owner):
        if owner != BANK and (square not in rules.deeds or not 0 <= owner < len(state.out) or state.out[owner]):
            yield message("play.owner-in", square=square), str(owner)


def _difference(folded: State, live: State) -> Message:
    """The first field in which the two states differ."""
    name = next(each.name for each in fields(live) if getattr(folded, each.name) != getattr(live, each.name))
    return message("play.differs", name=name, folded=str(getattr(folded, name)), live=str(getattr(live, name)))


class Failure(msgspec.Struct, frozen=True):
    """A line of a play that does not hold: what it expects, and what is the case."""

    line: int
    expected: Said
    got: Said

    @property
    def message(self) -> Message:
        """What is said of it."""
        return message("play.expected", expected=self.expected, got=self.got, advice=NOTHING)


def run(scene: Scenario) -> Failure | None:
    """Carry out all lines, the invariants asked after each; the first failure, or None if the play holds."""
    return next(_failures(scene), None)


def _failures(scene: Scenario) -> Iterator[Failure]:
    invariants = Invariants(scene.game)
    for entry in scene.script:
        yield from _answer(scene, entry) if isinstance(entry, Question) else _do(scene.game, entry)
        for expected, got in invariants.broken(scene.game):
            yield Failure(entry.line.first.line, expected, got)


def _answer(scene: Scenario, question: Question) -> Iterator[Failure]:
    line = question.line
    names = Names(scene.game.rules.edition, scene.game.state.players)
    got = refuted(line.form, question.values, scene.game, names)
    if got is not None:
        yield Failure(line.first.line, line.text, got)


def _do(game: Game, wish: Ask) -> Iterator[Failure]:
    line = wish.line
    reason = attempt(game, wish.command)
    wanted = line.reason if isinstance(line, RefusedLine) else None
    if wanted is None and reason is not None:
        yield Failure(line.first.line, message("play.to-accept", line=line.text), reason)
    elif wanted is not None and (reason is None or not _says(wanted, Reason(reason))):
        expected = message("play.to-refuse-for" if wanted else "play.to-refuse", line=line.text, **_named(wanted))
        yield Failure(line.first.line, expected, reason or message("play.accepted"))


def _named(reason: str) -> dict[str, str]:
    return {"reason": reason} if reason else {}


def _says(wanted: str, reason: Reason) -> bool:
    """Whether a play expects this reason, or the general one that it says more exactly, or any."""
    return wanted in ("", reason, reason.general)


def attempt(game: Game, command: AnyCommand) -> str | None:
    """The reason for which the rules refuse a command, or None if it was carried out."""
    try:
        if isinstance(command, Begin):
            begin_game(game.rules, command)
        else:
            game.ask(command)
    except Refusal as refusal:
        return refusal.reason.value
    return None
