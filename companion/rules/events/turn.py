"""Events of a turn: throws, moves, cards, jail."""

from __future__ import annotations

from msgspec import UNSET

from companion.rules.events.base import DiceEvent, Event
from companion.rules.frames import (
    ENDS,
    FREE,
    MOST_SEATS,
    NO_CARD,
    ROLLS,
    AwaitChoice,
    AwaitDestination,
    AwaitDraw,
    AwaitEnd,
    AwaitRoll,
    AwaitThrow,
    Kept,
    SecondMove,
    Travel,
)
from companion.rules.state import State


class TurnBegan(Event, frozen=True, gc=False):
    """The seat's turn has begun; whatever waits above the bottom of the agenda stays there (S0-11)."""

    seat: int

    def fold(self, state: State) -> None:
        seat = self.seat
        state.turn = seat
        state.turns[seat] += 1
        state.thrown = False
        if state.doubles:
            state.doubles = 0
        agenda = state.agenda
        bottom = type(agenda[0]) if agenda else None
        if bottom is AwaitEnd or bottom is AwaitRoll:
            agenda[0] = ROLLS[seat]
        else:
            agenda.insert(0, ROLLS[seat])


# A fact is a value: one for each seat serves all games.
BEGINNINGS = tuple(TurnBegan(seat) for seat in range(MOST_SEATS))


class Rolled(DiceEvent, frozen=True, gc=False):
    """The movement throw; `again`: doubles that call for another one (S0-13). It ends graces and ages claims."""

    again: bool = False
    source: str = ""
    misread: str = ""

    def fold(self, state: State) -> None:
        second = self.second
        if second is UNSET or self.third is not UNSET:
            state.dice = self.dice
        else:
            state.dice = self.first, second
        if self.again:
            state.doubles += 1
            state.agenda[0] = ROLLS[self.seat]
        else:
            if state.doubles:
                state.doubles = 0
            state.agenda[0] = ENDS[self.seat]
        if not state.thrown:
            state.thrown = True
            if state.claims:
                state.claims = [claim.aged() for claim in state.claims]
        if state.grace:
            for square in state.grace:
                state.revise(state.owner[square])
            state.grace = {}


class Moved(Event, frozen=True, gc=False):
    """The token stands on another square, having passed or reached GO so many times; the salary is a payment of its
    own."""

    seat: int
    square: int
    laps: int

    def fold(self, state: State) -> None:
        state.at[self.seat] = self.square
        if self.laps:
            state.laps[self.seat] += self.laps


class TravelPlanned(Event, frozen=True, gc=False):
    """The seat will move by so many squares once the debt above it is settled (S0-38)."""

    seat: int
    steps: int

    def fold(self, state: State) -> None:
        state.agenda.append(Travel(self.seat, self.steps))


class TravelResumed(Event, frozen=True, gc=False):
    """The planned move is under way."""

    seat: int

    def fold(self, state: State) -> None:
        state.agenda.pop()


class SecondMovePlanned(Event, frozen=True, gc=False):
    """The seat will go on to the next deed once the first move is settled (SD-05)."""

    seat: int

    def fold(self, state: State) -> None:
        state.agenda.append(SecondMove(self.seat))


class SecondMoveBegan(Event, frozen=True, gc=False):
    """The first move of Mr. M. is settled; who has been jailed by it goes no further (SD-05, SD-08)."""

    seat: int

    def fold(self, state: State) -> None:
        state.agenda.pop()


class Thrown(DiceEvent, frozen=True, gc=False):
    """The fresh throw that a card demanded (C-10)."""

    source: str = ""
    misread: str = ""

    def fold(self, state: State) -> None:
        state.agenda.pop()


class ThrowAsked(Event, frozen=True, gc=False):
    """A card wants a fresh throw for the rent of a square, times a factor (C-10)."""

    seat: int
    square: int
    times: int
    asked_by: tuple[str, str] = NO_CARD

    def fold(self, state: State) -> None:
        state.agenda.append(AwaitThrow(self.seat, self.square, self.times, self.asked_by))


