"""What random players ask for: lawful answers, trades, buildings, and now and then something foolish."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from companion.rules import commands as ask
from companion.rules.commands import AnyCommand
from companion.rules.frames import Credit, Side, Waiver
from tests.umpire.book import Plain
from tests.umpire.moves import rides
from tests.umpire.rents import is_due, rent
from tests.umpire.sales import least_bid, most_bid
from tests.umpire.speed import FACES
from tests.umpire.table import BANK, POT, Table, deeds_of, playing
from tests.umpire.turns import pips, throws_three
from tests.umpire.umpire import Umpire, waiting

WAYS = ("flat", "percent", "fine", "chance", "fee", "card", "first", "sum", "nothing")


def wish(umpire: Umpire, chance: Random) -> AnyCommand:
    """The next thing that somebody at the table asks for; it may be refused."""
    t, luck = umpire.table, chance.random()
    if luck < 0.02 and t.auction:
        return chance.choice(list(odd_bids(t, t.auction, chance)))
    if luck < 0.1:
        return chance.choice(list(foolish(t, chance)))
    if luck < 0.2:
        return trade(t, chance)
    if luck < 0.45:
        wishes = (*rights(t, chance), *let_go(t, chance), *coming_and_going(t, chance))
        found = [right for right in wishes if not umpire.objections(right)]
        if found:
            return chance.choice(found)
    return answer(umpire, *chance.choice(sorted(waiting(t))), chance)


def rights(t: Table, chance: Random) -> Iterator[AnyCommand]:
    """What one does with one's deeds; building comes first to mind."""
    seat = chance.choice(playing(t))
    for square in deeds_of(t, seat):
        if t.book.takes_buildings(square):
            yield ask.Build(seat, square)
            if chance.random() < 0.3:
                yield chance.choice((ask.Sell(seat, square), ask.Clear(seat, square)))
        if chance.random() < 0.3:
            yield ask.Redeem(seat, square) if t.mortgaged[square] else ask.Mortgage(seat, square)


def let_go(t: Table, chance: Random) -> Iterator[AnyCommand]:
    """What is promised or lent is let go or paid back, seldom."""
    for holder, square in t.promises:
        if chance.random() < 0.05:
            yield ask.ForgivePromise(holder, t.owner[square], square)
    for loan in t.loans:
        if chance.random() < 0.05:
            yield ask.ForgiveLoan(loan["lender"], loan["borrower"])
        if chance.random() < 0.2:
            yield ask.Repay(loan["borrower"], loan["lender"])


def coming_and_going(t: Table, chance: Random) -> Iterator[AnyCommand]:
    """Now and then somebody leaves, joins, or takes a chair."""
    if chance.random() < 0.04:
        yield ask.Leave(chance.choice(playing(t)))
    if chance.random() < 0.06:
        yield ask.Join(f"guest {len(t.names)}")
    if chance.random() < 0.03:
        yield ask.HandOver(chance.choice(playing(t)), chance.choice((*t.names, *t.former, f"cousin {len(t.former)}")))


def answer(umpire: Umpire, seat: int, kind: str, chance: Random) -> AnyCommand:
    """An answer to a prompt; one that will be accepted, wherever there is one."""
    found = [each for each in answers(umpire.table, seat, kind, chance) if not umpire.objections(each)]
    return chance.choice(found) if found else ask.Gavel()


def answers(t: Table, seat: int, kind: str, chance: Random) -> Iterator[AnyCommand]:
    """What might be an answer to a prompt of a kind."""
    yield from ANSWERS.get(kind, of_turn)(t, seat, chance)


def rolls(t: Table, seat: int, chance: Random) -> Iterator[AnyCommand]:
    yield ask.Roll.of(seat, unlucky(t, seat, chance))


def of_card(t: Table, seat: int, chance: Random) -> Iterator[AnyCommand]:
    yield ask.Throw.of(seat, thrown(t, seat, chance, "Throw"))
    if t.asked and t.asked["kind"] == "draw":
        yield from (ask.Draw(seat, card) for card in t.decks[t.asked["deck"]])


def of_square(t: Table, seat: int, chance: Random) -> Iterator[AnyCommand]:
    yield from (ask.Buy(seat), ask.Decline(seat))
    yield from (ask.Choose(seat, way) for way in (t.asked or {}).get("ways", ()))
    yield from (ask.GoTo(seat, square) for square in rides(t, seat))


