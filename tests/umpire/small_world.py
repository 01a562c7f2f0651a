"""A world so small that all of it can be seen: three players, twelve squares, four deeds, a handful of money.

Every state that can be reached by the commands the table offers is visited once (`python -m tests.umpire.small_world`).
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator
from dataclasses import replace

from companion.rules import codec
from companion.rules import commands as ask
from companion.rules.board import Board, Go, Group, Jail, Luck, Parking, Railroad, Street, Tax, ToJail, Utility
from companion.rules.cards import Arrest, Card, Collect, Keep
from companion.rules.commands import AnyCommand, Begin
from companion.rules.decide import carry_out
from companion.rules.draft import Draft
from companion.rules.edition import Edition
from companion.rules.frames import BANK, Auction, Contest
from companion.rules.game import Game, copy
from companion.rules.options import Options
from companion.rules.prompts import prompts, rights
from companion.rules.rules import Rules
from companion.rules.state import State

Throws = tuple[tuple[int, int], ...]


def lot(name: str) -> Street:
    return Street(name, group="brown", price=2, mortgage=1, rents=(1, 2), house=1)


def edition() -> Edition:
    """The board and the rules of the small world; no salary, so that its money does not grow."""
    squares = (
        Go("GO"),
        Jail("Jail"),
        Parking("Meadow"),
        lot("Lane"),
        Railroad("Station", group="rails", price=2, mortgage=1, rents=(1,)),
        Parking("Pond"),
        Luck("Luck", deck="luck"),
        Tax("Toll", amount=1),
        Parking("Wood"),
        lot("Road"),
        Utility("Mill", group="mills", price=1, mortgage=1, factors=(1,)),
        ToJail("Off to jail"),
    )
    groups = {name: Group(color="#808080") for name in ("brown", "rails", "mills")}
    luck = (Card("jail-free", Keep()), Card("feast", Collect(1)), Card("jail", Arrest()))
    options = Options(
        start_cash=1, go_salary=0, jail_fee=1, jail_tries=1, houses=1, hotels=1, hotel_needs=1, auction_min=1
    )
    return Edition(id="small", title="Small", board=Board(squares, groups), decks={"luck": luck}, options=options)


def key(state: State) -> bytes:
    """What makes two states the same: turns, laps and what bots go by count for nothing."""
    nothing = [0] * len(state.players)
    return codec.encode(replace(state, turns=nothing, laps=nothing, revisions=nothing))


def offered(rules: Rules, state: State, throws: Throws) -> Iterator[AnyCommand]:
    """Every command that the table offers to somebody, with these throws and the lowest bid only."""
    for prompt in prompts(rules, state):
        if prompt.kind in ("roll", "throw"):
            kind = ask.Roll if prompt.kind == "roll" else ask.Throw
            yield from (kind(prompt.seat, *dice) for dice in throws)
        yield from prompt.choices
    for seat in state.playing():
        yield from rights(rules, state, seat)
    if state.agenda and isinstance(state.agenda[-1], Auction | Contest):
        yield ask.Gavel()


class World:
    """All states that can be reached, and from which states each can be reached at once."""

    def __init__(self, rules: Rules, start: State, throws: Throws) -> None:
        self.rules = rules
        self.throws = throws
        self.before: dict[bytes, list[bytes]] = {key(start): []}
        self.ends: list[bytes] = []
        self._ahead = deque([start])

    def explore(self, most: int) -> None:
        """Visit all states.

        :raises AssertionError: somebody is stuck, money is lost, or there are more than `most` states.
        """
        while self._ahead:
            state = self._ahead.popleft()
            here = key(state)
            if state.over:
                self.ends.append(here)
                continue
            commands = list(offered(self.rules, state, self.throws))
            assert commands, f"nobody can do anything: {state}"
            for command in commands:
                self._visit(here, state, command)
            assert len(self.before) <= most, "there are more states than thought"

    def _visit(self, here: bytes, state: State, command: AnyCommand) -> None:
        after = copy(state)
        carry_out(Draft(self.rules, after), command)
        assert_whole(self.rules, after)
        there = key(after)
        if there not in self.before:
            self.before[there] = []
            self._ahead.append(after)
        self.before[there].append(here)

    def hopeless(self) -> int:
        """From how many states the game cannot end any more."""
        hopeful, ahead = set(self.ends), list(self.ends)
        while ahead:
            for earlier in self.before[ahead.pop()]:
                if earlier not in hopeful:
                    hopeful.add(earlier)
                    ahead.append(earlier)
        return len(self.before) - len(hopeful)


def assert_whole(rules: Rules, state: State) -> None:
    """No money is lost or owed by nobody, no deed and no house is lost."""
    assert sum(state.accounts) == 0
    assert min(state.accounts[:BANK]) >= 0
    built = [rules.stock(street, level, 0) for at, level in enumerate(state.level) if (street := rules.street(at))]
    assert state.houses + sum(houses for houses, _ in built) == rules.options.houses
    assert state.hotels + sum(hotels for _, hotels in built) == rules.options.hotels
    for square in rules.deeds:
        owner = state.owner[square]
        assert owner == BANK or not state.out[owner]
        assert owner != BANK or not (state.level[square] or state.mortgaged[square])


def explored(players: tuple[str, ...], throws: Throws, most: int) -> World:
    """The whole world, from everybody on GO with one coin each."""
    rules = Rules(edition())
    world = World(rules, Game.begin(rules, Begin(rules.edition, players)).state, throws)
    world.explore(most)
    return world


def main() -> int:
    world = explored(("red", "blue", "green"), ((1, 2),), 1_000_000)
    steps = sum(map(len, world.before.values()))
    print(f"{len(world.before)} states, {steps} steps between them, {len(world.ends)} of them ends")
    print(f"{world.hopeless()} of them without an end ahead")
    return 0


if __name__ == "__main__":
    sys.exit(main())
