"""Trades: offers between two players, valid only as long as both hold what they promise (S0-52, C-100)."""

from __future__ import annotations

from companion.rules import promises
from companion.rules.commands import Accept, Propose, Reason, Refusal, Reject, Withdraw
from companion.rules.draft import Draft
from companion.rules.events import CardConveyed, Cause, SetOff, TradeAccepted, TradeDropped, TradeOffered
from companion.rules.frames import BANK, Auction, Contest, Debt, Offer, Side
from companion.rules.grounds import CLEAR, TRADE
from companion.rules.lending import has_buildings
from companion.rules.promises import not_bound, not_possible
from companion.rules.rules import Rules
from companion.rules.state import State
from companion.rules.waiting import busy, off_unit

# Questions


def not_time(rules: Rules, state: State) -> Refusal | None:
    """Refuse while a deed or a scarce building is fought for, and before trading is open; whatever else the table waits
    for, players trade (S0-52, S3-40)."""
    if rules.options.trade_from == "never":
        return Refusal(Reason.NO_TRADES, "J-04")
    if rules.options.trade_from == "first-go" and not any(state.laps):
        return Refusal(Reason.FIRST_LAP)
    top = state.agenda[-1]
    return busy(state, BANK, *TRADE) if isinstance(top, Auction | Contest) else None


def _is_free(rules: Rules, state: State, offer: Offer) -> Refusal | None:
    """Refuse out of time, and while a lot of the offer is not paid (C-42)."""
    refusal = not_time(rules, state)
    if refusal is not None:
        return refusal
    deeds = {*offer.gives.deeds, *offer.takes.deeds}
    bound = {waiver.square for waiver in offer.gives.promises + offer.takes.promises}
    if not (deeds | bound).isdisjoint(rules.unpaid_lots(state, offer.seat) | rules.unpaid_lots(state, offer.to)):
        return Refusal(Reason.IN_DEBT, "C-42")
    return None


def _holds(rules: Rules, state: State, seat: int, side: Side, other: Side) -> Refusal | None:
    """Refuse unless the seat holds what its side names: deeds free of buildings, kept cards, the deeds of which it
    promises the rent (S0-52, S0-53, C-100, P-01)."""
    twice = len(set(side.deeds)) < len(side.deeds)
    if twice or any(square not in rules.deeds or state.owner[square] != seat for square in side.deeds):
        return Refusal(Reason.NOT_YOURS, *TRADE)
    hand = [kept.card for kept in state.kept[seat]]
    if any(side.cards.count(card) > hand.count(card) for card in side.cards):
        return Refusal(Reason.NO_SUCH_CARD, *TRADE)
    if any(has_buildings(rules, state, square, rules.options.trade_clear) for square in side.deeds):
        return Refusal(Reason.HAS_BUILDINGS, *CLEAR)
    return not_bound(rules, state, seat, side, other) if side.promises else None


def interest_on(rules: Rules, state: State, side: Side) -> int:
    """What the receiver of a side owes the bank for its mortgaged deeds, deed by deed (S0-59, S2-42, C-101)."""
    if rules.options.transfer_interest_on == "bankruptcy":
        return 0
    return sum(rules.transfer_interest(square) for square in side.deeds if state.mortgaged[square])


def seen_by_other(offer: Offer) -> Offer:
    """The same trade as the other side would have offered it."""
    return Offer(offer.to, offer.seat, offer.takes, offer.gives)


def set_off(state: State, offer: Offer) -> int:
    """How much of what the seat pays is booked against the other's debts to it: for deeds, cards and promises, not for
    money (C-67)."""
    if offer.takes.is_money_alone:
        return 0
    return min(offer.gives.money, sum(debt.amount for debt in _debts_between(state, offer)))


def _debts_between(state: State, offer: Offer) -> list[Debt]:
    return [debt for debt in state.debts_of(offer.to) if debt.creditor == offer.seat]


def _can_pay(rules: Rules, state: State, offer: Offer) -> Refusal | None:
    """Refuse unless the seat's cash covers what it hands over and the interest of what it takes (C-64, C-67)."""
    cash, pays = state.accounts[offer.seat], offer.gives.cash - set_off(state, offer)
    comes = offer.takes.cash - set_off(state, seen_by_other(offer))
    needed = max(pays, pays + interest_on(rules, state, offer.takes) - comes)
    if offer.gives.money < 0 or needed > cash:
        return Refusal(Reason.TOO_POOR, "C-100", "C-64", needed=needed, cash=cash)
    return None


