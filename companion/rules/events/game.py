"""Events of the whole game: its beginning, bankruptcy, the referee, its end."""

from __future__ import annotations

from companion.rules.dice import total
from companion.rules.edition import Edition
from companion.rules.events.base import DiceEvent, Event
from companion.rules.events.money import without_deeds_of
from companion.rules.events.promises import end_promises_of
from companion.rules.frames import BANK, FREE, ROLLS, AnyFrame, Debt, Estate, LastClaims, Owing, StartingThrow
from companion.rules.state import State

LAST_ROUND = ("time", "goal", "rounds")  # the reasons for which a game ends after a whole round (C-96, C-97)


class Began(Event, frozen=True, gc=True):
    """The game is set up: complete edition, rules version, players, the decks whose order the bank knows."""

    edition: Edition
    version: int
    players: tuple[str, ...]
    decks: dict[str, tuple[str, ...]]

    def fold(self, state: State) -> None:
        """A game begins once; `setup.opening` makes the state that this event stands for."""


class StartThrown(DiceEvent, frozen=True, gc=False):
    """A throw for the first turn; the highest sum begins, ties throw again (S0-10)."""

    source: str = ""
    misread: str = ""

    def fold(self, state: State) -> None:
        top = state.top(StartingThrow)
        state.agenda[-1] = StartingThrow(top.seats, (*top.thrown, total(self.dice)))


class StartAsked(Event, frozen=True, gc=True):
    """These seats throw for the first turn; an empty tuple closes the question (S0-10)."""

    seats: tuple[int, ...]

    def fold(self, state: State) -> None:
        if state.agenda and type(state.agenda[-1]) is StartingThrow:
            state.agenda.pop()
        if self.seats:
            state.agenda.append(StartingThrow(self.seats))


class Bankrupted(Event, frozen=True, gc=False):
    """The seat is out of the game: its debts, frames, claims and offers are gone; what it owned passes by other events
    (S0-61)."""

    seat: int
    creditor: int

    def fold(self, state: State) -> None:
        _take_out(state, self.seat, self.creditor)


class Departed(Event, frozen=True, gc=False):
    """The seat has left the game without a debt; its frames, claims and offers are gone, what it owned passes by other
    events (C-104)."""

    seat: int

    def fold(self, state: State) -> None:
        state.departed += 1
        _take_out(state, self.seat, BANK)


def _take_out(state: State, seat: int, heir: int) -> None:
    state.out[seat] = True
    state.left = [state.left[seat] if left == seat else left for left in state.left]
    state.jailed[seat] = FREE
    frames = [_without(state, frame, seat, heir) for frame in state.agenda]
    state.agenda = [frame for frame in frames if frame is not None]
    state.claims = [claim for claim in state.claims if seat not in (claim.owner, claim.visitor)]
    state.offers = [offer for offer in state.offers if seat not in (offer.seat, offer.to)]
    end_promises_of(state, seat, heir)


class HandedOver(Event, frozen=True, gc=False):
    """Somebody else has the chair, with all that is its; `of` had it before (C-105)."""

    seat: int
    name: str
    of: str

    def fold(self, state: State) -> None:
        players = state.players
        state.players = (*players[: self.seat], self.name, *players[self.seat + 1 :])
        state.former = (*state.former, self.of)


class Joined(Event, frozen=True, gc=False):
    """Somebody new has sat down on the last seat, and counts as having had so many turns (C-106)."""

    name: str
    turns: int

    def fold(self, state: State) -> None:
        seat = len(state.players)
        state.players = (*state.players, self.name)
        for figures, figure in (
            (state.accounts, 0),
            (state.at, 0),
            (state.laps, 0),
            (state.jailed, FREE),
            (state.turns, self.turns),
            (state.revisions, 0),
            *((counts, 0) for counts in state.tokens.values()),
        ):
            figures.insert(seat, figure)
        state.out.append(False)
        state.kept.append([])
        _seat_last(state, seat)


def _seat_last(state: State, seat: int) -> None:
    """The new seat follows whoever was followed by the first one, and is followed by him (S0-11)."""
    first = state.playing()[0]
    state.left = [seat if left == first and other >= first else left for other, left in enumerate(state.left)]
    state.left.append(first)


