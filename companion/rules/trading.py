"""Trades: offers between two players, valid only as long as both hold what they promise (S0-52, C-100)."""

from __future__ import annotations

from companion.rules.commands import Accept, Propose, Reason, Refusal, Reject, Withdraw
from companion.rules.draft import Draft
from companion.rules.events import CardConveyed, Cause, TradeAccepted, TradeDropped, TradeOffered
from companion.rules.frames import AwaitEnd, AwaitRoll, Offer, Owing, Side
from companion.rules.grounds import CLEAR, TRADE
from companion.rules.lending import has_buildings
from companion.rules.rules import Rules
from companion.rules.state import State

# Questions


def _is_trading_time(rules: Rules, state: State, offer: Offer) -> Refusal | None:
    """Refuse in the middle of a settlement, an auction or another's debt, and before trading is open."""
    if rules.options.trade_from == "first-go" and not any(state.laps):
        return Refusal(Reason.FIRST_LAP, "peers-6a")
    top = state.agenda[-1]
    if type(top) is AwaitRoll or type(top) is AwaitEnd:
        return None
    if type(top) is Owing and any(debt.debtor in (offer.seat, offer.to) for debt in top.debts):
        return None
    return Refusal(Reason.NOT_NOW, "rules-8.1")


def _holds(rules: Rules, state: State, seat: int, side: Side) -> Refusal | None:
    """Refuse unless the seat holds what the side names: deeds free of buildings, and kept cards (S0-52, S0-53,
    C-100)."""
    twice = len(set(side.deeds)) < len(side.deeds)
    if twice or any(square not in rules.deeds or state.owner[square] != seat for square in side.deeds):
        return Refusal(Reason.NOT_YOURS, *TRADE)
    hand = [kept.card for kept in state.kept[seat]]
    if any(side.cards.count(card) > hand.count(card) for card in side.cards):
        return Refusal(Reason.NO_SUCH_CARD, *TRADE)
    if any(has_buildings(rules, state, square, rules.options.trade_clear) for square in side.deeds):
        return Refusal(Reason.HAS_BUILDINGS, *CLEAR)
    return None


def interest_on(rules: Rules, state: State, side: Side) -> int:
    """What the receiver of a side owes the bank for its mortgaged deeds, deed by deed (S0-59, S2-42, C-101)."""
    if rules.options.transfer_interest_on == "bankruptcy":
        return 0
    return sum(rules.transfer_interest(square) for square in side.deeds if state.mortgaged[square])


def _remains(rules: Rules, state: State, seat: int, gives: Side, takes: Side) -> int:
    """The seat's cash after the trade and the interest of what it takes, in units of money (C-64)."""
    return state.accounts[seat] - gives.money + takes.money - interest_on(rules, state, takes)


def _can_pay(rules: Rules, state: State, seat: int, gives: Side, takes: Side) -> Refusal | None:
    cash, needed = state.accounts[seat], gives.money + interest_on(rules, state, takes) - takes.money
    if gives.money > cash or gives.money < 0 or _remains(rules, state, seat, gives, takes) < 0:
        return Refusal(Reason.TOO_POOR, "C-100", "C-64", needed=max(gives.money, needed), cash=cash)
    return None


def _saves_debtor(rules: Rules, state: State, seat: int, gives: Side, takes: Side) -> Refusal | None:
    """Refuse a debtor's trade after which his debts still could not be paid in full (C-68)."""
    due = sum(debt.amount for debt in state.debts_of(seat))
    if not due:
        return None
    rest = rules.raisable(state, seat) - state.accounts[seat] + _remains(rules, state, seat, gives, takes)
    rest -= sum(rules.liquid(state, square) for square in gives.deeds)
    rest += sum(rules.liquid(state, square) for square in takes.deeds)
    return Refusal(Reason.IN_DEBT, "rules-8.1", "C-68", needed=due, cash=rest) if rest < due else None


def _is_possible(rules: Rules, state: State, offer: Offer) -> Refusal | None:
    """Whether both sides hold what the offer names, the accepter's money and the moment apart (plays: Offers)."""
    refusal = _holds(rules, state, offer.seat, offer.gives) or _holds(rules, state, offer.to, offer.takes)
    return refusal or _can_pay(rules, state, offer.seat, offer.gives, offer.takes)


# Commands


