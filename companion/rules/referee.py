"""The referee: setting figures right with a reason, calling time, ending the game (C-88, C-97)."""

from __future__ import annotations

from companion.rules.building import houses_at_stake
from companion.rules.cards import Keep
from companion.rules.commands import CallTime, Commit, Correct, Finish, Reason, Refusal, Subject
from companion.rules.draft import Draft
from companion.rules.events import CardGiven, Cause, Committed, Corrected, Mortgaged, Redeemed, TimeCalled
from companion.rules.frames import BANK, FREE, POT, Auction, AwaitEnd, AwaitRoll, AwaitThrow, Estate, Kept, Offered
from companion.rules.lending import is_contested
from companion.rules.options import HIGHEST_SUM
from companion.rules.rules import Rules
from companion.rules.state import State
from companion.rules.waiting import busy, off_unit

MOST_LAPS = 1_000


OF_SEATS = frozenset({Subject.CASH, Subject.AT, Subject.JAILED, Subject.LAPS, Subject.KEEPS})
OF_TABLE = {Subject.POT: POT, Subject.TURN: BANK}  # and where they lie


def check_correct(rules: Rules, state: State, command: Correct) -> Refusal | None:
    """Whether the figure exists and the new value is possible (C-88)."""
    where, subject = command.where, command.subject
    if subject in OF_SEATS and (not 0 <= where < len(state.out) or state.out[where]):
        return Refusal(Reason.OUT, "C-88")
    if where != OF_TABLE.get(subject, where):
        return Refusal(Reason.NO_SUCH_FIGURE, "C-88")
    if subject not in OF_SEATS and subject not in OF_TABLE:
        if where not in rules.deeds:
            return Refusal(Reason.NO_DEED_THERE, "C-88")
        if where in at_stake(state):
            return Refusal(Reason.AT_STAKE, "C-88")
        if is_contested(rules, state, where):
            return Refusal(Reason.CONTEST_FIRST, "C-88")
    if subject is Subject.TURN and type(state.agenda[-1]) not in (AwaitRoll, AwaitEnd):
        return busy(state, BANK, "C-88")
    if subject is Subject.KEEPS and not _kept_decks(rules, command.card):
        return Refusal(Reason.NO_SUCH_CARD, "C-88")
    if command.value not in _possible(rules, state, command):
        return Refusal(Reason.NO_SUCH_FIGURE, "C-88")
    return off_unit(rules.unit, command.value) if subject in (Subject.CASH, Subject.POT) else None


def _kept_decks(rules: Rules, card: str) -> list[str]:
    """The decks with such a card to keep, in their order: chance first, then chest."""
    return [deck for deck, cards in rules.effects.items() if type(cards.get(card)) is Keep]


def _kept(rules: Rules, state: State, seat: int, card: str) -> list[Kept]:
    """The cards of this name in the seat's hand, in the order of their decks."""
    decks = _kept_decks(rules, card)
    return sorted((kept for kept in state.kept[seat] if kept.card == card), key=lambda kept: decks.index(kept.deck))


def _to_keep(rules: Rules, state: State, card: str) -> list[Kept]:
    """The cards of this name that lie in their decks, in the order of the decks."""
    return [Kept(deck, card) for deck in _kept_decks(rules, card) for _ in range(state.decks[deck].count(card))]


def at_stake(state: State) -> set[int]:
    """The deeds that the table is busy with: on offer, under the hammer, or left behind."""
    found: set[int] = set()
    for frame in state.agenda:
        match frame:
            case Offered() | AwaitThrow() | Auction():
                found.add(frame.square)
            case Estate():
                found.update(frame.squares)
    return found


def _possible(rules: Rules, state: State, command: Correct) -> range | list[int]:
    """The values that a subject may be set to."""
    match command.subject:
        case Subject.OWNER:
            bare = not state.level[command.where] and not state.mortgaged[command.where]
            return [BANK, *state.playing()] if bare else state.playing()
        case Subject.MORTGAGED:
            may_be = state.owner[command.where] != BANK and rules.deed(command.where).mortgage
            return range(2 if may_be else 1)
        case Subject.BUILDINGS:
            return _possible_levels(rules, state, command.where)
        case Subject.POT:
            return range(HIGHEST_SUM if rules.options.parking == "pot" else 1)
        case Subject.TURN:
            return state.playing()
        case _:
            return range(*_possible_of_seat(rules, state, command))