def of_contest(t: Table, seat: int, chance: Random) -> Iterator[AnyCommand]:
    yield from (ask.ContestFor(seat, square) for square in deeds_of(t, seat))
    yield ask.Pass(seat)


def of_trade(t: Table, seat: int, chance: Random) -> Iterator[AnyCommand]:
    for offer in t.offers:
        if offer["to"] == seat:
            yield ask.Accept(seat, offer["seat"])
            yield from (ask.Reject(seat, offer["seat"]), ask.Withdraw(offer["seat"], seat))[: chance.randint(0, 2)]


def of_turn(t: Table, seat: int, chance: Random) -> Iterator[AnyCommand]:
    yield from (ask.End(seat), ask.ClaimRent(seat), ask.PayBail(seat), ask.UseCard(seat), ask.Wait(seat))


def thrown(t: Table, seat: int, chance: Random, kind: str = "Roll") -> tuple[int | str, ...]:
    dice: tuple[int | str, ...] = tuple(chance.randint(1, 6) for _ in range(t.book.options["dice"]))
    return (*dice, chance.choice(FACES)) if throws_three(t, {"type": kind, "seat": seat}) else dice


def unlucky(t: Table, seat: int, chance: Random) -> tuple[int | str, ...]:
    """Of some throws, often the one that leads to the highest rent."""
    throws = [thrown(t, seat, chance) for _ in range(4)]
    return max(throws, key=lambda dice: _rent_at(t, seat, pips(list(dice)))) if chance.random() < 0.6 else throws[0]


def _rent_at(t: Table, seat: int, steps: int) -> int:
    square = (t.at[seat] + steps) % t.book.size
    if t.book.squares[square]["kind"] == "tax":
        return int(t.book.squares[square]["amount"])
    if square not in t.book.deeds or t.owner[square] in (BANK, seat) or not is_due(t, square):
        return 0
    return rent(t, square, steps)