def check_propose(rules: Rules, state: State, command: Propose) -> Refusal | None:
    """Whether the offer may lie on the table: all that it names exists and may be traded now (S0-52, C-100)."""
    offer = Offer(command.seat, command.to, command.gives, command.takes)
    if not 0 <= offer.to < len(state.out) or state.out[offer.to]:
        return Refusal(Reason.OUT, *TRADE)
    if offer.to == offer.seat or (offer.gives == Side() and offer.takes == Side()):
        return Refusal(Reason.NOT_NOW, *TRADE)
    return (
        _is_trading_time(rules, state, offer)
        or _is_possible(rules, state, offer)
        or _has_cash(rules, state, offer.to, offer.takes.money)
        or _spares_debtors(rules, state, offer)
    )


def _has_cash(rules: Rules, state: State, seat: int, amount: int) -> Refusal | None:
    """Refuse to ask for more cash than the other has, and tell how much that is where it is no secret (C-100)."""
    cash = state.accounts[seat]
    if 0 <= amount <= cash:
        return None
    told = {} if rules.options.cash_hidden else {"cash": cash}
    return Refusal(Reason.TOO_POOR, "C-100", needed=amount, **told)


def _spares_debtors(rules: Rules, state: State, offer: Offer) -> Refusal | None:
    return _saves_debtor(rules, state, offer.seat, offer.gives, offer.takes) or _saves_debtor(
        rules, state, offer.to, offer.takes, offer.gives
    )


def propose(draft: Draft, command: Propose) -> None:
    """Lay the offer on the table; an earlier one between the two is gone (S0-52)."""
    draft.emit(TradeOffered(command.seat, command.to, command.gives, command.takes))


def find(state: State, seat: int, to: int) -> Offer | None:
    """The offer of one seat to another, if one lies on the table."""
    return next((offer for offer in state.offers if (offer.seat, offer.to) == (seat, to)), None)


def check_accept(rules: Rules, state: State, command: Accept) -> Refusal | None:
    """Whether the trade can be concluded now, all of it: an offer that has become impossible is gone (plays:
    Offers)."""
    offer = find(state, command.of, command.seat)
    if offer is None:
        return Refusal(Reason.STALE, *TRADE)
    return (
        _is_trading_time(rules, state, offer)
        or _can_pay(rules, state, offer.to, offer.takes, offer.gives)
        or _spares_debtors(rules, state, offer)
    )


def accept(draft: Draft, command: Accept) -> None:
    """Money, titles and cards change hands together; then the interest of mortgaged deeds (S0-52, S0-59, C-101)."""
    offer = find(draft.state, command.of, command.seat)
    assert offer is not None
    draft.emit(TradeAccepted(command.seat, command.of))
    _hand_over(draft, offer.seat, offer.to, offer.gives)
    _hand_over(draft, offer.to, offer.seat, offer.takes)
    if draft.rules.options.transfer_interest_on == "all":
        for receiver, side in ((offer.to, offer.gives), (offer.seat, offer.takes)):
            for square in side.deeds:
                if draft.state.mortgaged[square]:
                    draft.take_over(square, receiver)


def _hand_over(draft: Draft, giver: int, taker: int, side: Side) -> None:
    draft.pay(giver, taker, side.money, Cause.TRADE)
    for square in side.deeds:
        draft.convey(square, taker)
    for card in side.cards:
        kept = next(kept for kept in draft.state.kept[giver] if kept.card == card)
        draft.emit(CardConveyed(giver, taker, kept.deck, card))


def check_reject(_rules: Rules, state: State, command: Reject) -> Refusal | None:
    """Whether there is an offer to refuse (S0-52)."""
    return None if find(state, command.of, command.seat) else Refusal(Reason.STALE, *TRADE)


def reject(draft: Draft, command: Reject) -> None:
    """The offer is gone (S0-52)."""
    draft.emit(TradeDropped(command.of, command.seat))


def check_withdraw(_rules: Rules, state: State, command: Withdraw) -> Refusal | None:
    """Whether there is an offer of one's own to take back (S0-52)."""
    return None if find(state, command.seat, command.to) else Refusal(Reason.STALE, *TRADE)


def withdraw(draft: Draft, command: Withdraw) -> None:
    """The offer is gone (S0-52)."""
    draft.emit(TradeDropped(command.seat, command.to))


def drop_stale(draft: Draft) -> None:
    """Take offers off the table the moment they have become impossible, so that accepting one is never a surprise."""
    for offer in list(draft.state.offers):
        if _is_possible(draft.rules, draft.state, offer):
            draft.emit(TradeDropped(offer.seat, offer.to))