def _saves_debtor(rules: Rules, state: State, offer: Offer) -> Refusal | None:
    """Refuse a debtor's trade after which his debts still could not be paid in full, and a part of them in money (C-68,
    C-67)."""
    debts, gives, takes = state.debts_of(offer.seat), offer.gives, offer.takes
    if not debts:
        return None
    due = sum(debt.amount for debt in debts)
    rest = rules.raisable(state, offer.seat) - gives.cash + takes.cash + set_off(state, offer)
    rest += sum(rules.liquid(state, square) for square in takes.deeds) - interest_on(rules, state, takes)
    rest -= sum(rules.liquid(state, square) for square in gives.deeds)
    alone = gives.is_money_alone and takes.is_money_alone
    is_part = alone and any(debt.creditor == offer.to for debt in debts) and gives.cash > takes.cash
    return Refusal(Reason.IN_DEBT, "C-68", needed=due, cash=rest) if is_part or rest < due else None


def _is_possible(rules: Rules, state: State, offer: Offer) -> Refusal | None:
    """Whether both sides hold what the offer names, the accepter's money and the moment apart (plays: Offers)."""
    refusal = _holds(rules, state, offer.seat, offer.gives, offer.takes)
    refusal = refusal or _holds(rules, state, offer.to, offer.takes, offer.gives)
    return refusal or _can_pay(rules, state, offer)


# Commands


def check_propose(rules: Rules, state: State, command: Propose) -> Refusal | None:
    """Whether the offer may lie on the table: all that it names exists and may be traded now (S0-52, C-100)."""
    offer = Offer(command.seat, command.to, command.gives, command.takes)
    if not 0 <= offer.to < len(state.out) or state.out[offer.to]:
        return Refusal(Reason.OUT, *TRADE)
    if offer.to == offer.seat:
        return Refusal(Reason.ONESELF, *TRADE)
    if offer.gives == Side() and offer.takes == Side():
        return Refusal(Reason.EMPTY_OFFER, *TRADE)
    return (
        not_possible(rules, offer.gives)
        or not_possible(rules, offer.takes)
        or _is_free(rules, state, offer)
        or off_unit(rules.unit, offer.gives.money, offer.takes.money)
        or _is_possible(rules, state, offer)
        or _has_cash(rules, state, offer)
        or _spares_debtors(rules, state, offer)
    )


def _has_cash(rules: Rules, state: State, offer: Offer) -> Refusal | None:
    """Refuse to ask for more cash than the other has, and tell how much that is where it is no secret
    (C-100)."""
    cash, amount = state.accounts[offer.to], offer.takes.cash - set_off(state, seen_by_other(offer))
    if offer.takes.money >= 0 and amount <= cash:
        return None
    told = {} if rules.options.cash_hidden else {"cash": cash}
    return Refusal(Reason.TOO_POOR, "C-100", needed=amount, **told)


def _spares_debtors(rules: Rules, state: State, offer: Offer) -> Refusal | None:
    return _saves_debtor(rules, state, offer) or _saves_debtor(rules, state, seen_by_other(offer))


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
        _is_free(rules, state, offer)
        or _can_pay(rules, state, seen_by_other(offer))
        or _spares_debtors(rules, state, offer)
    )


def accept(draft: Draft, command: Accept) -> None:
    """Money, titles and cards change hands together, a debt between the two is set off against the price; then the
    interest of mortgaged deeds (S0-52, S0-59, C-67, C-101)."""
    offer = find(draft.state, command.of, command.seat)
    assert offer is not None
    draft.emit(TradeAccepted(command.seat, command.of))
    netted = [set_off(draft.state, side) for side in (offer, seen_by_other(offer))]
    _hand_over(draft, offer, netted[0])
    _hand_over(draft, seen_by_other(offer), netted[1])
    promises.make(draft, offer.seat, offer.to, offer.gives)
    promises.make(draft, offer.to, offer.seat, offer.takes)
    if draft.rules.options.transfer_interest_on == "all":
        for receiver, side in ((offer.to, offer.gives), (offer.seat, offer.takes)):
            for square in side.deeds:
                if draft.state.mortgaged[square]:
                    draft.take_over(square, receiver, "interest.trade")


def _hand_over(draft: Draft, offer: Offer, netted: int) -> None:
    giver, taker, side = offer.seat, offer.to, offer.gives
    draft.pay(giver, taker, side.money - netted, Cause.TRADE, draft.ground("deal"))
    for debt in _debts_between(draft.state, offer):
        amount = min(debt.amount, netted)
        netted -= amount
        if amount:
            draft.emit(SetOff(taker, giver, amount))
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
