"""What must be true, as forms of lines, and what is the case instead."""

from __future__ import annotations

from collections.abc import Callable

from companion.errors import message
from companion.plays import forms
from companion.plays.lexis import Said
from companion.plays.names import GONE, Names
from companion.plays.slots import Value
from companion.rules.frames import POT, Owing
from companion.rules.game import Game
from companion.rules.prompts import prompts

STANDING = "PLAYER STANDING"

# Questions with one answer: the last slot holds the expected one, the slots before it say what is asked about.
FACTS: dict[str, Callable[..., Value]] = {
    "PLAYER cash AMOUNT": lambda game, seat: game.state.accounts[seat],
    "PLAYER at SQUARE": lambda game, seat: game.state.at[seat],
    "PLAYER laps COUNT": lambda game, seat: game.state.laps[seat],
    "PLAYER worth AMOUNT": lambda game, seat: game.rules.worth(game.state, seat),
    "PLAYER jailed TRIES": lambda game, seat: game.state.jailed[seat],
    "PLAYER keeps CARD COUNT": lambda game, seat, card: sum(kept.card == card for kept in game.state.kept[seat]),
    STANDING: lambda game, seat: seat == GONE or game.state.out[seat],
    "SQUARE owner ACCOUNT": lambda game, square: game.state.owner[square],
    "SQUARE buildings COUNT": lambda game, square: game.state.level[square],
    "SQUARE mortgaged YESNO": lambda game, square: game.state.mortgaged[square],
    "SQUARE rent AMOUNT": lambda game, square: game.rules.rent(game.state, square),
    "promise PLAYER SQUARE COUNT": lambda game, holder, square: game.state.visits_left(holder, square),
    "bank houses COUNT": lambda game: game.state.houses,
    "bank hotels COUNT": lambda game: game.state.hotels,
    "pot AMOUNT": lambda game: game.state.accounts[POT],
    "turn PLAYER": lambda game: game.state.turn,
    "over YESNO": lambda game: game.state.over,
}


def _waiting(game: Game) -> list[tuple[Value, ...]]:
    return [(prompt.seat, prompt.kind) for prompt in prompts(game.rules, game.state)]


def _debts(game: Game) -> list[tuple[Value, ...]]:
    owing = [frame for frame in game.state.agenda if isinstance(frame, Owing)]
    return [(debt.debtor, debt.creditor, debt.amount) for frame in owing for debt in frame.debts]


def _loans(game: Game) -> list[tuple[Value, ...]]:
    state = game.state
    return [(loan.borrower, loan.lender, loan.amount, state.turns_left(loan)) for loan in state.loans]


def _winner(game: Game) -> list[tuple[Value, ...]]:
    return [(game.state.winner,)] if game.state.over else []


# Questions with any number of answers, of which the expected one must be one; an answer fills all slots.
AMONG: dict[str, Callable[[Game], list[tuple[Value, ...]]]] = {
    "waiting PLAYER KIND": _waiting,
    "debt PLAYER ACCOUNT SUM": _debts,
    "loan PLAYER PLAYER SUM COUNT": _loans,
    "winner PLAYER": _winner,
}
EXPECTATIONS: dict[str, object] = {**AMONG, **FACTS}


def refuted(form: str, values: list[Value], game: Game, names: Names) -> Said | None:
    """What is the case instead of what was expected, as a play would write it; None if the expectation holds."""
    if form in AMONG:
        answers = AMONG[form](game)
        shown = " and ".join(dict.fromkeys(forms.write(form, answer, names) for answer in answers))
        return None if tuple(values) in answers else shown or message("play.no", what=form.split(maxsplit=1)[0])
    *asked, expected = values
    answer = FACTS[form](game, *asked)
    return None if answer == expected else forms.written_last(form, answer, names)
