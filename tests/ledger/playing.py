"""Random legal play, with trades, corrections and undo: what a ledger has to keep."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from companion.editions.registry import load
from companion.ledger.entry import Entry
from companion.ledger.store import Ledger
from companion.rules import commands as ask
from companion.rules.commands import AnyCommand, Begin, Refusal
from companion.rules.frames import Side
from companion.rules.game import Game, Step
from companion.rules.prompts import Prompt, prompts, rights
from companion.rules.rules import Rules

PLAYERS = ("red", "blue", "green", "yellow")


def new_game(seed: int = 1, players: int = 4, edition: str = "classic", profiles: tuple[str, ...] = ()) -> Game:
    """A game with shuffled decks, just begun."""
    chosen, chance = load(edition, profiles), Random(seed)
    decks = {}
    for name, deck in chosen.decks.items():
        cards = [card.id for card in deck for _ in range(card.copies)]
        chance.shuffle(cards)
        decks[name] = tuple(cards)
    return Game.begin(Rules(chosen), Begin(chosen, PLAYERS[:players], decks=decks))


def play(game: Game, seed: int, steps: int) -> Iterator[Step]:
    """Play on at random until the game is over or has so many steps; gives each after it was taken."""
    chance = Random(seed)
    yield from game.steps
    while not game.state.over and len(game.steps) < steps:
        try:
            game.ask(wish(game, chance))
        except Refusal:
            continue
        yield game.steps[-1]


def record(ledger: Ledger, name: str, game: Game, seed: int, steps: int) -> list[Entry]:
    """Play a game into a ledger."""
    return [ledger.append(name, "test", step.command, step.events) for step in play(game, seed, steps)]


def wish(game: Game, chance: Random) -> AnyCommand:
    """Something that somebody at the table may well want; mostly what is asked for."""
    state, die = game.state, chance.random()
    seat = chance.choice(state.playing())
    if die < 0.01 and len(game.in_force) > 9:
        return ask.TakeBack(chance.randint(1, 9), "wrong deed")
    if die < 0.02:
        return ask.Correct(ask.Subject.CASH, seat, chance.randint(0, 300), "counted again")
    if die < 0.05:
        return _trade(game, seat, chance)
    if die < 0.25:
        return chance.choice(rights(game.rules, state, seat) or [ask.Gavel()])
    return _answer(chance.choice(prompts(game.rules, state)), chance)


def _trade(game: Game, seat: int, chance: Random) -> AnyCommand:
    other = chance.choice(game.rules.from_left_of(game.state, seat))
    mine, theirs = game.state.deeds_of(seat), game.state.deeds_of(other)
    gives = Side(tuple(chance.sample(mine, min(len(mine), 1))), chance.randint(0, 200))
    takes = Side(tuple(chance.sample(theirs, min(len(theirs), 1))))
    return ask.Propose(seat, other, gives, takes)


def _answer(prompt: Prompt, chance: Random) -> AnyCommand:
    dice = chance.randint(1, 6), chance.randint(1, 6)
    if prompt.kind in ("roll", "start"):
        return ask.Roll(prompt.seat, *dice, source="die 7F3A")
    if prompt.kind == "throw":
        return ask.Throw(prompt.seat, *dice, source="buttons")
    if prompt.kind == "auction" and prompt.low <= prompt.high and chance.random() < 0.4:
        return ask.Bid(prompt.seat, chance.randint(prompt.low, min(prompt.high, prompt.low + 20)))
    return chance.choice(prompt.choices or (ask.Gavel(),))
