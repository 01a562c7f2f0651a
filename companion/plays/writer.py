"""Writes a game as a play: how it stood, every line that was accepted, also those taken back, and how it stands now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.editions.registry import load
from companion.plays import forms
from companion.plays.actions import written
from companion.plays.expectations import STANDING
from companion.plays.names import Names
from companion.plays.parser import EDITION, FIRST, HIGHEST, PLAYERS, PROFILE, RULE, TURN
from companion.plays.runner import buildings
from companion.plays.slots import Value
from companion.rules.commands import Begin
from companion.rules.edition import Edition
from companion.rules.frames import BANK, FREE, POT, StartingThrow
from companion.rules.game import Game
from companion.rules.options import fold
from companion.rules.rules import Rules
from companion.rules.setup import opening
from companion.rules.state import State

Row = tuple[str, tuple[Value, ...]]  # a form and the values of its slots
OTHER_BOARD = "# The board or the cards of this game are not those of the edition as it is installed here."


def write(game: Game) -> str:
    """The text of a play that `banker judge` accepts (plays: export).

    :raises UserError: the edition or a profile of the game is not there any more, so that nobody could judge the play.
    """
    edition = game.rules.edition
    installed = load(edition.id, edition.profiles)
    names = Names(edition, unique(game.start.players))
    head = [*_settings(edition, installed, names.players), *_given(game.rules, game.start)]
    lines = [
        *([] if (installed.board, installed.decks) == (edition.board, edition.decks) else [OTHER_BOARD]),
        *(forms.write(form, values, names) for form, values in head),
        *_actions(game, names),
        *(f"= {forms.write(form, values, names)}" for form, values in _outcome(game.rules, game.state)),
    ]
    return "\n".join(lines) + "\n"


def _actions(game: Game, names: Names) -> Iterator[str]:
    """The lines that were accepted, each with the names of its moment."""
    for step in game.steps:
        if not isinstance(step.command, Begin):
            yield written(step.command, names)
            names.follow(step.command)


def unique(players: Sequence[str]) -> list[str]:
    """Names that a play can tell apart: none is empty, and no two differ by case or blanks only."""
    found: list[str] = []
    for seat, player in enumerate(players, 1):
        plain = " ".join(player.split()) or f"player {seat}"
        while fold(plain) in map(fold, found):
            plain = f"{plain} {seat}"
        found.append(plain)
    return found


def _settings(edition: Edition, installed: Edition, players: Sequence[str]) -> Iterator[Row]:
    """Edition and profiles, the options in which the game differs from them, the players."""
    yield EDITION, (edition.id,)
    for profile in edition.profiles:
        yield PROFILE, (profile,)
    for key in edition.options.__struct_fields__:
        value = getattr(edition.options, key)
        if value != getattr(installed.options, key):
            yield RULE, (key, ("no", "yes")[value] if isinstance(value, bool) else value)
    yield PLAYERS, (tuple(players),)


def _given(rules: Rules, start: State) -> Iterator[Row]:
    """What is not as at the start of every game."""
    fresh = opening(rules.edition, start.players, {})
    if any(isinstance(frame, StartingThrow) for frame in start.agenda):
        yield HIGHEST, ()
    elif start.turn:
        yield TURN if start.turns[0] else FIRST, (start.turn,)
    for deck in start.stacked:
        yield "given deck DECK CARD+", (deck, tuple(start.decks[deck]))
    for seat in start.seats:
        yield from _given_player(start, fresh, seat)
    for square in rules.deeds:
        if start.level[square]:
            yield "given SQUARE buildings COUNT", (square, start.level[square])
        if start.mortgaged[square]:
            yield "given SQUARE mortgaged", (square,)
    yield from ((f"given {form}", values) for form, values in _terms(start))
    if buildings(rules, start) != (fresh.houses, fresh.hotels):
        yield "given bank houses COUNT", (start.houses,)
        yield "given bank hotels COUNT", (start.hotels,)
    if start.accounts[POT]:
        yield "given pot SUM", (start.accounts[POT],)


def _given_player(start: State, fresh: State, seat: int) -> Iterator[Row]:
    for kept in start.kept[seat]:
        yield "given PLAYER keeps CARD", (seat, kept.card)
    if start.accounts[seat] != fresh.accounts[seat]:
        yield "given PLAYER cash SUM", (seat, start.accounts[seat])
    if start.at[seat]:
        yield "given PLAYER at SQUARE", (seat, start.at[seat])
    if start.deeds_of(seat):
        yield "given PLAYER owns SQUARE+", (seat, tuple(start.deeds_of(seat)))
    if start.jailed[seat] != FREE:
        yield "given PLAYER jailed COUNT", (seat, start.jailed[seat])
    if start.doubles and seat == start.turn:
        yield "given PLAYER doubles COUNT", (seat, start.doubles)
    if start.laps[seat]:
        yield "given PLAYER laps COUNT", (seat, start.laps[seat])


def _outcome(rules: Rules, state: State) -> Iterator[Row]:
    """How the game stands: cash and places, deeds, stock, and who has won or is to act."""
    for seat in state.seats:
        if state.out[seat]:
            if state.seat_of(state.players[seat]) == seat:
                yield STANDING, (seat, True)
        else:
            yield "PLAYER cash AMOUNT", (seat, state.accounts[seat])
            yield "PLAYER at SQUARE", (seat, state.at[seat])
    for square in rules.deeds:
        if state.owner[square] != BANK:
            yield from _deed(state, square)
    yield from _terms(state)
    yield "bank houses COUNT", (state.houses,)
    yield "bank hotels COUNT", (state.hotels,)
    yield "pot AMOUNT", (state.accounts[POT],)
    yield "over YESNO", (state.over,)
    yield ("winner PLAYER", (state.winner,)) if state.over else ("turn PLAYER", (state.turn,))


def _terms(state: State) -> Iterator[Row]:
    """The promises and loans that are open."""
    for promise in state.promises:
        yield "promise PLAYER SQUARE COUNT", (promise.holder, promise.square, promise.visits)
    for loan in state.loans:
        row = (loan.borrower, loan.lender, loan.amount, state.turns_left(loan))
        yield "loan PLAYER PLAYER SUM COUNT", row


def _deed(state: State, square: int) -> Iterator[Row]:
    yield "SQUARE owner ACCOUNT", (square, state.owner[square])
    if state.level[square]:
        yield "SQUARE buildings COUNT", (square, state.level[square])
    if state.mortgaged[square]:
        yield "SQUARE mortgaged YESNO", (square, True)