class ThrowGranted(Event, frozen=True, gc=False):
    """A card gives the seat another movement throw."""

    seat: int

    def fold(self, state: State) -> None:
        state.agenda[0] = ROLLS[self.seat]


class DrawAsked(Event, frozen=True, gc=False):
    """The seat is to take a card of a physical deck and to name it (S0-17)."""

    seat: int
    deck: str

    def fold(self, state: State) -> None:
        state.agenda.append(AwaitDraw(self.seat, self.deck))


class Drawn(Event, frozen=True, gc=False):
    """The top card was taken; it is under its deck again, or in the player's hand if `kept` (S0-17, S0-18)."""

    seat: int
    deck: str
    card: str
    kept: bool = False

    def fold(self, state: State) -> None:
        if state.agenda and type(state.agenda[-1]) is AwaitDraw:
            state.agenda.pop()
        deck = state.decks[self.deck]
        deck.remove(self.card)
        if self.kept:
            state.kept[self.seat].append(Kept(self.deck, self.card))
            state.revise(self.seat)
        else:
            deck.append(self.card)


class CardReturned(Event, frozen=True, gc=False):
    """A kept card went back under its own deck (S0-35, 3.6)."""

    seat: int
    deck: str
    card: str

    def fold(self, state: State) -> None:
        state.kept[self.seat].remove(Kept(self.deck, self.card))
        state.decks[self.deck].append(self.card)
        state.revise(self.seat)


class ChoiceAsked(Event, frozen=True, gc=False):
    """The seat has a choice (S0-22, SD-04)."""

    seat: int
    between: tuple[str, ...]
    amount: int
    percent: int = 0
    deck: str = ""
    asked_by: tuple[str, str] = NO_CARD

    def fold(self, state: State) -> None:
        asked = AwaitChoice(self.seat, self.between, self.amount, self.percent, self.deck, self.asked_by)
        state.agenda.append(asked)


class Chosen(Event, frozen=True, gc=False):
    """The seat has taken one way of its choice; it cannot be changed (S0-23)."""

    seat: int
    choice: str

    def fold(self, state: State) -> None:
        state.agenda.pop()


class DestinationAsked(Event, frozen=True, gc=False):
    """The seat is to choose the square it rides to, after triples any (S3-26, SD-06)."""

    seat: int
    anywhere: bool = False

    def fold(self, state: State) -> None:
        state.agenda.append(AwaitDestination(self.seat, self.anywhere))


class DestinationChosen(Event, frozen=True, gc=False):
    """The seat has chosen where to ride (S3-26)."""

    seat: int
    square: int

    def fold(self, state: State) -> None:
        state.agenda.pop()


class Jailed(Event, frozen=True, gc=False):
    """The seat is in jail; its throws of this turn are over (S0-31, S0-32)."""

    seat: int
    square: int

    def fold(self, state: State) -> None:
        state.at[self.seat] = self.square
        state.jailed[self.seat] = 0
        state.doubles = 0
        state.agenda[0] = ENDS[self.seat]


class TryFailed(Event, frozen=True, gc=False):
    """No doubles: the seat stays in jail with so many failed tries (S0-34)."""

    seat: int
    tries: int

    def fold(self, state: State) -> None:
        state.jailed[self.seat] = self.tries


class SatOut(Event, frozen=True, gc=False):
    """The seat sits out this turn in Court (S3-30)."""

    seat: int
    turns: int

    def fold(self, state: State) -> None:
        state.jailed[self.seat] = self.turns
        state.agenda[0] = ENDS[self.seat]


class Freed(Event, frozen=True, gc=False):
    """The seat is out of jail (S0-34 to S0-38)."""

    seat: int

    def fold(self, state: State) -> None:
        state.jailed[self.seat] = FREE


TurnEvent = (
    CardReturned
    | ChoiceAsked
    | Chosen
    | DestinationAsked
    | DestinationChosen
    | DrawAsked
    | Drawn
    | Freed
    | Jailed
    | Moved
    | Rolled
    | SatOut
    | SecondMoveBegan
    | SecondMovePlanned
    | ThrowAsked
    | ThrowGranted
    | Thrown
    | TravelPlanned
    | TravelResumed
    | TryFailed
    | TurnBegan
)
