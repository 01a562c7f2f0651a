"""The Speed Die: what a throw of three dice does beyond its sum (SD-03 to SD-08)."""

from __future__ import annotations

from companion.rules.commands import Roll
from companion.rules.dice import total
from companion.rules.draft import Draft
from companion.rules.events import ChoiceAsked, DestinationAsked, SecondMoveBegan, SecondMovePlanned
from companion.rules.frames import BANK, FREE
from companion.rules.landing import advance, ride
from companion.rules.rules import Rules
from companion.rules.state import State

BUS = ("first", "second", "sum")


def is_triple(command: Roll) -> bool:
    """Three alike; they do not count as doubles (SD-06)."""
    return command.first == command.second == command.third


def move(draft: Draft, command: Roll) -> None:
    """Move as the dice say: by their sum, to any square after triples, as one gets off the bus, or twice with Mr. M.
    (SD-03 to SD-06)."""
    seat = command.seat
    if command.third == "bus":
        draft.emit(ChoiceAsked(seat, BUS, 0))
    elif command.third == "mr":
        draft.emit(SecondMovePlanned(seat))
        advance(draft, seat, total(command.dice))
    elif is_triple(command):
        draft.emit(DestinationAsked(seat, anywhere=True))
    else:
        advance(draft, seat, total(command.dice))


def bus_stops(state: State) -> dict[str, int]:
    """By how many squares each way of getting off the bus leads on (SD-04)."""
    first, second = total(state.dice[:1]), total(state.dice[1:2])
    return dict(zip(BUS, (first, second, first + second), strict=True))


def get_off(draft: Draft, seat: int, choice: str) -> None:
    """Move by the first die, the second, or both (SD-04)."""
    advance(draft, seat, bus_stops(draft.state)[choice])


def go_on(draft: Draft, seat: int) -> None:
    """Go on to the next deed that the bank has, else to the next on which rent is due to a player; who was jailed stays
    there, and so does he who finds none (SD-05, SD-08)."""
    state, rules = draft.state, draft.rules
    draft.emit(SecondMoveBegan(seat))
    if state.jailed[seat] != FREE:
        return
    square = next_deed(rules, state, seat)
    if square == state.at[seat]:
        draft.spare("no-next-deed", seat)
    else:
        ride(draft, seat, square)


def next_deed(rules: Rules, state: State, seat: int) -> int:
    """Where the second move leads; the square where the seat stands: nowhere (SD-05)."""
    at = state.at[seat]
    ahead = [(at + step) % rules.size for step in range(1, rules.size)]
    deeds = [square for square in ahead if rules.is_deed[square]]
    free = [square for square in deeds if state.owner[square] == BANK]
    owed = [square for square in deeds if _is_owed(rules, state, seat, square)]
    return (free or owed or [at])[0]


def _is_owed(rules: Rules, state: State, seat: int, square: int) -> bool:
    """Whether a visit would bring the owner rent: not the visitor himself, nor of a mortgaged deed, in Court, or where
    he has promised none (SD-05, P-01)."""
    owner = state.owner[square]
    if owner in (BANK, seat) or state.mortgaged[square] or not rules.may_collect(state, owner):
        return False
    return not state.visits_left(seat, square)
