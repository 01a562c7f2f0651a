"""Random but lawful play, for tests: whoever is asked does what is offered, and now and then something foolish."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from companion.rules import cards
from companion.rules import commands as ask
from companion.rules.commands import AnyCommand, Begin, Refusal
from companion.rules.dice import Dice
from companion.rules.edition import Edition
from companion.rules.frames import Side
from companion.rules.game import Game
from companion.rules.prompts import Prompt, prompts, rights
from companion.rules.rules import Rules
from companion.rules.setup import hands

COLORS = ("red", "blue", "green", "white", "black", "amber", "lilac", "brown")


def begin(edition: Edition, players: int, chance: Random, stacked: bool = True, first: int = 0) -> Game:
    """A game set up by chance: shuffled decks that the bank draws from, and deeds dealt where the edition deals any."""
    decks = {
        name: tuple(chance.sample(cards.names(deck), len(cards.names(deck)))) for name, deck in edition.decks.items()
    }
    deeds = edition.board.deeds()
    deal = hands(edition, players, chance.sample(deeds, len(deeds)))
    whole = Begin(edition, COLORS[:players], first, decks if stacked else {}, deal)
    return Game.begin(Rules(edition), whole)


def answer(game: Game, chance: Random) -> AnyCommand:
    """A lawful answer to one of the open prompts, or a standing right used now and then."""
    asked = prompts(game.rules, game.state)
    if chance.random() < 0.25:
        wishes = rights(game.rules, game.state, chance.choice(game.state.playing()))
        if wishes:
            return chance.choice(wishes)
    if chance.random() < 0.05:
        return ask.Gavel()
    prompt = chance.choice(asked)
    return _answer(prompt, game, chance)


def thrown(game: Game, seat: int, chance: Random) -> Dice:
    return tuple(chance.choice(faces) for faces in game.rules.dice_for(game.state, seat))


def _answer(prompt: Prompt, game: Game, chance: Random) -> AnyCommand:
    if prompt.kind in ("roll", "start"):
        return ask.Roll.of(prompt.seat, thrown(game, prompt.seat, chance))
    if prompt.kind == "throw":
        return ask.Throw.of(prompt.seat, thrown(game, prompt.seat, chance))
    if prompt.kind == "auction" and prompt.low <= prompt.high and chance.random() < 0.5:
        unit = game.rules.unit
        return ask.Bid(prompt.seat, chance.randrange(prompt.low, min(prompt.high, prompt.low + 40 * unit) + 1, unit))
    if prompt.kind == "pay":
        return raise_money(game, prompt, chance)
    return chance.choice(prompt.choices) if prompt.choices else ask.Gavel()


def raise_money(game: Game, prompt: Prompt, chance: Random) -> AnyCommand:
    """Pay if the cash suffices, else sell or mortgage, else give up."""
    if prompt.choices and isinstance(prompt.choices[0], ask.Pay):
        return prompt.choices[0]
    wishes = rights(game.rules, game.state, prompt.seat)
    sales = [wish for wish in wishes if isinstance(wish, ask.Sell | ask.Clear | ask.Mortgage)]
    return chance.choice(sales) if sales else prompt.choices[-1]


def offer(game: Game, chance: Random) -> AnyCommand | None:
    """A trade between two players, possible or not."""
    players = game.state.playing()
    if len(players) < 2:
        return None
    seat, to = chance.sample(players, 2)
    return ask.Propose(seat, to, _side(game, seat, chance), _side(game, to, chance))


def _side(game: Game, seat: int, chance: Random) -> Side:
    deeds = game.state.deeds_of(seat)
    some = tuple(chance.sample(deeds, min(len(deeds), chance.randint(0, 2))))
    hand = tuple(kept.card for kept in game.state.kept[seat][:1]) if chance.random() < 0.5 else ()
    return Side(some, chance.choice((0, 0, 5, 60, 200)), hand)


def foolish(game: Game, chance: Random) -> Iterator[AnyCommand]:
    """Commands that may or may not be lawful now, of every kind and for every seat."""
    seat = chance.choice(game.state.seats)
    square = chance.randrange(game.rules.size)
    dice = chance.randint(1, 6), chance.randint(1, 6)
    yield ask.Roll(seat, *dice)
    yield ask.Throw(seat, *dice)
    for kind in (ask.End, ask.Buy, ask.Decline, ask.Pass, ask.ClaimRent, ask.Pay, ask.PayBail, ask.UseCard, ask.Wait):
        yield kind(seat)
    for deed in (ask.Mortgage, ask.Redeem, ask.Build, ask.Sell, ask.Clear, ask.ContestFor, ask.GoTo):
        yield deed(seat, square)
    yield ask.Bid(seat, chance.randint(-5, 700))
    yield ask.Draw(seat, chance.choice(("go", "jail", "permit", "no-card")))
    yield ask.Choose(seat, chance.choice(("flat", "percent", "fine", "chance", "nothing")))
    for other in (ask.Accept, ask.Reject, ask.Withdraw):
        yield other(seat, chance.choice(game.state.seats))


def play(game: Game, chance: Random, limit: int) -> Iterator[AnyCommand]:
    """Play up to `limit` accepted commands; after that the referee calls time, so that every game ends."""
    count = 0
    while not game.state.over:
        count += 1
        if count == limit:
            command: AnyCommand | None = ask.CallTime()
        elif chance.random() < 0.03:
            command = offer(game, chance)
        else:
            command = answer(game, chance)
        if command is None:
            continue
        try:
            game.ask(command)
        except Refusal:
            assert isinstance(command, ask.Propose | ask.Gavel | ask.CallTime), command
            continue
        yield command
