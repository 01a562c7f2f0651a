"""Debts: claiming rent, settling what is owed, and bankruptcy."""

from __future__ import annotations

from companion.rules.building import raze
from companion.rules.commands import ClaimRent, GiveUp, Pay, Reason, Refusal
from companion.rules.draft import Draft
from companion.rules.events import (
    Bankrupted,
    CardConveyed,
    Cause,
    EstateOpened,
    Paid,
    Redeemed,
    RentClaimed,
    RentLapsed,
)
from companion.rules.frames import BANK, AwaitEnd, AwaitRoll, Claim, LastClaims, Owing
from companion.rules.grounds import CLAIM, DEBT
from companion.rules.rules import Rules
from companion.rules.state import State
from companion.rules.waiting import busy

# Claims


def oldest_claim(state: State, seat: int) -> Claim | None:
    """The oldest rent that waits for this owner (S0-30)."""
    return next((claim for claim in state.claims if claim.owner == seat), None)


def check_claim(rules: Rules, state: State, command: ClaimRent) -> Refusal | None:
    """Whether a rent waits for the owner, he may collect where he is, and nobody is in the middle of a move (S0-30,
    S3-29, C-02)."""
    if oldest_claim(state, command.seat) is None:
        return Refusal(Reason.NO_CLAIM, *CLAIM)
    if not rules.may_collect(state, command.seat):
        return Refusal(Reason.OWNER_JAILED, "S3-29")
    top = type(state.agenda[-1])
    if top is LastClaims:
        return is_asked_last(rules, state, command.seat)
    return None if top in (AwaitRoll, AwaitEnd, Owing) else busy(state, command.seat, "C-02")


def is_asked_last(rules: Rules, state: State, seat: int) -> Refusal | None:
    """Refuse unless the seat is the owner whom the ending game asks now (C-01)."""
    claim = rules.last_claim(state)
    if claim and claim.owner == seat:
        return None
    waits = any(claim.owner == seat for claim in state.claims)
    return Refusal(Reason.CLAIMS_FIRST if waits else Reason.NO_CLAIM, "C-01")


def let_claims_lapse(draft: Draft, count: int) -> None:
    """Give up so many of the rents that the ending game asks for (C-01)."""
    for _ in range(count):
        if claim := draft.rules.last_claim(draft.state):
            draft.emit(RentLapsed(claim.owner, claim.visitor, claim.square))


def claim_rent(draft: Draft, command: ClaimRent) -> None:
    """The visitor owes the rent of the day he came (S0-30)."""
    claim = oldest_claim(draft.state, command.seat)
    assert claim is not None
    draft.emit(RentClaimed(claim.owner, claim.visitor, claim.square))
    draft.charge(claim.visitor, claim.owner, claim.amount, Cause.RENT, claim.ground, claim.square)


# Paying


def check_pay(_rules: Rules, state: State, command: Pay) -> Refusal | None:
    """Whether the seat owes something and its cash covers the oldest debt whole (S0-60, plays: Paying)."""
    debts = state.debts_of(command.seat)
    if not debts:
        return Refusal(Reason.NO_DEBT, *DEBT)
    needed, cash = debts[0].amount, state.accounts[command.seat]
    return Refusal(Reason.TOO_POOR, *DEBT, needed=needed, cash=cash) if cash < needed else None


def pay(draft: Draft, command: Pay) -> None:
    """Settle the oldest debt in full (plays: Paying)."""
    debt = draft.state.debts_of(command.seat)[0]
    draft.emit(Paid(debt.debtor, debt.creditor, debt.amount, Cause(debt.cause), debt.square, True, debt.ground))


# Bankruptcy


def check_give_up(rules: Rules, state: State, command: GiveUp) -> Refusal | None:
    """Whether the seat owes something, and where only the insolvent may give up, more than it could raise (S0-60,
    C-70)."""
    debts = state.debts_of(command.seat)
    if not debts:
        return Refusal(Reason.NO_DEBT, *DEBT)
    needed, most = sum(debt.amount for debt in debts), rules.raisable(state, command.seat)
    if rules.options.give_up == "insolvent" and most >= needed:
        return Refusal(Reason.SOLVENT, *DEBT, "C-70", needed=needed, cash=most)
    return None


def give_up(draft: Draft, command: GiveUp) -> None:
    """Sell the buildings, leave the game, and let all go to the oldest debt's creditor, or to the bank (S0-61 to S0-65,
    S4-56)."""
    state, rules, seat = draft.state, draft.rules, command.seat
    creditor = state.debts_of(seat)[0].creditor
    heir = creditor if creditor >= 0 and rules.options.bankrupt_to_player == "creditor" else BANK
    pledged = [] if heir == BANK else _pledged_in_vain(rules, state, seat)
    dissolve(draft, seat)
    for square in pledged:
        _give_back(draft, seat, square)
    deeds = _go_out(draft, seat, heir)
    if heir != BANK:
        _charge_interest(draft, heir, deeds)
    go_on(draft, seat, tuple(deeds) if heir == BANK and rules.options.auction else ())