def _without(state: State, frame: AnyFrame, seat: int, heir: int) -> AnyFrame | None:
    """The frame without the bankrupt; no auction and no contest is open while somebody owes (plays: Paying)."""
    if not isinstance(frame, Owing):
        return None if getattr(frame, "seat", None) == seat else frame
    others = (_owed_on(debt, seat, heir) for debt in frame.debts if debt.debtor != seat)
    rest = tuple(debt for debt in others if debt.debtor != debt.creditor)
    return Owing(rest, without_deeds_of(state, seat, frame.pledged)) if rest else None


def _owed_on(debt: Debt, seat: int, heir: int) -> Debt:
    """What was owed to the bankrupt is owed to whoever gets all the rest (S0-61, C-83)."""
    if debt.creditor != seat:
        return debt
    return Debt(debt.debtor, heir, debt.amount, debt.cause, debt.square, debt.ground)


class TokenSet(Event, frozen=True, gc=False):
    """A counter of the edition's own has a new value: of a seat, or (-1) of the table (design: Editions)."""

    name: str
    seat: int
    value: int

    def fold(self, state: State) -> None:
        state.tokens.setdefault(self.name, [0] * (len(state.players) + 1))[self.seat] = self.value
        if self.seat == BANK:
            state.revise_all()
        else:
            state.revise(self.seat)


class TimeCalled(Event, frozen=True, gc=False):
    """The referee's clock has run out; play goes on until all have had the same number of turns (plays: Time-up)."""

    def fold(self, state: State) -> None:
        state.time_up = True


class GoalReached(Event, frozen=True, gc=False):
    """The seat has ended its turn with the worth that is the goal; the round is played to its end (C-97)."""

    seat: int

    def fold(self, state: State) -> None:
        state.reached = self.seat


class Committed(Event, frozen=True, gc=True):
    """The bank has committed itself anew to what falls by chance from here on."""

    reason: str
    commitments: dict[str, str] = {}

    def fold(self, state: State) -> None:
        """Nothing on the table changes."""


class Corrected(Event, frozen=True, gc=False):
    """The referee has set a figure right; money moves by a payment of its own (C-88)."""

    subject: str
    where: int
    value: int
    reason: str
    card: str = ""

    def fold(self, state: State) -> None:
        match self.subject:
            case "at":
                state.at[self.where] = self.value
            case "jailed":
                state.jailed[self.where] = self.value
            case "laps":
                state.laps[self.where] = self.value
            case "turn":
                _give_turn(state, self.value)


def _give_turn(state: State, seat: int) -> None:
    """It is the seat's turn in the same round: who comes before it there has had his, the others have not (C-96)."""
    turns = state.turns[state.turn]
    first = next((one for one in state.playing() if state.turns[_right_of(state, one)] < state.turns[one]), None)
    at = state.left[state.turn] if first is None else first
    for _ in range(len(state.playing())):
        state.turns[at] = turns
        turns -= at == seat
        at = state.left[at]
    state.turn, state.thrown, state.doubles = seat, False, 0
    state.agenda[0] = ROLLS[seat]


def _right_of(state: State, seat: int) -> int:
    return next(other for other in state.playing() if state.left[other] == seat)


class ClaimsAsked(Event, frozen=True, gc=False):
    """The game ends, for `reason`, when the rents that may still be claimed are asked for or left (C-01, C-96)."""

    reason: str

    def fold(self, state: State) -> None:
        agenda, below = state.agenda, (Owing, Estate) if self.reason in LAST_ROUND else (Owing,)
        at = len(agenda)
        while at and type(agenda[at - 1]) in below:
            at -= 1
        agenda.insert(at, LastClaims(self.reason))


class Ended(Event, frozen=True, gc=False):
    """The game is over and who has won; `reason` is the edition's `end`, one of `LAST_ROUND`, or `referee` (S0-66,
    S0-72)."""

    winner: int
    reason: str

    def fold(self, state: State) -> None:
        state.over = True
        state.winner = self.winner
        state.agenda = []
        state.claims = []
        state.offers = []


class TakenBack(Event, frozen=True, gc=False):
    """The last `count` commands still in force are taken back; the record folds anew without them (C-88)."""

    count: int
    reason: str

    def fold(self, state: State) -> None:
        """What is taken back is left out by the record (`companion.rules.game`), not undone here."""


GameEvent = (
    Bankrupted
    | Began
    | ClaimsAsked
    | Committed
    | Corrected
    | Departed
    | Ended
    | GoalReached
    | HandedOver
    | Joined
    | StartAsked
    | StartThrown
    | TakenBack
    | TimeCalled
    | TokenSet
)
