"""Trades between players."""

from __future__ import annotations

from collections import Counter

from tests.umpire import promises
from tests.umpire.book import Plain
from tests.umpire.table import (
    Table,
    convey,
    debts_of,
    deed_brings,
    inherit_interest,
    is_unpaid,
    own_mates,
    pay,
    raisable,
)
from tests.umpire.turns import Reasons

Pair = tuple[Plain, Plain]


NAMES = ("deeds", "money", "cards", "promises", "loans")


def sides(offer: Plain) -> tuple[tuple[int, int, Plain], tuple[int, int, Plain]]:
    """Who hands over to whom, and what."""
    return (offer["seat"], offer["to"], offer["gives"]), (offer["to"], offer["seat"], offer["takes"])


def against_trading_time(t: Table, offer: Plain) -> Reasons:
    """Whenever the game waits for somebody, but not while a deed or a building is fought for (S0-52, S3-40)."""
    deeds = {*offer["gives"]["deeds"], *offer["takes"]["deeds"]}
    bound = {promise["square"] for _, _, goods in sides(offer) for promise in goods["promises"]}
    if t.auction or t.contest or any(is_unpaid(t, square) for square in deeds | bound):
        yield "not-now"
    if t.book.options["trade_from"] == "never":
        yield "no-trades"
    if t.book.options["trade_from"] == "first-go" and not any(t.laps):
        yield "first-lap"


def against_goods(t: Table, offer: Plain) -> Reasons:
    """What is handed over must be there, and free to go (S0-52, S0-53, C-86)."""
    for (giver, _, goods), (_, _, comes) in (sides(offer), sides(offer)[::-1]):
        yield from promises.against_terms(t, giver, goods, comes)
        if any(t.owner[deed] != giver for deed in goods["deeds"]) or len(set(goods["deeds"])) < len(goods["deeds"]):
            yield "not-yours"
        elif any(not is_clear(t, deed) for deed in goods["deeds"]):
            yield "has-buildings"
        if Counter[str](goods["cards"]) - Counter(card for _, card in t.kept[giver]):
            yield "no-such-card"


def is_clear(t: Table, square: int) -> bool:
    how = t.book.options["trade_clear"]
    lots = own_mates(t, square) if how == "group" else [square] if how == "lot" else []
    return not any(t.level[lot] for lot in lots)


def cash_after(t: Table, offer: Plain, seat: int) -> int:
    """What a side has when all is handed over and the interest paid."""
    total = t.cash[seat]
    for giver, receiver, goods in sides(offer):
        if seat == giver:
            total -= goods["money"] + promises.lent(goods) - set_off(t, offer, giver)
        elif seat == receiver:
            total += goods["money"] + promises.lent(goods) - set_off(t, offer, giver)
            total -= sum(interest(t, deed) for deed in goods["deeds"])
    return total


def interest(t: Table, square: int) -> int:
    """S0-59, S2-42."""
    due = t.mortgaged[square] and t.book.options["transfer_interest_on"] == "all"
    return t.book.transfer_interest(square) if due else 0


def set_off(t: Table, offer: Plain, payer: int) -> int:
    """C-67: what is booked against the other's debts to who pays, for deeds, cards, promises, not for money."""
    money = owed = 0
    for giver, receiver, goods in sides(offer):
        if giver == payer:
            money = int(goods["money"])
            owed = sum(debt["amount"] for debt in debts_of(t, receiver) if debt["creditor"] == payer)
        elif not (goods["deeds"] or goods["cards"] or goods["promises"]):
            return 0
    return min(money, owed)


def is_poor(t: Table, offer: Plain, seat: int) -> bool:
    """C-64, C-100: only what one holds now counts, and the interest must be there."""
    money = sum(goods["money"] + promises.lent(goods) for giver, _, goods in sides(offer) if giver == seat)
    return t.cash[seat] < money - set_off(t, offer, seat) or cash_after(t, offer, seat) < 0


def against_debtors(t: Table, offer: Plain) -> Reasons:
    """C-68: a debtor trades only so that all his debts can be paid afterwards."""
    for seat, other, _ in sides(offer):
        debts = debts_of(t, seat)
        owed = sum(debt["amount"] for debt in debts) - set_off(t, offer, other)
        if debts and raisable_after(t, offer, seat) < owed:
            yield "in-debt"
        is_part = is_money_alone(offer) and cash_after(t, offer, seat) < t.cash[seat]
        if is_part and any(debt["creditor"] == other for debt in debts):
            yield "in-debt"