def bids(t: Table, seat: int, chance: Random) -> Iterator[AnyCommand]:
    if t.auction:
        unit = t.book.unit
        low, high = least_bid(t.auction, unit), t.book.in_notes(most_bid(t, t.auction, seat))
        if low <= high:
            yield ask.Bid(seat, low + unit * chance.randint(0, min((high - low) // unit, 60)))
            yield ask.Bid(seat, high if chance.random() < 0.2 else low)
    yield ask.Pass(seat)
    if chance.random() < 0.1:
        yield ask.Gavel()


def odd_bids(t: Table, auction: Plain, chance: Random) -> Iterator[AnyCommand]:
    """Bids at the edge of what is good: no more than the last, a step too far, more than one has."""
    seat = chance.choice(playing(t))
    for amount in (auction["bid"], auction["least"] - 1, auction["bid"] + t.book.options["auction_step_max"] + 1):
        yield ask.Bid(seat, amount)
    yield ask.Bid(seat, most_bid(t, auction, seat) + 1)


def ways_to_pay(t: Table, seat: int, chance: Random) -> Iterator[AnyCommand]:
    """Raise money first, mostly; some give up although they could pay."""
    yield ask.Pay(seat)
    for square in deeds_of(t, seat):
        yield from (ask.Mortgage(seat, square), ask.Sell(seat, square), ask.Clear(seat, square))
    if chance.random() < (0.3 if t.debts[0]["creditor"] >= 0 else 0.9):
        yield ask.GiveUp(seat)


ANSWERS = {
    "roll": rolls,
    "start": rolls,
    "throw": of_card,
    "draw": of_card,
    "buy": of_square,
    "choose": of_square,
    "goto": of_square,
    "auction": bids,
    "pay": ways_to_pay,
    "contest": of_contest,
    "trade": of_trade,
}


def trade(t: Table, chance: Random) -> AnyCommand:
    """An offer of one player to another, mostly of things that are there; debtors sell."""
    seats = playing(t)
    seat, to = chance.sample(seats, 2) if len(seats) > 1 else (0, 0)
    if t.debts and chance.random() < 0.7:
        seat = t.debts[0]["debtor"]
        to = chance.choice([other for other in seats if other != seat])
    return ask.Propose(seat, to, _side(t, seat, chance), _side(t, to, chance))


def _side(t: Table, seat: int, chance: Random) -> Side:
    deeds = deeds_of(t, seat) if chance.random() < 0.95 else t.book.deeds
    some = tuple(chance.sample(deeds, min(len(deeds), chance.choice((0, 0, 1, 1, 2)))))
    cards = tuple(card for _, card in t.kept[seat][:1]) if chance.random() < 0.5 else ()
    money = chance.choice((0, 0, *_sums(t, 1, 25, 60, 200), t.cash[seat], t.cash[seat] + 1))
    return Side(some, money, cards, *_terms(t, seat, chance))


def _terms(t: Table, seat: int, chance: Random) -> tuple[tuple[Waiver, ...], tuple[Credit, ...]]:
    """Now and then a promise or a loan, where they are made; hardly ever elsewhere."""
    if chance.random() > (0.6 if t.book.options["promises"] else 0.02):
        return (), ()
    own = deeds_of(t, seat) if chance.random() < 0.9 else t.book.deeds
    waiver = [Waiver(chance.choice(own), chance.choice((1, 1, 2, 3, 0)))] if own else []
    sum_, back = (chance.choice((0, *_sums(t, 1, 40, 200))) for _ in range(2))
    credit = Credit(sum_, back + t.book.unit * (chance.random() < 0.9), chance.choice((1, 1, 2, 3, 0)))
    which = chance.random()
    return tuple(waiver) if which < 0.6 else (), (credit,) if which > 0.4 else ()


def _sums(t: Table, *amounts: int) -> list[int]:
    return [amount * t.book.unit for amount in amounts]


def foolish(t: Table, chance: Random) -> Iterator[AnyCommand]:
    """Commands of every kind, for every seat, that may or may not be lawful now."""
    seat, other = chance.randrange(len(t.names)), chance.randrange(len(t.names))
    square = chance.choice(t.book.deeds if chance.random() < 0.8 else range(t.book.size))
    dice = tuple(chance.randint(1, 6) for _ in range(chance.choice((1, 2, 2, 3))))
    cards = [card for deck in t.book.effects.values() for card in deck]
    yield from (ask.Roll.of(seat, dice), ask.Throw.of(seat, dice), ask.Gavel())
    for kind in (ask.End, ask.Buy, ask.Decline, ask.Pass, ask.ClaimRent, ask.Pay, ask.PayBail, ask.UseCard, ask.Wait):
        yield kind(seat)
    for deed in (ask.Mortgage, ask.Redeem, ask.Build, ask.Sell, ask.Clear, ask.ContestFor, ask.GoTo):
        yield deed(seat, square)
    yield ask.GiveUp(seat)
    yield ask.Bid(seat, chance.randint(-5, 400) * chance.choice((t.book.unit, t.book.unit, 1)))
    yield ask.Draw(seat, chance.choice([*cards, "no-card"]))
    yield ask.Choose(seat, chance.choice(WAYS))
    yield from (answer(seat, other) for answer in (ask.Accept, ask.Reject, ask.Withdraw))
    yield from (ask.ForgivePromise(seat, other, square), ask.ForgiveLoan(seat, other), ask.Repay(seat, other))
    yield from (ask.Leave(seat), ask.HandOver(seat, t.names[other]), ask.Join(t.names[other]), ask.Join("guest"))
    yield from corrections(t, chance)
    yield ask.TakeBack(chance.randint(0, 3), "it was not meant")


def corrections(t: Table, chance: Random) -> Iterator[AnyCommand]:
    """The referee sets something right, or tries to."""
    seat, square = chance.randrange(len(t.names)), chance.choice(t.book.deeds)
    subject = chance.choice(list(ask.Subject))
    most = {"cash": 300, "pot": 300, "at": t.book.size, "owner": len(t.names) - 1, "turn": len(t.names) - 1}
    where = square if subject in ("owner", "buildings", "mortgaged") else {"pot": POT, "turn": BANK}.get(subject, seat)
    card = chance.choice(("jail-free", "permit", "dismissal")) if subject == "keeps" else ""
    unit = t.book.unit if subject in ("cash", "pot") and chance.random() < 0.9 else 1
    value = chance.randint(-1, most.get(subject, 5)) * unit
    yield ask.Correct(subject, where, value, "a slip of the hand", card)
