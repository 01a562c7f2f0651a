"""Deeds: what the visitor of one comes to: it is offered, must be bought, or its rent is due."""

from __future__ import annotations

from companion.rules.charges import also
from companion.rules.draft import Draft
from companion.rules.events import Cause, OfferMade, PromiseCounted, RentDue, ThrowAsked, TokenSet
from companion.rules.frames import BANK, FREE, NO_CARD
from companion.rules.grounds import BY_CARD, BY_DICE, STILL_DOUBLE, TO_THE_BANK, Ground
from companion.rules.rules import NEWCOMER


def visit(draft: Draft, seat: int, square: int, times: int = 1, throw_times: int = 0) -> None:
    """Offer an unowned deed, or settle the rent of somebody else's, or come back to one's own; a card may ask for a
    multiple of the rent or of a fresh throw; what was promised counts the visit (S0-19, S0-24, S0-46, C-08, C-10,
    P-01)."""
    rules, state = draft.rules, draft.state
    owner = state.owner[square]
    if owner == BANK:
        if not rules.may_buy(state, seat):
            draft.spare("no-sale", seat, square)
        elif rules.options.must_buy:
            _must_buy(draft, seat, square)
        else:
            draft.emit(OfferMade(seat, square))
    elif owner == seat:
        if state.tokens and state.token(NEWCOMER, seat) == square:
            draft.emit(TokenSet(NEWCOMER, seat, 0))
    elif state.mortgaged[square] and rules.options.mortgaged_rent == "none":
        draft.spare("no-rent.mortgaged", seat, square, owner)
    elif state.jailed[owner] != FREE and not state.mortgaged[square] and not rules.options.jail_collects:
        draft.spare("no-rent.jailed", seat, square, owner)
    elif state.promises and not state.mortgaged[square] and state.visits_left(seat, square):
        left = state.visits_left(seat, square) - 1
        draft.emit(PromiseCounted(seat, square, left))
        draft.spare("no-rent.promised", seat, square, owner, left)
    elif throw_times:
        draft.emit(ThrowAsked(seat, square, throw_times, draft.card))
    else:
        _collect_rent(draft, seat, owner, square, times)


def _must_buy(draft: Draft, seat: int, square: int) -> None:
    """The deed is the visitor's at its price, without a question; where a sum unpaid ends the game, only if he has it
    (J-04, J-07)."""
    rules = draft.rules
    paid = draft.charge(seat, BANK, rules.deed(square).price, Cause.PRICE, draft.ground("price.must"), square)
    if paid or rules.options.end != "first-unpaid":
        draft.convey(square, seat)


def _collect_rent(draft: Draft, visitor: int, owner: int, square: int, times: int) -> None:
    """The rent of a deed's table, doubled on a bare lot of a whole group, by count, or its factor times the throw that
    led there; times what a card asks for (S0-24, S0-26, S0-29, C-08, C-11)."""
    rules, state = draft.rules, draft.state
    row = state.level[square] if rules.is_street[square] else rules.count_of(state, square, owner) - 1
    rent = rules.rents[square][row]
    if rules.is_utility[square]:
        rent, throw = rent * rules.unit, state.last_throw
        ground = _ground(draft, times, "rent.throw", rent, throw, more=BY_DICE if draft.card == NO_CARD else ())
        rent *= throw
    elif not row and state.owner[rules.partners[square]] == owner and rules.is_doubled(state, square):
        more = STILL_DOUBLE if rules.is_pledged(state, square) else ()
        ground = _ground(draft, times, "rent.doubled", rent, 2, more=more)
        rent *= 2
    elif draft.card == NO_CARD:
        ground = rules.rent_grounds[square][row]
    else:
        basis, figures = rules.rent_basis(square, row)
        ground = _ground(draft, times, basis, *figures)
    demand(draft, visitor, square, rent * times, ground)


def _ground(draft: Draft, times: int, kind: str, *figures: int, more: tuple[str, ...] = ()) -> Ground:
    """The ground of a rent, and the multiple of it that a card asks for (C-08)."""
    if times == 1:
        return draft.ground(kind, *figures, more=more)
    return draft.ground(kind, *figures, times, more=(*more, *BY_CARD))


def demand(draft: Draft, visitor: int, square: int, amount: int, ground: Ground) -> None:
    """Collect a rent, or let it wait for the owner's claim; of a mortgaged deed the bank gets it, or nobody (S0-30,
    S0-25, S3-36)."""
    state, options = draft.state, draft.rules.options
    if state.mortgaged[square]:
        if options.mortgaged_rent == "bank":
            draft.charge(visitor, BANK, amount, Cause.RENT, also(draft.rules.edition, ground, TO_THE_BANK), square)
        else:
            draft.spare("no-rent.mortgaged", visitor, square, state.owner[square])
    elif options.rent_claim == "auto":
        draft.charge(visitor, state.owner[square], amount, Cause.RENT, ground, square)
    elif amount:
        draft.emit(RentDue(state.owner[square], visitor, square, amount, ground))