def _go_out(draft: Draft, seat: int, heir: int) -> list[int]:
    """Take a player out of the game; all he has goes to another, or to the bank; gives his deeds (S0-61, S4-56)."""
    draft.emit(Bankrupted(seat, heir))
    ground = draft.ground("estate.bank" if heir == BANK else "estate.player")
    draft.pay(seat, heir, draft.state.accounts[seat], Cause.ESTATE, ground)
    deeds = draft.state.deeds_of(seat)
    if heir == BANK:
        fall_to_bank(draft, seat, deeds)
    else:
        _inherit(draft, seat, heir, deeds)
    return deeds


def end_unpaid(draft: Draft, owing: Owing) -> None:
    """Whoever could not pay in full is out, and nobody gets a part of it; the game is over at once (J-07)."""
    state = draft.state
    for seat in dict.fromkeys(debt.debtor for debt in owing.debts):
        if len(state.playing()) > 1:
            dissolve(draft, seat)
            _go_out(draft, seat, BANK)
    draft.finish("first-unpaid")


def dissolve(draft: Draft, seat: int) -> None:
    """Sell all buildings of a seat to the bank (S0-62, S4-56)."""
    for square in draft.state.deeds_of(seat):
        raze(draft, seat, square)


def go_on(draft: Draft, seat: int, estate: tuple[int, ...]) -> None:
    """End the game, or pass on the turn of who is out; then his estate is auctioned (S0-65, S0-66, S4-58).

    An estate is auctioned before the last round is counted: only then would the turn have passed on.
    """
    state, rules = draft.state, draft.rules
    alone, decided = len(state.playing()) == 1, is_decided(rules, state)
    if alone or (decided and not state.is_ending()):
        draft.close("last" if alone else rules.options.end)
    elif state.turn == seat and not state.is_ending():
        draft.begin_turn(state.left[seat], busy=bool(estate))
    if estate and not decided:
        draft.emit(EstateOpened(estate))


def _pledged_in_vain(rules: Rules, state: State, seat: int) -> list[int]:
    """The deeds mortgaged for debts that all one has could not have covered (C-98)."""
    top = state.top(Owing)
    if rules.raisable(state, seat) >= sum(debt.amount for debt in state.debts_of(seat)):
        return []
    return [square for square in dict.fromkeys(top.pledged) if state.owner[square] == seat and state.mortgaged[square]]


def _give_back(draft: Draft, seat: int, square: int) -> None:
    """Undo a mortgage made in vain, if its money is still there, so that the deed goes over without interest (C-98)."""
    value = draft.rules.deed(square).mortgage
    if draft.state.accounts[seat] >= value:
        draft.pay(seat, BANK, value, Cause.UNDONE, draft.ground("undone"), square)
        draft.emit(Redeemed(square))


def is_decided(rules: Rules, state: State) -> bool:
    """Whether a bankruptcy has ended the game: one player is left, or it was the one that ends this game; who has left
    is no bankrupt (S0-66, S0-72, S2-48, C-95, C-104)."""
    decisive = {"last": len(state.out), "second-bankruptcy": 2}.get(rules.options.end, 1)
    return len(state.playing()) == 1 or sum(state.out) - state.departed >= decisive


def fall_to_bank(draft: Draft, seat: int, deeds: list[int]) -> None:
    """Cards go under their decks, deeds back to the bank, cleared of mortgages (S2-43, S3-42, S4-56, C-77)."""
    for kept in list(draft.state.kept[seat]):
        draft.return_card(seat, kept)
    for square in deeds:
        if draft.state.mortgaged[square]:
            draft.emit(Redeemed(square))
        draft.convey(square, BANK)


def _inherit(draft: Draft, seat: int, heir: int, deeds: list[int]) -> None:
    """Deeds, mortgaged or not, and kept cards go to the creditor (S0-61, S2-41, C-77)."""
    for square in deeds:
        draft.convey(square, heir)
    for kept in list(draft.state.kept[seat]):
        draft.emit(CardConveyed(seat, heir, kept.deck, kept.card))


def _charge_interest(draft: Draft, heir: int, deeds: list[int]) -> None:
    """The creditor pays the interest of each mortgaged deed at once, or owes it (S0-63, S4-54, C-83)."""
    for square in deeds:
        if draft.state.mortgaged[square]:
            draft.take_over(square, heir, "interest.estate")