def is_money_alone(offer: Plain) -> bool:
    """C-67: money without a deed, card or promise to the creditor would be part payment."""
    return not any(goods["deeds"] or goods["cards"] or goods["promises"] for _, _, goods in sides(offer))


def raisable_after(t: Table, offer: Plain, seat: int) -> int:
    """What he can raise when all is handed over."""
    total = raisable(t, seat) - t.cash[seat] + cash_after(t, offer, seat)
    for giver, receiver, goods in sides(offer):
        sign = (seat == receiver) - (seat == giver)
        total += sign * sum(deed_brings(t, deed) for deed in goods["deeds"])
    return total


def against_propose(t: Table, c: Plain) -> Reasons:
    if c["to"] == c["seat"]:
        yield "not-now"
        return
    if t.out[c["to"]]:
        yield "out"
    yield from against_trading_time(t, c)
    if not any(goods[what] for _, _, goods in sides(c) for what in NAMES):
        yield "not-now"
    if any(goods["money"] < 0 for _, _, goods in sides(c)):
        yield "not-now"
    if any(goods["money"] % t.book.unit for _, _, goods in sides(c)):
        yield "unit"
    for _, _, goods in sides(c):
        yield from promises.against_figures(t, goods)
    yield from against_goods(t, c)
    asked = c["takes"]["money"] + promises.lent(c["takes"]) - set_off(t, c, c["to"])
    if is_poor(t, c, c["seat"]) or t.cash[c["to"]] < asked:
        yield "too-poor"
    yield from against_debtors(t, c)


def propose(t: Table, c: Plain) -> None:
    """At most one offer from a player to another."""
    drop(t, c["seat"], c["to"])
    t.offers.append({key: c[key] for key in ("seat", "to", "gives", "takes")})


def drop(t: Table, seat: int, to: int) -> None:
    t.offers = [offer for offer in t.offers if (offer["seat"], offer["to"]) != (seat, to)]


def find(t: Table, seat: int, to: int) -> Plain | None:
    return next((offer for offer in t.offers if (offer["seat"], offer["to"]) == (seat, to)), None)


def against_accept(t: Table, c: Plain) -> Reasons:
    offer = find(t, c["of"], c["seat"])
    if not offer:
        yield "stale"
        return
    yield from against_trading_time(t, offer)
    if any(against_goods(t, offer)) or is_poor(t, offer, offer["seat"]):
        yield "stale"
    if is_poor(t, offer, offer["to"]):
        yield "too-poor"
    yield from against_debtors(t, offer)


def accept(t: Table, c: Plain) -> None:
    offer = find(t, c["of"], c["seat"])
    assert offer
    drop(t, c["of"], c["seat"])
    netted = {giver: set_off(t, offer, giver) for giver, _, _ in sides(offer)}
    for giver, receiver, goods in sides(offer):
        pay(t, giver, receiver, goods["money"] - netted[giver])
        book_against_debts(t, receiver, giver, netted[giver])
        for card in goods["cards"]:
            kept = next(kept for kept in t.kept[giver] if kept[1] == card)
            t.kept[giver].remove(kept)
            t.kept[receiver].append(kept)
    for _, receiver, goods in sides(offer):
        for deed in goods["deeds"]:
            convey(t, deed, receiver)
    for giver, receiver, goods in sides(offer):
        promises.hand_over(t, giver, receiver, goods)
    for _, receiver, goods in sides(offer):
        for deed in goods["deeds"]:
            if t.book.options["transfer_interest_on"] == "all":
                inherit_interest(t, deed, receiver)


def book_against_debts(t: Table, debtor: int, creditor: int, amount: int) -> None:
    """C-67: the oldest debt between the two first; what is left of it stays a debt."""
    for debt in debts_of(t, debtor):
        if debt["creditor"] == creditor:
            booked = min(amount, debt["amount"])
            debt["amount"] -= booked
            amount -= booked
    t.debts = [debt for debt in t.debts if debt["amount"]]


def against_reject(t: Table, c: Plain) -> Reasons:
    if not find(t, c["of"], c["seat"]):
        yield "stale"


def reject(t: Table, c: Plain) -> None:
    drop(t, c["of"], c["seat"])


def against_withdraw(t: Table, c: Plain) -> Reasons:
    if not find(t, c["seat"], c["to"]):
        yield "stale"


def withdraw(t: Table, c: Plain) -> None:
    drop(t, c["seat"], c["to"])


def drop_dead_offers(t: Table) -> None:
    """An offer that is no longer possible is gone."""
    t.offers = [
        offer for offer in t.offers if not any(against_goods(t, offer)) and not is_poor(t, offer, offer["seat"])
    ]