def _possible_of_seat(rules: Rules, state: State, command: Correct) -> tuple[int, int]:
    """The least value of a figure of a seat, and the first that is too much."""
    match command.subject:
        case Subject.AT:
            return 0, rules.size
        case Subject.JAILED:
            return FREE, max(1, rules.options.jail_tries) if rules.jail != BANK else 0
        case Subject.LAPS:
            return 0, MOST_LAPS
        case Subject.KEEPS:
            held = len(_kept(rules, state, command.where, command.card))
            return 0, held + len(_to_keep(rules, state, command.card)) + 1
        case _:
            return 0, HIGHEST_SUM


def _possible_levels(rules: Rules, state: State, square: int) -> list[int]:
    """The levels of a lot that the bank's stock allows; none on a lot that the bank owns."""
    street = rules.street(square)
    if street is None or state.owner[square] == BANK:
        return [0] if street else []
    levels = [*range(rules.needs[street.top] + 1), street.top]
    stocks = {level: rules.stock(street, state.level[square], level) for level in levels}
    least = houses_at_stake(rules, state)
    return [
        level
        for level, (houses, hotels) in stocks.items()
        if state.houses + houses >= least and state.hotels + hotels >= 0
    ]


def correct(draft: Draft, command: Correct) -> None:
    """Set the figure right: money comes from the bank or goes there; who is jailed stands in jail, and only there
    (C-88)."""
    state, where, value = draft.state, command.where, command.value
    draft.emit(Corrected(command.subject, where, value, command.reason, command.card))
    match command.subject:
        case Subject.CASH | Subject.POT:
            difference = value - state.accounts[where]
            payer, payee = (BANK, where) if difference > 0 else (where, BANK)
            draft.pay(payer, payee, abs(difference), Cause.CORRECTION, draft.ground("correction"))
        case Subject.JAILED if value != FREE and state.at[where] != draft.rules.jail:
            draft.emit(Corrected(Subject.AT, where, draft.rules.jail, command.reason))
        case Subject.AT if value != draft.rules.jail and state.jailed[where] != FREE:
            draft.emit(Corrected(Subject.JAILED, where, FREE, command.reason))
        case Subject.KEEPS:
            _deal_cards(draft, where, value, command.card)
        case Subject.OWNER:
            draft.convey(where, value)
        case Subject.BUILDINGS:
            street = draft.rules.street(where)
            assert street is not None
            draft.level(street, where, value)
        case Subject.MORTGAGED if state.mortgaged[where] != bool(value):
            draft.emit(Mortgaged(where) if value else Redeemed(where))


def _deal_cards(draft: Draft, seat: int, count: int, card: str) -> None:
    """Give kept cards out of their decks, or take them back, until the seat has so many: chance's first (C-88)."""
    held = _kept(draft.rules, draft.state, seat, card)
    for kept in held[count:]:
        draft.return_card(seat, kept)
    for kept in _to_keep(draft.rules, draft.state, card)[: max(0, count - len(held))]:
        draft.emit(CardGiven(seat, kept.deck, kept.card))


def check_time(_rules: Rules, state: State, _command: CallTime) -> Refusal | None:
    """Whether the clock can run out: it has not yet (S3-02, C-97)."""
    return Refusal(Reason.TIME_CALLED) if state.time_up else None


def call_time(draft: Draft, _command: CallTime) -> None:
    """Play goes on until all have had the same number of turns, or ends here where the table does not wait (C-97)."""
    draft.emit(TimeCalled())
    if not draft.rules.options.equal_turns:
        draft.finish("time")


def check_commit(_rules: Rules, _state: State, _command: Commit) -> Refusal | None:
    """The bank may always commit itself anew in a game that is not over."""
    return None


def commit(draft: Draft, command: Commit) -> None:
    """Record to what; whether it was kept is seen by whoever reads the record."""
    draft.emit(Committed(command.reason, command.commitments))


def check_finish(_rules: Rules, _state: State, _command: Finish) -> Refusal | None:
    """The referee may always end a game that is not over."""
    return None


def finish(draft: Draft, _command: Finish) -> None:
    """End the game; worth decides (S0-01)."""
    draft.finish("referee")
